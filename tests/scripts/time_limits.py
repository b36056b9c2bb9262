#!/usr/bin/env python3
"""--time is kept: on the largest board, with many threads, however the work is shared.

Bounds are of CPU time, because the machine may be busy: a search that ignores its limit spends it."""
import json
import os
import subprocess
import sys

from checks import check, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay")
HANG_SECONDS = 120
METHODS = ["auto", "dfs", "pns", "dfpn", "fdfpn", "brute"]


def run(*args):
    """Exit code, CPU seconds and output."""
    before = os.times()
    try:
        done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=HANG_SECONDS)
    except subprocess.TimeoutExpired:
        return None, HANG_SECONDS, ""
    after = os.times()
    return done.returncode, after[2] + after[3] - before[2] - before[3], done.stdout


def methods():
    for method in METHODS:
        for extra in ([], ["--all-moves"]):
            code, cpu, _ = run("solve", "--size", "19", "--method", method, "--time", "0.5", *extra)
            check(f"{method} {extra} on 19x19: exit", code == 3, code)
            check(f"{method} {extra} on 19x19: time", cpu < 3, cpu)


def threads():
    for seconds in (1, 4, 16):  # more where the machine stalls
        code, cpu, out = run("analyze", "--size", "11", "--threads", "256", "--time", str(seconds), "--json")
        visits = json.loads(out)["visits"] if code == 0 else 0
        if visits > 1:
            break
    check("256 threads: exit", code == 0, code)
    check("256 threads: they search in the time given", visits > 1, out)
    check("256 threads: time", cpu < (seconds + 1) * os.cpu_count() + 2, cpu)


def leaves():
    for parallel in ("tree", "root", "leaf"):
        for limit in (["--playouts", "3000"], ["--time", "0.1"], ["--playouts", "1"]):
            for seed in range(3):
                code, _, _ = run("move", "--size", "11", "--player", f"mcts:parallel={parallel},threads=2,solver=0", "--seed",
                                 str(seed), *limit)
                check(f"{parallel} {limit}: it ends", code == 0, code)


methods()
threads()
leaves()
finish()
