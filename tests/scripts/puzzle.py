#!/usr/bin/env python3
"""`mustplay puzzle`: made puzzles are puzzles, files are kept and resumed, sets are checked, bad input is named.

Usage: puzzle.py BUILD [--all]    with --all every puzzle of data/puzzles is proved again (minutes)
"""
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "mustplay")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KEYS = ["size", "black", "white", "to_move", "move", "grade", "level", "rank", "proof_nodes", "source", "game", "after"]


def run(*args):
    done = subprocess.run([PROGRAM, "puzzle", *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def answer(*args):
    code, out, err = run(*args, "--json")
    return code, json.loads(out) if out else {"error": err}


def lines(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def write(path, puzzles):
    with open(path, "w") as file:
        file.writelines(json.dumps(p) + "\n" for p in puzzles)


def solved(puzzle):
    """The winning moves by `mustplay solve`."""
    done = subprocess.run([PROGRAM, "solve", "--size", puzzle["size"], "--black", " ".join(puzzle["black"]), "--white",
                           " ".join(puzzle["white"]), "--to-move", puzzle["to_move"], "--all-moves", "--json"],
                          capture_output=True, text=True, timeout=300)
    return json.loads(done.stdout)["winning_moves"]


def making(folder):
    path, again, pieces = (os.path.join(folder, name) for name in ("a.jsonl", "b.jsonl", "c.jsonl"))
    code, out, err = run("make", "--size", "5", "--seed", "1", "--count", "6", "--output", path)
    made = lines(path)
    check("make ends well", code == 0 and "6 puzzles" in out, code, out, err)
    check("a line has the keys of the format", all(list(p) == KEYS for p in made), made[0])
    for puzzle in made:
        check("exactly one move wins", solved(puzzle) == [puzzle["move"]], puzzle)
        check("weak levels do not find it", puzzle["level"] is None or puzzle["level"] >= 4, puzzle)
    code, report = answer("make", "--size", "5", "--seed", "1", "--count", "6", "--output", again)
    check("the same seed makes the same puzzles", lines(again) == made and report["puzzles"] == made, report)
    check("positions are accounted for", report["positions"] >= report["several"] + report["easy"] + 6, report)
    run("make", "--size", "5", "--seed", "1", "--count", "3", "--resume", pieces)
    with open(pieces, "a") as file:
        file.write('{"size":"5x5","bl')  # torn by a kill
    code, out, err = run("make", "--size", "5", "--seed", "1", "--count", "6", "--resume", pieces)
    check("a run in pieces makes what one run makes", lines(pieces) == made, code, out, err)
    code, out, err = run("make", "--size", "5", "--seed", "1", "--output", path)
    check("a file is not overwritten", code == 2 and "exists" in err and lines(path) == made, err)
    code, out, err = run("make", "--size", "5", "--time", "0.01", "--count", "1000")
    check("the time ends it", code == 3, code, err)
    return path, made


def games(folder, made):
    """From records: the game of a puzzle, once with the right and once with a losing move."""
    sgf = os.path.join(folder, "games.sgf")
    puzzle = made[0]
    stones = "".join(f"A{c}" + "".join(f"[{cell}]" for cell in puzzle[n]) for c, n in (("B", "black"), ("W", "white")))
    mover = puzzle["to_move"][0].upper()
    wrong = next(c + str(r) for r in range(1, 6) for c in "abcde"
                 if c + str(r) not in puzzle["black"] + puzzle["white"] + [puzzle["move"]])
    head = f"(;GM[11]SZ[5]{stones}PL[{mover}]"
    with open(sgf, "w") as file:
        file.write(f"{head};{mover}[{puzzle['move']}])\n{head};{mover}[{wrong}])\n")
    code, report = answer("make", sgf)
    found = report.get("puzzles", [])
    check("a record gives its puzzle, once", code == 0 and len(found) == 1, report)
    check("and says where from", found and (found[0]["source"], found[0]["game"]) == ("games.sgf", 0), found)
    code, report = answer("make", sgf, "--missed")
    found = report.get("puzzles", [])
    check("--missed takes the game that went wrong", len(found) == 1 and found[0]["game"] == 1, report)
    code, report = answer("check", sgf)
    verdicts = [p["verdict"] for p in report.get("puzzles", [])]
    check("a published set is checked by its answers", code == 4 and verdicts == ["unique", "other_move"], report)


def checking(folder, path, made):
    code, report = answer("check", path, "--levels")
    check("what was made passes", code == 0 and report["unique"] == len(made) and report["wrong"] == 0, report)
    check("and its grades stand", report["regraded"] == 0 and report["easy_levels"] == 0, report)
    old, new = os.path.join(folder, "old.jsonl"), os.path.join(folder, "new.jsonl")
    write(old, [dict(puzzle, level=9, rank=7, proof_nodes=500, grade=5) for puzzle in made])  # graded in another time
    code, report = answer("check", old, "--levels", "--output", new)
    check("graded anew", report["regraded"] == sum(puzzle["grade"] != 5 for puzzle in made) and lines(new) == made, report)
    check("which needs the levels", run("check", old, "--output", new, "--force")[0] == 2)
    bad = os.path.join(folder, "bad.jsonl")
    first = made[0]
    empty = next(c + str(r) for r in range(1, 6) for c in "abcde"
                 if c + str(r) not in first["black"] + first["white"] + [first["move"]])
    turn = lambda cell: chr(ord("a") + ord("e") - ord(cell[0])) + str(6 - int(cell[1:]))
    turned = dict(first, black=[turn(c) for c in first["black"]], white=[turn(c) for c in first["white"]],
                  move=turn(first["move"]))
    write(bad, [first, dict(first, move=empty), {"size": "5x5", "black": [], "white": [], "to_move": "black"},
                dict(first, grade=first["grade"] % 5 + 1), turned,
                {"size": "3x3", "black": ["a1", "a2"], "white": ["b2", "c1"], "to_move": "black", "grade": 1, "level": 4}])
    code, report = answer("check", bad)
    verdicts = [p["verdict"] for p in report["puzzles"]]
    check("wrong ones are found", verdicts == ["unique", "other_move", "several", "alike", "alike", "easy"], verdicts)
    check("and are exit code 4", code == 4 and report["wrong"] == 5, code)
    nine = os.path.join(folder, "nine.jsonl")
    write(nine, [{"size": "9x9", "black": ["e5"], "white": [], "to_move": "white", "move": None}])
    code, report = answer("check", nine, "--playouts", "20")
    check("what is not decided is exit code 3", code == 3 and report["undecided"] == 1, report)


def showing(folder, path, made):
    code, report = answer("list", path, "--grade", str(made[0]["grade"]))
    want = [p["move"] for p in made if p["grade"] == made[0]["grade"]]
    check("list chooses by grade", [p["move"] for p in report["puzzles"]] == want, report)
    sgf, picture = os.path.join(folder, "set.sgf"), os.path.join(folder, "p.svg")
    run("list", path, "--output", sgf)
    code, report = answer("check", sgf)
    check("an SGF collection holds the same puzzles",
          code == 0 and [(p["black"], p["white"], p["move"]) for p in report["puzzles"]] ==
          [(p["black"], p["white"], p["move"]) for p in made], report)
    code, out, err = run("show", path, "--pick", "2")
    check("show keeps the answer to itself", code == 0 and "to move and win" in out and "only winning" not in out, out)
    code, out, err = run("show", path, "--pick", "2", "--answer", "--output", picture)
    check("unless asked", f"move: {made[1]['move']}" in out and os.path.getsize(picture) > 1000, out)


def refusals(folder, path):
    bad = os.path.join(folder, "x.jsonl")
    cases = [([], "make, check"), (["eat"], "make, check"), (["check"], "file"), (["check", "no-such-file"], "no-such-file"),
             (["show", path, "--pick", "99"], "6 puzzles"), (["show", path, "--size", "7"], "size and grade"),
             (["make", "--output", bad, "--resume", bad], "one is enough"), (["make", path, "--size", "5"], "--size"),
             (["make", path], "a.jsonl"), (["make", "--size", "2"], "3x3")]
    for args, word in cases:
        code, out, err = run(*args)
        check(f"refused: {args}", code == 2 and word in err and not out and err.count("\n") == 1, code, out, err)
    texts = [("{", "line 1"), ("[]", "not an object"), ('{"size":"5x5"}', "to_move"), ('{"size":"99"}', "99"),
             ('{"size":"5x5","black":["a1"],"white":["a1"],"to_move":"black"}', "two stones"),
             ('{"size":"5x5","black":["z9"],"white":[],"to_move":"black"}', "item 1"),
             ('{"size":"5x5","black":["a1"],"white":[],"to_move":"black","move":"a1"}', "empty cell"),
             ('{"size":"5x5","black":[],"white":[],"to_move":"black","grade":9}', "grade"), ("", "no puzzle"),
             ("(;GM[11]SZ[5]", "x.jsonl"), ("(;GM[11]SZ[5];B[resign])", "not a cell")]
    for text, word in texts:
        with open(bad, "w") as file:
            file.write(text)
        code, out, err = run("check", bad)
        check(f"refused: {text[:30]}", code == 2 and word in err and not out, code, out, err)
    with open(bad, "w") as file:
        file.write('{"size":"5x5"}\nmore\n')
    run("make", "--resume", bad, "--size", "5")
    with open(bad) as file:
        check("a file that is no set stays", file.read() == '{"size":"5x5"}\nmore\n')


def data(folder, everything):
    files = sorted(glob.glob(os.path.join(ROOT, "data/puzzles/*.jsonl")))
    puzzles = [p for f in files for p in lines(f)]
    check("a thousand of them", len(puzzles) >= 1000, len(puzzles))
    check("below a megabyte", sum(os.path.getsize(f) for f in files) < 1_000_000)
    sizes = [f"{n}x{n}" for n in range(5, 12)]
    check("5x5 to 11x11", {p["size"] for p in puzzles} == set(sizes))
    with open(os.path.join(ROOT, "data/puzzles/index.json")) as index:
        check("the index names the files", json.load(index) == sizes, sizes)
    table = subprocess.run([os.path.join(ROOT, "tools/grade-puzzles"), "--check"], capture_output=True)
    check("docs/PUZZLES.md has the table of the files (tools/grade-puzzles --table)", table.returncode == 0, table.stderr)
    if everything:
        code, report = answer("check", *files)
        check("all of them stand", code == 0 and report["unique"] == len(puzzles), {**report, "puzzles": 0})
        return
    sample = random.Random(os.getpid()).sample([p for p in puzzles if p["proof_nodes"] < 300], 60)
    path = os.path.join(folder, "sample.jsonl")
    write(path, sample)
    code, report = answer("check", path)
    check("a sample of them stands", code == 0 and report["unique"] == len(sample), {**report, "puzzles": 0})


with tempfile.TemporaryDirectory() as place:
    SET, MADE = making(place)
    games(place, MADE)
    checking(place, SET, MADE)
    showing(place, SET, MADE)
    refusals(place, SET)
    data(place, "--all" in sys.argv)
finish()
