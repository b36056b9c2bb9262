#!/usr/bin/env bash
# `make install` builds no tests and installs a program, a manual page and a library. The public examples compile
# against it, as libmustplay.so and libmustplay.a, also if the prefix holds a blank. Uninstalling leaves no file and
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
for page in mustplay mustplay-solve mustplay-verify mustplay-lab; do
    test -e "$prefix/share/man/man1/$page.1" || { echo "no manual page of $page"; exit 1; }
done
grep -q 'SUMMARIES' "$prefix/share/man/man1/mustplay-verify.1" || { echo "mustplay-verify has the page of another command"; exit 1; }
for name in $("$prefix/bin/mustplay" --man | grep -o 'docs/[A-Za-z]*\.md' | grep -v NAME | sort -u); do
    test -e "$prefix/share/doc/mustplay/${name#docs/}" || { echo "$name is not installed"; exit 1; }
done
ls "$prefix"/share/mustplay/puzzles/*.jsonl "$prefix"/share/mustplay/patterns/*.txt >/dev/null
for page in "$prefix"/share/man/man1/*.1; do man --warnings -l "$page" >/dev/null 2>>"$work/warnings" || true; done
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

# CMake finds it too.
mkdir "$work/project"
cat >"$work/project/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(project LANGUAGES C)
find_package(mustplay 0.1 REQUIRED)
add_executable(shared $PWD/examples/play.c)
target_link_libraries(shared mustplay::mustplay)
add_executable(static $PWD/examples/play.c)
target_link_libraries(static mustplay::static)
EOF
cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/project/build" >"$work/said" || { cat "$work/said"; exit 1; }
"$work/project/build/shared" | grep -q " wins"
"$work/project/build/static" | grep -q " wins"

mkdir "$prefix/share/other" # someone else's
make install BUILD="$work/build" PREFIX="$prefix" >/dev/null
make uninstall BUILD="$work/build"
left=$(find "$work/a prefix" -mindepth 1 -not -path "$prefix" -not -path "$prefix/share" -not -path "$prefix/share/other")
test -z "$left" || { echo "left after uninstall: $left"; exit 1; }
