#!/usr/bin/env python3
"""Writes the network that ships, and test vectors for other implementations of it.

  export.py net --from DIR/average.safetensors --out FILE [--type f16|f32]
  export.py vectors --net FILE --out FILE
  export.py plain --out FOLDER          small nets of plain layers (cnn.py) with random weights, and their vectors
  export.py moves --out FOLDER          a small net that is told the moves to be considered, the same

Files that exist are kept: with --force they are replaced.

Vectors are text. After comment lines (#), each position is four lines, in the board's own orientation and row-major order:
  position W H black|white CELLS      the player to move; CELLS is W*H of . (empty) b w - (empty, no move to be considered)
  v NUMBER
  p W*H NUMBERS                       logits, before any softmax, on stones too
  q W*H NUMBERS                       after tanh, seen by the opponent
They are computed in float32 from the file's weights by net.forward_plain, on one thread of a CPU. Of plain nets v and q are 0.
"""
import argparse
import hashlib
import json
import os
import random

import torch

import cnn
import net
import planes
import tensorfile
from core import Groups

SIZES = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 11), (13, 13), (14, 14), (19, 19),
         (2, 3), (5, 3), (7, 6), (6, 7), (8, 11), (13, 9), (19, 12)]


def export_net(args):
    tensors, metadata = tensorfile.load(args.source)
    arch = json.loads(metadata["architecture"])
    dtype = {"f16": torch.float16, "f32": torch.float32}[args.type]
    tensorfile.save(args.out, {n: tensors[n].to(dtype) for n, _ in net.shapes(arch)}, metadata)


def evaluate(weights, arch, w, h, mover, cell):
    """p, q in the board's order and v, for cells 0, 1 (black), 2 (white), 3 (idle)."""
    seen = torch.tensor(cell).reshape(h, w)
    seen = seen.t() if mover == 2 else seen
    rows, columns = seen.shape
    own = torch.where(seen % 3 == 0, 0, torch.where(seen == mover, 1, 2)).reshape(1, -1)
    x = net.planes(own, rows, columns, (seen == 3).reshape(1, -1)).permute(0, 3, 1, 2)[:, :weights["input.weight"].shape[1]].contiguous()
    with torch.no_grad():
        p, q, v = net.forward_plain(weights, arch, x)
    back = [t.reshape(rows, columns) for t in (p, q)]
    return [(t.t() if mover == 2 else t).reshape(-1) for t in back] + [float(v)]


def positions(seed=7):
    """Of each size: the empty board, then scattered stones for each colour to move; never a finished game."""
    rng = random.Random(seed)
    for w, h in SIZES:
        yield w, h, 1, [0] * (w * h)
        for mover in (1, 2) if w * h > 1 else ():
            stones = 2 * rng.randrange(0, max(1, w * h // 5)) + mover - 1
            groups, free = Groups(w, h), list(range(w * h))
            for k in range(stones):
                at = rng.choice(free)
                before = list(groups.cell), list(groups.link)
                if groups.place(at, 1 + k % 2):  # would win: leave the position as it is
                    groups.cell, groups.link = before
                    break
                free.remove(at)
            yield w, h, 1 + sum(c != 0 for c in groups.cell) % 2, groups.cell


def vector_file(path, net_path, answers):
    """answers: (w, h, mover, cells, p, q, v) of each position."""
    with open(net_path, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    lines = ["# answers of the net with sha256 " + digest, "# format: see train/export.py"]
    for w, h, mover, cell, p, q, v in answers:
        lines.append("position %d %d %s %s" % (w, h, ("black", "white")[mover - 1], "".join(".bw-"[c] for c in cell)))
        lines.append("v %.7f" % v)
        for name, t in (("p", p), ("q", q)):
            lines.append(name + " " + " ".join("%.6f" % x for x in t.tolist()))
    with open(path, "w") as f:
        f.write("\n".join(lines) + "\n")


def export_vectors(args):
    torch.set_num_threads(1)
    tensors, metadata = tensorfile.load(args.net)
    arch = json.loads(metadata["architecture"])
    weights = {n: t.float() for n, t in tensors.items()}
    vector_file(args.out, args.net, [at + tuple(evaluate(weights, arch, *at)) for at in positions()])


def evaluate_plain(weights, arch, w, h, mover, cell):
    zeros = torch.zeros(w * h)
    p = cnn.forward(weights, arch, planes.planes(torch.tensor([cell]), h, w, torch.tensor([mover == 1]), arch["planes"]))
    return p[0], zeros, 0.0


def export_plain(args):
    torch.set_num_threads(1)
    for count, d in ((9, 4), (12, 5)):
        arch, generator = cnn.arch(d, 8, count), torch.Generator().manual_seed(count)
        weights = cnn.init(arch, count)
        for name in weights:  # nothing may stay zero or small, or a layer goes untested
            if "bias" in name or "out" in name:
                weights[name] = torch.randn(weights[name].shape, generator=generator)
        path = "%s/plain%d.safetensors" % (args.out, count)
        cnn.save(path, weights, arch)
        answers = [at + evaluate_plain(weights, arch, *at) for at in positions(count) if 9 <= at[0] * at[1] <= 90]
        vector_file("%s/plain%d_vectors.txt" % (args.out, count), path, answers)


def export_moves(args):
    """Every second empty cell, by chance, is no move to be considered."""
    torch.set_num_threads(1)
    arch, generator, rng = {"blocks": 1, "channels": 8, "head": 4, "value": 4, "planes": 4}, torch.Generator().manual_seed(4), random.Random(4)
    weights = {n: 0.3 * torch.randn(shape, generator=generator) for n, shape in net.shapes(arch)}
    path, answers = args.out + "/moves.safetensors", []
    tensorfile.save(path, weights, {"format": "mustplay-net-1", "architecture": json.dumps(arch)})
    for w, h, mover, cell in positions(4):
        cell = [3 if c == 0 and rng.random() < 0.5 else c for c in cell]
        if 9 <= w * h <= 90:
            answers.append((w, h, mover, cell) + tuple(evaluate(weights, arch, w, h, mover, cell)))
    vector_file(args.out + "/moves_vectors.txt", path, answers)


def made(args):
    """The files that will be written."""
    names = {"plain": ["plain9", "plain12"], "moves": ["moves"]}.get(args.what)
    return ["%s/%s%s" % (args.out, name, end) for name in names for end in (".safetensors", "_vectors.txt")] if names else [args.out]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("net", "vectors", "plain", "moves"))
    parser.add_argument("--from", dest="source")
    parser.add_argument("--net")
    parser.add_argument("--out", required=True)
    parser.add_argument("--type", default="f16", choices=("f16", "f32"))
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    args = parser.parse_args()
    for path in made(args):
        if os.path.exists(path) and not args.force:
            parser.error("'%s' exists; --force replaces it" % path)
    {"net": export_net, "vectors": export_vectors, "plain": export_plain, "moves": export_moves}[args.what](args)


if __name__ == "__main__":
    main()
