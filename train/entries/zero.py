"""Gao 2020, section 4.6.2: learning from self-play alone with two heads, three heads, and three heads without R2.

The trainer is the one that made our net (trainer.py), with the seed's search instead of ours. That is PUCT with c =
1.5, Dirichlet noise (0.25, alpha 0.15), and the first 30 moves drawn by visits (Figures 4.19 to 4.22). Two heads
expand every leaf; three heads
expand it at the tenth visit and count its action value before, with five times the simulations. An iteration is a number of
updates with the self-play that pays for them, the same for all kinds. Matches are by the player `net` without knowledge.
"""
import contextlib
import json
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import torch

import games
import supervised
import tensorfile
import trainer
from core import Groups
from experiments import Late, error_interval, share_row

KINDS = {"two": {"loss": "three_zero", "r1": 0.0, "r2": 0.0, "r3": 0.0}, "three": {"loss": "three_zero"}, "three without R2": {"loss": "three_zero", "r2": 0.0}}
SEARCH = {"puct": 1.5, "noise": 0.25, "alpha": 0.15, "dither": 30}
QUICK = {"size": 5, "iterations": 2, "labelled": 30, "stones": (8, 14), "games": 60, "sims": 8, "two": {"simulations": 8, "sims": 8, "expand": 1},
         "three": {"simulations": 20, "sims": 8, "expand": 4}, "matches": {"playouts": 20, "other": 50, "every": 5},
         "config": {"arch": {"blocks": 1, "channels": 8, "head": 4, "value": 8}, "games_small": 32, "games": 32, "ring": 4000, "min_fill": 200,
                    "batch": 64, "updates": 20, "seconds": 30, "warm_up": 10}}
MEDIUM = {"size": 6, "iterations": 6, "labelled": 400, "stones": (8, 20), "games": 200, "sims": 32, "every": 2, "two": {"simulations": 16, "sims": 16, "expand": 1},
          "three": {"simulations": 60, "sims": 16, "expand": 6}, "matches": {"playouts": 60, "other": 200, "every": 3},
          "config": {"arch": {"blocks": 2, "channels": 16, "head": 8, "value": 16}, "games_small": 64, "games": 64, "ring": 40000, "min_fill": 1000,
                     "batch": 128, "updates": 60, "seconds": 40, "warm_up": 50}}
FULL = {"size": 9, "iterations": 20, "labelled": 8485, "stones": (24, 44), "games": 4000, "sims": 160, "every": 4,
        "two": {"simulations": 64, "sims": 64, "expand": 1}, "three": {"simulations": 320, "sims": 64, "expand": 10}, "matches": {"playouts": 800, "other": 10000, "every": 3},
        "config": {"arch": {"blocks": 6, "channels": 32, "head": 16, "value": 32}, "games": 1024, "ring": 400000, "min_fill": 8192,
                   "batch": 1024, "updates": 400, "seconds": 1e9, "warm_up": 100}}


def settings(c):
    return c.choose(QUICK, MEDIUM, FULL)


def slice_path(c, kind, iteration):
    return os.path.join(c.path("zero_%s" % kind.replace(" ", "_")), "slice_%02d.safetensors" % iteration)


def train(c, kind):
    """Trains one kind; returns a record per iteration. Some of the time that is left is kept for judging and matches."""
    s, end = settings(c), c.end - 0.1 * min(c.left(), 1e9)
    config = dict(s["config"], **SEARCH, **s["two" if kind == "two" else "three"], seed=c.seed, evaluate=[], truth=[], shares={"%dx%d" % (s["size"], s["size"]): 1.0},
                  random=0.0, random_small=0.0, w=1.0, l2=0.0, **KINDS[kind])
    with contextlib.redirect_stdout(sys.stderr):
        t = trainer.Trainer(config, c.device, c.path("zero_%s" % kind.replace(" ", "_")))
        for _ in range(s["iterations"]):
            if time.time() > end - 5:
                break
            t.run_slice(t.config, min(end, 1e12))
    return [{k: h[k] for k in ("slice", "seconds", "games", "positions", "updates")} for h in t.state["history"]]


def random_position(size, stones, rng):
    """Stones in turn on random cells, never a finished game; None when one was hit."""
    board, cells = Groups(size, size), rng.sample(range(size * size), stones)
    for k, at in enumerate(cells):
        if board.place(at, 1 + k % 2):
            return None
    return board.cell


def labelled(c, size):
    """Random positions with their winners, by the solver: [cells as text, winner 1 or 2]."""
    s, rng = settings(c), random.Random(c.seed)
    low, high = s["stones"]
    boards = []
    while len(boards) < s["labelled"]:
        board = random_position(size, rng.randrange(low, high), rng)
        if board:
            boards.append(board)

    def solve(board):
        if c.left() < 1:
            return None
        stones = [" ".join(games.cell_name(k, size) for k, x in enumerate(board) if x == colour) for colour in (1, 2)]
        mover = ("black", "white")[sum(x > 0 for x in board) % 2]
        code, out, _ = c.run_bounded([c.program, "solve", "--size", str(size), "--black", stones[0], "--white", stones[1], "--to-move", mover,
                                      "--time", "10", "--json"])
        winner = json.loads(out)["winner"] if code == 0 else None
        return ("black", "white").index(winner) + 1 if winner in ("black", "white") else None

    with ThreadPoolExecutor(c.jobs) as pool:
        return [["".join(map(str, b)), w] for b, w in zip(boards, pool.map(solve, boards)) if w]


def labelled_pairs(size, positions):
    cell = torch.tensor([[int(x) for x in text] for text, _ in positions], dtype=torch.int8)
    ply = (cell != 0).sum(1)
    winner = torch.tensor([w for _, w in positions])
    z = torch.where(winner == 1 + ply % 2, 1.0, -1.0)
    return games.Pairs(size, size, cell, (cell == 0).to(torch.int64).argmax(1), z, ply)


def judge(c, path, sets):
    weights, meta = tensorfile.load(path)
    model = supervised.Heads(json.loads(meta["architecture"]), c.device, weights=weights)
    return {name: supervised.judge(model, model.encode(pairs)) for name, pairs in sets.items()}


def zero_reached(c, kind):
    """The last iteration of a kind. It is trained now if its match is to be played, its net is missing, and there is
    time."""
    records = c.look("zero " + kind) or []
    there = records and os.path.exists(slice_path(c, kind, records[-1]["slice"]))
    if not there and c.left() > 0 and c.look("zero %s against mcts" % kind) is None:
        records = train(c, kind)
        c.keep("zero " + kind, records)
    return max([r["slice"] for r in records], default=0)


def zero(c):
    """Two and three heads in learning by self-play: errors on games of mcts and on solved positions (Figures 4.18, 4.19 and 4.21)."""
    s, size, rows = settings(c), settings(c)["size"], []
    for kind in KINDS:
        if c.chosen(kind):
            try:
                c.measure("zero " + kind, lambda: train(c, kind))
            except Late:
                pass
    truth = c.measure("labelled_%d" % size, lambda: labelled(c, size))
    count = truth if isinstance(truth, int) else len(truth)  # the journal of docs/results keeps their number only
    sets = None
    for kind in KINDS:
        updates = made = 0
        for record in c.look("zero " + kind) or []:
            updates, made = updates + record["updates"], made + record["games"]
            key, path = "zero %s %d" % (kind, record["slice"]), slice_path(c, kind, record["slice"])
            if c.look(key) is None:
                if not os.path.exists(path) or c.left() <= 0 or isinstance(truth, int):
                    continue
                sets = sets or {"games": c.pairs(size, s["games"])[1], "solved": labelled_pairs(size, truth)}
                c.keep(key, judge(c, path, sets))
            seen = c.look(key)
            low, high = error_interval(seen["solved"]["v_mse"], count)
            rows.append({"heads": kind, "iteration": record["slice"], "updates": updates, "games": made, "v_mse_games": round(seen["games"]["v_mse"], 3),
                         "p_games": round(100 * seen["games"]["top"][0], 1), "v_mse_solved": round(seen["solved"]["v_mse"], 3),
                         "low": low, "high": high, "v_right_solved": round(100 * seen["solved"]["v_sign"], 1)})
    return ["heads", "iteration", "updates", "games", "v_mse_games", "p_games", "v_mse_solved", "low", "high", "v_right_solved"], rows


def updates_until(c, kind, iteration):
    return sum(r["updates"] for r in (c.look("zero " + kind) or []) if r["slice"] <= iteration)


def zero_strength(c):
    """Three heads against two by iteration, and the last nets against mcts (Figures 4.20 and 4.22, Table 4.7)."""
    s, size, rows = settings(c), settings(c)["size"], []
    player = "net:file=%%s,knowledge=0,playouts=%d" % s["sims"]
    wanted, last = [], {kind: zero_reached(c, kind) for kind in KINDS}
    for kind in list(KINDS)[1:]:
        for iteration in range(1, min(last[kind], last["two"]) + 1):
            key, paths = "zero match %s %d" % (kind, iteration), [slice_path(c, k, iteration) for k in (kind, "two")]
            if iteration % s.get("every", 1) == 0 and c.ready(key, *((path, lambda: None) for path in paths)):
                wanted.append((kind, iteration, dict(key=key, a=player % paths[0], b=player % paths[1], size=size, every=s["matches"]["every"])))
    for (kind, iteration, _), result in zip(wanted, c.matches([w[2] for w in wanted])):
        if result:
            share = share_row(result)
            rows.append({"player": kind, "opponent": "two", "iteration": str(iteration), "updates": updates_until(c, kind, iteration),
                         "updates_opponent": updates_until(c, "two", iteration), "overall": share["overall"], "low": share["low"],
                         "high": share["high"], "games": share["games"], "published": None})
    how = s["matches"]
    wanted = [(kind, slice_path(c, kind, last[kind])) for kind in KINDS]
    wanted = [(kind, path) for kind, path in wanted if c.ready("zero %s against mcts" % kind, (path, lambda: None))]
    results = c.matches([dict(key="zero %s against mcts" % kind, a="net:file=%s,knowledge=0,playouts=%d" % (path, how["playouts"]),
                              b="mcts:playouts=%d" % how["other"], size=size, every=how["every"]) for kind, path in wanted])
    for (kind, _), result in zip(wanted, results):
        if result:
            share = share_row(result)
            rows.append({"player": kind, "opponent": "mcts:playouts=%d" % how["other"], "iteration": "last, %d" % last[kind], "updates": updates_until(c, kind, last[kind]), "overall": share["overall"],
                         "low": share["low"], "high": share["high"], "games": share["games"],
                         "published": {"two": "89.7", "three without R2": "91.6"}.get(kind)})
    return ["player", "opponent", "iteration", "updates", "updates_opponent", "overall", "low", "high", "games", "published"], rows


ENTRIES = {"gao-zero": zero, "gao-zero-strength": zero_strength}
