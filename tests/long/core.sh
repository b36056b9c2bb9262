#!/usr/bin/env bash
# The smallest build: a C compiler, LMDB and zstd are enough. It plays, solves and proves, and neither has nor
# mentions what is left out. A program links it without any shared library but the system's. The time of compiling is
# printed.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S . -B "$work/build" -G Ninja -DMUSTPLAY_REDIS=OFF -DMUSTPLAY_CAIRO=OFF -DMUSTPLAY_WEB=OFF \
    -DMUSTPLAY_LAB=OFF -DMUSTPLAY_PROVED=OFF -DMUSTPLAY_TOOLS=OFF -DMUSTPLAY_TESTS=OFF -DMUSTPLAY_WERROR=ON -DCMAKE_INSTALL_PREFIX="$work/prefix" >/dev/null
start=$(date +%s%N)
CCACHE_DISABLE=1 ninja -C "$work/build" >"$work/log" 2>&1 || { tail -30 "$work/log"; exit 1; }
echo "compiled in $((($(date +%s%N) - start) / 1000000)) ms; 40 s on two quiet cores are the goal"
program=$work/build/mustplay

needed=$(readelf -d "$program" | sed -n "s,.*NEEDED.*\[\(.*\)\],\1,p" | grep -v -e "^ld-" -e "^libm[.]" | sort | tr "\n" " ")
test "$needed" = "libc.so.6 liblmdb.so.0 libzstd.so.1 " || { echo "it needs $needed"; exit 1; }
for word in redis Redis shannon; do
    if "$program" --man | grep -w -e "$word" | grep -v "mustplay lab"; then echo "the manual mentions $word"; exit 1; fi
done
"$program" move --size 5 --moves "" --player mcts --playouts 100
"$program" solve --size 4 --moves "" --proof "$work/proof"
"$work/build/mustplay-verify" "$work/proof"
"$program" draw --size 5 --moves c3 --output "$work/board.svg"
grep -q "</svg>" "$work/board.svg"
code=0
"$program" draw --size 5 --moves c3 --output "$work/board.png" 2>"$work/said" || code=$?
test "$code" = 2
grep -q "without Cairo" "$work/said"

cmake --install "$work/build" >/dev/null
export PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig"
[ -d "$PKG_CONFIG_PATH" ] || PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name mustplay.pc)")
# shellcheck disable=SC2046 # the flags are words
cc -static examples/play.c $(pkg-config --static --cflags --libs mustplay) -o "$work/play"
"$work/play" | grep " wins"
