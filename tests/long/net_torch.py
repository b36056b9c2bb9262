#!/usr/bin/python3
"""Evaluation in C against PyTorch: random nets made by train/, positions of many sizes, p, q and v within 1e-4.
Skipped without PyTorch. Usage: net_torch.py BUILD [NET...]"""
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.environ.get("MUSTPLAY_TRAIN", os.path.join(ROOT, "train")))
try:
    import cnn
    import torch
    import net
    import tensorfile
except ImportError as error:
    print("skipped:", error)
    sys.exit(77)

from checks import check, finish  # noqa: E402

SIZES = [(3, 3), (5, 5), (7, 6), (6, 7), (9, 9), (11, 11), (13, 13), (4, 19), (19, 19)]


def random_net(path, blocks, channels, head, value, seed):
    arch = {"blocks": blocks, "channels": channels, "head": head, "value": value}
    weights = net.init(arch, seed)
    g = torch.Generator().manual_seed(seed)
    for name in weights:  # nothing may stay zero, or a layer goes untested
        if name.endswith("bias"):
            weights[name] = torch.randn(weights[name].shape, generator=g) * 0.1
        elif ".conv2." in name:
            weights[name] = torch.randn(weights[name].shape, generator=g) * 0.3 * (2.0 / (9 * channels)) ** 0.5
    tensorfile.save(path, weights, {"format": "mustplay-net-1", "architecture": json.dumps(arch)})


def position(w, h, stones, rng):
    cells = rng.sample([(c, r) for c in range(w) for r in range(h)], stones)
    return cells[: (stones + 1) // 2], cells[(stones + 1) // 2:]


def name(cell):
    return "%c%d" % (ord("a") + cell[0], cell[1] + 1)


def random_plain(path, d, channels, count, seed):
    arch = cnn.arch(d, channels, count)
    weights = cnn.init(arch, seed)
    weights["policy.out.weight"] *= 10
    cnn.save(path, weights, arch)


def expect_plain(weights, arch, w, h, black, white, mover):
    """p by (column, row): by the definition in train/cnn.py; q is 0."""
    cell = torch.zeros(1, h * w, dtype=torch.long)
    for stones, kind in ((black, 1), (white, 2)):
        for c, r in stones:
            cell[0, r * w + c] = kind
    with torch.no_grad():
        p = torch.softmax(cnn.logits(weights, arch, cell, h, w, torch.tensor([mover == "black"])), 1)[0]
    return {(c, r): (float(p[r * w + c]), 0.0) for r in range(h) for c in range(w)}


def expect(path, w, h, black, white, mover):
    """p, q by (column, row), v: by the definition in train/net.py."""
    weights, meta = tensorfile.load(path)
    arch = json.loads(meta["architecture"])
    if "layers" in arch:
        return expect_plain(weights, arch, w, h, black, white, mover), 0.0
    own, other = (black, white) if mover == "black" else (white, black)
    mirror = mover == "white"
    ww, hh = (h, w) if mirror else (w, h)
    cell = torch.zeros(1, hh * ww, dtype=torch.long)
    for stones, kind in ((own, 1), (other, 2)):
        for c, r in stones:
            if mirror:
                c, r = r, c
            cell[0, r * ww + c] = kind
    x = net.planes(cell, hh, ww)[..., :3].permute(0, 3, 1, 2)
    with torch.no_grad():
        p, q, v = net.forward_plain({n: t.float() for n, t in weights.items()}, arch, x)
    p = torch.softmax(p[0].masked_fill(cell[0] != 0, float("-inf")), 0)
    at = {}
    for r in range(hh):
        for c in range(ww):
            at[(r, c) if mirror else (c, r)] = (float(p[r * ww + c]), float(q[0, r * ww + c]))
    return at, float(v[0])


def main():
    program = os.path.join(sys.argv[1], "mustplay")
    rng, worst = random.Random(1), 0.0
    with tempfile.TemporaryDirectory() as folder:
        nets = sys.argv[2:] + [os.path.join(ROOT, "data", "nets", "default.safetensors")]
        for i, arch in enumerate([(2, 16, 8, 8), (3, 32, 16, 24), (1, 24, 5, 7)]):
            nets.append(os.path.join(folder, "net%d.safetensors" % i))
            random_net(nets[-1], *arch, seed=i + 1)
        for i, plain in enumerate([(3, 8, 9), (6, 24, 12)]):
            nets.append(os.path.join(folder, "plain%d.safetensors" % i))
            random_plain(nets[-1], *plain, seed=i + 1)
        for path in nets:
            for w, h in SIZES:
                black, white = position(w, h, rng.randrange(0, w * h // 3 + 1), rng)
                mover = rng.choice(["black", "white"])
                out = subprocess.run(
                    [program, "net", "eval", "--json", "--net", path, "--precision", "f32", "--size", "%dx%d" % (w, h),
                     "--black", " ".join(map(name, black)), "--white", " ".join(map(name, white)), "--to-move", mover],
                    capture_output=True, text=True)
                if out.returncode == 2 and "has won" in out.stderr:
                    continue
                if out.returncode != 0:
                    check("net eval", False, out.stderr)
                    continue
                got = json.loads(out.stdout)
                at, v = expect(path, w, h, black, white, mover)
                error = abs(got["v"] - v)
                for c, (p, q) in at.items():
                    if name(c) in got["p"]:
                        error = max(error, abs(got["p"][name(c)] - p), abs(got["q"][name(c)] - q))
                worst = max(worst, error)
                check("%s %dx%d %s" % (path, w, h, mover), error < 1e-4, "off by %g" % error)
    print("largest difference %.2g" % worst)
    finish()


main()
