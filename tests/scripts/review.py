#!/usr/bin/env python3
"""The contract of `mustplay review`: exit codes, JSON keys, files."""
import json
import math
import os
import re
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay")
GAME = "(;FF[4]GM[11]SZ[5];B[c3];W[b4];B[b3];W[a4];B[a5];W[d1])"
QUICK = ["--player", "alphabeta:nodes=20"]


def review(*args):
    done = subprocess.run([PROGRAM, "review", *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        game, output, curve = (os.path.join(folder, n) for n in ("game.sgf", "out.sgf", "curve.svg"))
        open(game, "w").write(GAME)
        code, out, err = review(game, *QUICK, "--json", "--output", output, "--curve", curve)
        check("exit", code == 0, err)
        data = json.loads(out)
        check("keys", sorted(data) == sorted(["winner", "positions", "moves", "turning_points", "complete", "seconds", "swap_rule", "swap_source", "players", "coach"]), out)
        check("positions", [p["number"] for p in data["positions"]] == list(range(7)), out)
        check("position keys", set(data["positions"][0]) == {"number", "to_move", "value", "black", "proved", "best", "pv"}, out)
        check("move keys", set(data["moves"][0]) == {"number", "color", "move", "value", "best", "best_value", "loss",
                                                      "mark", "swap", "punished", "pv"}, out)
        for color, score in data["players"].items():
            mine = [move for move in data["moves"] if move["color"] == color]
            exact = [max(0, min(100, 103.1668 * math.exp(-4.354 * move["loss"]) - 2.1669)) for move in mine]
            check(f"score of {color}", score["moves"] == len(mine) and abs(score["accuracy"] - sum(exact) / len(exact)) < 1e-6 and
                  abs(score["mean_loss"] - sum(move["loss"] for move in mine) / len(mine)) < 1e-9 and
                  score["turning_points"] == sum(move["mark"] == "turning_point" for move in mine), out)
        check("punished", all((move["punished"] is None) == (move["mark"] in (None, "inaccuracy") or move["number"] == len(data["moves"]))
                              for move in data["moves"]), out)
        check("proved", data["positions"][0]["proved"] == "win" and data["positions"][0]["value"] == 1, out)
        check("points", all(data["moves"][n - 1]["mark"] == "turning_point" for n in data["turning_points"]), out)
        check("complete", data["complete"] is True, out)
        coach = data["coach"]
        check("coach keys", sorted(coach) == ["decisive", "lessons", "notes"] and sorted(coach["decisive"]) == ["number", "proved", "settled"], out)
        check("note keys", all(set(note) == {"number", "kind", "figure", "from", "to", "edge", "cells", "ladder_in", "refutation", "refuted",
                                             "needs"} for note in coach["notes"]) and coach["notes"], out)
        check("decisive", coach["decisive"]["number"] == data["turning_points"][-1] and coach["decisive"]["proved"], out)
        check("lessons", 1 <= len(coach["lessons"]) <= 3 and
              sorted(n for lesson in coach["lessons"] for n in lesson["moves"]) == [note["number"] for note in coach["notes"]], out)
        check("the coach's record", "The turning point is move" in open(output).read() and "Lesson 1:" in open(output).read())
        check("record", "Review by Mustplay" in open(output).read() and ";B[c3]" in open(output).read())
        check("curve", open(curve).read().startswith("<?xml"))
        for state, on, source in [("auto", True, "habit"), ("on", True, "asked"), ("off", False, "asked")]:
            golem, kept = os.path.join(folder, f"golem-{state}.hsgf"), os.path.join(folder, f"kept-{state}.sgf")
            open(golem, "w").write("(;FF[4]EV[hex.LG]SZ[5]SO[http://www.littlegolem.com];W[cc];B[ae];W[bb])")
            code, out, err = review(golem, *QUICK, "--json", "--swap", state, "--output", kept)
            data = json.loads(out)
            check(f"swap {state}", code == 0 and data["swap_rule"] is on and data["swap_source"] == source, out)
            check(f"swap {state}: the second move", data["moves"][1]["swap"] == ("swap_missed" if on else None), out)
            check(f"swap {state}: RU", f"RU[{'swap' if on else 'noswap'}]" in open(kept).read(), open(kept).read())
            check(f"swap {state}: read again", json.loads(review(kept, *QUICK, "--json")[1])["swap_source"] == "rules")
        code, out, err = review(golem, *QUICK)
        check("swap in words", "should have swapped, proved: c3 wins." in out and "Swap rule: on, as games of this source have it." in out, out)
        code, out, err = review(golem, *QUICK, "--swap", "maybe")
        check("swap: bad word", code == 2 and "on|off|auto" in err, err)
        code, out, err = review(game, *QUICK, "--output", output)
        check("keeps files", code == 2 and "exists" in err and out == "", err)
        code, out, err = review(game, *QUICK, "--curve", "curve.doc")
        check("extension", code == 2 and out == "", err)
        code, out, err = review(game, *QUICK)
        check("table", code == 0 and "c3" in out and "proved" in out, out)
        check("coach", "The turning point is move" in out and "Lessons:" in out and "proved" in out, out)
        named, page = os.path.join(folder, "named.sgf"), os.path.join(folder, "page.html")
        open(named, "w").write(GAME.replace("SZ[5]", "SZ[5]PB[A<b>]PW[B&C]"))
        code, out, err = review(named, *QUICK, "--output", page)
        html = open(page).read()
        check("page", code == 0 and html.startswith("<!doctype html>") and html.count("<svg") == html.count("</svg>") >= 2, err)
        check("cells keep their names", not re.search(r"<p[^>]*>[A-S][0-9]", html), re.findall(r"<p[^>]*>[A-S][0-9][^<]*", html))
        check("escaped", "A&lt;b&gt; and B&amp;C" in html and "<b>" not in html)
        ids = re.findall(r'\bid="([^"]*)"', html)
        check("names of pictures", len(ids) == len(set(ids)) and all(name in set(ids) for name in re.findall(r'href="#([^"]*)"', html)))
        check("self-contained", not re.search(r'(src|href)="(?!#)', html) and "url(http" not in html)
        code, out, err = review(named, *QUICK, "--output", page)
        check("keeps pages", code == 2 and "exists" in err, err)
        lost = os.path.join(folder, "lost.sgf")
        open(lost, "w").write("(;FF[4]GM[11]SZ[3];B[b3];W[b2];B[c2];W[c3];B[c1])")
        code, out, err = review(lost, "--player", "resistance", "--solver-time", "0")
        said = re.search(r"Move 4, White c3: .*", out)
        check("no opinion beside a proof", code == 0 and said and "lost, proved, where the search gave" in said[0] and "thinks" not in said[0], out)
        long, drawn = os.path.join(folder, "long.sgf"), os.path.join(folder, "long.svg")
        black, white = ([f"{column}{row}" for column in columns for row in range(1, 13)] for columns in ("abcde", "ghijk"))
        moves = [(white if i % 2 else black)[i // 2] for i in range(120)]
        open(long, "w").write("(;FF[4]GM[11]SZ[13]" + "".join(f";{'BW'[i % 2]}[{move}]" for i, move in enumerate(moves)) + ")")
        code, out, err = review(long, "--player", "random", "--solver-time", "0", "--curve", drawn)
        width = re.search(r'<svg[^>]* width="([0-9.]+)', open(drawn).read()) if code == 0 else None
        check("the curve of a long game is no wider than a page", width and float(width[1]) <= 840, err or str(width))
        code, out, err = review()
        check("no file", code == 2 and out == "", err)
        code, out, err = review(os.path.join(folder, "none.sgf"), "--json")
        check("missing file", code == 2 and out == "", err)
    finish()


main()
