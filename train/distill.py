#!/usr/bin/env python3
"""Trains the solver's small net from lessons: what solves proved, and what a large net says where they proved nothing.

  distill.py --lessons FOLDER [FOLDER ...] --teacher FILE --out FILE [--start FILE] [--blocks 2 --channels 64 --head 32]
             [--minutes 10 | --steps N] [--rate 2e-3 --seed 1] [--work 0.0] [--doubt 0.0] [--control] [--moves] [--device cuda] [--batch 256] [--eager] [--force]

FOLDER holds N.lessons as tools/make_lessons writes them. Of each file the last fiftieth is kept for measuring, so that no start
is on both sides. Everything is asked about the moves that knowledge leaves to the search only.

Policy: where a move is proved to win, that move; else the teacher's policy, without the moves proved to lose. It learns by cross
entropy. Action values: of a proved move who wins, else the teacher's; by the binary cross entropy of (1 + q) / 2, where moves
count by the policy and evenly, half each. The state value learns -min q. A lesson counts 1 + WORK log2(1 + the studies below it).
The rate falls as a cosine over the time or the steps given; the average of the weights that was best on the lessons kept aside is saved.
A net that is there already is replaced with --force only.
--doubt D: the costlier a move's proof was, the less sure its action value: 1 - D log2(1 + work) / 16 instead of 1.
--moves: the net has a fourth plane and is told which empty cells knowledge leaves to the search; --start with more --blocks, or without that
plane, begins with the same function.
--control: the teacher alone, on the same lessons. On a GPU a step is one CUDA graph per board size; --eager: no graphs.
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

OPEN, WINS, LOSES = 3, 4, 5  # codes of cells; less: empty but not to be searched, a stone of the mover, of the other
FIGURES = ("policy_loss", "action_loss", "value_loss", "agreement", "first_wins", "sign_right")


def read(folders):
    """Lessons by board size: (kept, held), each codes [n,c], log2 of the work [n] and bytes of work below proved moves [n,c]."""
    found = {}
    for path in sorted(os.path.join(folder, name) for folder in folders for name in os.listdir(folder)):
        name, kind = os.path.basename(path).rsplit(".", 1)
        if kind != "lessons":
            continue
        cells = int(name) ** 2
        raw = torch.frombuffer(bytearray(open(path, "rb").read() + b"\0"), dtype=torch.uint8)  # never empty
        count = (raw.numel() - 1) // (2 * cells + 1)
        raw = raw[:count * (2 * cells + 1)].reshape(count, 2 * cells + 1)
        cut = count - (count + 49) // 50
        parts = raw[:, :cells].clone(), raw[:, 2 * cells].float() / 8, raw[:, cells:2 * cells].clone()
        found.setdefault(int(name), []).append([[t[:cut] for t in parts], [t[cut:] for t in parts]])
    return {size: [[torch.cat(t) for t in zip(*side)] for side in zip(*files)] for size, files in found.items()
            if sum(side[0].shape[0] for side in files[0]) > 1}


def board(code):
    """What a net sees of the codes: 0 empty, 1 the mover's stone, 2 the other's."""
    return code * (code < OPEN)


def forward(weights, arch, size, code):
    """p logits, q and v of codes; in bf16 on a GPU."""
    kind = torch.bfloat16 if code.is_cuda else torch.float32
    x = net.planes(board(code), size, size, code == 0 if arch.get("planes") == 4 else None).to(kind)
    cells, v = net.forward_packed(net.pack(weights, arch, kind), arch, x, train=True)
    return cells[..., 0], torch.tanh(cells[..., 1]), torch.tanh(v)


def ask(player, size, code):
    """The teacher's policy among the moves to be searched, and its action values, for codes [n,c]."""
    policy, action = [], []
    for part in code.split(8192):
        cells, _ = player(net.planes(board(part), size, size))
        policy.append(F.softmax(cells[..., 0].masked_fill(part < OPEN, -1e9), 1).half())
        action.append(torch.tanh(cells[..., 1]).half())
    return torch.cat(policy), torch.cat(action)


def load(path, device):
    weights, metadata = tensorfile.load(path)
    return {n: t.float().to(device) for n, t in weights.items()}, json.loads(metadata["architecture"])


def prepare(lessons, teacher, device):
    """The same lessons on the device, with the teacher's answers: (kept, held) by size, each [code, work, cost, policy, action]."""
    player, out = net.Player(*teacher, device), {}
    for size, sides in lessons.items():
        moved = [[t.to(device) for t in side] for side in sides]
        out[size] = [side + list(ask(player, size, side[0])) for side in moved]
    return out


def targets(code, cost, policy, action, args):
    """What is to be learned: policy, action values and state value."""
    moves, wins, loses = code >= OPEN, code == WINS, code == LOSES
    policy, action = policy.float(), action.float()
    if not args.control:
        rest = policy.masked_fill(loses, 0)
        mass = rest.sum(1, keepdim=True)
        policy = torch.where(mass > 1e-3, rest / mass.clamp(min=1e-3), policy)
        won = wins.sum(1, keepdim=True)
        policy = torch.where(won > 0, wins / won.clamp(min=1), policy)
        sure = 1 - args.doubt / 16 * cost.float() / 8
        action = torch.where(wins, -sure, torch.where(loses, sure, action))
    return policy, action, -action.masked_fill(~moves, 2).amin(1)


def answers(weights, arch, size, part, args):
    """The net's log policy and action values, and losses of p, q and v, each a lesson [n], weighted by the last [n]."""
    code, work, cost, policy, action = part
    p, q, v = forward(weights, arch, size, code)
    moves = code >= OPEN
    policy, action, value = targets(code, cost, policy, action, args)
    p = F.log_softmax(p.masked_fill(~moves, -1e9), 1)
    share = 0.5 * policy + 0.5 * moves / moves.sum(1, keepdim=True).clamp(min=1)
    chance, target = ((1 + t).clamp(1e-4, 2 - 1e-4) / 2 for t in (q, action))
    action_loss = (share * F.binary_cross_entropy(chance, target, reduction="none")).sum(1)
    weight = 1 + args.work * work
    return p, q, policy, (weight * -(policy * p).sum(1), weight * action_loss, weight * (v - value) ** 2, weight)


def loss(weights, arch, size, part, args):
    p, q, v, weight = answers(weights, arch, size, part, args)[3]
    return (p + args.action_weight * q + 0.1 * v).sum() / weight.sum()


def batch(parts, count):
    """Lessons by chance, each turned by 180 degrees with probability one half."""
    device = parts[0].device
    index = torch.randint(parts[0].shape[0], (count,), device=device)
    turn = torch.rand(count, 1, device=device) < 0.5
    return [torch.where(turn, t.flip(1), t) if t.dim() == 2 else t for t in (t[index] for t in parts)]


def measure(weights, arch, lessons, args):
    """FIGURES of the lessons kept aside: losses; how often the first choice agrees with the target's and, where a move is proved to
    win, is such a move; how many proved moves get the right sign."""
    sums, count = torch.zeros(9, dtype=torch.float64), 0
    with torch.no_grad():
        for size, (_, held) in lessons.items():
            for at in range(0, held[0].shape[0], 4096):
                part = [t[at:at + 4096] for t in held]
                p, q, policy, rows = answers(weights, arch, size, part, args)
                wins, proved, best = part[0] == WINS, part[0] >= WINS, p.argmax(1, keepdim=True)
                counts = (best[:, 0] == policy.argmax(1), wins.gather(1, best), wins.any(1), ((q < 0) == wins) & proved, proved)
                sums += torch.stack([t.sum().double() for t in rows + counts]).cpu()
                count += best.shape[0]
    p, q, v, weight, agree, first, won, right, proved = sums.tolist()
    figures = (p / weight, q / weight, v / weight, agree / max(1, count), first / max(1, won), right / max(1, proved))
    return dict(zip(FIGURES, (round(x, 4) for x in figures)))


class Learner:
    """The weights in training and their average; a step is an update on a batch of one size."""

    def __init__(self, args, arch, weights, lessons):
        self.args, self.arch, self.weights, self.lessons = args, arch, weights, lessons
        self.current = list(weights.values())
        self.average = [t.detach().clone() for t in self.current]
        self.graphs, self.steps = {}, 0
        self.keep = 0.0  # the average follows at once, until the graphs are made
        cuda = self.current[0].is_cuda
        self.rate = torch.tensor(args.rate, device=self.current[0].device) if cuda else args.rate
        extra = {"fused": True, "capturable": True} if cuda else {"foreach": True}
        self.optimizer = torch.optim.AdamW(self.current, lr=self.rate, weight_decay=1e-4, **extra)

    def set_rate(self, rate):
        rate *= min(1, (self.steps + 1) / 200)
        for group in self.optimizer.param_groups:
            if torch.is_tensor(group["lr"]):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def update(self, size):
        self.optimizer.zero_grad(set_to_none=True)
        loss(self.weights, self.arch, size, batch(self.lessons[size][0], self.args.batch), self.args).backward()
        self.optimizer.step()
        with torch.no_grad():
            torch._foreach_mul_(self.average, self.keep)
            torch._foreach_add_(self.average, [t.detach() for t in self.current], alpha=1 - self.keep)

    def capture(self, sizes):
        """Records an update of each size; the updates made before are the warm-up that this asks for."""
        torch.cuda.synchronize()
        for size in sizes:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.update(size)
            self.graphs[size] = graph

    def step(self, size):
        if size in self.graphs:
            self.graphs[size].replay()
        else:
            self.update(size)
        self.steps += 1


def warm_up(learner, sizes, count):
    """Some updates on every size on a stream of their own, then, on a GPU, the graphs."""
    if not learner.current[0].is_cuda or learner.args.eager:
        return
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(count):
            for size in sizes:
                learner.set_rate(learner.args.rate)
                learner.step(size)
    torch.cuda.current_stream().wait_stream(side)
    learner.keep = 0.99
    learner.capture(sizes)


def train(args, arch, weights, lessons):
    """The best average of the weights on the lessons kept aside, its figures, and the steps that were made."""
    sizes = list(lessons)
    amount = [lessons[s][0][0].shape[0] for s in sizes]
    learner = Learner(args, arch, weights, lessons)
    warm_up(learner, sizes, 30)
    start, shown, best, kept = time.time(), 0.0, None, None
    while shown < 1:
        done = min(1.0, learner.steps / args.steps if args.steps else (time.time() - start) / (60 * args.minutes))
        learner.set_rate(args.rate * 0.5 * (1 + math.cos(math.pi * done)))
        learner.step(random.choices(sizes, amount)[0])
        if learner.steps == 100:
            learner.keep = 0.99
        if done < 1 and done - shown < 0.05:
            continue
        shown, figures = done, measure(dict(zip(weights, learner.average)), arch, lessons, args)
        score = figures["policy_loss"] + args.action_weight * figures["action_loss"]
        if best is None or score < best[0]:
            best, kept = (score, dict(figures, steps=learner.steps)), [t.clone() for t in learner.average]
        print("step %d, %.0f %%: %s" % (learner.steps, 100 * done, json.dumps(figures)), flush=True)
    return dict(zip(weights, kept)), best[1]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", nargs="+", required=True)
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--force", action="store_true", help="replace a net that exists")
    parser.add_argument("--start")
    parser.add_argument("--control", action="store_true")
    parser.add_argument("--moves", action="store_true")
    parser.add_argument("--eager", action="store_true")
    parser.add_argument("--device", default="cpu")
    for name, value in (("blocks", 2), ("channels", 64), ("head", 32), ("value", 16), ("seed", 1), ("threads", 1), ("batch", 256), ("steps", 0)):
        parser.add_argument("--" + name, type=int, default=value)
    for name, value in (("minutes", 10.0), ("rate", 2e-3), ("action-weight", 2.0), ("work", 0.0), ("doubt", 0.0)):
        parser.add_argument("--" + name, type=float, default=value)
    args = parser.parse_args()
    if os.path.exists(args.out) and not args.force:
        parser.error("'%s' exists; --force replaces it" % args.out)
    return args


def main():
    args = parse()
    torch.set_num_threads(args.threads)
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    arch = {n: getattr(args, n) for n in ("blocks", "channels", "head", "value")}
    weights = net.init(arch, args.seed)
    if args.start:
        weights, arch = load(args.start, args.device)
        weights, arch = net.grow(weights, arch, max(args.blocks, arch["blocks"]), args.seed)
    if args.moves and arch.get("planes") != 4:
        weights, arch = net.add_moves_plane(weights, arch)
    weights = {n: t.to(args.device).requires_grad_() for n, t in weights.items()}
    lessons = prepare(read(args.lessons), load(args.teacher, args.device), args.device)
    count = {s: sides[0][0].shape[0] for s, sides in lessons.items()}
    print("lessons:", count, "net:", arch, "before:", json.dumps(measure(weights, arch, lessons, args)), flush=True)
    average, figures = train(args, arch, weights, lessons)
    record = dict({"kind": "taught for the solver by proofs", "lessons": sum(count.values()), "batch": args.batch, "seed": args.seed,
                   "work": args.work, "doubt": args.doubt, "control": args.control}, **figures)
    tensorfile.save(args.out, {n: t.half().cpu() for n, t in average.items()},
                    {"format": "mustplay-net-1", "architecture": json.dumps(arch), "training": json.dumps(record)})
    print("wrote", args.out, record)


if __name__ == "__main__":
    main()
