#!/usr/bin/env bash
# `make install` builds no tests and gives a program, a manual page and a library that the public examples compile against:
# libmustplay.so, and libmustplay.a inside the program; also where the prefix holds a blank. Uninstalling leaves no file and
# no folder that it made.
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
archives=$(find "$prefix" -name '*.a' -exec basename {} \;)
test "$archives" = libmustplay.a || { echo "archives installed: $archives"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name mustplay.pc)")
library=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH

# said SOURCE WORD...: compiles it with what pkg-config says of these words, runs it, and shows what it needs.
said() {
    local source=$1
    shift
    # pkg-config quotes blanks for a shell
    eval "cc -std=c17 -Wall -Wextra -Werror $source $(pkg-config --cflags --libs "$@") -o '$work/example'"
    LD_LIBRARY_PATH=$library "$work/example" | tee "$work/said"
    readelf -d "$work/example" >"$work/needs"
}
said examples/play.c mustplay
grep -q " wins" "$work/said"
grep -q "libmustplay.so.0" "$work/needs"
said examples/play.c mustplay-static
grep -q " wins" "$work/said"
if grep libmustplay "$work/needs"; then exit 1; fi

mkdir "$prefix/share/doc" # someone else's
make install BUILD="$work/build" PREFIX="$prefix" >/dev/null
make uninstall BUILD="$work/build"
left=$(find "$work/a prefix" -mindepth 1 -not -path "$prefix" -not -path "$prefix/share" -not -path "$prefix/share/doc")
test -z "$left" || { echo "left after uninstall: $left"; exit 1; }
