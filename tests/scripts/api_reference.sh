#!/usr/bin/env bash
# docs/API_REFERENCE.md is what the public headers say.
exec "$(dirname "$0")/../../tools/api-reference" --check
