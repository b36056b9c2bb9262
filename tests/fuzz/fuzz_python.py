#!/usr/bin/env python3
"""Calls everything in the Python package with random arguments: fuzz_python.py BUILD SECONDS [SEED]. Whatever raises does so by
mustplay.Error or TypeError with a sentence; the process lives. An unexpected exception is printed with its seed."""
import inspect
import os
import pathlib
import random
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD, SECONDS = pathlib.Path(sys.argv[1]).resolve(), float(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else time.time_ns() % 10**9
os.environ.update(MUSTPLAY_LIBRARY=str(BUILD / "libmustplay.so.0"), MUSTPLAY_DATA=str(ROOT / "data"))
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True
import mustplay  # noqa: E402

WORDS = ["a1", "c3", "b2 c3 a1", "z9", "swap-pieces", "pass", "resign", "", " ", "5", "5x4", "0", "99x99", "black", "white", "auto", "mcts:playouts=5", "random", "net", "nobody",
         "auto:level=11", "brute", "dfpn", "(;FF[4]GM[11]SZ[3];B[a3])", "https://hexworld.org/board/#5n,c3", "\0", "\udc80", "é", "a" * 5000, "/", "/dev/null", "/nowhere"]
FIELDS = ["__init__", "play", "undo", "copy", "cells", "__getitem__", "svg", "to_sgf", "to_link", "choose", "reset", "solve", "prove", "evaluate", "walk", "set", "clear", "close",
          "_repr_svg_", "__repr__", "__str__"]


def value(draw, made):
    kind = draw.randrange(9)
    if kind < 3 and made:
        return draw.choice(made)
    if kind < 6:
        return draw.choice(WORDS)
    if kind == 6:
        return draw.choice([-1, 0, 1, 3, 5, 19, 20, 2**31, 2**63, 2**64, -(2**63), True])
    if kind == 7:
        return draw.choice([None, 0.5, -1.0, float("nan"), float("inf"), b"", b"mustplay-proof 1\nboard 3x3\n", bytes(300)])
    return draw.choice([[], ["a1", "b2"], ("a1",), {"a1": "x"}, (3, 4), (3,), object()])


BOUNDS = {"seconds": 0.05, "nodes": 200, "playouts": 20, "threads": 2, "memory": 32}


def step(draw, made, folder):
    """One random call: a class, a function, or a method of what was made."""
    targets = [mustplay.Game, mustplay.Game.from_sgf, mustplay.Game.from_link, mustplay.Solver, mustplay.Player, mustplay.Cancel, mustplay.Proof, mustplay.Walk,
               mustplay.verify, mustplay.solve, mustplay.solve_many, mustplay.analyse, mustplay.Engine]
    if made and draw.random() < 0.7:
        owner = draw.choice(made)
        names = [name for name in FIELDS if name != "__init__" and hasattr(type(owner), name)]
        target = getattr(owner, draw.choice(names)) if names else draw.choice(targets)
    else:
        target = draw.choice(targets)
    try:
        parameters = inspect.signature(target).parameters
    except ValueError:
        parameters = {}
    arguments, named = [], {}
    for name, parameter in parameters.items():
        given = value(draw, made) if draw.random() < 0.6 else None
        if name in ("store", "checkpoint", "path"):
            given = draw.choice([folder / "file", given if not isinstance(given, str) or given.startswith("/") else folder / "other"])
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD and (parameter.default is parameter.empty or draw.random() < 0.3):
            arguments.append(given)
        elif parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_KEYWORD) and name != "options" and draw.random() < 0.3:
            named[name] = given
    if target is mustplay.solve or getattr(target, "__name__", "") in ("solve", "solve_many", "choose", "analyse", "verify", "prove"):
        names = [name for name in BOUNDS if name in parameters or target is mustplay.solve and name != "playouts"]
        named.update({name: BOUNDS[name] for name in names})
    result = target(*arguments, **named)
    if inspect.isgenerator(result):
        for _ in range(draw.randrange(3)):
            next(result, None)
        result.close()
    elif isinstance(result, (mustplay.Game, mustplay.Solver, mustplay.Player, mustplay.Cancel, mustplay.Proof, mustplay.Walk, mustplay.Solution)):
        made.append(result)
        if len(made) > 30:
            made.pop(draw.randrange(len(made)))


def main():
    draw, made, count, refused, end = random.Random(SEED), [], 0, 0, time.monotonic() + SECONDS
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # some arguments are names of files to write
        while time.monotonic() < end:
            count += 1
            try:
                step(draw, made, pathlib.Path(folder))
            except (mustplay.Error, TypeError) as error:
                refused += 1
                if not str(error):
                    print(f"seed {SEED}, call {count}: no sentence")
                    return 1
            except Exception:
                print(f"seed {SEED}, call {count}:", file=sys.stderr)
                raise
    print(f"{count} calls, {refused} refused, seed {SEED}")
    return 0


sys.exit(main())
