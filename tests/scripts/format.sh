#!/usr/bin/env bash
# Every C file is as clang-format would write it (`make format` mends it).
set -eu
cd "$(dirname "$0")/../.."
bad=$(git ls-files '*.c' '*.h' | xargs clang-format --dry-run 2>&1 | sed -n 's/^\([^:]*\):[0-9].*warning.*/\1/p' | sort -u)
[ -z "$bad" ] || { echo "not formatted:"; echo "$bad"; exit 1; }
