"""The replay window: samples of recorded positions, and their way through a restart.

Every board size has a ring on the device, one an orientation on oblong boards (core.py). A sample comes from the
newest `share` of all positions ever written there, as far as the ring holds them. Each is turned by 180 degrees with
probability one half (a Hex board keeps its sides under that turn).
"""
import os

import torch

from core import GAMES, RING


def sample(batch, o, count, share, generator=None):
    """`count` positions of orientation o; stays on the device, nothing waits."""
    t, device = batch.tensors, batch.device
    total = t["ring_total"][o]
    there = (total - batch.lost[o]).double()  # a window taken over from an earlier run may lack old positions
    window = torch.minimum((total.double() * share).clamp(min=1.0e5), there).clamp(max=float(batch.ring_size))
    back = (torch.rand(count, device=device, dtype=torch.float64, generator=generator) * window).long()
    at = (total - 1 - back) % batch.ring_size
    turn = torch.rand(count, 1, device=device, generator=generator) < 0.5
    out = {n: t["ring_%s%d" % (n, o)].index_select(0, at) for n in RING}
    for n in ("cell", "policy", "q"):
        out[n] = torch.where(turn, out[n].flip(1), out[n])
    last = batch.cells - 1
    out["move"] = torch.where(turn[:, 0], last - out["move"], out["move"])
    return out


def file_name(folder, batch):
    return os.path.join(folder, "window_%dx%d.pt" % (batch.w, batch.h))


def save(folder, batch, most):
    """The newest `most` positions of each ring and the running games."""
    totals = batch.tensors["ring_total"].tolist()
    state = {"total": totals, "games": {n: batch.tensors[n].cpu() for n in GAMES}, "rings": []}
    for o in range(batch.rings):
        held = min(totals[o], batch.ring_size, most)
        at = (torch.arange(totals[o] - held, totals[o], device=batch.device) % batch.ring_size)
        state["rings"].append({n: batch.tensors["ring_%s%d" % (n, o)].index_select(0, at).cpu() for n in RING})
    os.makedirs(folder, exist_ok=True)
    part = file_name(folder, batch) + ".part"
    torch.save(state, part)
    os.replace(part, file_name(folder, batch))


def load(folder, batch):
    """True when a saved window of this size was found and fits; otherwise the window is warmed up anew."""
    path = file_name(folder, batch)
    if not os.path.exists(path):
        return False
    state = torch.load(path)
    if state["games"]["cell"].shape != batch.tensors["cell"].shape:
        return False
    for n, t in state["games"].items():
        batch.tensors[n].copy_(t)
    for o in range(batch.rings):
        held = min(state["rings"][o]["value"].shape[0], batch.ring_size)
        at = torch.arange(state["total"][o] - held, state["total"][o], device=batch.device) % batch.ring_size
        for n in RING:
            part = state["rings"][o][n]
            batch.tensors["ring_%s%d" % (n, o)][at] = part[part.shape[0] - held:].to(batch.device)
        batch.tensors["ring_total"][o] = state["total"][o]
        batch.lost[o] = state["total"][o] - held
    return True
