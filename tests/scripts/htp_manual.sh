#!/usr/bin/env bash
# docs/HTP.md is what the table of commands says.
exec "$(dirname "$0")/../../tools/htp-manual" "$1" --check
