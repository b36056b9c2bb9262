#!/usr/bin/env python3
"""What the searches of self-play teach: how good their targets are, by a far deeper search of the same positions.

  targets.py NET.safetensors [--sizes 11 13] [--games 1024] [--deep 1600] [--device cuda] [--settings sims,candidates,c_scale ...]

Positions come from games of the net with itself, some moves after near-even openings. It gives mean values by the
deep search, for every setting and for the net's own policy. They are those of a move drawn from the target ("drawn"),
of its first choice ("best") and of the move played. The deep search's own best move is 0. One line of JSON per size
and setting.
"""
import argparse
import json
import os
import random

import torch

from core import Batch
from games import cell_index
import match

STATE = ("cell", "link", "mover", "done", "length")
HERE = os.path.dirname(os.path.abspath(__file__))


def positions(player, n, games, device, folder, seed=1):
    """A batch in match mode, its games some moves old; those that ended are marked done."""
    with open(os.path.join(folder, "%dx%d.txt" % (n, n))) as f:
        openings = [[cell_index(m, n) for m in line.split()] for line in f]
    openings = [o for o in openings if len(o) % 2 == len(openings[0]) % 2]
    rng = random.Random(seed)
    batch = Batch(device, n, n, games, 16, 8, match=True, seed=seed)
    batch.place([rng.choice(openings) for _ in range(games)])
    kept = {name: batch.tensors[name].clone() for name in STATE}
    stop = torch.tensor([rng.randrange(2 * n + 1) for _ in range(games)], device=batch.device)
    for k in range(2 * n):
        batch.move(player)
        on = stop > k
        for name in STATE:
            now = batch.tensors[name]
            kept[name] = torch.where(on.view([-1] + [1] * (now.dim() - 1)), now, kept[name])
    for name in STATE:
        batch.tensors[name].copy_(kept[name])
    return batch


def root(batch):
    """Log priors, visits and mean values of the root's moves."""
    t = batch.tensors
    visits = t["visits"][:, 0].float()
    return t["prior"][:, 0].clone(), visits.clone(), t["sum"][:, 0] / visits.clamp(min=1.0)


def improved(batch):
    """The improved policy of every root, as game_record writes it."""
    prior, visits, mean = root(batch)
    legal, seen = prior > -1.0e29, visits > 0
    p = prior.exp() * legal
    total, value = visits.sum(1), batch.tensors["value"][:, 0]
    mass = (p * seen).sum(1)
    average = torch.where(mass > 1e-30, (p * mean * seen).sum(1) / mass.clamp(min=1e-30), value)
    fill = (value + total * average) / (1.0 + total)
    scale = (batch.setting["c_visit"] + visits.max(1).values) * batch.setting["c_scale"]
    score = prior + scale[:, None] * torch.where(seen, mean, fill[:, None])
    return torch.softmax(score.masked_fill(~legal, -1.0e30), 1)


def judge(policy, truth, alive):
    """Means over the live games of the value drawn and of the first choice, less the best."""
    best = truth.max(1).values
    drawn = (policy * truth).sum(1) - best
    first = truth.gather(1, policy.argmax(1, keepdim=True))[:, 0] - best
    return round(float(drawn[alive].mean()), 4), round(float(first[alive].mean()), 4)


def measure(player, n, games, deep, settings, device, folder):
    base = positions(player, n, games, device, folder)
    alive = base.tensors["done"] == 0
    reference = Batch(device, n, n, games, deep, 64, match=True, heir_of=base)
    reference.set(gumbel=0.0, c_scale=0.25)
    reference.search(player)
    prior, visits, mean = root(reference)
    least = torch.where(visits > 0, mean, torch.ones_like(mean)).min(1, keepdim=True).values
    truth = torch.where(visits > 0, mean, least)
    del reference
    legal = prior > -1.0e29
    drawn, first = judge(prior.exp() * legal, truth, alive)
    yield {"size": n, "games": int(alive.sum()), "policy": True, "drawn": drawn, "best": first}
    for sims, candidates, scale in settings:
        batch = Batch(device, n, n, games, int(sims), int(candidates), match=True, heir_of=base)
        batch.set(gumbel=1.0, c_scale=scale)
        batch.search(player)
        policy = improved(batch)
        drawn, first = judge(policy, truth, alive)
        entropy = -(policy * policy.clamp(min=1e-9).log()).sum(1)[alive].mean()
        before = {name: batch.tensors[name].clone() for name in STATE}
        batch.finish_move()
        played = ((batch.tensors["cell"] != before["cell"]).float() * truth).sum(1) - truth.max(1).values
        for name in STATE:
            batch.tensors[name].copy_(before[name])
        yield {"size": n, "sims": int(sims), "candidates": int(candidates), "c_scale": scale, "drawn": drawn, "best": first,
               "played": round(float(played[alive].mean()), 4), "entropy": round(float(entropy), 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net")
    parser.add_argument("--sizes", nargs="+", type=int, default=[11, 13])
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--deep", type=int, default=1600)
    parser.add_argument("--settings", nargs="+", default=["32,16,0.25", "32,16,0.35", "32,16,0.5", "32,16,1.0", "32,8,0.25", "32,8,0.5", "16,8,0.25",
                                                          "64,16,0.25", "64,16,0.5", "64,8,0.5", "128,16,0.5"])
    parser.add_argument("--openings", default=os.path.join(HERE, "openings"))
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    settings = [tuple(float(x) for x in text.split(",")) for text in args.settings]
    player = match.player(args.net, args.device)
    for n in args.sizes:
        for row in measure(player, n, args.games, args.deep, settings, args.device, args.openings):
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
