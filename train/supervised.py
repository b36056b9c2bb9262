"""Learning from a fixed set of games: one loop, and the models that it trains.

A model offers `encode(pairs)` (what is kept of the data on the device), `parameters()`, `loss(data)` and `judge(data)` (sums of
test figures), `save(path, record)`. The loop is Adam on shuffled batches, each position turned by 180 degrees with
probability one half; after each epoch the test pairs are judged. On a GPU a step is one CUDA graph (MUSTPLAY_GRAPHS=0: none).
"""
import json
import math
import os
import sys
import time

import torch

import cnn
import losses
import net
import planes
import tensorfile

TOP = 20  # top-k accuracies are counted up to here


def top_counts(logits, move):
    """How many moves are among the first k logits, k = 1 .. TOP."""
    rank = (logits > logits.gather(1, move[:, None])).sum(1)
    return torch.stack([(rank < k).sum() for k in range(1, TOP + 1)]).double()


class Policy:
    """CNN(d, w), trained on the moves alone (Gao 2020, equation 3.1)."""

    def __init__(self, arch, device, seed=1, weights=None):
        self.arch, self.device = arch, torch.device(device)
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        weights = weights or cnn.init(arch, seed)
        self.weights = {n: t.detach().to(self.device).clone().requires_grad_() for n, t in weights.items()}

    def parameters(self):
        return list(self.weights.values())

    def encode(self, pairs):
        h, w = pairs.height, pairs.width
        parts = [planes.planes(p.cell, h, w, p.black_moves(), self.arch["planes"]).to(torch.uint8)
                 for p in (pairs.part(slice(k, k + 4096)).to(self.device) for k in range(0, len(pairs), 4096))]
        return {"x": torch.cat(parts), "legal": (pairs.cell == 0).to(self.device), "move": pairs.move.to(self.device)}

    def turn(self, data, flip):
        last = data["legal"].shape[1] - 1
        return {"x": torch.where(flip[:, None, None, None], data["x"].flip(2, 3), data["x"]),
                "legal": torch.where(flip[:, None], data["legal"].flip(1), data["legal"]),
                "move": torch.where(flip, last - data["move"], data["move"])}

    def logits(self, data):
        packed = {n: t.to(self.kind) for n, t in self.weights.items()}
        return cnn.forward(packed, self.arch, data["x"].to(self.kind)).float().masked_fill(~data["legal"], -1.0e9)

    def loss(self, data):
        return torch.nn.functional.cross_entropy(self.logits(data), data["move"])

    def judge(self, data):
        logits = self.logits(data)
        top = top_counts(logits, data["move"])
        return {"loss": torch.nn.functional.cross_entropy(logits, data["move"], reduction="sum").double(), "top": top}

    def save(self, path, record):
        cnn.save(path, {n: t.detach() for n, t in self.weights.items()}, self.arch, record)


class Heads:
    """The residual net of net.py with two or three heads; `loss` names one of losses.py (two: 4.1, three: 4.5, three_zero: R1-R3)."""

    def __init__(self, arch, device, loss="three", seed=1, weights=None, **settings):
        self.arch, self.device, self.settings = arch, torch.device(device), dict(losses.DEFAULTS, loss=loss, **settings)
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        weights = weights or net.init(arch, seed)
        self.weights = {n: t.detach().float().to(self.device).clone().requires_grad_() for n, t in weights.items()}

    def parameters(self):
        return list(self.weights.values())

    def encode(self, pairs):
        """As the mover sees the board (square ones only)."""
        n, side = len(pairs), pairs.width
        black = pairs.black_moves()[:, None]
        cell = pairs.cell.reshape(n, side, side)
        mirrored = cell.transpose(1, 2).reshape(n, -1)
        swapped = torch.where(mirrored == 0, mirrored, 3 - mirrored)
        seen = torch.where(black, pairs.cell, swapped)
        move = torch.where(black[:, 0], pairs.move, pairs.move % side * side + pairs.move // side)
        return {"cell": seen.to(self.device), "move": move.to(self.device), "z": pairs.z.to(self.device)}

    def turn(self, data, flip):
        last = data["cell"].shape[1] - 1
        return {"cell": torch.where(flip[:, None], data["cell"].flip(1), data["cell"]),
                "move": torch.where(flip, last - data["move"], data["move"]), "z": data["z"]}

    def answers(self, data, train):
        side = int(round(data["cell"].shape[1] ** 0.5))
        x = net.planes(data["cell"], side, side).to(self.kind)
        return net.forward_packed(net.pack(self.weights, self.arch, self.kind), self.arch, x, train=train)

    def loss(self, data):
        cells, v = self.answers(data, True)
        d = dict(data, legal=data["cell"] == 0)
        if "policy" not in d:
            d["policy"] = torch.zeros_like(cells[..., 0]).scatter(1, d["move"][:, None], 1.0)
        return losses.compute(cells, v, d, self.settings, self.weights)["total"]

    def judge(self, data):
        cells, v = self.answers(data, False)
        logits = cells[..., 0].masked_fill(data["cell"] != 0, -1.0e9)
        q = torch.tanh(cells[..., 1]).gather(1, data["move"][:, None])[:, 0]
        v, z = torch.tanh(v), data["z"]
        return {"top": top_counts(logits, data["move"]), "v_mse": ((z - v) ** 2).sum().double(), "q_mse": ((z + q) ** 2).sum().double(),
                "v_sign": ((v > 0) == (z > 0)).sum().double(), "q_sign": ((q < 0) == (z > 0)).sum().double()}

    def save(self, path, record):
        tensorfile.save(path, {n: t.detach().float() for n, t in self.weights.items()},
                        {"format": "mustplay-net-1", "architecture": json.dumps(self.arch), "training": json.dumps(record),
                         "loss": self.settings["loss"]})


def rows_of(data, rows):
    return {n: t.index_select(0, rows) for n, t in data.items()}


class Diverged(Exception):
    """A loss or a test figure is not a number."""


class Stepper:
    """A training step on given rows: eager, or one CUDA graph whose inputs are changed in place."""

    def __init__(self, model, data, optimizer, batch):
        self.model, self.data, self.optimizer = model, data, optimizer
        self.rows = torch.zeros(batch, dtype=torch.int64, device=model.device)
        self.flip = torch.zeros(batch, dtype=torch.bool, device=model.device)
        self.graph, self.total = None, torch.zeros((), device=model.device)

    def once(self):
        self.optimizer.zero_grad(set_to_none=True)
        value = self.model.loss(self.model.turn(rows_of(self.data, self.rows), self.flip))
        value.backward()
        self.optimizer.step()
        self.total += value.detach()

    def capture(self):
        """Records a step as a graph. The steps before it, which a recording needs, are undone."""
        before = [t.detach().clone() for t in self.model.parameters()]
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.once()
        torch.cuda.current_stream().wait_stream(side)
        wrong = sum(not bool(torch.isfinite(t).all()) for t in self.model.parameters())
        if wrong:
            raise Diverged("the first steps: %d of %d tensors hold what is not a number" % (wrong, len(before)))
        self.undo(before)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.once()
        self.graph = graph

    def undo(self, before):
        """Parameters as they were and an optimizer that has seen nothing, in place."""
        with torch.no_grad():
            for t, old in zip(self.model.parameters(), before):
                t.copy_(old)
            for state in self.optimizer.state.values():
                for t in state.values():
                    t.zero_()

    def __call__(self, rows, flip):
        self.rows.copy_(rows)
        self.flip.copy_(flip)
        if self.graph is not None:
            self.graph.replay()
        else:
            self.once()


def judge(model, data, batch=2048):
    """Test figures: means over all pairs, top as a list of shares; `count`: how many pairs."""
    count, sums = data["move"].shape[0], {}
    with torch.no_grad():
        for k in range(0, count, batch):
            part = model.judge({n: t[k:k + batch] for n, t in data.items()})
            for n, t in part.items():
                sums[n] = sums.get(n, 0) + t
    means = {n: [round(float(x) / count, 5) for x in t] if t.dim() else round(float(t) / count, 5) for n, t in sums.items()}
    return dict(means, count=count)


def fit(model, train, test, epochs, batch, rate=1e-3, seed=1, seconds=1e9, each=None, others=None):
    """Trains; returns a list of records, one per epoch, the first of the untrained model. `each(epoch, record)` sees them as
    they come; `others` are more test sets by name. Ends early when the seconds are over; raises Diverged."""
    began, device = time.time(), model.device
    gpu = device.type == "cuda"
    data, check = model.encode(train), {"": model.encode(test)}
    check.update({n: model.encode(p) for n, p in (others or {}).items()})
    extra = {"capturable": True, "fused": True} if gpu else {}
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, **extra)
    step = Stepper(model, data, optimizer, batch)
    generator = torch.Generator().manual_seed(seed)
    if gpu and os.environ.get("MUSTPLAY_GRAPHS", "1") != "0":
        torch.backends.cudnn.benchmark = True
        step.rows.copy_(torch.arange(batch) % len(train))
        step.capture()
    records = []
    for epoch in range(epochs + 1):
        steps = 0
        step.total.zero_()
        if epoch:
            order = torch.randperm(len(train), generator=generator).to(device)
            flips = (torch.rand(len(train), generator=generator) < 0.5).to(device)
            for k in range(0, len(train) - batch + 1, batch):
                step(order[k:k + batch], flips[k:k + batch])
                steps += 1
        record = {"epoch": epoch, "seconds": round(time.time() - began, 1)}
        if steps:
            record["train_loss"] = round(float(step.total) / steps, 5)
        for name, some in check.items():
            record.update({(name + "_" if name else "") + n: v for n, v in judge(model, some).items()})
        figures = [x for v in record.values() for x in (v if isinstance(v, list) else [v])]
        if not all(map(math.isfinite, figures)):
            raise Diverged("epoch %d: the loss or a test figure is not a number" % epoch)
        records.append(record)
        print("epoch %d: %s" % (epoch, {n: v[0] if isinstance(v, list) else v for n, v in record.items()}), file=sys.stderr, flush=True)
        if each:
            each(epoch, record)
        if time.time() - began > seconds:
            break
    return records
