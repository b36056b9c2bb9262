#!/usr/bin/env python3
"""`mustplay-lab solve --shortest`: the lengths of the empty boards, their certificates, and certificates that prove nothing."""
import json
import os
import re
import subprocess
import sys
import tempfile

from checks import check, finish

LAB = os.path.join(sys.argv[1], "mustplay-lab")
CHECKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shortest", "check_length.py")
# MathOverflow 477037; up to 4x4 by brute force (test_shortest, long/shortest).
LENGTHS = {1: 1, 2: 3, 3: 5, 4: 9, 5: 13}


def solve(*args):
    done = subprocess.run([LAB, "solve", "--shortest", *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def judged(path):
    done = subprocess.run([sys.executable, CHECKER, path], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def empty_boards(folder):
    for size, length in LENGTHS.items():
        path = os.path.join(folder, f"{size}.length")
        code, out, err = solve("--size", str(size), "--json", "--certificate", path)
        found = json.loads(out) if out else {}
        check(f"{size}x{size} takes {length} moves", code == 0 and (found["winner"], found["moves"], found["stones"]) == ("black", length, (length + 1) // 2), out, err)
        check(f"the certificate of {size}x{size}", judged(path)[0] == 0, judged(path))


def positions(folder):
    path = os.path.join(folder, "p.length")
    for moves in ("a1", "a1 c2", "b3 a2 c3", "d1 d2 a4"):
        code, out, err = solve("--size", "4", "--moves", moves, "--json", "--certificate", path, "--force")
        check(f"a certificate after {moves}", code == 0 and judged(path)[0] == 0, out, err, judged(path))


def false_ones(folder):
    """A certificate of which something is missing is false, unless the line was not needed."""
    text = open(os.path.join(folder, "4.length")).read()
    path = os.path.join(folder, "false.length")

    def verdict(changed):
        open(path, "w").write(changed)
        return judged(path)[0]
    check("fewer stones", verdict(text.replace("stones 5", "stones 4")) == 4)
    check("more stones", verdict(text.replace("stones 5", "stones 6")) == 4)
    lines = text.splitlines()
    for kind in ("win ", "hold "):
        verdicts = []
        found = [i for i, line in enumerate(lines) if line.startswith(kind)]
        for number in [*found[:-1:4], found[-1]]:
            fewer = re.sub(r" \S+$", "", lines[number])
            for middle in ([], [fewer]):
                verdicts.append(verdict("\n".join(lines[:number] + middle + lines[number + 1:])))
        check(f"{kind}lines that are cut", set(verdicts) <= {0, 4} and verdicts.count(4) > len(verdicts) / 2, verdicts)
        check(f"the last {kind}line", verdicts[-2:] == [4, 4], verdicts)
    check("another file", verdict("mustplay-proof 1\n") == 2 and verdict("") == 2)


def limits():
    code, out, _ = solve("--size", "8", "--time", "0.5", "--json")
    check("not decided in time", code == 3 and json.loads(out)["moves"] is None, code, out)
    code, out, err = solve("--size", "9")
    check("too large a board", code == 2 and out == "" and "64 cells" in err, code, err)
    code, out, err = solve("--size", "3", "--moves", "b2 a1 b1 a2 a3 c1 b3")
    check("a finished game", code == 2 and out == "", code, err)
    code, out, err = solve("--size", "3", "--proof", "x")
    check("another option", code == 2 and out == "" and not os.path.exists("x"), code, err)


with tempfile.TemporaryDirectory() as home:
    empty_boards(home)
    positions(home)
    false_ones(home)
limits()
finish()
