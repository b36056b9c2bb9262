#!/bin/sh
# Every domination in data/corners is proved, and holds on whole boards.
exec "$1/tools/derive_corners" --check < data/corners/dominated.txt
