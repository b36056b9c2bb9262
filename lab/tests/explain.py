#!/usr/bin/env python3
"""`mustplay-lab explain`: joinsets, and the expressions of connections, checked by `verify --expression`; all of what the core says."""
import json
import os
import random
import subprocess
import sys

from checks import check_all, finish

PROGRAM, CORE = (os.path.join(sys.argv[1], name) for name in ("mustplay-lab", "mustplay"))
FIGURE = ["--size", "9", "--black", "b8 f9 e6", "--white", "c5 e4 f2", "--to-move", "black"]


def run(*args, program=PROGRAM):
    done = subprocess.run([program, "explain", *args], capture_output=True, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def explain(*args, program=PROGRAM):
    code, out, _ = run(*args, "--json", program=program)
    return json.loads(out) if code == 0 else {}


def keys():
    core, lab = explain(*FIGURE, program=CORE), explain(*FIGURE)
    yield "the core's keys first", list(lab) == [*core, "joinsets", "committee", "minimal_joinsets"]
    yield "with the core's values", core and all(lab[key] == core[key] for key in core)
    yield "the rest is null", lab["committee"] is None and lab["minimal_joinsets"] is None


def joinsets():
    e = explain("--size", "4", "--black", "a1 c3", "--white", "a2 a4", "--joinsets")["minimal_joinsets"]
    yield "dead cells by joinsets", e["dead"] == ["a3"]
    yield "minimal joinsets", ["d1", "b2", "c2"] in e["white"]["sets"] and e["white"]["number"] == 9
    yield "without the option", explain("--size", "4")["minimal_joinsets"] is None
    code, out, _ = run("--size", "4", "--black", "a1 c3", "--white", "a2 a4", "--joinsets")
    yield "joinsets as text", code == 0 and "which are dead: a3" in out
    code, out, err = run("--size", "11", "--joinsets")
    yield "too many joinsets", code == 2 and out == "" and "too many" in err


def strategies():
    """The expressions of connections are right with the fill-in on the board."""
    dice = random.Random(13)
    found = 0
    for _ in range(40):
        width, height = dice.choice([(4, 4), (5, 5), (6, 6), (7, 7), (5, 6)])
        cells = [f"{chr(97 + c)}{r}" for c in range(width) for r in range(1, height + 1)]
        stones = dice.sample(cells, dice.randrange(width * height // 3))
        black, white = stones[::2], stones[1::2]
        board = ["--size", f"{width}x{height}"]
        e = explain(*board, "--black", " ".join(black), "--white", " ".join(white), "--to-move", dice.choice(["black", "white"]))
        for color, other in (("black", "white"), ("white", "black")):
            edges = e["connections"][color] if e else {"expression": None}
            if edges["expression"] is None:
                continue
            found += 1
            filled = ["--black", " ".join(black + e["fill"]["black"]), "--white", " ".join(white + e["fill"]["white"])]
            mover = color if edges["full"] is None else other
            done = subprocess.run([PROGRAM, "verify", *board, *filled, "--to-move", mover, "--expression", edges["expression"], "--json"],
                                  capture_output=True, text=True, timeout=300)
            yield f"{color} {edges['expression']}", done.returncode == 0 and json.loads(done.stdout)["winner"] == color
    yield "expressions are found", found > 20
    e = explain("--size", "3", "--moves", "b2 b1")
    yield "joinsets", e["joinsets"]["black"] == {"number": 2, "smallest": [["c1", "a3"], ["c1", "b3"]]}
    yield "in words", "Black needs at least 2 more stones to join the edges: 2 smallest joinsets" in run("--size", "3", "--moves", "b2 b1")[1]


for part in (keys, joinsets, strategies):
    check_all(part())
finish()
