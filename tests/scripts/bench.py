#!/usr/bin/env python3
"""`mustplay bench`: signatures repeat, the JSON is whole, unknown names are refused."""
import json
import os
import re
import subprocess
import sys

from checks import check_all, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay")
KEYS = ["name", "signature", "work", "unit", "seconds", "per_second", "rows", "detail"]


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
    code, first, _ = run("knowledge", "--json")
    code, out, _ = run("knowledge", "--json")
    data, before = json.loads(out)["benchmarks"][0], json.loads(first)["benchmarks"][0]
    yield "knowledge repeats", code == 0 and data["signature"] == before["signature"] and data["work"] == 200
    yield "sizes", [(r["size"], r["positions"]) for r in data["rows"]] == [(8, 50), (9, 50), (11, 50), (13, 50)]
    yield "moves are must-play", all(r["moves"] <= r["must_play"] for r in data["rows"])
    code, out, _ = run("incremental", "--json")
    rows = json.loads(out)["benchmarks"][0]["rows"]
    yield "incremental", code == 0 and [r["stone"] for r in rows] == ["opponent", "own"]
    yield "mostly the same", all(r["agree"] > 0.8 * r["stones"] for r in rows)
    code, out, _ = run("solve-7", "--json")
    rows = json.loads(out)["benchmarks"][0]["rows"]
    yield "the size of proofs", code == 0 and [r["positions"] for r in rows] == [7]
    yield "within the search", all(1 < r["proof_ratio"] < 4 and r["proof_nodes"] < r["nodes"] for r in rows)
    code, out, err = run("playouts", "--peer", "cat")
    yield "no peer to compare with", code == 2 and out == "" and "--peer" in err
    code, out, err = run("peers")
    yield "peers needs one", code == 2 and out == "" and "--peer" in err
    code, out, err = run("peers", "--peer", "exit 3")
    yield "no solver beside", code == 1 and out == "" and err
    code, out, err = run("knowledge", "--peer", "exit 3")
    yield "a peer that dies", code == 1 and out == "" and err


check_all(checks())
finish()
