#!/usr/bin/env bash
# The page: types, lint, and a browser that uses it as people do. Usage: web_page.sh BUILD [PATTERN]
# The tools come from npm as tests/web/package-lock.json names them; the page itself needs none of them.
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/../web"
stamp=node_modules/.installed
if ! cmp -s package-lock.json "$stamp"; then
    npm ci --silent --no-audit --no-fund --ignore-scripts
    cp package-lock.json "$stamp"
fi
npm run --silent check
exec node run.js "$build" "${2:-}"
