#!/usr/bin/env python3
"""What the solver's net learns from is true: lessons of short solves, and of what stores and earlier lessons left.

Usage: net_lessons.py BUILD
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile

from checks import check, finish

SIZE = 6
OPEN, WINS, LOSES = 3, 4, 5
BUILD = sys.argv[1]


def tool(name, *args):
    return subprocess.run([os.path.join(BUILD, "tools", name), *map(str, args)], capture_output=True, text=True, timeout=300)


def read(folder):
    """Lessons as (cells, work below each move, work)."""
    cells = SIZE * SIZE
    with open(os.path.join(folder, "%d.lessons" % SIZE), "rb") as f:
        data = f.read()
    check("whole lessons", len(data) % (2 * cells + 1) == 0)
    rows = [data[at:at + 2 * cells + 1] for at in range(0, len(data), 2 * cells + 1)]
    return [(row[:cells], row[cells:2 * cells], row[2 * cells]) for row in rows]


def name(cell):
    return "%s%d" % ("abcdef"[cell % SIZE], cell // SIZE + 1)


def winner(black, white):
    """Who wins with White to move, by a search of another kind without a net."""
    done = subprocess.run([os.path.join(BUILD, "mustplay"), "solve", "--size", str(SIZE), "--black", ",".join(map(name, black)),
                           "--white", ",".join(map(name, white)), "--to-move", "white", "--method", "dfpn", "--json"],
                          capture_output=True, text=True, timeout=300)
    return json.loads(done.stdout)["winner"] if done.returncode == 0 else done.stderr


def true(lessons, what, dice):
    """Some proved moves of some lessons, the mover being Black, solved again."""
    wrong = []
    proved = [(cells, at) for cells, _, _ in lessons for at in range(SIZE * SIZE) if cells[at] in (WINS, LOSES)]
    check(what + " prove moves", len(proved) > 20, len(proved))
    for cells, at in dice.sample(proved, min(12, len(proved))):
        black = [c for c in range(SIZE * SIZE) if cells[c] == 1] + [at]
        white = [c for c in range(SIZE * SIZE) if cells[c] == 2]
        expected = "black" if cells[at] == WINS else "white"
        if winner(black, white) != expected:
            wrong.append((bytes(cells).hex(), name(at), winner(black, white)))
    check(what + " are true", not wrong, wrong)


def main():
    dice = random.Random(61)
    with tempfile.TemporaryDirectory() as folder:
        made, again, stored = (os.path.join(folder, n) for n in ("made", "again", "stored"))
        some = os.path.join(folder, "some")
        for path in (made, again, stored, some):
            os.mkdir(path)
        guide = os.path.join(os.path.dirname(BUILD.rstrip("/")), "data", "nets", "solver", "solver.safetensors")
        check("make_lessons", tool("make_lessons", made, 40, 5, guide, SIZE).returncode == 0)
        lessons = read(made)
        true(lessons, "lessons of solves", dice)
        done = tool("review_lessons", again, 1, 5, os.path.join(made, "%d.lessons" % SIZE))
        check("lessons reviewed", done.returncode == 0 and 0 < len(read(again)) <= len(lessons), done.stderr)
        true(read(again), "lessons reviewed", dice)
        store = os.path.join(folder, "six.mdb")
        subprocess.run([os.path.join(BUILD, "mustplay"), "solve", "--size", str(SIZE), "--all-openings", "--store", store, "--net", "none"],
                       capture_output=True, timeout=300, check=True)
        done = tool("review_lessons", stored, 1, 5, store)
        check("a store reviewed", done.returncode == 0, done.stderr)
        true(read(stored), "lessons of a store", dice)
        work = 30
        tool("review_lessons", some, "0:%d" % work, 5, store)
        hard = [row for row in read(stored) if row[-1] >= round(8 * math.log2(1 + work))]
        check("those that took some studies", 0 < len(hard) < len(read(stored)) and read(some) == hard, (len(hard), len(read(some))))
        refused(folder, made, stored, guide)


def refused(folder, made, stored, guide):
    """Bad arguments and files: a sentence, exit code 2, and nothing is made or changed."""
    lessons, empty = os.path.join(made, "%d.lessons" % SIZE), os.path.join(folder, "empty")
    missing, cut = os.path.join(folder, "missing"), os.path.join(folder, "%d.lessons" % SIZE)
    os.mkdir(empty)
    with open(lessons, "rb") as source, open(cut, "wb") as file:
        file.write(source.read()[:-1])
    size = os.path.getsize(lessons)
    for name, args, sentence in (
            ("review_lessons", (empty, "0.5x", 5, lessons), "SHARE is a number from 0 to 1, not '0.5x'"),
            ("review_lessons", (empty, "1.5", 5, lessons), "SHARE is"), ("review_lessons", (empty, "-0.1", 5, lessons), "SHARE is"),
            ("review_lessons", (empty, "", 5, lessons), "SHARE is"), ("review_lessons", (empty, "0" * 40 + "x:3", 5, lessons), "SHARE is"),
            ("review_lessons", (empty, "0.5:", 5, lessons), "WORK is"), ("review_lessons", (empty, "0.5:2x", 5, lessons), "WORK is"),
            ("review_lessons", (empty, "1", "5 ", lessons), "SEED is"), ("review_lessons", (empty, "1", "-5", lessons), "SEED is"),
            ("review_lessons", (empty, 1, 5, lessons, missing), "No such file"), ("review_lessons", (missing, 1, 5, lessons), "No such file"),
            ("review_lessons", (empty, 1, 5, guide), "not a store"),
            ("review_lessons", (made, 1, 5, lessons), "read and written at once"), ("review_lessons", (empty, 1, 5), "usage"),
            ("make_lessons", (empty, "3x", 5), "STARTS is"), ("make_lessons", (empty, -3, 5), "STARTS is"), ("make_lessons", (empty, 3, "x"), "SEED is"),
            ("make_lessons", (empty, 1, 5, guide, 30), "SIZE is a whole number from 6 to 10, not '30'"), ("make_lessons", (empty, 1, 5, missing), "missing"),
            ("make_lessons", (folder, 1, 5), "ends within a lesson"), ("make_lessons", (missing, 1, 5), "No such file")):
        done = tool(name, *args)
        check(f"{name} refuses: {sentence}", done.returncode == 2 and sentence in done.stderr and done.stderr.count("\n") == 1, args, done)
    done = tool("review_lessons", empty, 1, 5, cut)
    check("lessons that are cut", done.returncode == 2 and "ends within a lesson" in done.stderr, done)
    check("nothing is made", not os.path.exists(missing) and os.path.getsize(lessons) == size and not any(os.path.getsize(os.path.join(empty, f)) for f in os.listdir(empty)))


main()
finish()
