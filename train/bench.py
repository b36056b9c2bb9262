#!/usr/bin/env python3
"""First look at a GPU: are its kernels the CPU's, and what do net, tree and update cost?

  bench.py [--blocks 6 8] [--sizes 9 11 13]      prints a table; times are medians with events
"""
import argparse
import time

import torch

import core
import losses
import net
import replay
import trainer


def timed(call, repeats=5):
    """Median milliseconds of a call on the GPU, after one run to warm up."""
    call()
    torch.cuda.synchronize()
    spans = []
    for _ in range(repeats):
        a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        a.record()
        call()
        b.record()
        b.synchronize()
        spans.append(a.elapsed_time(b))
    return sorted(spans)[len(spans) // 2]


def check(w, h, games=256, moves=12):
    """Both builds play the same games from one seed with one net in float32; how much agrees?"""
    arch = {"blocks": 2, "channels": 16, "head": 8, "value": 8}
    g = torch.Generator().manual_seed(3)
    weights = {n: t + 0.05 * torch.randn(t.shape, generator=g) for n, t in net.init(arch, 3).items()}
    same_tree = same_move = total = 0
    batches = {}
    for device in ("cpu", "cuda"):
        b = core.Batch(device, w, h, games, 32, ring_size=65536, seed=5)
        b.set(random=0.5, random_max=8)
        b.start()
        torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
        batches[device] = (b, net.Player(weights, arch, device, torch.float32))
    if not torch.equal(batches["cpu"][0].tensors["cell"], batches["cuda"][0].tensors["cell"].cpu()):
        print("openings differ", flush=True)
    for _ in range(moves):
        for b, player in batches.values():
            b.search(player)
        one, two = batches["cpu"][0].tensors, batches["cuda"][0].tensors
        same_tree += int((one["visits"][:, 0] == two["visits"][:, 0].cpu()).all(1).sum())
        for b, _ in batches.values():
            b._call("mp_move")
        same_move += int((one["cell"] == two["cell"].cpu()).all(1).sum())
        total += games
        for n in core.GAMES:  # go on from one state, so that a rounding difference does not spread
            two[n].copy_(one[n])
    a, b = batches["cpu"][0].stats(), batches["cuda"][0].stats()
    print("check %dx%d: %d searches, same root visits %.4f, same position after the move %.4f; finished games %d and %d"
          % (w, h, total, same_tree / total, same_move / total, a["games"], b["games"]), flush=True)


def table(blocks, sizes, games, batch_size):
    arch = dict(trainer.DEFAULTS["arch"], blocks=blocks)
    weights = {n: t.cuda() for n, t in net.init(arch).items()}
    player = net.Player(weights, arch, "cuda")
    work = 2 * 9 * arch["channels"] * (2 * arch["channels"] * blocks + 2 * arch["head"])  # multiply-adds of 3x3 convolutions
    for n in sizes:
        b = core.Batch("cuda", n, n, games, 32, ring_size=200000)
        b.start()
        begin = time.time()
        b.capture(player)
        torch.cuda.synchronize()
        setup = time.time() - begin
        one = timed(lambda: player(b.tensors["x0"]))
        fixed = player(b.tensors["x0"])
        move = timed(lambda: b.move(player), 3)
        graph, b.graph = b.graph, None
        tree = timed(lambda: b.move(lambda x: fixed), 3)
        t = trainer.Trainer({"arch": arch, "batch": batch_size}, "cuda", "/tmp/bench_out", weights)
        b.tensors["ring_total"][0] = 200000
        b.tensors["ring_policy0"].fill_(100)
        b.tensors["ring_cell0"].copy_(torch.randint(0, 3, b.tensors["ring_cell0"].shape, device="cuda"))
        b.tensors["ring_result0"].fill_(1)
        step = timed(lambda: t.update(b, t.config, 1e-4), 5)
        data = timed(lambda: net.planes(losses.decode(replay.sample(b, 0, batch_size, 0.6))["cell"], n, n).to(t.kind), 3)
        begin = time.time()
        t.update(b, t.config, 1e-4)
        launch = (time.time() - begin) * 1e3
        torch.cuda.synchronize()
        print("%2dx%d: net %.2f ms, %.2f M/s, %.0f TFLOP/s; move of 32+1 %.0f ms (%.0f k positions/s), its tree %.1f ms; update of %d %.1f ms "
              "(%.0f k/s; data %.1f ms; launching %.1f ms); capture %.1f s"
              % (n, n, one, games / one / 1e3, games * n * n * work / one / 1e9, move, games / move, tree, batch_size, step,
                 batch_size / step, data, launch, setup), flush=True)
        del b, graph


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--blocks", type=int, nargs="*", default=[6, 8])
    p.add_argument("--sizes", type=int, nargs="*", default=[9, 11, 13])
    p.add_argument("--games", type=int, default=4096)
    p.add_argument("--batch", type=int, default=4096)
    args = p.parse_args()
    torch.backends.cudnn.benchmark = True
    begin = time.time()
    core.load("cuda")
    print("torch %s, %s, fused %s, build %.1f s" % (torch.__version__, torch.cuda.get_device_name(), net.fused_available("cuda"),
                                                   time.time() - begin), flush=True)
    for w, h in ((5, 5), (7, 6), (11, 11)):
        check(w, h)
    torch.backends.cuda.matmul.allow_tf32 = True
    for blocks in args.blocks:
        print("blocks", blocks, flush=True)
        table(blocks, args.sizes, args.games, args.batch)
    print("peak memory %.1f GB" % (torch.cuda.max_memory_allocated() / 1e9))


if __name__ == "__main__":
    main()
