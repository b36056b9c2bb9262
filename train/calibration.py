#!/usr/bin/env python3
"""Whether winning chances can be believed: of positions that are called 80 %, how many are won by strong play.

  calibration.py NET [--sizes 9 11 13 19] [--games 512] [--sims 64] [--device cuda] [--seed 1] > FILE
      games of the net with itself from random openings that no training saw, without noise and without resigning; a line of JSON per size
  calibration.py draw FILE --svg FILE       the reliability diagrams, and a table on stdout

A line has the size, games and positions, and two objects: `net` for the net's bare value, `search` for the search's.
Each has `bins`, ten of equal width, with positions, games, mean chance and share won. `error` is the mean distance of
chance and share, weighted by positions. `slope` is the factor of the log odds that fits best: 1 is calibrated, less
means that the chances are overconfident.
"""
import argparse
import json
import math
import random
import sys

import plot

BINS = 10
STONES = (1, 4)  # of a random opening


def slope_of(pairs):
    """The a that makes 1 / (1 + exp(-a * log odds)) most likely, by Newton's method."""
    odds = [(math.log(p / (1.0 - p)), won) for p, won in ((min(max(p, 1e-3), 1.0 - 1e-3), won) for p, won in pairs)]
    a = 1.0
    for _ in range(50):
        slope = curve = 1e-9
        for x, won in odds:
            q = 1.0 / (1.0 + math.exp(-a * x))
            slope += (won - q) * x
            curve += q * (1.0 - q) * x * x
        a += max(-0.5, min(0.5, slope / curve))
        if abs(slope / curve) < 1e-9:
            break
    return a


def reliability(rows):
    """rows: (game, chance, won)."""
    bins = [[] for _ in range(BINS)]
    for row in rows:
        bins[min(BINS - 1, int(row[1] * BINS))].append(row)
    table = [{"positions": len(b), "games": len({g for g, _, _ in b}), "chance": sum(p for _, p, _ in b) / len(b), "won": sum(w for _, _, w in b) / len(b)}
             for b in bins if b]
    error = sum(b["positions"] * abs(b["chance"] - b["won"]) for b in table) / max(1, len(rows))
    return {"bins": table, "error": error, "slope": slope_of([(p, w) for _, p, w in rows])}


def measure(player, size, games, sims, device, seed):
    import torch

    import match
    from core import Batch

    draw = random.Random(seed * 1000 + size)
    batch = Batch(device, size, size, games, sims, match=True)
    batch.set(gumbel=0.0)
    batch.place([draw.sample(range(size * size), draw.randint(*STONES)) for _ in range(games)])
    seen = []
    for _ in range(size * size):
        alive = batch.tensors["done"] == 0
        if not bool(alive.any()):
            break
        mover = batch.tensors["mover"].clone()
        batch.search(player)
        net, search = match.root_values(batch)
        seen.append((alive.cpu(), mover.cpu(), net, search))
        batch.finish_move()
    winner = batch.tensors["done"].cpu()
    rows = {"net": [], "search": []}
    for alive, mover, net, search in seen:
        for g in torch.nonzero(alive)[:, 0].tolist():
            won = int(winner[g] == mover[g])
            rows["net"].append((g, (1.0 + float(net[g])) / 2.0, won))
            rows["search"].append((g, (1.0 + float(search[g])) / 2.0, won))
    return {"size": size, "games": games, "positions": len(rows["net"]), "sims": sims, **{k: reliability(r) for k, r in rows.items()}}


def draw(lines, path):
    charts = []
    for e in lines:
        chart = plot.Chart("%dx%d, %d games" % (e["size"], e["size"], e["games"]), "chance, %", "won, %", 360, 270)
        chart.line("even", [(0, 0), (100, 100)])
        for kind in ("net", "search"):
            chart.line(kind, [(100 * b["chance"], 100 * b["won"]) for b in e[kind]["bins"]], True)
        charts.append(chart)
    plot.write(path, charts)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("net", help="a net, or `draw`")
    p.add_argument("file", nargs="?")
    p.add_argument("--sizes", nargs="+", type=int, default=[9, 11, 13, 19])
    p.add_argument("--games", type=int, default=512)
    p.add_argument("--sims", type=int, default=64)
    p.add_argument("--device", default="cpu")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--svg")
    args = p.parse_args()
    if args.net == "draw":
        if not args.file:
            p.error("draw needs the file of measurements")
        with open(args.file) as f:
            lines = [json.loads(text) for text in f]
        print("| board | positions | error, net | slope, net | error, search | slope, search |\n|---|---:|---:|---:|---:|---:|")
        for e in lines:
            print("| %dx%d | %d | %.3f | %.2f | %.3f | %.2f |" % (e["size"], e["size"], e["positions"], e["net"]["error"], e["net"]["slope"], e["search"]["error"], e["search"]["slope"]))
        if args.svg:
            draw(lines, args.svg)
        return
    import match
    player = match.player(args.net, args.device)
    for size in args.sizes:
        print(json.dumps(measure(player, size, args.games, args.sims, args.device, args.seed)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
