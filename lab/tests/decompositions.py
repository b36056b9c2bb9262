#!/usr/bin/env python3
"""Patterns with decompositions: the examples are right, false ones are found out, bad lists are refused, drawings come."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from checks import check_all, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay-lab")
EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "data/decompositions/examples.txt"
BRIDGE = "pattern bridge\nB .\n . B\nends a1 b2\nanswer b1 to a2\nanswer a2 to b1\n"
# What is wrong with a list, and a part of what is said.
BAD = (("", "no patterns"), ("B .\n", "line 1"), ("pattern a\nB x\n", "'x'"), ("pattern a\nB B\n", "has no ends"),
       ("pattern a\nB .\nends a1 b1\n", "must be a stone"), ("pattern a\nB . B\nends a1 c1\n", "no answer to b1"),
       ("pattern a\nB . B\nends a1 c1\nanswer b1 to d9\n", "'d9'"), ("pattern a\nB . B\nends a1 c1\nanswer c1 to b1\n", "empty cell"),
       (BRIDGE + BRIDGE, "already"), (BRIDGE.replace("to b1", "to b1 by wheel a1 b2"), "no earlier pattern 'wheel'"),
       (BRIDGE.replace("to b1", "to b1 by bridge a1 b2"), "no earlier pattern"), (BRIDGE + "what\n", "'what'"),
       ("pattern a\n" + "B\n" * 18, "17 rows"), ("pattern " + "x" * 30 + "\n", "23 bytes"))
# Lists that can be read and are false: one answer for all, a part that does not fit, ends that are not joined.
FALSE = (BRIDGE.replace("answer b1 to a2\nanswer a2 to b1", "answer b1 to a2 b1"),
         BRIDGE + "pattern far\nB . . B\nends a1 d1\nanswer b1 to c1 by bridge b1 d1\nanswer c1 to b1\n",
         "pattern far\nB . . B\nends a1 d1\nanswer b1 to c1\nanswer c1 to b1\n",
         "pattern apart\nB ? B\nends a1 c1\n",
         # Both along the top: the board's own edge must not help.
         "pattern row\nB . . B\n ? ? ? ?\nends a1 d1\nanswer b1 to c1\nanswer c1 to b1\n",
         # Two parts that need the same cells.
         BRIDGE + "pattern twice\n? B .\n . . ?\n  B ? ?\nends b1 a3\nanswer a2 to c1 b2 by bridge b1 a3\nanswer b2 to a2\n")


def run(command, *args):
    done = subprocess.run([PROGRAM, command, *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def checks(folder):
    code, out, _ = run("verify", "--patterns", str(EXAMPLES), "--json")
    rows = json.loads(out)["patterns"]
    yield "the examples", code == 0 and all(r["valid"] and r["reason"] is None for r in rows)
    yield "their cells", {r["name"]: r["cells"] for r in rows} == {"bridge": 2, "ziggurat": 8, "helped": 4}
    code, out, _ = run("verify", "--patterns", str(EXAMPLES))
    yield "as text", code == 0 and "ziggurat: right, 8 cells" in out
    path = os.path.join(folder, "list")
    for text, part in BAD:
        open(path, "w").write(text)
        code, out, err = run("verify", "--patterns", path)
        yield "refused: " + part, code == 2 and out == "" and part in err and path in err
    for i, text in enumerate(FALSE):
        open(path, "w").write(text)
        code, out, _ = run("verify", "--patterns", path, "--json")
        last = json.loads(out)["patterns"][-1]
        yield f"false {i + 1}", code == 4 and not last["valid"] and last["reason"]
    code, _, err = run("verify", "--patterns", str(EXAMPLES), "x.proof")
    yield "one thing at a time", code == 2 and "not both" in err
    yield from drawings(os.path.join(folder, "a.png"))


def drawings(picture):
    for args in (("--patterns", str(EXAMPLES)), ("--patterns", str(EXAMPLES), "--pattern", "bridge"),
                 ("--size", "5", "--moves", "c3 d2", "--reduced"), ("--size", "2", "--moves", "a1 b1 a2", "--reduced")):
        code, _, _ = run("draw", *args, "--output", picture, "--force")
        yield "drawing " + " ".join(args[-2:]), code == 0 and open(picture, "rb").read(4) == b"\x89PNG"
    for args, part in ((("--patterns", str(EXAMPLES), "--pattern", "x"), "'x'"), (("--pattern", "x"), "--patterns"),
                       (("--patterns", str(EXAMPLES), "--size", "5"), "own board"), (("--reduced", "--title", "x"), "--title")):
        code, out, err = run("draw", *args, "--output", picture, "--force")
        yield "no drawing: " + part, code == 2 and out == "" and part in err


with tempfile.TemporaryDirectory() as scratch:
    check_all(checks(scratch))
finish()
