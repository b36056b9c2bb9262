#!/bin/sh
# Derives the edge templates of data/templates again, and proves every one by two methods of the solver and by the rules alone.
set -e
"$1/tools/derive_templates" | cmp - data/templates/edge.txt
exec "$1/tools/derive_templates" --check < data/templates/edge.txt
