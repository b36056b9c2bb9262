"""Shared by the tests: the folder of the modules, a tiny net, brute-force winners."""
import os
import sys

import torch

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "train"))
import net  # noqa: E402

torch.set_num_threads(1)
ARCH = {"blocks": 2, "channels": 8, "head": 4, "value": 8}


def tiny_weights(seed=1, arch=ARCH):
    """Random weights with nothing left at zero, so that every part of the net matters."""
    g = torch.Generator().manual_seed(seed + 100)
    return {n: t + 0.1 * torch.randn(t.shape, generator=g) for n, t in net.init(arch, seed).items()}


def tiny_player(seed=1, arch=ARCH):
    return net.Player(tiny_weights(seed, arch), arch, "cpu")


def flood_winner(w, h, cell):
    """The winner by flood fill: 1 top-bottom, 2 left-right, 0 none."""
    for colour in (1, 2):
        stack = [i for i in range(w * h) if cell[i] == colour and (i // w == 0 if colour == 1 else i % w == 0)]
        seen = set(stack)
        while stack:
            i = stack.pop()
            c, r = i % w, i // w
            if r == h - 1 if colour == 1 else c == w - 1:
                return colour
            for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                k = (r + dr) * w + c + dc
                if 0 <= c + dc < w and 0 <= r + dr < h and k not in seen and cell[k] == colour:
                    seen.add(k)
                    stack.append(k)
    return 0
