#!/usr/bin/env bash
# The public interface beside simple models (tests/model) with AddressSanitizer in BUILD-asan and with ThreadSanitizer in
# BUILD-model-tsan. A failing trace is shrunk and left in the build folder.
# Usage: model.sh BUILD [SECONDS of each, 120] [SEED, 1; 0: another one each time]
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:?usage: model.sh BUILD [SECONDS] [SEED]}
seconds=${2:-120}
seed=${3:-1}
passed=0 failed=0
export LSAN_OPTIONS="suppressions=$root/tests/lsan.supp:print_suppressions=0"
run() { # FOLDER OPTION...
  local folder=$1
  shift
  mkdir -p "$folder"
  exec 9>"$folder/lock" # sanitize.sh builds there too
  flock 9
  cmake -S "$root" -B "$folder" -G Ninja -DMUSTPLAY_TESTS=ON "$@" >/dev/null || exit 1
  ninja -C "$folder" model >"$folder/ninja.log" 2>&1 || { cat "$folder/ninja.log"; exit 1; }
  exec 9>&-
  if "$folder/tests/model" --replay "$root"/tests/model/traces/*.trace &&
     "$folder/tests/model" --time "$seconds" --seed "$seed" --small --out "$folder/failing.trace"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}
run "$build-asan" -DMUSTPLAY_SANITIZE=ON
run "$build-model-tsan" -DMUSTPLAY_TSAN=ON -DMUSTPLAY_LAB=OFF -DMUSTPLAY_REDIS=OFF -DCMAKE_C_FLAGS_RELEASE=-O1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
