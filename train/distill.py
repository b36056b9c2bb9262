#!/usr/bin/env python3
"""Trains the solver's small net from lessons: what a large net says about positions that solves study.

  distill.py --lessons FOLDER [FOLDER ...] --out FILE [--blocks 2 --channels 32 --head 16 --minutes 10 --seed 1] [--start FILE]
             [--teacher FILE] [--device cuda] [--batch 256]

FOLDER holds N.lessons, or N.positions, which the teacher is asked about first, as tools/make_lessons writes them. A fiftieth of
each size is kept for measuring. The policy
learns by cross entropy, the action values by the binary cross entropy of (1 + q) / 2, where cells count by the policy
and evenly, half each; the state value learns -min q. The rate falls as a cosine over the time given.
"""
import argparse
import json
import math
import os
import random
import time

import torch
import torch.nn.functional as F

import net
import tensorfile

WIDTH = {"lessons": 9, "positions": 1}  # bytes per cell


def read(folders, teacher, device):
    """Lessons by board size: cells [n,c], policy [n,c], action [n,c]. teacher: (weights, arch), or None if nothing is to be asked."""
    found = {}
    for path in sorted(os.path.join(folder, name) for folder in folders for name in os.listdir(folder)):
        name, kind = os.path.basename(path).rsplit(".", 1)
        if kind not in WIDTH or os.path.getsize(path) == 0:
            continue
        size, width = int(name), int(name) ** 2 * WIDTH[kind]
        raw = torch.frombuffer(bytearray(open(path, "rb").read()), dtype=torch.uint8)
        raw = raw[:raw.numel() // width * width].reshape(-1, width)
        if kind == "positions":
            if teacher is None:
                raise SystemExit("distill.py: %s needs --teacher" % path)
            parts = ask(teacher, size, raw.to(device))
        else:
            numbers = raw[:, size * size:].contiguous().view(torch.float32)
            parts = [t.clone().to(device) for t in (raw[:, :size * size], numbers[:, :size * size], numbers[:, size * size:])]
        found.setdefault(size, []).append(parts)
    return {size: [torch.cat(t) for t in zip(*parts)] for size, parts in found.items()}


def ask(teacher, size, cells):
    """What the teacher says about boards [n,c]: the same boards, policy and action values."""
    policy, action = [], []
    with torch.no_grad():
        for cell in cells.split(4096):
            p, q, _ = forward(*teacher, size, cell)
            policy.append(F.softmax(p.masked_fill(cell != 0, -1e9), 1))
            action.append(q)
    return [cells, torch.cat(policy), torch.cat(action)]


def forward(weights, arch, size, cell):
    x = net.planes(cell, size, size).permute(0, 3, 1, 2)[:, :net.PLANES].contiguous()
    return net.forward_plain(weights, arch, x)


def load(path, device):
    weights, metadata = tensorfile.load(path)
    return {n: t.float().to(device) for n, t in weights.items()}, json.loads(metadata["architecture"])


def split(lessons):
    kept, held = {}, {}
    for size, parts in lessons.items():
        n = parts[0].shape[0]
        cut = n - max(1, n // 50)
        order = torch.randperm(n, generator=torch.Generator().manual_seed(size)).to(parts[0].device)
        kept[size] = [t[order[:cut]] for t in parts]
        held[size] = [t[order[cut:]] for t in parts]
    return kept, held


def losses(weights, arch, size, cell, policy, action):
    """Losses of p, q and v, and how often the first choices agree."""
    p, q, v = forward(weights, arch, size, cell)
    empty = cell == 0
    p = F.log_softmax(p.masked_fill(~empty, -1e9), 1)
    policy_loss = -(policy * p).sum(1).mean()
    share = 0.5 * policy + 0.5 * empty / empty.sum(1, keepdim=True).clamp(min=1)
    chance, target = ((1 + t).clamp(1e-4, 2 - 1e-4) / 2 for t in (q, action))
    action_loss = (share * F.binary_cross_entropy(chance, target, reduction="none")).sum(1).mean()
    best = -action.masked_fill(~empty, 2).amin(1)
    agree = (p.argmax(1) == policy.argmax(1)).float().mean()
    return policy_loss, action_loss, F.mse_loss(v, best), agree


def batch(parts, index):
    cell, policy, action = (t[index] for t in parts)
    if random.random() < 0.5:  # the half-turn
        cell, policy, action = (t.flip(1) for t in (cell, policy, action))
    return cell, policy, action


def measure(weights, arch, held):
    rows, count = torch.zeros(4), 0
    with torch.no_grad():
        for size, parts in held.items():
            for at in range(0, parts[0].shape[0], 1024):
                part = [t[at:at + 1024] for t in parts]
                rows += torch.stack(losses(weights, arch, size, *part)).cpu() * part[0].shape[0]
                count += part[0].shape[0]
    return [round(float(x), 4) for x in rows / count]


def train(args, arch, weights, lessons, held):
    sizes = list(lessons)
    amount = [lessons[s][0].shape[0] for s in sizes]
    average = {n: t.detach().clone() for n, t in weights.items()}
    optimizer = torch.optim.AdamW(weights.values(), lr=args.rate, weight_decay=1e-4)
    start, step, shown = time.time(), 0, 0.0
    while True:
        done = (time.time() - start) / (60 * args.minutes)
        if done >= 1:
            return average, step
        for group in optimizer.param_groups:
            group["lr"] = args.rate * min(1, (step + 1) / 200) * 0.5 * (1 + math.cos(math.pi * done))
        size = random.choices(sizes, amount)[0]
        parts = batch(lessons[size], torch.randint(lessons[size][0].shape[0], (args.batch,)).to(args.device))
        p, q, v, _ = losses(weights, arch, size, *parts)
        optimizer.zero_grad(set_to_none=True)
        (p + args.action_weight * q + 0.1 * v).backward()
        optimizer.step()
        step += 1
        with torch.no_grad():
            for n, t in average.items():
                t.lerp_(weights[n], 0.01 if step > 100 else 1.0)
        if done - shown >= 0.1:
            shown = done
            print("step %d, %.0f %%: p q v agree %s" % (step, 100 * done, measure(average, arch, held)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", nargs="+", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--start")
    parser.add_argument("--teacher")
    parser.add_argument("--device", default="cpu")
    for name, value in (("blocks", 2), ("channels", 32), ("head", 16), ("value", 16), ("seed", 1), ("threads", 1), ("batch", 256)):
        parser.add_argument("--" + name, type=int, default=value)
    for name, value in (("minutes", 10.0), ("rate", 2e-3), ("action-weight", 2.0)):
        parser.add_argument("--" + name, type=float, default=value)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    arch = {n: getattr(args, n) for n in ("blocks", "channels", "head", "value")}
    weights = net.init(arch, args.seed)
    if args.start:
        weights, arch = load(args.start, args.device)
    weights = {n: t.to(args.device).requires_grad_() for n, t in weights.items()}
    lessons, held = split(read(args.lessons, load(args.teacher, args.device) if args.teacher else None, args.device))
    count = {s: t[0].shape[0] for s, t in lessons.items()}
    print("lessons:", count, "net:", arch, flush=True)
    average, steps = train(args, arch, weights, lessons, held)
    figures = measure(average, arch, held)
    record = {"kind": "distilled for the solver", "lessons": sum(count.values()), "steps": steps, "batch": args.batch, "seed": args.seed,
              "policy_loss": figures[0], "action_loss": figures[1], "value_loss": figures[2], "agreement": figures[3]}
    tensorfile.save(args.out, {n: t.cpu() for n, t in average.items()}, {"format": "mustplay-net-1", "architecture": json.dumps(arch), "training": json.dumps(record)})
    print("wrote", args.out, record)


if __name__ == "__main__":
    main()
