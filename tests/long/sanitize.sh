#!/usr/bin/env bash
# Builds with AddressSanitizer and UndefinedBehaviorSanitizer into BUILD-asan and runs the unit tests there. With gcc: what
# clang 14 makes of them runs up to ten times as long (test_template).
# Usage: sanitize.sh BUILD [PATTERN]
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:?usage: sanitize.sh BUILD [PATTERN]}-asan
mkdir -p "$build"
exec 9>"$build/lock" # model.sh builds there too
flock 9
cmake -S "$root" -B "$build" -G Ninja -DMUSTPLAY_SANITIZE=ON -DMUSTPLAY_TESTS=ON >/dev/null || exit 1
ninja -C "$build" >"$build/ninja.log" 2>&1 || { cat "$build/ninja.log"; exit 1; }
exec 9>&-
export LSAN_OPTIONS="suppressions=$root/tests/lsan.supp:print_suppressions=0"
exec "$root/tests/run" "$build" "${2:-test_}"
