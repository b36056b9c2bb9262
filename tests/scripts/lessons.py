#!/usr/bin/env python3
"""The lessons of data/lessons say nothing that is not so: every claim is put to the solver, and every text is there in both
languages.

Usage: lessons.py BUILD
"""
import json
import os
import subprocess
import sys

from checks import check, finish

PROGRAM, LAB = (os.path.join(os.path.abspath(sys.argv[1]), name) for name in ("mustplay", "mustplay-lab"))
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "data/lessons")
LANGUAGES = {"en", "de"}
KEYS = {"kind", "size", "black", "white", "to_move", "you", "text", "done", "wrong", "cells", "claim", "mark", "moves", "needs", "winner", "swap"}


def ask(command, step, *more, program=PROGRAM):
    args = [program, command, "--size", step["size"], "--black", " ".join(step["black"]), "--white", " ".join(step["white"]),
            "--to-move", step["to_move"], "--json", *more]
    done = subprocess.run(args, capture_output=True, text=True, timeout=300)
    return json.loads(done.stdout) if done.stdout else {"error": done.stderr}


def texts(name, step):
    for key in ("text", "done", "wrong"):
        words = step.get(key)
        check(f"{name}: {key} in both languages", words is None or set(words) == LANGUAGES and all(words.values()), words)
    wanted = {"text"} if step["kind"] == "read" else {"text", "done"}
    check(f"{name}: has {wanted}", wanted <= set(step), list(step))
    check(f"{name}: no unknown key", set(step) <= KEYS, set(step) - KEYS)


def play(name, step):
    truth = ask("solve", step, "--all-moves")
    check(f"{name}: {step['you']} wins", truth.get("winner") == step["you"], truth)
    if "moves" in step:
        check(f"{name}: by {step['moves']} alone", truth.get("winning_moves") == step["moves"], truth)
    if "needs" in step:
        without = dict(step, **{step["you"]: [c for c in step[step["you"]] if c not in step["needs"]]})
        check(f"{name}: not without {step['needs']}", ask("solve", without).get("winner") not in (None, step["you"]))


def find(name, step):
    answer = ask("explain", step, "--joinsets", program=LAB)
    truth = {"must_play": answer.get("must_play"), "dead": answer.get("minimal_joinsets", {}).get("dead")}
    check(f"{name}: {step['claim']}", truth.get(step["claim"]) == step["cells"], truth, step["cells"])


def swap(name, step):
    check(f"{name}: one stone", len(step["black"]) == 1 and not step["white"])
    winner = ask("solve", step).get("winner")
    check(f"{name}: the opening wins or loses as it says", winner == ("black" if step["swap"] else "white"), winner)


def read(name, step):
    if "winner" in step:
        check(f"{name}: {step['winner']} wins", ask("solve", step).get("winner") == step["winner"])
    else:
        check(f"{name}: a position", "error" not in ask("solve", step, "--time", "20"))


def lesson(name):
    with open(os.path.join(FOLDER, name + ".json")) as file:
        content = json.load(file)
    check(f"{name}: id, title, steps", set(content) == {"id", "title", "steps"} and content["id"] == name and content["steps"])
    check(f"{name}: the title in both languages", set(content["title"]) == LANGUAGES)
    for number, step in enumerate(content["steps"], 1):
        label = f"{name} {number}"
        texts(label, step)
        {"play": play, "find": find, "swap": swap, "read": read}[step["kind"]](label, step)


with open(os.path.join(FOLDER, "index.json")) as index:
    ORDER = json.load(index)
check("the index names every file", sorted(ORDER) == sorted(f[:-5] for f in os.listdir(FOLDER) if f != "index.json"), ORDER)
for entry in ORDER:
    lesson(entry)
finish()
