#!/usr/bin/env python3
"""The public interface beside simple models (tests/model): every trace that once failed, and ten seconds of random calls.

Usage: model.py BUILD"""
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = "10"
model = pathlib.Path(sys.argv[1]).resolve() / "tests/model"
if not model.exists():
    sys.exit(77)


def run(*words):
    return subprocess.run([model, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")


for trace in sorted((ROOT / "tests/model/traces").glob("*.trace")):
    done = run("--replay", trace)
    check(trace.name, done.returncode == 0, done.stdout[-2000:])
with tempfile.TemporaryDirectory() as folder:
    done = run("--time", SECONDS, "--seed", "1", "--small", "--out", folder + "/failing.trace")
    print(done.stdout[-4000:])
    check("random calls", done.returncode == 0)
finish()
