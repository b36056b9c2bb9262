#!/usr/bin/env python3
"""The contract of `mustplay review`: exit codes, JSON keys, files."""
import json
import os
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay")
GAME = "(;FF[4]GM[11]SZ[5];B[c3];W[b4];B[b3];W[a4];B[a5];W[d1])"
QUICK = ["--player", "alphabeta:nodes=20"]


def review(*args):
    done = subprocess.run([PROGRAM, "review", *args], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        game, output, curve = (os.path.join(folder, n) for n in ("game.sgf", "out.sgf", "curve.svg"))
        open(game, "w").write(GAME)
        code, out, err = review(game, *QUICK, "--json", "--output", output, "--curve", curve)
        check("exit", code == 0, err)
        data = json.loads(out)
        check("keys", sorted(data) == sorted(["winner", "positions", "moves", "turning_points", "complete", "seconds"]), out)
        check("positions", [p["number"] for p in data["positions"]] == list(range(7)), out)
        check("position keys", set(data["positions"][0]) == {"number", "to_move", "value", "black", "proved", "best", "pv"}, out)
        check("move keys", set(data["moves"][0]) == {"number", "color", "move", "value", "best", "best_value", "loss",
                                                      "mark", "pv"}, out)
        check("proved", data["positions"][0]["proved"] == "win" and data["positions"][0]["value"] == 1, out)
        check("points", all(data["moves"][n - 1]["mark"] == "turning_point" for n in data["turning_points"]), out)
        check("complete", data["complete"] is True, out)
        check("record", "Review by Mustplay" in open(output).read() and ";B[c3]" in open(output).read())
        check("curve", open(curve).read().startswith("<?xml"))
        code, out, err = review(game, *QUICK, "--output", output)
        check("keeps files", code == 2 and "exists" in err and out == "", err)
        code, out, err = review(game, *QUICK, "--curve", "curve.doc")
        check("extension", code == 2 and out == "", err)
        code, out, err = review(game, *QUICK)
        check("table", code == 0 and "c3" in out and "proved" in out, out)
        code, out, err = review()
        check("no file", code == 2 and out == "", err)
        code, out, err = review(os.path.join(folder, "none.sgf"), "--json")
        check("missing file", code == 2 and out == "", err)
    finish()


main()
