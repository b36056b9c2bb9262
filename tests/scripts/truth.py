#!/usr/bin/env python3
"""Makes part of tests/truth again and compares."""
import os
import subprocess
import sys

from checks import check, finish

TOOL = os.path.join(sys.argv[1], "tools", "make_truth")
TRUTH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "truth")


def made(*args):
    return subprocess.run([TOOL, *args], capture_output=True, text=True, check=True).stdout


def stored(name):
    with open(os.path.join(TRUTH, name)) as file:
        return file.read()


def lines(text):
    return [line for line in text.splitlines() if not line.startswith("#")]


check("openings", made("openings") == stored("openings.txt"))
part = lines(made("positions", "2026", "200"))
check("positions", len(part) == 400 and part == lines(stored("positions.txt"))[:400])
for args in (("positions", "2026x"), ("positions", "-1"), ("positions", "2026", "0"), ("positions", "2026", "2.5"), ("openings", "2026"), ("truth",), ()):
    done = subprocess.run([TOOL, *args], capture_output=True, text=True)
    check(f"refused: {args}", done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout, done)
finish()
