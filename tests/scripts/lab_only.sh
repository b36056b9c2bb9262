#!/bin/sh
# No function of the core serves the lab alone, unless a reason is given. Usage: tests/scripts/lab_only.sh BUILD
[ -x "$1/mustplay-lab" ] || exit 77
exec "$(dirname "$0")/../../tools/lab-only-functions" "$1"
