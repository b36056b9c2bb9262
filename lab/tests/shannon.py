#!/usr/bin/env python3
"""`mustplay lab shannon`: answers, JSON, pictures, games in the terminal, bad input. Usage: tests/scripts/shannon.py BUILD"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "mustplay-lab")
GRAPHS = ROOT / "examples" / "graphs"
KEYS = ["connect_first", "cut_first", "edges", "forests", "nodes", "on", "over", "seconds", "targets", "trees", "vertices"]


def run(*words, text=""):
    done = subprocess.run([PROGRAM, "shannon", *map(str, words)], input=text, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def answer(*words):
    code, out, err = run(*words, "--json")
    check(f"{words}", code == 0 and not err, code, err)
    result = json.loads(out)
    check(f"keys of {words}", sorted(result) == KEYS, sorted(result))
    return result


def refuse(reason, *words):
    code, out, err = run(*words)
    check(f"refuses {words}", code == 2 and not out and err.count("\n") == 1 and reason in err, code, out, err)


def winners(result):
    return result["connect_first"]["winner"], result["cut_first"]["winner"]


def edges(folder):
    for name, wanted in (("2.2.2-connect", ("connect", "connect")), ("2.2.2-cut", ("cut", "cut")), ("2.2.4", ("connect", "connect")),
                         ("2.2.5", ("connect", "cut")), ("2.2.6", ("connect", "connect")), ("2.2.6-contracted", ("connect", "connect"))):
        result = answer("--graph", GRAPHS / f"figure-{name}.txt")
        check(f"figure {name}", winners(result) == wanted and result["over"] == name.startswith("2.2.2"), result)
    result = answer("--graph", GRAPHS / "figure-2.2.4.txt")
    check("two trees of four edges", [len(tree) for tree in result["trees"]] == [4, 4] and result["forests"] is None, result)
    # The seed: after X-Y is deleted, each of X-b, a-Y and a-c wins.
    cut = (GRAPHS / "figure-2.2.5.txt").read_text()
    for move in ("X b", "a Y", "a c"):
        path = folder / "mended.txt"
        path.write_text(cut.replace(f"edge {move}\n", f"edge {move} captured\n"))
        check(f"{move} mends", winners(answer("--graph", path)) == ("connect", "connect"))
    check("diamond.dot", winners(answer("--graph", GRAPHS / "diamond.dot")) == ("connect", "cut"))
    for n in (1, 2, 5, 70):
        for _ in range(4):  # who is late each time is late by himself, not by a machine that stalls
            result = answer("--bridg-it", n)
            if result["seconds"] < 1:
                break
        check(f"Bridg-it {n}", winners(result) == ("connect", "cut") and result["edges"] == n * n + (n - 1) ** 2)
        check("within a second", result["seconds"] < 1, result["seconds"])
    check("one edge", run("--bridg-it", 1)[1].startswith("2 vertices, 1 edge. "))
    help_text = run("--help")[1]
    check("the help names the keys", all(key in help_text for key in [*KEYS, *result["cut_first"]]), help_text)
    code, out, _ = run("--bridg-it", 3)
    check("words", code == 0 and "Connect first: Connect wins" in out and "tree 2:" in out and "forest 1:" in out, out)


def vertices():
    for name, wanted in (("figure-2.3.7-connect", "connect"), ("figure-2.3.7-cut", "cut"), ("cube", "connect")):
        result = answer("--graph", GRAPHS / f"{name}.txt", "--on", "vertices")
        check(name, winners(result) == (wanted, wanted) and result["over"] == name.startswith("figure"), result)
    result = answer("--graph", GRAPHS / "diamond.dot", "--on", "vertices")
    check("diamond on vertices", winners(result) == ("connect", "connect") and result["cut_first"]["expression"] in ("a|b", "b|a"), result)
    for colour in ("black", "white"):
        figure = GRAPHS / f"figure-2.3.8-{colour}.txt"
        code, out, err = run("--size", 9, "--connect", colour, "--write", "/dev/stdout", "--force")
        check(f"{figure.name} is the board", code == 0 and figure.read_text().split("\n", 1)[1] in out, err)
    code, out, err = run("--size", 9, "--time", 0.2, "--json")
    check("not decided", code == 3 and json.loads(out)["cut_first"] == dict.fromkeys(("winner", "move", "carrier", "expression")), code, out, err)


def hex_boards():
    """Positions as graphs and as boards: one answer; the checker of proof files accepts the expressions."""
    rng = random.Random(1)
    for size in (2, 3, 4):
        cells = [f"{'abcd'[c]}{r}" for r in range(1, size + 1) for c in range(size)]
        for stones in range(4):
            moves = " ".join(rng.sample(cells, stones))
            board = ["--size", str(size), "--moves", moves]
            solved = subprocess.run([PROGRAM, "solve", *board, "--json"], capture_output=True, text=True, check=True)
            mover = ("black", "white")[stones % 2]
            for connect, cut in (("black", "white"), ("white", "black")):
                result = answer(*board, "--connect", connect)["connect_first" if mover == connect else "cut_first"]
                winner = connect if result["winner"] == "connect" else cut
                check(f"{board}, {connect} is Connect", winner == json.loads(solved.stdout)["winner"], result)
                if result["expression"]:
                    judged = subprocess.run([PROGRAM, "verify", *board, "--expression", result["expression"]], capture_output=True, text=True)
                    check(f"{result['expression']} on {board}", judged.returncode == 0 and f"{winner} wins" in judged.stdout, judged.stdout, judged.stderr)


def files(folder):
    for end in ("svg", "png", "pdf"):
        path = folder / f"picture.{end}"
        code, _, err = run("--graph", GRAPHS / "diamond.dot", "--output", path)
        check(f"a picture as {end}", code == 0 and path.stat().st_size > 500, err)
    refuse("exists", "--bridg-it", 3, "--output", folder / "picture.svg")
    refuse(".svg, .png or .pdf", "--bridg-it", 3, "--output", folder / "picture.txt")
    for end in ("txt", "dot"):
        path = folder / f"graph.{end}"
        code, out, _ = run("--bridg-it", 4, "--write", path)
        check("only writes", code == 0 and out == f"{path}\n", out)
        check(f"written as {end}", winners(answer("--graph", path)) == ("connect", "cut"))
        refuse("exists; --force replaces it", "--bridg-it", 4, "--write", path)


def games():
    for side in ("connect", "cut"):  # the program wins whatever it is as first player, and says why
        other = "cut" if side == "connect" else "connect"
        lines = "\n".join(f"{u}-{v}" for u in ("X", "a1", "a2", "b1", "b2", "a3", "b3", "Y") for v in ("a1", "a2", "b1", "b2", "a3", "b3", "Y") if u != v)
        code, out, err = run("--bridg-it", 3, "--play", other, "--first", side, text=lines + "\nquit\n")
        check(f"{side} wins", code == 0 and f"{side.title()} wins." in out and not err, out[-600:], err)
        check(f"{side} explains", ("of tree" if side == "connect" else "of that cycle") in out, out)
    code, out, _ = run("--bridg-it", 3, "--play", "both", text="X-a1\nX a1\nundo\nhint\nfoo\na1\na1 Y\na1 a2 b1\n\x1b[A\nundo\n")
    for part in ("X-a1 is captured already.", "Connect captures", "foo: neither a vertex", "an edge has two ends", "there is no edge between",
                 "one move at a time", "undo: you have not moved yet"):
        check(f"says {part}", code == 0 and part in out and "\x1b" not in out, out)
    code, out, _ = run("--bridg-it", 3, "--play", "both", text="X-a1\na1-b1\na1-a2\n")
    board = "X  === a1     b1 --- Y\nX      H      |      Y\nX  --- a2 --- b2 --- Y\n"
    check("a board in letters", code == 0 and board in out, out)
    code, out, _ = run("--bridg-it", 4, "--play", "none", "--first", "cut")
    check("two computers", code == 0 and out.endswith("Cut wins.\n"), out[-200:])


    code, out, _ = run("--size", 3, "--play", "cut", text="b2\na1\nX\na1-b1\nundo\nb1\nb3\nquit\n")
    for part in ("Connect captures b2, and holds", "b2 is captured already.", "nobody may play on a target", "one vertex at a time", "Connect wins."):
        check(f"on vertices it says {part}", code == 0 and part in out, out)
    code, out, _ = run("--size", 3, "--play", "none", "--first", "cut")
    check("two computers on vertices", code == 0 and out.endswith("Cut wins.\n"), out)


def bad(folder):
    path = folder / "bad.txt"
    for text, reason in (("edge a b\n", "no targets"), ("targets X Y\nedge a a\n", "line 2: a loop"), ("targets X Y\nvertex a captured\n", "the game is on edges"),
                         ("targets X Y\nedge a b\nedge b a\n", "line 3: a second edge"), ("targets X Y\n" + "".join(f"vertex v{i}\n" for i in range(10**6)), "more than 40000 vertices")):
        path.write_text(text)
        refuse(reason, "--graph", path)
    path.write_text("targets X Y\nedge X Y deleted\n")
    refuse("the game is on vertices", "--graph", path, "--on", "vertices")
    refuse("up to 384", "--bridg-it", 70, "--on", "vertices")
    refuse("No such file", "--graph", folder / "none")
    refuse("which graph", )
    refuse("only one of", "--bridg-it", 3, "--graph", path)
    refuse("--bridg-it", "--bridg-it", 201)
    refuse("--first goes with --play", "--bridg-it", 3, "--first", "cut")
    refuse("--connect goes with", "--bridg-it", 3, "--connect", "white")
    refuse("only writes the graph", "--bridg-it", 3, "--write", folder / "x.txt", "--output", folder / "x.svg")
    refuse("not JSON", "--bridg-it", 3, "--play", "cut", "--json")


with tempfile.TemporaryDirectory() as name:
    edges(pathlib.Path(name))
    vertices()
    hex_boards()
    files(pathlib.Path(name))
    games()
    bad(pathlib.Path(name))
finish()
