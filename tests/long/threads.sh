#!/usr/bin/env bash
# Builds the Monte Carlo search with ThreadSanitizer into BUILD-tsan and runs it with four threads.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:?usage: threads.sh BUILD}-tsan
cmake -S "$root" -B "$build" -G Ninja -DMUSTPLAY_TSAN=ON -DMUSTPLAY_TESTS=OFF -DCMAKE_C_FLAGS_RELEASE=-O1 >/dev/null || exit 1
ninja -C "$build" threads_mcts >"$build/ninja.log" 2>&1 || { cat "$build/ninja.log"; exit 1; }
TSAN_OPTIONS=halt_on_error=1 exec "$build/tests/threads_mcts"
