#!/usr/bin/env python3
"""Several processes write to one file at a time: a store, a record, a journal, puzzles, a proof, a checkpoint, opening maps.

Usage: together.py BUILD. What is shared has what all of them wrote, what belongs to one run is refused to the others, and what is
replaced is one of theirs, whole.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish

BUILD = os.path.abspath(sys.argv[1])
PROGRAM = os.path.join(BUILD, "mustplay")
GAME = "(;FF[4]GM[11]SZ[5];B[a1];W[d4];B[c5])"
QUICK = ["--player", "random", "--solver-time", "1"]


def together(*commands):
    """The exit codes and messages of commands that run at the same time."""
    processes = [subprocess.Popen([PROGRAM, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                 for words in commands]
    return [(p.returncode, out, err) for p in processes for out, err in [p.communicate(timeout=300)]]


def run(*words):
    return subprocess.run([PROGRAM, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)


def stores(folder):
    store = folder / "store"
    ended = together(*(["solve", "--size", "6", "--moves", m, "--store", store, "--json"] for m in ("a1", "b2", "c3", "d4")))
    check("a store: all are answered", all(code == 0 and not err for code, _, err in ended), ended)
    done = run("store", "check", store, "--json")
    check("a store is right", done.returncode == 0 and json.loads(done.stdout)["checked"] > 0, done)


def records(folder):
    (folder / "in.sgf").write_text(GAME)
    for name, source, target, force in (("a new record", "in.sgf", "new.sgf", []), ("a replaced one", "in.sgf", "old.sgf", ["--force"]),
                                        ("in its place", "same.sgf", "same.sgf", ["--force"])):
        if force:
            (folder / target).write_text(GAME)
        ended = together(*(["review", folder / source, *QUICK, "--output", folder / target, *force] for _ in range(4)))
        codes = [code for code, _, _ in ended]
        told = all(code == 0 or code in (1, 2) and "exists" in err for code, _, err in ended)
        check(f"{name}: one writes, the others are told", told and (codes.count(0) == 4 if force else codes.count(0) >= 1), ended)
        check(f"{name} is whole", run("review", folder / target, "--player", "random", "--solver-time", "0").returncode == 0)
    check("nothing is left beside them", sorted(p.name for p in folder.glob("*.sgf")) == ["in.sgf", "new.sgf", "old.sgf", "same.sgf"]
          and not list(folder.glob(".mustplay*")))


def one_alone(name, words):
    """A journal is one run's: the others are refused, unless they came when it was over."""
    ended = together(*(words for _ in range(4)))
    good = all(code == 0 or code == 2 and "another run" in err for code, _, err in ended)
    check(f"{name}: one alone", good and any(code == 0 for code, _, _ in ended), ended)


def journals(folder):
    match = ["match", "--size", "5", "--players", "mcts:playouts=200", "distance", "--games", "8", "--resume", folder / "match", "--json"]
    one_alone("a journal", match)
    done = run(*match)
    check("which has each game once", json.loads(done.stdout)["games"] == 8 and (folder / "match").read_text().count("\n") == 9, done)
    puzzles = ["puzzle", "make", "--size", "5", "--count", "3", "--seed", "2", "--resume", folder / "puzzles.json", "--json"]
    one_alone("puzzles", puzzles)
    check("which are as many as were asked for", len((folder / "puzzles.json").read_text().splitlines()) == 3)


def replaced(folder):
    ended = together(*(["solve", "--size", "6", "--moves", "a1", "--proof", folder / "a.proof", "--force"] for _ in range(3)))
    check("a proof", all(code == 0 for code, _, _ in ended), ended)
    done = subprocess.run([os.path.join(BUILD, "mustplay-verify"), str(folder / "a.proof")], capture_output=True, text=True)
    check("it is right", done.returncode == 0, done)
    solve = ["solve", "--size", "11", "--moves", "f6", "--checkpoint", folder / "c", "--time", "1", "--json"]
    ended = together(*(solve for _ in range(3)))
    check("a checkpoint", all(code == 3 for code, _, _ in ended), ended)
    check("it is whole", run(*solve).returncode in (0, 3))
    maps = ["openings", "--make", folder / "maps", "--size", "10", "--playouts", "1"]
    check("opening maps", all(code == 0 for code, _, _ in together(maps, maps, maps)))
    check("they are whole", "0 openings" in run(*maps).stdout)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in (stores, records, journals, replaced):
            part(folder)
    finish()


main()
