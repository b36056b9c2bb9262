#!/usr/bin/env bash
# One program for every processor. Runs the unit tests with the instructions of each lower level, and benchmarks on
# machines that qemu limits to them. The same signatures show that no wider instruction is used.
set -eu
cd "$(dirname "$0")/../.."
build=$1
program=$build/mustplay
"$program" --version | grep -q '^Instructions: \(avx2\|avx512\)$' || exit 77

passed=0
failed=0
expect() { # WHAT CONDITION...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL $what"; fi
}
signature() { "$@" --json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["signature"])'; }

levels=x86-64
if "$program" --version | grep -q avx512; then levels="x86-64 avx2"; fi
for level in $levels; do
    expect "unit tests with $level" env MUSTPLAY_CPU="$level" tests/run "$build" --quick test_
done
for model in qemu64:x86-64 Haswell:avx2; do
    on="qemu-x86_64 -cpu ${model%:*}"
    expect "${model%:*} has ${model#*:}" test "$($on "$program" --version 2>/dev/null | tail -1)" = "Instructions: ${model#*:}"
    for name in playouts solve-7; do
        # shellcheck disable=SC2086 # words
        expect "bench $name on ${model%:*}" test "$(signature $on "$program" bench "$name")" = "$(signature "$program" bench "$name")"
    done
done
echo "$passed passed, $failed failed"
test "$failed" = 0
