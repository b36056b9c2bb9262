#!/usr/bin/env bash
# `make install` gives a program, a manual page and a library that the public example compiles against; uninstalling
# leaves nothing behind.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S . -B "$work/build" -G Ninja -DCMAKE_INSTALL_PREFIX="$work/prefix" -DMUSTPLAY_TESTS=OFF >/dev/null
ninja -C "$work/build" -j2 install >/dev/null
"$work/prefix/bin/mustplay" --version
man --warnings -l "$work/prefix/share/man/man1/mustplay.1" >/dev/null 2>"$work/warnings" || true
test ! -s "$work/warnings" || { cat "$work/warnings"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name mustplay.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are words
cc -Wall -Wextra -Werror examples/opening.c $(pkg-config --cflags --libs --static mustplay) -o "$work/opening"
"$work/opening" | tee "$work/said"
grep -q "Black wins" "$work/said"
ninja -C "$work/build" uninstall >/dev/null
left=$(find "$work/prefix" -type f | wc -l)
test "$left" = 0 || { echo "$left files left after uninstall"; exit 1; }
