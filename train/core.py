"""Builds and binds the search (train/core): one batch of games of one board size.

`load(device)` compiles core.cu with nvcc for a GPU or with g++ for the CPU into train/build (or
$MUSTPLAY_TRAIN_BUILD) and opens it with ctypes. `Batch` owns the tensors the C struct points to and runs a move: the
search's steps with the net between them. It can do so as one CUDA graph.
"""
import ctypes
import hashlib
import os
import subprocess

import torch

HERE = os.path.dirname(os.path.abspath(__file__))

SETTINGS = ("gumbel", "c_visit", "c_scale", "resign", "play_out", "empty", "random", "random_max", "puct", "noise", "alpha", "dither", "expand",
            "setup", "setup_max", "uneven", "even_limit", "late", "late_noise", "trace", "favour", "favoured")
STATS = ("games", "plies", "black_wins", "resigned", "would_resign", "false_resign", "positions")
Q_UNKNOWN = -32768
NO_RESIGN = -2.0

# The fields of Search in tree.h, in order. A number repeats a pointer.
POINTERS = [
    "cell", "link", "mover", "done", "length", "rng", "play_out", "would", "prior", "sum", "visits",
    "child", "parent", "action", "node_mover", "won", "value", "node_count", "leaf", "guess",
    "spent", "score", "considered", "plan", "x0", "x1", "setting", "first", "rec_cell", "rec_policy", "rec_q", "rec_value",
    "rec_move", "rec_mover", "ring_cell0", "ring_cell1", "ring_policy0", "ring_policy1", "ring_q0",
    "ring_q1", "ring_value0", "ring_value1", "ring_move0", "ring_move1", "ring_result0",
    "ring_result1", "ring_total", "stats",
]
# Rebuilt for every move; the rest of the tensors is the state of the games and the replay.
TREE = ("prior", "sum", "visits", "child", "parent", "action", "node_mover", "won", "value", "node_count", "leaf", "guess",
        "spent", "score", "considered", "plan", "x0", "x1", "setting", "first")
GAMES = ("cell", "link", "mover", "done", "length", "rng", "play_out", "would", "rec_cell", "rec_policy", "rec_q", "rec_value",
         "rec_move", "rec_mover")
RING = ("cell", "policy", "q", "value", "move", "result")
NUMBERS = ["games", "w", "h", "cells", "nodes", "sims", "candidates", "ring_size", "match", "simulations"]


class Search(ctypes.Structure):
    _fields_ = [(n, ctypes.c_void_p) for n in POINTERS] + [(n, ctypes.c_int32) for n in NUMBERS]


_libraries = {}


def build(gpu):
    """Compiles the library unless this very source is built already; returns its path."""
    folder = os.path.join(HERE, "core")
    digest = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as f:
            digest.update(f.read())
    target = os.environ.get("MUSTPLAY_TRAIN_BUILD", os.path.join(HERE, "build"))
    os.makedirs(target, exist_ok=True)
    path = os.path.join(target, "core_%s_%s.so" % ("gpu" if gpu else "cpu", digest.hexdigest()[:12]))
    if os.path.exists(path):
        return path
    source = os.path.join(folder, "core.cu")
    if gpu:
        nvcc = os.environ.get("NVCC", "nvcc")
        command = [nvcc, "-O3", "-std=c++17", "-arch=sm_90", "-Xcompiler", "-fPIC", "-shared"]
    else:
        command = ["g++", "-x", "c++", "-std=c++17", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra",
                   "-Wno-unused-function"]
    part = "%s.%d" % (path, os.getpid())
    subprocess.run(command + ["-o", part, source], check=True)
    os.replace(part, path)
    return path


def load(device):
    gpu = torch.device(device).type == "cuda"
    if gpu not in _libraries:
        lib = ctypes.CDLL(build(gpu))
        if lib.mp_struct_size() != ctypes.sizeof(Search):
            raise RuntimeError("core.py and tree.h disagree about the struct Search")
        _libraries[gpu] = lib
    return _libraries[gpu]


def halving_plan(candidates, sims):
    """For each number of candidates m and each simulation, the visit count of the candidate to take.

    Sequential halving: m candidates get an equal share of a round, the better half goes on. Taking
    the best candidate among those with the count due needs no sorting of survivors: whoever was
    dropped keeps a smaller count.
    """
    plan = torch.zeros(candidates + 1, sims, dtype=torch.int16)
    for m in range(candidates + 1):
        rounds = max(1, (max(m, 1) - 1).bit_length())
        counts, alive, due = [0] * max(m, 1), max(m, 1), []
        while len(due) < sims:
            share = max(1, sims // (rounds * alive))
            for _ in range(share):
                due += counts[:alive]
                for k in range(alive):
                    counts[k] += 1
            alive = max(min(2, max(m, 1)), alive // 2)
        plan[m] = torch.tensor(due[:sims], dtype=torch.int16)
    return plan


class Batch:
    """Games of one size played in step. record=False is match mode: no replay, finished games rest."""

    def __init__(self, device, w, h, games, sims, candidates=16, ring_size=0, match=False, seed=1, heir_of=None, simulations=0):
        """heir_of: a batch of the same size whose games and replay this one takes over (other simulations).
        simulations: per move of a search by PUCT; at most `sims` of them ask the net (puct.h)."""
        self.lib, self.device = load(device), torch.device(device)
        self.w, self.h, self.cells, self.games, self.sims = w, h, w * h, games, sims
        self.square, self.match, self.ring_size, self.graph = w == h, match, ring_size, None
        self.rings = 1 if self.square else 2
        self.lost = heir_of.lost if heir_of else [0, 0]  # positions counted in ring_total that were never in this ring
        nodes, cells = sims + 1, w * h
        feature = torch.float16 if self.lib.mp_feature_size() == 2 else torch.float32
        t = self.tensors = {}
        old = heir_of.tensors if heir_of else {}

        def make(name, shape, dtype):
            t[name] = old[name] if name in old and name not in TREE else torch.zeros(shape, dtype=dtype, device=self.device)

        i8, i16, f32 = torch.int8, torch.int16, torch.float32
        make("cell", (games, cells), i8)
        make("link", (games, cells + 4), i16)
        for name in ("mover", "done", "play_out", "would"):
            make(name, (games,), i8)
        make("length", (games,), torch.int32)
        for name, dtype in (("prior", f32), ("sum", f32), ("visits", i16), ("child", i16)):
            make(name, (games, nodes, cells), dtype)
        for name, dtype in (("parent", i16), ("action", i16), ("node_mover", i8), ("won", i8), ("value", f32)):
            make(name, (games, nodes), dtype)
        make("node_count", (games,), i16)
        make("leaf", (games,), i16)
        if simulations:
            make("guess", (games, nodes, cells), f32)
            make("spent", (games,), torch.int32)
        make("score", (games, cells), f32)
        make("considered", (games,), i16)
        make("x0", (games, h + 4, w + 4, 8), feature)
        if not self.square:
            make("x1", (games, w + 4, h + 4, 8), feature)
        waiting = 0 if match else games
        make("rec_cell", (waiting, cells, cells), i8)
        make("rec_policy", (waiting, cells, cells), i16)
        make("rec_q", (waiting, cells, cells), i16)
        make("rec_value", (waiting, cells), f32)
        make("rec_move", (waiting, cells), i16)
        make("rec_mover", (waiting, cells), i8)
        for o in range(0 if match else self.rings):
            make("ring_cell%d" % o, (ring_size, cells), i8)
            make("ring_policy%d" % o, (ring_size, cells), i16)
            make("ring_q%d" % o, (ring_size, cells), i16)
            make("ring_value%d" % o, (ring_size,), f32)
            make("ring_move%d" % o, (ring_size,), i16)
            make("ring_result%d" % o, (ring_size,), i8)
        make("ring_total", (2,), torch.int64)
        make("stats", (len(STATS),), torch.int64)
        t["plan"] = halving_plan(candidates, sims).to(self.device)
        generator = torch.Generator().manual_seed(seed)
        t["rng"] = old["rng"] if old else torch.randint(-2**62, 2**62, (games,), generator=generator).to(self.device)
        self.setting = {"gumbel": 1.0, "c_visit": 50.0, "c_scale": 0.25, "resign": NO_RESIGN, "play_out": 0.2,
                        "empty": 0.04, "random": 0.2, "random_max": min(5, max(2, cells - 2)),
                        "puct": 1.5, "noise": 0.0, "alpha": 0.15, "dither": 0.0, "expand": 1.0,
                        "setup": 0.0, "setup_max": 2.0, "uneven": 0.0, "even_limit": 1.0, "late": 1.0e6, "late_noise": 1.0, "trace": 0.0,
                        "favour": 0.0, "favoured": 0.0}
        if heir_of:
            self.setting = dict(heir_of.setting)
        make("setting", (len(SETTINGS),), f32)
        make("first", (cells,), i16)
        self.struct = Search(**{n: t[n].data_ptr() if n in t else None for n in POINTERS})
        for n, v in zip(NUMBERS, (games, w, h, cells, nodes, sims, candidates, ring_size, int(match), simulations)):
            setattr(self.struct, n, v)
        self.set()

    def set(self, **values):
        """Changes settings (see tree.h); a captured graph sees the change."""
        self.setting.update(values)
        self.tensors["setting"].copy_(torch.tensor([self.setting[n] for n in SETTINGS]))

    def favour(self, cells, share):
        """Openings of one stone take one of these cells in that share; the others any cell. No cells: none is favoured."""
        for k, cell in enumerate(cells):
            self.tensors["first"][k] = cell
        self.set(favour=share, favoured=float(len(cells)))

    def _call(self, name, *args):
        stream = 0
        if self.device.type == "cuda":
            stream = torch.cuda.current_stream(self.device).cuda_stream
        code = getattr(self.lib, name)(ctypes.byref(self.struct), *args, ctypes.c_void_p(stream))
        if code:
            raise RuntimeError("%s: CUDA error %d" % (name, code))

    def start(self):
        """New games in every slot."""
        self.tensors["done"].zero_()
        self._call("mp_start")

    def place(self, positions):
        """Sets every game up from (moves, ...) lists of cells, Black first (match mode)."""
        cell = torch.zeros(self.games, self.cells, dtype=torch.int8)
        link = torch.arange(self.cells + 4, dtype=torch.int16).repeat(self.games, 1)
        mover = torch.ones(self.games, dtype=torch.int8)
        for g, moves in enumerate(positions):
            groups = Groups(self.w, self.h)
            for k, at in enumerate(moves):
                groups.place(at, 1 + k % 2)
            cell[g] = torch.tensor(groups.cell, dtype=torch.int8)
            link[g] = torch.tensor(groups.link, dtype=torch.int16)
            mover[g] = 1 + len(moves) % 2
        for name, value in (("cell", cell), ("link", link), ("mover", mover)):
            self.tensors[name].copy_(value)
        self.tensors["done"].zero_()
        self.tensors["length"].zero_()

    def _evaluate(self, net):
        """The net's answers as the four pointers the steps take; keeps the tensors alive."""
        first = net(self.tensors["x0"])
        second = first if self.square else net(self.tensors["x1"])
        self._held = (first, second)
        return [ctypes.c_void_p(x.data_ptr()) for pair in (first, second) for x in pair]

    def search(self, net):
        self._call("mp_open")
        self._call("mp_root", *self._evaluate(net))
        for sim in range(self.sims):
            self._call("mp_select", ctypes.c_int(sim))
            self._call("mp_expand", *self._evaluate(net))

    def move(self, net):
        """One move in every game."""
        if self.graph is not None:
            self.graph.replay()
            return
        self.search(net)
        self.finish_move()

    def finish_move(self):
        """Plays in every game what the search found."""
        self._call("mp_move")

    def capture(self, net, pool=None):
        """Records a whole move as a CUDA graph; the net's weights must then be changed in place."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            self.graph = None
            self.move(net)  # loads the kernels and lets cuDNN choose its algorithms; a move like any other
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=pool):
            self.search(net)
            self.finish_move()
        self.graph = graph

    def stats(self):
        return dict(zip(STATS, self.tensors["stats"].tolist()))


class Groups:
    """The same union-find as board.h, for setting up positions and for tests."""

    def __init__(self, w, h):
        self.w, self.h, self.cell = w, h, [0] * (w * h)
        self.link = list(range(w * h + 4))

    def root(self, x):
        while self.link[x] != x:
            x = self.link[x]
        return x

    def join(self, x, y):
        x, y = sorted((self.root(x), self.root(y)))
        self.link[x] = y

    def place(self, at, colour):
        c, r, n = at % self.w, at // self.w, self.w * self.h
        self.cell[at] = colour
        for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            nc, nr = c + dc, r + dr
            if 0 <= nc < self.w and 0 <= nr < self.h and self.cell[nr * self.w + nc] == colour:
                self.join(at, nr * self.w + nc)
        low, line, last = (n, r, self.h - 1) if colour == 1 else (n + 2, c, self.w - 1)
        if line == 0:
            self.join(at, low)
        if line == last:
            self.join(at, low + 1)
        return self.root(low) == self.root(low + 1)
