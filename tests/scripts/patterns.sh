#!/bin/sh
# Proves every pattern of data/patterns again, by the definitions and on whole boards.
exec "$1/tools/check_patterns" data/patterns/*.txt
