#!/usr/bin/env bash
# The page: types, lint, and a browser that uses it as people do. Usage: web_page.sh BUILD [PATTERN]
# The tools come from the registry of npm as tests/web/package-lock.json names them; the page itself needs none of them.
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/../web"
./install
./check
exec node run.js "$build" "${2:-}"
