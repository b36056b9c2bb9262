"""The training loop: self-play and updates in turn on one device, in slices ("phases") of the configuration.

The averaged weights play; the size whose share of positions lags most plays next; each position is
used `reuse` times. A checkpoint is a folder of safetensors (weights, average, optimizer) and state.json; the log is
a line of JSON an event. A slice ends at its time, is measured against the slice before and kept as slice_NN.safetensors.
"""
import json
import os
import shutil
import time

import torch

import losses
import match
import net
import replay
import tensorfile
from core import NO_RESIGN, Batch
from games import cell_index

DEFAULTS = {
    "arch": {"blocks": 6, "channels": 128, "head": 32, "value": 64},
    "seed": 20261115,
    "games": 4096, "games_small": 8192, "small": 64,  # games at a time; more on boards of at most `small` cells,
    "games_large": 256, "large": 169,  # fewer on boards of more than `large`: their games end late, and their share is small
    "games_of": {},  # of single sizes: a size with a small share and many games would hardly end one
    "ring": 4000000, "window": 0.6, "min_fill": 16384,
    "batch": 4096, "reuse": 2.0,
    "lr": 1e-3, "lr_end": None, "decay": "exponential", "weight_decay": 1e-2, "betas": [0.9, 0.99], "clip": 1.0, "warm_up": 200, "average": 0.998,
    "sims": 32, "candidates": 16, "c_visit": 50.0, "c_scale": 0.25,
    # PUCT instead of the Gumbel search, as in Gao 2020 §4.6.2: `simulations` per move, of which at most `sims` ask the net. Then its
    # constant, Dirichlet noise and its parameter, and first moves drawn by visits. A leaf is expanded at visit `expand` (1: two heads).
    "simulations": 0, "puct": 1.5, "noise": 0.25, "alpha": 0.15, "dither": 30, "expand": 1,
    "resign": -0.95, "resign_after": 0.0, "play_out": 0.2, "empty": 0.04,
    "random": 0.2, "random_max": 5, "random_small": 0.4, "random_cells": 64, "random_fill": 0.5,
    # On boards above `random_cells`: a share of games from set-up positions, with up to that share of the cells filled. Uneven openings
    # are given up (tree.h). From move late * width on the choice has less noise.
    "setup": 0.0, "setup_fill": 0.3, "uneven": 0.0, "even_limit": 1.0, "late": 1.0e6, "late_noise": 1.0,
    "favour": 0.0, "first": {},  # share of the openings of one stone that take one of these cells, by size: {"11x11": "a2 c2"}
    "trace": 0.0,  # the search value that is learned looks so far ahead in its game (game.h)
    "shares": {"5x5": 1.0}, "seconds": 60.0, "updates": None,  # a slice ends at its time or after `updates` updates
    "evaluate": [[9, 64], [11, 64]], "truth": [5, 6, 7], "refresh": 8,
    "log_every": 10.0, "checkpoint_every": 60.0, "graphs": True,
}
DEFAULTS.update(losses.DEFAULTS)


def size_of(text):
    w, _, h = text.partition("x")
    return int(w), int(h or w)


def rate_at(c, progress):
    """The learning rate at a share of the slice's time."""
    first, last = c["lr"], c["lr_end"]
    if last is None:
        return first
    return first + (last - first) * progress if c["decay"] == "linear" else first * (last / first) ** progress


class Trainer:
    def __init__(self, config, device, out, weights=None, state=None, optimizer=None, average=None):
        self.config, self.device, self.out = dict(DEFAULTS, **config), torch.device(device), out
        self.state = {"slice": 0, "updates": 0, "positions": 0, "games": 0, "seconds": 0.0, "history": [],
                      "arch": self.config["arch"]}
        self.state.update(state or {})
        self.arch = self.state["arch"]
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        self.batches, self.debt, self.made, self.fill = {}, {}, {}, {}
        seed = self.config["seed"] + self.state["slice"]
        self.generator = torch.Generator(device=self.device).manual_seed(seed)
        self._own(weights or net.init(self.arch, self.config["seed"]), average, optimizer)
        self.previous, self.pool, self.clock = None, None, time.time()
        os.makedirs(out, exist_ok=True)
        if self.device.type == "cuda":
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = True
            self.pool = torch.cuda.graph_pool_handle()

    # ---- weights ----

    def _own(self, weights, average, optimizer):
        """Takes weights (and, if given, their average and the optimizer's moments) for training."""
        self.weights = {n: weights[n].detach().to(self.device, torch.float32).clone().requires_grad_() for n, _ in net.shapes(self.arch)}
        source = average or weights
        self.average = {n: source[n].detach().to(self.device, torch.float32).clone() for n in self.weights}
        c, extra = self.config, {"fused": True} if self.device.type == "cuda" else {}
        self.optimizer = torch.optim.AdamW(list(self.weights.values()), lr=c["lr"], betas=tuple(c["betas"]),
                                           weight_decay=c["weight_decay"], **extra)
        self.moment_age = self.state["updates"] if optimizer is None else -10**9  # the warm-up counts from here
        if optimizer:
            for name, p in self.weights.items():
                if name + ".m" not in optimizer:
                    continue
                self.optimizer.state[p] = {"step": torch.tensor(float(self.state["updates"])).to(self.device if extra else "cpu"),
                                           "exp_avg": optimizer[name + ".m"].to(self.device, torch.float32),
                                           "exp_avg_sq": optimizer[name + ".v"].to(self.device, torch.float32)}
        self.player = net.Player(self.average, self.arch, self.device)

    def moments(self):
        out = {}
        for name, p in self.weights.items():
            s = self.optimizer.state.get(p)
            if s:
                out[name + ".m"], out[name + ".v"] = s["exp_avg"].bfloat16(), s["exp_avg_sq"].bfloat16()
        return out

    def grow(self, blocks):
        old = self.moments()
        weights, arch = net.grow({n: t.detach() for n, t in self.weights.items()}, self.arch, blocks, self.config["seed"])
        average, _ = net.grow(self.average, self.arch, blocks, self.config["seed"])
        self.arch = self.state["arch"] = arch
        self._own(weights, average, old)

    # ---- checkpoint and log ----

    def log(self, event, **values):
        line = dict(event=event, slice=self.state["slice"], t=round(time.time() - self.clock, 2), **values)
        text = json.dumps(line)
        with open(os.path.join(self.out, "log.jsonl"), "a") as f:
            f.write(text + "\n")
        print(text, flush=True)

    def metadata(self):
        record = {k: self.state[k] for k in ("slice", "updates", "positions", "games", "seconds", "history")}
        return {"format": "mustplay-net-1", "architecture": json.dumps(self.arch), "training": json.dumps(record),
                "seed": self.config["seed"], "loss": self.config["loss"]}

    def checkpoint(self):
        def put(name, tensors):
            path = os.path.join(self.out, name)
            tensorfile.save(path + ".part", tensors, self.metadata())
            os.replace(path + ".part", path)

        put("average.safetensors", self.average)
        put("weights.safetensors", self.weights)
        put("optimizer.safetensors", self.moments())
        with open(os.path.join(self.out, "state.json"), "w") as f:
            json.dump({"state": self.state, "config": self.config}, f)

    def save_slice(self):
        """The average as a net file of its own, with the record of all slices up to this one."""
        path = os.path.join(self.out, "slice_%02d.safetensors" % self.state["slice"])
        tensorfile.save(path + ".part", {n: t.half() for n, t in self.average.items()}, self.metadata())
        os.replace(path + ".part", path)

    # ---- self-play ----

    def make_batches(self, c):
        """Batches for this slice's shares; games and replay of an earlier slice go on."""
        for text in c["shares"]:
            w, h = size_of(text)
            kind = "games_small" if w * h <= c["small"] else "games_large" if w * h > c["large"] else "games"
            old = self.batches.get(text)
            b = Batch(self.device, w, h, c["games_of"].get(text, c[kind]), c["sims"], c["candidates"], ring_size=c["ring"],
                      seed=c["seed"] * 1000 + self.state["slice"] * 400 + w * 20 + h, heir_of=old,
                      simulations=c["simulations"])
            many = w * h <= c["random_cells"]
            b.set(puct=c["puct"], noise=c["noise"], alpha=c["alpha"], dither=c["dither"], expand=c["expand"])
            b.set(c_visit=c["c_visit"], c_scale=c["c_scale"], play_out=c["play_out"], empty=c["empty"], resign=NO_RESIGN,
                  random=c["random_small"] if many else c["random"],
                  random_max=max(2, int(c["random_fill"] * w * h) if many else min(c["random_max"], w * h - 2)),
                  setup=0.0 if many else c["setup"], setup_max=max(2, int(c["setup_fill"] * w * h)),
                  uneven=0.0 if many else c["uneven"], even_limit=c["even_limit"], late=c["late"] * w, late_noise=c["late_noise"],
                  trace=c["trace"])
            b.favour([cell_index(cell, w) for cell in c["first"].get(text, "").split()], c["favour"])
            if old is None:
                b.start()
                self.debt[text], self.made[text], self.fill[text] = 0.0, 0, 0
            self.batches[text] = b
            if c["graphs"] and self.device.type == "cuda":
                b.capture(self.player, self.pool)

    def next_size(self, c):
        total = sum(self.made.values()) + 1
        weight = sum(c["shares"].values())
        return max(c["shares"], key=lambda n: c["shares"][n] / weight - self.made[n] / total)

    # ---- updates ----

    def update(self, batch, c, rate):
        size = c["batch"]
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.state["updates"] - self.moment_age + 1) / max(1, c["warm_up"]))
        self.optimizer.zero_grad(set_to_none=True)
        for o in range(batch.rings):
            rows, columns = (batch.h, batch.w) if o == 0 else (batch.w, batch.h)
            data = losses.decode(replay.sample(batch, o, size // batch.rings, c["window"], self.generator))
            x = net.planes(data["cell"], rows, columns).to(self.kind)
            cells, v = net.forward_packed(net.pack(self.weights, self.arch, self.kind), self.arch, x, train=True)
            terms = losses.compute(cells, v, data, c, self.weights)
            (terms["total"] / batch.rings).backward()
        norm = torch.nn.utils.clip_grad_norm_(list(self.weights.values()), c["clip"])
        self.optimizer.step()
        self.state["updates"] += 1
        u = self.state["updates"]
        keep = min(c["average"], (1.0 + u) / (10.0 + u))
        with torch.no_grad():
            torch._foreach_mul_(list(self.average.values()), keep)
            torch._foreach_add_(list(self.average.values()), [p.detach() for p in self.weights.values()], alpha=1.0 - keep)
            if u % c["refresh"] == 0:
                self.player.refresh(self.average)
        return {n: t.detach() for n, t in terms.items()}, norm, (cells.detach(), v.detach(), data)

    # ---- a slice ----

    def run_slice(self, c, deadline, window=None):
        """Plays and learns until the slice's time or the deadline. window: a folder to take the replay from."""
        began, done_before = time.time(), dict(self.state)
        self.slice_base = {n: b.stats() for n, b in self.batches.items()}
        if c.get("blocks", 0) > self.arch["blocks"]:
            self.grow(c["blocks"])
            self.log("grow", blocks=c["blocks"])
        if self.previous is None and self.state["updates"]:
            self.previous = (net.Player(self.average, self.arch, self.device), self.state["slice"])
        self.make_batches(c)
        if window:
            self.log("window_loaded", sizes=[n for n, b in self.batches.items() if replay.load(window, b)])
        end = min(began + c["seconds"], deadline)
        self.log("slice_begin", seconds=end - time.time(), setup=time.time() - began, sims=c["sims"], candidates=c["candidates"],
                 shares=c["shares"], batch=c["batch"], reuse=c["reuse"], lr=c["lr"], lr_end=c["lr_end"], arch=self.arch,
                 loss=c["loss"], seed=c["seed"])
        self.made = {n: 0 for n in self.made}
        start = last_log = last_save = time.time()
        seen, resigning, moves, last = None, False, 0, {}
        limit = self.state["updates"] + (c["updates"] or 10**12)
        while time.time() < end and self.state["updates"] < limit:
            name = self.next_size(c)
            b = self.batches[name]
            b.move(self.player)
            moves += 1
            self.made[name] += b.games
            progress = min(1.0, (time.time() - start) / max(1e-6, end - start))
            rate = rate_at(c, progress)
            if self.fill[name] >= c["min_fill"]:
                self.debt[name] += c["reuse"] * b.games
                while self.debt[name] >= c["batch"]:
                    self.debt[name] -= c["batch"]
                    last[name] = self.update(b, c, rate)
            if moves % 8 == 0 or self.device.type == "cpu":
                self.fill = {n: min(x.tensors["ring_total"][:x.rings].tolist()) for n, x in self.batches.items()}
            if not resigning and time.time() - start >= c["resign_after"]:
                resigning = True
                for x in self.batches.values():
                    x.set(resign=c["resign"])
            if time.time() - last_log >= c["log_every"]:
                seen = self.progress(c, last, rate, seen, last_log)
                last, last_log = {}, time.time()
            if time.time() - last_save >= c["checkpoint_every"]:
                self.checkpoint()
                last_save = time.time()
        self.progress(c, last, rate, seen, last_log)
        self.finish_slice(c, time.time() - began, done_before)

    def totals(self):
        """Sums of the batches' counters since this slice began, added to what earlier slices made."""
        out = {}
        for n, b in self.batches.items():
            base = self.slice_base.get(n, {})
            for k, v in b.stats().items():
                out[k] = out.get(k, 0) + v - base.get(k, 0)
        return out

    def progress(self, c, last, rate, seen, since):
        """Logs throughput, losses and accuracies by size; stops on a loss that is no number."""
        now, spent = self.totals(), time.time() - since
        before = seen or {"games": 0, "positions": 0, "made": 0, "updates": self.state["updates"]}
        made = sum(self.made.values())
        line = {"games": now["games"], "positions": now["positions"], "updates": self.state["updates"], "lr": round(rate, 7),
                "games_s": round((now["games"] - before["games"]) / spent), "searches_s": round((made - before["made"]) / spent),
                "updates_s": round((self.state["updates"] - before["updates"]) / spent, 2),
                "plies": round(now["plies"] / max(1, now["games"]), 1), "black": round(now["black_wins"] / max(1, now["games"]), 3),
                "resigned": round(now["resigned"] / max(1, now["games"]), 3),
                "false_resign": round(now["false_resign"] / max(1, now["would_resign"]), 4)}
        for n, (terms, norm, answer) in sorted(last.items()):
            extra = losses.accuracy(*answer)
            line[n] = {k: round(float(v), 4) for k, v in list(terms.items()) + list(extra.items()) + [("norm", norm)]}
            if not all(v == v for v in line[n].values()):
                self.log("not_a_number", size=n, terms=line[n])
                raise FloatingPointError("a loss is not a number; resume from the last checkpoint with a smaller lr")
        self.log("progress", **line)
        return {"games": now["games"], "positions": now["positions"], "made": made, "updates": self.state["updates"]}

    def finish_slice(self, c, spent, before):
        s, made = self.state, self.totals()
        s["slice"] += 1
        s["games"] += made["games"]
        s["positions"] += made["positions"]
        s["seconds"] += spent
        self.player.refresh(self.average)
        entry = {"slice": s["slice"], "seconds": round(spent, 1), "games": made["games"], "positions": made["positions"],
                 "updates": s["updates"] - before["updates"], "blocks": self.arch["blocks"], "sims": c["sims"]}
        s["history"] = s["history"] + [entry]
        self.save_slice()
        self.checkpoint()  # before measuring, which takes a while; both are written again with the result
        entry["truth"] = {}
        for n in c["truth"]:
            entry["truth"][str(n)] = match.opening_truth(self.player, n, 64, self.device)
        entry["against_previous"] = {}
        for n, sims in c["evaluate"] if self.previous else []:
            entry["against_previous"][str(n)] = match.play(self.player, self.previous[0], n, n, sims, self.device)
        self.log("slice_end", previous=self.previous[1] if self.previous else None, **{k: v for k, v in entry.items() if k != "slice"})
        self.previous = (net.Player(self.average, self.arch, self.device), s["slice"])
        self.save_slice()
        self.checkpoint()

    def save_window(self, folder, most=1000000):
        for b in self.batches.values():
            replay.save(folder, b, most)


def from_net(path, device, out, config):
    """A trainer that goes on from a net file alone: its weights and its record, fresh moments and window."""
    weights, metadata = tensorfile.load(path)
    state = dict(json.loads(metadata.get("training", "{}")), arch=json.loads(metadata["architecture"]))
    return Trainer(config, device, out, {n: t.float() for n, t in weights.items()}, state)


def load_checkpoint(folder, device, out, config=None):
    """A trainer that resumes from `folder`; keys of config override the saved ones."""
    with open(os.path.join(folder, "state.json")) as f:
        saved = json.load(f)
    parts = {}
    for name in ("weights", "average", "optimizer"):
        path = os.path.join(folder, name + ".safetensors")
        parts[name] = tensorfile.load(path)[0] if os.path.exists(path) else None
    if parts["weights"] is None:
        parts["weights"] = parts["average"]
    os.makedirs(out, exist_ok=True)
    old_log = os.path.join(folder, "log.jsonl")
    if os.path.abspath(folder) != os.path.abspath(out) and os.path.exists(old_log):
        shutil.copy(old_log, os.path.join(out, "log.jsonl"))
    return Trainer(dict(saved["config"], **(config or {})), device, out, parts["weights"], saved["state"], parts["optimizer"], parts["average"])
