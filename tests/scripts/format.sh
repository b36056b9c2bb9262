#!/usr/bin/env bash
# Every C file is as clang-format would write it (`make format` mends it).
set -eu
cd "$(dirname "$0")/../.."
git ls-files '*.c' '*.h' | xargs clang-format --dry-run --Werror
