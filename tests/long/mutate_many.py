#!/usr/bin/env python3
"""tools/mutate-many on one small file: mutants are made, those that matter are killed, and the tree stays as it was.

Usage: mutate_many.py BUILD"""
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = "src/knowledge/pairing.c"
if subprocess.run(["/usr/bin/python3", "-c", "import clang.cindex"], capture_output=True).returncode:
    print("python3-clang is not installed")
    sys.exit(77)


def mutate(*words):
    return subprocess.run([ROOT / "tools/mutate-many", sys.argv[1], ROOT / SOURCE, *words], capture_output=True, text=True)


before = (ROOT / SOURCE).read_bytes()
done = mutate("--list")
mutants = [line.split("\t") for line in done.stdout.splitlines()]
check("mutants are listed", done.returncode == 0 and len(mutants) > 50, done.stdout[-500:], done.stderr)
check("by place", all(place.startswith(SOURCE + ":") for _, place, *_ in mutants))
check("no two are the same", len({tuple(m[1:]) for m in mutants}) > 0.8 * len(mutants))
with tempfile.TemporaryDirectory() as folder:
    options = ["--folder", folder + "/m", "--draw", "20", "--output", folder + "/lines.tsv", "--suites"]
    done = mutate(*options, "test_pairing")
    lines = [line.split("\t") for line in pathlib.Path(folder, "lines.tsv").read_text().splitlines()] if done.returncode == 0 else []
    check("each drawn mutant has a line", len(lines) == 20, done.stdout[-500:], done.stderr[-500:])
    killed = [line for line in lines if line[5].startswith("test_pairing")]
    check("most are killed by the file's own tests", len(killed) > 12, lines)
    done = mutate(*options, "test_option")
    check("none by tests of something else", "0 of 20 killed" in done.stdout, done.stdout, done.stderr)
check("the tree stays as it was", (ROOT / SOURCE).read_bytes() == before)
done = mutate("--draw", "1")
check("suites must be named", done.returncode != 0 and "--suites" in done.stderr, done.stderr)
finish()
