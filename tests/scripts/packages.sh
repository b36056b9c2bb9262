#!/usr/bin/env bash
# `make`, `make build` and `make check` install nothing: where packages are missing they say which, and how to get them.
# `make deps` and `make play` install them. Every program that matters is replaced by one that only notes its call.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
fake() { # NAME BODY
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
# shellcheck disable=SC2016 # expanded by the fake
fake dpkg-query 'for name; do :; done; case $name in libcairo2-dev|libcmocka-dev) exit 1;; *) echo installed;; esac'
fake sudo 'exec "$@"'
fake apt-get "echo \"\$*\" >>'$work/installed'"
fake cmake 'exit 1' # as where the library is missing
PATH="$work/bin:$PATH"

passed=0
failed=0
expect() { # WHAT CONDITION...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $what"; cat "$work/said"; fi
}
attempt() { # TARGET...: sets code
    rm -f "$work/installed"
    code=0
    make "$@" BUILD="$work/build" >"$work/said" 2>&1 </dev/null || code=$?
}

for target in "" build install; do
    # shellcheck disable=SC2086 # no target is no argument
    attempt $target
    expect "make $target fails" test "$code" = 2
    # shellcheck disable=SC2016 # quotes of the message
    expect "make $target names the package" grep -q 'Missing packages: libcairo2-dev. `make deps` installs them' "$work/said"
    expect "make $target installs nothing" test ! -e "$work/installed"
done
for target in deps play; do
    attempt $target
    expect "make $target installs" grep -q "install .*libcairo2-dev libcmocka-dev" "$work/installed"
done

fake cmake 'exit 0'
fake ninja 'exit 0'
attempt check
expect "make check fails without cmocka" test "$code" = 2
expect "make check names cmocka" grep -q 'Missing packages: libcmocka-dev' "$work/said"
expect "make check installs nothing" test ! -e "$work/installed"
attempt build
expect "make build needs no package that the compiler does not miss" test "$code" = 0

fake dpkg-query 'exit 1' # nothing is installed
tools/packages missing build test >"$work/said"
expect "the quick tests need no PyTorch, clang, emscripten or npm" test -z "$(tr ' ' '\n' <"$work/said" | grep -E '^(python3-torch|clang|emscripten|npm)$')"
tools/packages missing long site >"$work/said"
expect "the long ones do" test "$(tr ' ' '\n' <"$work/said" | grep -cE '^(python3-torch|clang|emscripten)$')" = 3
tools/packages missing build site >"$work/said"
expect "the site and the npm package need neither npm nor a browser" test -z "$(tr ' ' '\n' <"$work/said" | grep -E '^(npm|chromium|python3-torch)$')"
echo "$passed passed, $failed failed"
test "$failed" = 0
