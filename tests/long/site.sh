#!/usr/bin/env bash
# The page without a server and the npm package (`make site-test`): built by emscripten, tested in Node and in a browser.
set -u
build=$(realpath "${1:?usage: site.sh BUILD}")
cd "$(dirname "$0")/../.." || exit 1
command -v emcc >/dev/null || { echo "emscripten is not installed"; exit 77; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
make --no-print-directory site-test BUILD="$build" 2>&1 | tee "$log"
code=${PIPESTATUS[0]}
grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" |
    awk -v code="$code" '{ passed += $1; failed += $3 } END { if (code && !failed) failed = 1; print passed + 0 " passed, " failed + 0 " failed" }'
exit "$code"
