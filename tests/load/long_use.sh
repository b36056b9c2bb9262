#!/usr/bin/env bash
# long_use.py with the plain build, with AddressSanitizer in BUILD-asan and with ThreadSanitizer in BUILD-model-tsan.
# Usage: long_use.sh BUILD [SECONDS, 3600] [SECONDS with each sanitizer, 600]
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:?usage: long_use.sh BUILD [SECONDS] [SECONDS]}
failed=0
export LSAN_OPTIONS="suppressions=$root/tests/lsan.supp:print_suppressions=0"
program() { # FOLDER OPTION...
  local folder=$1
  shift
  mkdir -p "$folder"
  exec 9>"$folder/lock" # sanitize.sh and model.sh build there too
  flock 9
  cmake -S "$root" -B "$folder" -G Ninja "$@" >/dev/null || exit 1
  ninja -C "$folder" mustplay >"$folder/ninja.log" 2>&1 || { cat "$folder/ninja.log"; exit 1; }
  exec 9>&-
}
program "$build-asan" -DMUSTPLAY_SANITIZE=ON -DMUSTPLAY_TESTS=ON
program "$build-model-tsan" -DMUSTPLAY_TSAN=ON -DMUSTPLAY_TESTS=ON -DMUSTPLAY_LAB=OFF -DMUSTPLAY_REDIS=OFF -DCMAKE_C_FLAGS_RELEASE=-O1
"$root/tests/load/long_use.py" "$build" --seconds "${2:-3600}" || failed=1
# A sanitizer takes memory for its own use: freed blocks, shadows.
"$root/tests/load/long_use.py" "$build-asan" --seconds "${3:-600}" --rounds 4 --memory 2048 || failed=1
"$root/tests/load/long_use.py" "$build-model-tsan" --seconds "${3:-600}" --rounds 4 --memory 2048 || failed=1
exit $failed
