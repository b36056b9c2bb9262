#!/usr/bin/env bash
# clang builds everything without a warning too.
set -eu
cd "$(dirname "$0")/../.."
cmake -S . -B "$1-clang" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug >/dev/null
ninja -C "$1-clang" -j2
