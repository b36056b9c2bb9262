#!/usr/bin/env python3
"""Strength: matches between nets over all openings with both colours, and known truth of small boards.

  match.py NEW.safetensors OLD.safetensors [--sizes 9 11 13 19/3] [--sims 64] [--old-sims 64] [--openings FOLDER] [--device cuda]

plays each size's openings (19/3: every third one), all cells or those of FOLDER/NxN.txt, and prints a line of JSON a size. --old-sims gives
the old net another number of simulations, so that nets of unequal cost have equal time.
"""
import argparse
import json
import os
import time

import torch

import net
import tensorfile
from core import Batch
from games import cell_index

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


class Table:
    """Games of two nets from as many openings at a time: one batch of games that each net searches with a tree of its own."""

    def __init__(self, a, b, w, h, sims, device, games, candidates, simulations):
        """sims: of a and b."""
        first = Batch(device, w, h, games, sims[0], candidates, match=True, simulations=simulations)
        second = Batch(device, w, h, games, sims[1], candidates, match=True, heir_of=first, simulations=simulations)
        self.seats = ((first, a), (second, b))
        for batch, _ in self.seats:
            batch.set(gumbel=0.0)
        torch.backends.cudnn.benchmark = True

    def move(self, batch, net):
        """One move in every game; on a GPU the first one is recorded and replayed from then on."""
        if batch.device.type == "cuda" and batch.graph is None:
            batch.capture(net)
        else:
            batch.move(net)

    def over(self):
        done = self.seats[0][0].tensors["done"]
        if done.is_cuda:  # waits without keeping a core busy
            event = torch.cuda.Event(blocking=True)
            event.record()
            event.synchronize()
        return bool((done != 0).all())

    def play_out(self, openings, a_black):
        """The openings once, which all leave the same colour to move; a's wins."""
        batch = self.seats[0][0]
        batch.place(openings)
        mover = 1 + len(openings[0]) % 2
        for _ in range(batch.cells):
            self.move(*self.seats[(mover == 1) != a_black])
            mover = 3 - mover
            if self.over():
                break
        return int((batch.tensors["done"] == (1 if a_black else 2)).sum())


def play(a, b, w, h, sims, device, openings=None, candidates=16, b_sims=None, simulations=0):
    """Each opening twice, each net once as Black; returns a's wins and the number of games. simulations: by PUCT (core.Batch)."""
    openings = [[k] for k in range(w * h)] if openings is None else openings
    wins = 0
    for odd in (0, 1):
        some = [o for o in openings if len(o) % 2 == odd]
        if some:
            table = Table(a, b, w, h, (sims, b_sims or sims), device, len(some), candidates, simulations)
            wins += table.play_out(some, True) + table.play_out(some, False)
    return wins, 2 * len(openings)


def root_values(batch):
    """After a search: the mover's value by the net at once, and the mean of its most visited move."""
    t = batch.tensors
    visits, total = t["visits"][:, 0].float(), t["sum"][:, 0]
    mean = (total / visits.clamp(min=1.0)).masked_fill(visits < visits.max(1, keepdim=True).values, -2.0)
    return t["value"][:, 0].cpu(), mean.max(1).values.cpu()


def values(player, n, sims, device, positions):
    """The mover's value of each position, by the net at once and by the search: two tensors."""
    batch = Batch(device, n, n, len(positions), sims, match=True)
    batch.set(gumbel=0.0)
    batch.place(positions)
    batch.search(player)
    return root_values(batch)


def opening_truth(player, n, sims, device):
    """Of all openings of n x n: how often the sign of v, and of the search's value, is right."""
    value, found = values(player, n, sims, device, [[k] for k in range(n * n)])
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
    parser.add_argument("--old-sims", type=int)
    parser.add_argument("--openings")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    new, old = (player(path, args.device) for path in (args.new, args.old))
    for text in args.sizes:
        n, _, every = text.partition("/")
        start, openings = time.time(), [[k] for k in range(int(n) ** 2)]
        if args.openings:
            with open(os.path.join(args.openings, "%sx%s.txt" % (n, n))) as f:
                openings = [[cell_index(m, int(n)) for m in line.split()] for line in f]
        won, games = play(new, old, int(n), int(n), args.sims, args.device, openings[::int(every or 1)], b_sims=args.old_sims)
        print(json.dumps({"size": int(n), "sims": args.sims, "old_sims": args.old_sims or args.sims, "openings": args.openings, "won": won, "games": games, "seconds": round(time.time() - start, 1)}), flush=True)


if __name__ == "__main__":
    main()
