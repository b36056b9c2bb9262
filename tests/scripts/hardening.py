#!/usr/bin/env python3
"""How the programs and the library are built: position-independent, with a stack protector, checked functions of libc, tables that are
read-only once the program runs; and no path of the folder that they were built in.

Usage: hardening.py BUILD"""
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish

BUILD = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]


def said(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout


if "MUSTPLAY_HARDENING:BOOL=ON" not in (BUILD / "CMakeCache.txt").read_text():
    sys.exit(77)
for name in "mustplay", "mustplay-lab", "mustplay-verify", "libmustplay.so":
    path = BUILD / name
    head, dynamic, segments = said("readelf", "-h", path), said("readelf", "-d", path), said("readelf", "-lW", path)
    symbols = said("nm", "-D", path)
    check(f"{name}: position-independent", "DYN" in head, head)
    check(f"{name}: bound at its start", "BIND_NOW" in dynamic or "NOW" in dynamic, dynamic)
    check(f"{name}: read-only tables", "GNU_RELRO" in segments, segments)
    check(f"{name}: no stack that runs", "GNU_STACK" in segments and "RWE" not in segments, segments)
    check(f"{name}: stack protector", "__stack_chk_fail" in symbols, symbols[-500:])
    check(f"{name}: checked functions", "_chk@" in symbols.replace("__stack_chk_fail@", ""), symbols[-500:])
    with tempfile.NamedTemporaryFile() as bare:
        said("objcopy", "--strip-debug", path, bare.name)
        check(f"{name}: no path of its folder", str(ROOT).encode() not in open(bare.name, "rb").read(), str(ROOT))
finish()
