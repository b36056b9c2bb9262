#!/bin/sh
# Proves every edge template of data/templates again, by two methods of the solver and by the rules alone.
exec "$1/tools/derive_templates" --check < data/templates/edge.txt
