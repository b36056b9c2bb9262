#!/usr/bin/env python3
"""`mustplay explain`: the JSON is whole and agrees with itself, text and drawings come, bad input is refused."""
import json
import os
import subprocess
import sys
import tempfile

from checks import check_all, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay")
KEYS = ["winner", "to_move", "move", "carrier", "line", "fill", "inferior", "connections", "must_play", "moves",
        "regions", "circuit"]
# Positions from games: decided after the only move, and by an answer tried against the only must-play cell.
FOLLOWED = ["--size", "11", "--black", "k1 i2 g3 i3 b4 g4 g5 h5 k5 f6 i6 e11", "--white",
            "j2 k2 h3 j3 h4 i4 f5 g6 f7 b8 f11", "--to-move", "white"]
TRIED = ["--size", "11", "--black", "h1 i1 i4 i5 f6 h6 a7 e7 d9 a10 c10 b11", "--white",
         "e4 h5 g6 f7 g7 h7 a8 d8 e8 c9 b10 a11", "--to-move", "black"]
# Gao 2020, Figure 2.19.
FIGURE = ["--size", "9", "--black", "b8 f9 e6", "--white", "c5 e4 f2", "--to-move", "black"]
FILLED = {"dead", "captured", "permanent", "mutual"}
PRUNED = {"vulnerable", "reversible", "dominated"}


def run(*args):
    done = subprocess.run([PROGRAM, "explain", *args], capture_output=True, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def explain(*args):
    code, out, _ = run(*args, "--json")
    return json.loads(out) if code == 0 else {}


def undecided():
    e = explain(*FIGURE)
    yield "keys", list(e) == KEYS
    yield "undecided", e["winner"] is None and e["carrier"] is None and e["move"] is None
    yield "the figure's fill-in", {"a9", "b9", "c9", "d9", "e9"} <= set(e["fill"]["black"])
    kinds = {i["cell"]: i["kind"] for i in e["inferior"]}
    filled = set(e["fill"]["black"] + e["fill"]["white"] + e["fill"]["dead"])
    yield "fill is what is inferior", filled == {c for c, k in kinds.items() if k in FILLED}
    yield "kinds", set(kinds.values()) <= FILLED | PRUNED
    yield "reasons", all(i["reason"] for i in e["inferior"])
    yield "moves are must-play", e["moves"] and set(e["moves"]) <= set(e["must_play"])
    yield "no inferior move left", not set(e["moves"]) & set(kinds)
    semis = e["connections"]["white"]["semis"]
    meet = set.intersection(*(set(s["carrier"]) for s in semis))
    yield "semis make the must-play", set(e["must_play"]) <= meet and e["connections"]["white"]["full"] is None
    yield "keys lie in carriers", all(s["key"] in s["carrier"] for s in semis)
    yield "few moves", len(e["moves"]) <= 12


def decided():
    e = explain("--size", "5", "--moves", "c3")
    yield "a won opening", e["winner"] == "black" and e["to_move"] == "white" and e["must_play"] is None
    yield "its carrier", e["carrier"] and e["moves"] == [] and e["move"] is None
    e = explain("--size", "5", "--moves", "")
    yield "a winning move", e["winner"] == "black" and e["move"] in e["carrier"]
    e = explain("--size", "14x10", "--black", "h5 h6", "--to-move", "white")
    yield "two templates of row 5", e["winner"] == "black"
    e = explain("--size", "1")
    yield "1x1", e["winner"] == "black"
    e = explain(*FOLLOWED)
    yield "the only move is followed", e["winner"] == "black" and e["line"] == ["e10"]
    yield "and named", "the only one to consider: e10." in run(*FOLLOWED)[1]
    e = explain(*TRIED)
    meet = set.intersection(*(set(s["carrier"]) for s in e["connections"]["white"]["semis"]))
    yield "an answer tried is a connection", e["winner"] == "white" and e["line"] == [] and not meet


def outputs():
    code, out, _ = run(*FIGURE)
    yield "text", code == 0 and "captured by black" in out and "Must-play region of black" in out
    with tempfile.TemporaryDirectory() as folder:
        for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
            path = os.path.join(folder, name)
            code, _, _ = run(*FIGURE, "--output", path)
            yield name, code == 0 and open(path, "rb").read(5).startswith(start)
            code, out, err = run(*FIGURE, "--output", path)
            yield name + " is kept", code == 2 and out == "" and err
    code, out, err = run("--size", "2", "--black", "a1 a2", "--white", "b1", "--to-move", "white")
    yield "a finished game", code == 2 and out == "" and "over" in err


for part in (undecided, decided, outputs):
    check_all(part())
finish()
