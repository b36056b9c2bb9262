#!/usr/bin/env python3
"""One program for every processor: with the instructions of each level it does the same, by the signatures of `bench`.

Usage: cpu.py BUILD"""
import json
import os
import subprocess
import sys

from checks import check, finish

BUILD = os.path.abspath(sys.argv[1])
PROGRAM = os.path.join(BUILD, "mustplay")
LEVELS = ["x86-64", "avx2", "avx512"]
BENCHMARKS = ["playouts", "knowledge", "brute", "solve-7"]


def run(*words, level=""):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300, env={**os.environ, "MUSTPLAY_CPU": level})


def instructions(level):
    return run("--version", level=level).stdout.splitlines()[-1]


def test(name, level):
    done = subprocess.run([os.path.join(BUILD, "tests", name)], capture_output=True, text=True, timeout=600, env={**os.environ, "MUSTPLAY_CPU": level})
    check(f"{level}: {name}", done.returncode == 0, done.stdout[-300:], done.stderr[-300:])


best = instructions("").removeprefix("Instructions: ")
if best not in LEVELS:  # a build for this machine alone, or for another processor
    sys.exit(77)
signatures = {}
for level in LEVELS[:LEVELS.index(best) + 1]:
    check(f"{level}: --version says it", instructions(level) == f"Instructions: {level}", instructions(level))
    for name in BENCHMARKS:
        found = json.loads(run("bench", "--json", name, level=level).stdout)["signature"]
        check(f"{level}: bench {name}", signatures.setdefault(name, found) == found, signatures[name], found)
    if level != best:
        for name in "test_cellset", "test_winograd", "test_tiles", "test_direct", "test_resistance":
            test(name, level)
for wrong in ["sse9", *LEVELS[LEVELS.index(best) + 1:]]:
    done = run("--version", level=wrong)
    check(f"{wrong} is refused", done.returncode == 2 and "MUSTPLAY_CPU" in done.stderr and not done.stdout, done)
finish()
