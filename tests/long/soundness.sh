#!/usr/bin/env bash
# The tests of soundness at N times their usual size: of knowledge, solver, checker and proof files. Usage: soundness.sh BUILD [N]
# Without N at a reduced size, as one of the long tests; `make soundness` takes 30.
set -u
build=$(realpath "${1:?usage: soundness.sh BUILD [N]}")
times=${2:-3}
cd "$(dirname "$0")/../.." || exit 1
export MUSTPLAY_SOUNDNESS=$times MUSTPLAY_MUTANTS=$((times * 3334))
exec tests/run "$build" --quick test_{inferior,vc,corner,knowledge,advice,solver,truth,lab_catalog,handicap,verify} verify/mutants scripts/proofs
