#!/usr/bin/env python3
"""No name is defined twice in what is linked into one program. Of two such functions in archives the linker silently
takes one for all callers. Usage: tests/scripts/symbols.py BUILD"""
import pathlib
import subprocess
import sys

from checks import check, finish

BUILD = pathlib.Path(sys.argv[1])
ARCHIVES = sorted(archive for archive in BUILD.glob("*/**/libmustplay_*.a") if archive.parts[len(BUILD.parts)] != "wasm")  # a test may link all of them

places = {}
for archive in ARCHIVES:
    listed = subprocess.run(["nm", "-A", "-g", "--defined-only", archive], capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        place, _, name = line.rsplit(" ", 2)
        places.setdefault(name, []).append(place.split(":")[1])
check("the archives have names", len(places) > 1000, len(places))
for name, found in sorted(places.items()):
    if len(found) > 1:
        check(name, False, "is defined in", *found)
check("every name once", all(len(found) == 1 for found in places.values()))
finish()
