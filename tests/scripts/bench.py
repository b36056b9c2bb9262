#!/usr/bin/env python3
"""`mustplay bench`: signatures repeat, the JSON is whole, unknown names are refused."""
import json
import os
import re
import subprocess
import sys

PROGRAM = os.path.join(sys.argv[1], "mustplay")
KEYS = ["name", "signature", "work", "unit", "seconds", "per_second", "rows"]


def run(*args):
    done = subprocess.run([PROGRAM, "bench", *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def checks():
    code, out, err = run("no-such-bench")
    yield "unknown name", code == 2 and out == "" and "no-such-bench" in err
    code, out, _ = run("playouts")
    text = re.search(r"^Signature: (\d+)$", out, re.M)
    yield "signature", code == 0 and text
    code, out, _ = run("playouts", "--json")
    data = json.loads(out)
    yield "the same again", code == 0 and text and data["signature"] == int(text[1])
    yield "keys", [list(b) for b in data["benchmarks"]] == [KEYS]
    code, out, _ = run("cellset", "--json")
    rows = json.loads(out)["benchmarks"][0]["rows"]
    yield "widths", code == 0 and [(r["board"], r["words"]) for r in rows] == [
        ("8x8", 1), ("8x8", 2), ("8x8", 3), ("8x8", 6), ("11x11", 2), ("11x11", 3), ("11x11", 6), ("13x13", 3),
        ("13x13", 6), ("19x19", 6)]


results = list(checks())
for name, good in results:
    if not good:
        print(f"FAIL {name}")
failed = sum(not good for _, good in results)
print(f"{len(results) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
