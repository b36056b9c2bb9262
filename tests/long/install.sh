#!/usr/bin/env bash
# `make install` builds no tests and gives a program, a manual page and a library that the public example compiles
# against, also where the prefix holds a blank; uninstalling leaves no file and no folder that it made.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix="$work/a prefix/of two"
mkdir "$work/a prefix"
make install BUILD="$work/build" PREFIX="$prefix" >/dev/null
test ! -e "$work/build/tests/test_board" || { echo "make install built tests"; exit 1; }
"$prefix/bin/mustplay" --version
"$prefix/bin/mustplay-verify" --help >/dev/null
man --warnings -l "$prefix/share/man/man1/mustplay.1" >/dev/null 2>"$work/warnings" || true
test ! -s "$work/warnings" || { cat "$work/warnings"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name mustplay.pc)")
export PKG_CONFIG_PATH
# pkg-config quotes blanks for a shell
eval "cc -Wall -Wextra -Werror examples/opening.c $(pkg-config --cflags --libs --static mustplay) -o '$work/opening'"
"$work/opening" | tee "$work/said"
grep -q "Black wins" "$work/said"
mkdir "$prefix/share/doc" # someone else's
make install BUILD="$work/build" PREFIX="$prefix" >/dev/null
make uninstall BUILD="$work/build"
left=$(find "$work/a prefix" -mindepth 1 -not -path "$prefix" -not -path "$prefix/share" -not -path "$prefix/share/doc")
test -z "$left" || { echo "left after uninstall: $left"; exit 1; }
