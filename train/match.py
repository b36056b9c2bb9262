#!/usr/bin/env python3
"""Strength: matches between nets over all openings with both colours, and known truth of small boards.

  match.py NEW.safetensors OLD.safetensors [--sizes 9 11 13 19/3] [--sims 64] [--device cuda]

plays each size's openings (19/3: every third one) and prints a line of JSON a size.
"""
import argparse
import json
import time

import torch

import net
import tensorfile
from core import Batch

# Winning first moves of Black (top to bottom), rows of "from-to" ranges; every other opening loses.
WINNING = {
    3: "c1 a2-c2 a3",
    4: "d1 c2 b3 a4",
    5: "e1 b2-e2 b3-d3 a4-d4 a5",
    6: "f1 b2-f2 a3-f3 a4-f4 a5-e5 a6",
    7: "g1 c2 e2-g2 b3-f3 a4-g4 b5-f5 a6-c6 e6 a7",
}


def winning_openings(n):
    cells = set()
    for word in WINNING[n].split():
        first, last = word.split("-") if "-" in word else (word, word)
        row = int(first[1:]) - 1
        cells.update(row * n + c for c in range(ord(first[0]) - 97, ord(last[0]) - 96))
    return cells


def play(a, b, w, h, sims, device, openings=None, candidates=16, simulations=0):
    """Each opening twice, each net once as Black; returns a's wins and the number of games. simulations: by PUCT (core.Batch)."""
    openings = [[k] for k in range(w * h)] if openings is None else openings
    wins = 0
    for black, white in ((a, b), (b, a)):
        batch = Batch(device, w, h, len(openings), sims, candidates, match=True, simulations=simulations)
        batch.set(gumbel=0.0)
        batch.place(openings)
        if len({len(o) % 2 for o in openings}) != 1:
            raise ValueError("openings must leave the same colour to move")
        mover = 1 + len(openings[0]) % 2
        for _ in range(w * h):
            batch.move(black if mover == 1 else white)
            mover = 3 - mover
            if bool((batch.tensors["done"] != 0).all()):
                break
        wins += int((batch.tensors["done"] == (1 if black is a else 2)).sum())
    return wins, 2 * len(openings)


def opening_truth(player, n, sims, device):
    """Of all openings of n x n: how often the sign of v, and of the search's value, is right."""
    batch = Batch(device, n, n, n * n, sims, match=True)
    batch.set(gumbel=0.0)
    batch.place([[k] for k in range(n * n)])
    batch.search(player)
    t = batch.tensors
    value = t["value"][:, 0].cpu()
    visits, total = t["visits"][:, 0].float(), t["sum"][:, 0]
    mean = (total / visits.clamp(min=1.0)).masked_fill(visits < visits.max(1, keepdim=True).values, -2.0)
    found = mean.max(1).values.cpu()
    won = torch.tensor([k in winning_openings(n) for k in range(n * n)])  # by Black; White is to move
    return int(((value < 0) == won).sum()), int(((found < 0) == won).sum()), n * n


def player(path, device):
    weights, metadata = tensorfile.load(path)
    return net.Player({n: t.float() for n, t in weights.items()}, json.loads(metadata["architecture"]), device)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("new")
    parser.add_argument("old")
    parser.add_argument("--sizes", nargs="+", default=["9", "11"])
    parser.add_argument("--sims", type=int, default=64)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    new, old = (player(path, args.device) for path in (args.new, args.old))
    for text in args.sizes:
        n, _, every = text.partition("/")
        start, openings = time.time(), [[k] for k in range(0, int(n) ** 2, int(every or 1))]
        won, games = play(new, old, int(n), int(n), args.sims, args.device, openings)
        print(json.dumps({"size": int(n), "sims": args.sims, "won": won, "games": games, "seconds": round(time.time() - start, 1)}), flush=True)


if __name__ == "__main__":
    main()
