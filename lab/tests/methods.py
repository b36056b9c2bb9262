#!/usr/bin/env python3
"""The lab's methods of solving. What they solve can be proved in a file. They keep --time, in CPU seconds because the machine may be
busy. The lab's players that search stop on an interrupt."""
import json
import os
import subprocess
import sys
import tempfile
import time

from checks import check, finish
from htp_client import Client

LAB, VERIFY = (os.path.join(sys.argv[1], name) for name in ("mustplay-lab", "mustplay-verify"))
METHODS = ["pattern", "solver1", "solver2", "solver3", "solver4", "solver5", "solver5id", "decompose", "decompose-rules", "decompose-pattern"]
SMALL = ["aostar", "pnsstar"]  # at most 64 empty cells


def run(*args):
    before = os.times()
    done = subprocess.run(args, capture_output=True, text=True, timeout=300)
    after = os.times()
    return done.returncode, done.stdout, after[2] + after[3] - before[2] - before[3]


def proofs(folder):
    path = os.path.join(folder, "a.proof")
    for method in METHODS + SMALL:
        code, out, _ = run(LAB, "solve", "--size", "3" if method in SMALL else "4", "--moves", "a2", "--method", method, "--proof", path, "--force", "--json")
        winner = json.loads(out)["winner"] if code == 0 else None
        code, out, _ = run(VERIFY, path)
        check(f"a proof by {method}", code == 0 and out.split()[1] == winner, (winner, out))


def limits():
    for method in METHODS:
        for extra in ([], ["--all-moves"]):
            code, _, cpu = run(LAB, "solve", "--size", "19", "--method", method, "--time", "0.5", *extra)
            check(f"{method} {extra} on 19x19: exit", code == 3, code)
            check(f"{method} {extra} on 19x19: time", cpu < 3, cpu)


    for method in SMALL:
        code, _, cpu = run(LAB, "solve", "--size", "6", "--method", method, "--time", "0.5")
        check(f"{method} on 6x6", code == 3 and cpu < 3, code, cpu)
        code, out, _ = run(LAB, "solve", "--size", "9", "--method", method)
        check(f"{method} refuses 9x9", code == 2 and out == "", code, out)


def interrupts():
    client = Client(sys.argv[1], "--player", "pattern-ab", program="mustplay-lab")
    client.good("boardsize 11 11")
    client.good("param_mustplay time 600")
    client.good("play black f6")
    answer, seconds = client.interrupt_when("genmove white", lambda: time.sleep(0.3))
    check("pattern-ab stops with a move", answer.startswith("= ") and len(answer) > 3 and seconds < 60, answer, seconds)
    client.good("quit")


with tempfile.TemporaryDirectory() as home:
    proofs(home)
limits()
interrupts()
finish()
