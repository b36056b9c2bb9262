#!/usr/bin/env python3
"""`mustplay-lab verify --expression`: right, false and unreadable strategies."""
import json
import os
import subprocess
import sys

from checks import check, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay-lab")


def run(*args):
    done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


for expression, moves, code, shown in (
    ("b2.(b1|c1).(a3|b3)", "", 0, "black"),
    ("a2.(a1|b1) | c1.(b2|c2.(b3|c3))", "a3", 0, "black"),
    ("a2.(a1|b1).(a3|c2.(b2|c1).(b3|c3))", "", 0, "black"),
    ("b2.(a2|a3).(c1|c2)", "a1", 0, "white"),
    ("b2.(b1|c1)", "", 4, "does not join top and bottom"),
    ("b1.b2.b3", "", 4, "two moves at once"),
    ("b2.(b1|c1).(a3|b3)", "b1", 4, "b1: a stone of the opponent"),
    ("b2.(b1|c1", "", 2, "character 10: a ) is missing"),
    ("d4", "", 2, "no cell of this board"),
):
    code_got, out, err = run("verify", "--size", "3", "--moves", moves, "--expression", expression, "--json")
    check(f"expression {expression}", code_got == code and shown in out + err and (not out) == (code == 2), out + err)
    check(f"expression {expression}", code == 2 or sorted(json.loads(out)) == ["claims", "reason", "valid", "winner"], out)
code, out, err = run("verify", "x.proof", "--expression", "a1")
check("a file and an expression", code == 2 and not out and "not both" in err, out + err)
finish()
