"""The net, the losses, files, the replay window, resuming, and a slice that learns."""
import argparse
import io
import json
import os
import struct
import sys
import tempfile
import unittest
from contextlib import redirect_stderr
from unittest import mock

import torch
import torch.nn.functional as F

from support import ARCH, tiny_player, tiny_weights
import core
import distill
import export
import ladder
import losses
import match
import net
import replay
import tensorfile
import train
import trainer

TINY = {"arch": {"blocks": 1, "channels": 8, "head": 4, "value": 8}, "games": 16, "games_small": 16, "ring": 4096,
        "min_fill": 64, "batch": 32, "sims": 4, "candidates": 4, "shares": {"3x3": 0.5, "3x2": 0.5}, "seconds": 600.0, "updates": 40,
        "evaluate": [[3, 4]], "truth": [3], "log_every": 0.5, "warm_up": 5}


def quiet(call, *args, **named):
    """Runs with stdout closed, so that the runner's output stays readable."""
    saved, sys.stdout = sys.stdout, open(os.devnull, "w")
    try:
        return call(*args, **named)
    finally:
        sys.stdout.close()
        sys.stdout = saved


class Distilling(unittest.TestCase):
    def lessons(self, count):
        """3x3 lessons: the centre is proved to win, the other moves lose."""
        g, out = torch.Generator().manual_seed(1), b""
        for _ in range(count):
            code = torch.randint(0, 6, (9,), generator=g, dtype=torch.uint8)
            code[code >= distill.OPEN] = distill.LOSES
            code[4] = distill.WINS
            out += bytes(code.tolist()) + bytes(9) + bytes([16])
        return out

    def distil(self, folder, *more):
        out, saved = os.path.join(folder, "net.safetensors"), sys.argv
        teacher = os.path.join(folder, "teacher.safetensors")
        tensorfile.save(teacher, tiny_weights(), {"architecture": json.dumps(ARCH)})
        sys.argv = ["distill.py", "--lessons", folder, "--out", out, "--teacher", teacher, "--blocks", "1", "--channels", "8", "--head", "4",
                    "--steps", "150", "--rate", "1e-2", "--force", *more]
        try:
            quiet(distill.main)
        finally:
            sys.argv = saved
        weights, metadata = tensorfile.load(out)
        return weights, json.loads(metadata["architecture"]), json.loads(metadata["training"])

    def test_learns_what_is_proved(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "3.lessons"), "wb") as f:
                f.write(self.lessons(200) + b"cut off")
            open(os.path.join(folder, "5.lessons"), "wb").close()
            kept, held = distill.read([folder])[3]
            self.assertEqual([t.shape[0] for t in kept + held], [196, 196, 196, 4, 4, 4])
            self.assertTrue(torch.equal(kept[1], torch.full((196,), 2.0)))  # log2(1 + 3 studies)
            weights, arch, record = self.distil(folder)
            with open(os.path.join(folder, "3.lessons"), "wb") as f:
                f.write(self.lessons(2000))
            taught, control = self.distil(folder)[2], self.distil(folder, "--control", "--work", "0.5")[2]
        self.assertEqual(arch["channels"], 8)
        self.assertNotIn("planes", arch)
        self.assertEqual(weights["input.weight"].shape, (8, 3, 5, 5))
        self.assertEqual(record["lessons"], 196)
        self.assertGreater(record["steps"], 0)
        self.assertGreater(taught["sign_right"], control["sign_right"])
        self.assertGreater(taught["first_wins"], control["first_wins"])

    def test_targets(self):
        o, w, x = distill.OPEN, distill.WINS, distill.LOSES
        code = torch.tensor([[0, 1, o, o, x], [0, 2, o, w, x], [0, 0, x, x, 1]], dtype=torch.uint8)
        policy = torch.tensor([[0, 0, 0.5, 0.25, 0.25], [0, 0, 0.5, 0.25, 0.25], [0, 0, 0.75, 0.25, 0]])
        action = torch.full((3, 5), 0.5)
        cost = torch.tensor([[0, 0, 0, 0, 64], [0, 0, 0, 32, 0], [0, 0, 0, 0, 0]], dtype=torch.uint8)  # 8 log2(1 + work)
        args = argparse.Namespace(control=False, doubt=0.0)
        p, q, v = distill.targets(code, cost, policy, action, args)
        self.assertTrue(torch.allclose(p, torch.tensor([[0, 0, 2 / 3, 1 / 3, 0], [0, 0, 0, 1.0, 0], [0, 0, 0.75, 0.25, 0]])))
        self.assertEqual(q.tolist(), [[0.5, 0.5, 0.5, 0.5, 1.0], [0.5, 0.5, 0.5, -1.0, 1.0], [0.5, 0.5, 1.0, 1.0, 0.5]])
        self.assertEqual(v.tolist(), [-0.5, 1.0, -1.0])
        args.doubt = 0.5
        q, v = distill.targets(code, cost, policy, action, args)[1:]
        self.assertEqual(q.tolist(), [[0.5, 0.5, 0.5, 0.5, 0.75], [0.5, 0.5, 0.5, -0.875, 1.0], [0.5, 0.5, 1.0, 1.0, 0.5]])
        self.assertEqual(v.tolist(), [-0.5, 0.875, -1.0])
        args.control = True
        p, q, v = distill.targets(code, cost, policy, action, args)
        self.assertTrue(torch.equal(p, policy) and torch.equal(q, action))


class Network(unittest.TestCase):
    def test_fast_path_is_the_definition(self):
        w = tiny_weights()
        for h, width in ((3, 3), (5, 4), (6, 9)):
            x = net.planes(torch.randint(0, 3, (5, h * width)), h, width)
            cells, v = net.forward_packed(net.pack(w, ARCH, torch.float32), ARCH, x)
            p, q, value = net.forward_plain(w, ARCH, x.permute(0, 3, 1, 2)[:, :3])
            self.assertTrue(torch.allclose(cells[..., 0], p, atol=1e-5))
            self.assertTrue(torch.allclose(torch.tanh(cells[..., 1]), q, atol=1e-5))
            self.assertTrue(torch.allclose(torch.tanh(v), value, atol=1e-5))

    def test_gradients_of_the_fused_layer(self):
        torch.manual_seed(2)
        x, z = torch.randn(3, 4, 5, 5).double(), torch.randn(3, 6, 5, 5).double()
        w, b, g = torch.randn(6, 4, 3, 3).double(), torch.randn(6).double(), torch.randn(3, 6, 5, 5).double()
        for use_z in (False, True):
            a = [t.clone().requires_grad_() for t in (x, w, b, z)]
            c = [t.clone().requires_grad_() for t in (x, w, b, z)]
            net.ConvRelu.apply(a[0], a[1], a[2], 1, a[3] if use_z else None).backward(g)
            F.relu(F.conv2d(c[0], c[1], c[2], padding=1) + (c[3] if use_z else 0)).backward(g)
            for s, t in list(zip(a, c))[:4 if use_z else 3]:
                self.assertTrue(torch.allclose(s.grad, t.grad))

    def test_moves_plane(self):
        """A plane added counts nothing at first; one that counts is told which cells are idle."""
        w = tiny_weights()
        cell = torch.randint(0, 3, (5, 30), generator=torch.Generator().manual_seed(3))
        idle = (cell == 0) & (torch.arange(30) % 2 == 0)
        more, arch = net.add_moves_plane(w, ARCH)
        self.assertEqual(arch["planes"], 4)

        def answers(weights, arch, *told):
            return net.forward_packed(net.pack(weights, arch, torch.float32), arch, net.planes(cell, 5, 6, *told))[0]
        self.assertTrue(torch.equal(answers(w, ARCH), answers(more, arch, idle)))
        more["input.weight"][:, 3] = 1.0
        self.assertFalse(torch.allclose(answers(w, ARCH), answers(more, arch, idle)))
        x = net.planes(cell, 5, 6, idle)
        plain = net.forward_plain(more, arch, x.permute(0, 3, 1, 2)[:, :4])[0]
        self.assertTrue(torch.allclose(answers(more, arch, idle)[..., 0], plain, atol=1e-4))

    def test_growing_keeps_the_function(self):
        w = tiny_weights()
        x = torch.rand(2, 3, 9, 8)
        bigger, arch = net.grow(w, ARCH, 5)
        self.assertEqual(arch["blocks"], 5)
        for s, t in zip(net.forward_plain(w, ARCH, x), net.forward_plain(bigger, arch, x)):
            self.assertTrue(torch.equal(s, t))

    def test_search_input_is_planes(self):
        batch = core.Batch("cpu", 4, 3, 8, 2, 2, ring_size=64)
        batch.set(random=0.9, random_max=5)
        batch.start()
        batch._call("mp_open")
        for g in range(8):
            mover, seen = int(batch.tensors["mover"][g]), batch.tensors["cell"][g].reshape(3, 4)
            seen = seen.t() if mover == 2 else seen
            own = torch.where(seen == 0, 0, torch.where(seen == mover, 1, 2)).reshape(1, -1)
            self.assertTrue(torch.equal(net.planes(own, *seen.shape)[0], batch.tensors["x0" if mover == 1 else "x1"][g]))


class Losses(unittest.TestCase):
    """Two positions of three cells by hand: the first won with cell 0 played, the second lost with cell 2."""

    def setUp(self):
        self.cells = torch.tensor([[[0.5, -0.3], [0.1, 0.4], [9.0, 9.0]], [[9.0, 9.0], [0.2, 0.6], [-0.4, -0.2]]])
        self.v = torch.tensor([0.7, -0.1])
        record = {"cell": torch.tensor([[0, 0, 1], [2, 0, 0]]), "policy": torch.tensor([[24575, 8192, 0], [0, 16384, 16383]]),
                  "q": torch.tensor([[-16384, core.Q_UNKNOWN, core.Q_UNKNOWN], [core.Q_UNKNOWN, 3277, 16384]]),
                  "value": torch.tensor([0.5, -0.5]), "move": torch.tensor([0, 2]), "result": torch.tensor([1, -1])}
        self.data = losses.decode(record)
        self.q, self.tv = torch.tanh(self.cells[..., 1]), torch.tanh(self.v)

    def get(self, name, **change):
        config = dict(losses.DEFAULTS, loss=name, **change)
        return {k: float(t) for k, t in losses.compute(self.cells, self.v, self.data, config).items()}

    def test_three(self):
        t, q, v = self.get("three", w=0.5), self.q, self.tv
        logp0 = float(torch.log_softmax(torch.tensor([0.5, 0.1]), 0)[0])
        logp1 = float(torch.log_softmax(torch.tensor([0.2, -0.4]), 0)[1])
        self.assertAlmostEqual(t["policy"], -(logp0 + logp1) / 2, places=5)
        self.assertAlmostEqual(t["value"], 0.25 * float((1 - v[0]) ** 2 + (-1 - v[1]) ** 2) / 2, places=5)
        self.assertAlmostEqual(t["q"], 0.25 * float((1 + q[0, 0]) ** 2 + (-1 + q[1, 2]) ** 2) / 2, places=5)
        self.assertAlmostEqual(t["L_Q"], 0.5 * float(((q[1, 1] - 1) ** 2 + (q[1, 2] - 1) ** 2) / 2) / 2, places=5)
        gap = float((q[0, 0] + v[0]) ** 2 + (q[1, 2] + v[1]) ** 2) / 2
        self.assertAlmostEqual(t["L_P"], 0.5 * gap, places=5)
        self.assertAlmostEqual(t["total"], sum(x for k, x in t.items() if k != "total"), places=5)

    def test_three_zero(self):
        t, three = self.get("three_zero"), self.get("three")
        self.assertAlmostEqual(t["R1"], 2 * three["q"], places=5)
        self.assertAlmostEqual(t["R2"], three["L_Q"], places=5)
        self.assertAlmostEqual(t["R3"], three["L_P"], places=5)
        self.assertAlmostEqual(self.get("three_zero", r2=0.0)["R2"], 0.0)
        logp = torch.log_softmax(torch.tensor([[0.5, 0.1], [0.2, -0.4]]), 1)
        want = -(torch.tensor([[0.75, 0.25], [0.5, 0.5]]) * logp).sum(1).mean()
        self.assertAlmostEqual(t["policy"], float(want), places=3)

    def test_two(self):
        t = self.get("two", w=2.0)
        self.assertAlmostEqual(t["value"], 2.0 * float((1 - self.tv[0]) ** 2 + (1 + self.tv[1]) ** 2) / 2, places=5)
        self.assertEqual(sorted(t), ["policy", "total", "value"])

    def test_zero(self):
        t = self.get("zero")

        def entropy(logit, target):
            p, y = torch.sigmoid(2 * torch.as_tensor(logit)), (target + 1) / 2
            return float(-(y * p.log() + (1 - y) * (1 - p).log()))

        self.assertAlmostEqual(t["value"], (entropy(0.7, 0.85) + entropy(-0.1, -0.85)) / 2, places=5)
        q = (entropy(-0.3, -0.5) + (entropy(0.6, 0.1) + entropy(-0.2, 0.5)) / 2) / 2
        self.assertAlmostEqual(t["q"], 0.5 * q, places=3)

    def test_l2(self):
        w = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([[3.0]])}
        t = losses.compute(self.cells, self.v, self.data, dict(losses.DEFAULTS, loss="two", l2=0.1), w)
        self.assertAlmostEqual(float(t["l2"]), 1.4, places=5)


class Files(unittest.TestCase):
    def test_round_trip(self):
        with tempfile.TemporaryDirectory() as d:
            path = os.path.join(d, "x.safetensors")
            tensors = {"a": torch.randn(2, 3), "b": torch.randn(4).half(), "c": torch.randn(3).bfloat16(),
                       "d": torch.tensor(7), "e": torch.zeros(0, 4)}
            tensorfile.save(path, tensors, {"format": "test", "n": 3})
            back, meta = tensorfile.load(path)
            self.assertEqual(meta, {"format": "test", "n": "3"})
            self.assertEqual(list(back), list(tensors))
            for n, t in tensors.items():
                self.assertEqual(back[n].dtype, t.dtype)
                self.assertTrue(torch.equal(back[n], t))
            with open(path, "rb") as f:
                raw = f.read()
            size = struct.unpack("<Q", raw[:8])[0]
            self.assertEqual(size % 8, 0)
            self.assertEqual(json.loads(raw[8:8 + size])["a"]["shape"], [2, 3])

    def test_damaged_files_are_refused(self):
        with tempfile.TemporaryDirectory() as d:
            path = os.path.join(d, "x.safetensors")
            tensorfile.save(path, {"a": torch.randn(20)})
            with open(path, "rb") as f:
                raw = f.read()
            for bad in (b"", raw[:5], raw[:-4], b"\xff" * 8 + raw[8:], raw[:8] + b"!" + raw[9:], raw.replace(b"F32", b"F99")):
                with open(path, "wb") as f:
                    f.write(bad)
                self.assertRaises(ValueError, tensorfile.load, path)


class Replay(unittest.TestCase):
    def filled(self):
        batch = core.Batch("cpu", 3, 2, 16, 4, 4, ring_size=128, seed=2)
        batch.start()
        player = tiny_player()
        for _ in range(30):
            batch.move(player)
        return batch

    def test_sample_and_rotation(self):
        batch = self.filled()
        known = {tuple(c + [m, r]) for c, m, r in zip(batch.tensors["ring_cell0"].tolist(), batch.tensors["ring_move0"].tolist(),
                                                      batch.tensors["ring_result0"].tolist())}
        out = replay.sample(batch, 0, 200, 0.6)
        turned = 0
        for c, m, r in zip(out["cell"].tolist(), out["move"].tolist(), out["result"].tolist()):
            same, other = tuple(c + [m, r]) in known, tuple(c[::-1] + [5 - m, r]) in known
            self.assertTrue(same or other)
            self.assertEqual(c[m], 0)
            turned += not same
        self.assertGreater(turned, 10)
        self.assertTrue(bool((out["policy"].masked_fill(out["cell"] == 0, 0) == 0).all()))

    def test_window_survives(self):
        batch = self.filled()
        with tempfile.TemporaryDirectory() as d:
            replay.save(d, batch, 10**6)
            again = core.Batch("cpu", 3, 2, 16, 4, 4, ring_size=128, seed=9)
            self.assertTrue(replay.load(d, again))
            for n in core.GAMES + ("ring_cell0", "ring_q1", "ring_total", "ring_value0"):
                self.assertTrue(torch.equal(batch.tensors[n], again.tensors[n]), n)
            other = core.Batch("cpu", 3, 2, 8, 4, 4, ring_size=128)
            self.assertFalse(replay.load(d, other))


class Training(unittest.TestCase):
    def test_slices_and_resume(self):
        with tempfile.TemporaryDirectory() as d:
            one, two, window = (os.path.join(d, n) for n in ("one", "two", "window"))
            config = os.path.join(d, "config.json")
            with open(config, "w") as f:
                json.dump(dict(TINY, phases=[{}, {"blocks": 2, "sims": 6}]), f)
            t = quiet(train.run, ["start", "--config", config, "--out", one, "--device", "cpu", "--window", window])
            self.assertEqual(t.state["slice"], 1)
            self.assertGreater(t.state["updates"], 5)
            again = quiet(trainer.load_checkpoint, one, "cpu", two)
            for n in t.weights:
                self.assertTrue(torch.equal(t.weights[n], again.weights[n]), n)
                self.assertTrue(torch.equal(t.average[n], again.average[n]), n)
                old, new = t.optimizer.state[t.weights[n]], again.optimizer.state[again.weights[n]]
                self.assertTrue(torch.allclose(old["exp_avg"], new["exp_avg"], rtol=0.01, atol=1e-12))
                self.assertTrue(torch.allclose(old["exp_avg_sq"], new["exp_avg_sq"], rtol=0.01, atol=1e-30))
            u = quiet(train.run, ["resume", "--from", one, "--out", two, "--device", "cpu", "--window", window])
            self.assertEqual((u.state["slice"], u.arch["blocks"]), (2, 2))
            self.assertGreater(u.state["updates"], t.state["updates"])
            self.assertGreater(u.state["games"], t.state["games"])
            self.assertEqual(u.state["history"][1]["against_previous"]["3"][1], 18)
            with open(os.path.join(two, "log.jsonl")) as f:
                events = [json.loads(line)["event"] for line in f]
            self.assertEqual(events.count("slice_end"), 2)
            self.assertIn("window_loaded", events)
            back, meta = tensorfile.load(os.path.join(two, "slice_02.safetensors"))
            self.assertEqual(json.loads(meta["architecture"]), u.arch)
            self.assertEqual([(n, tuple(x.shape)) for n, x in back.items()], net.shapes(u.arch))
            self.assertEqual(json.loads(meta["training"])["history"], json.loads(json.dumps(u.state["history"])))

    def test_a_slice_is_saved_before_it_is_measured(self):
        """The slice is on disk before it is measured, because measuring may run past the time given."""
        with tempfile.TemporaryDirectory() as d:
            t = quiet(trainer.Trainer, dict(TINY, updates=3), "cpu", d)
            saved, match.opening_truth = match.opening_truth, None
            try:
                self.assertRaises(TypeError, quiet, t.run_slice, t.config, 1e12)
            finally:
                match.opening_truth = saved
            again = quiet(trainer.load_checkpoint, d, "cpu", d)
            self.assertEqual((again.state["slice"], again.state["updates"]), (1, 3))
            record = json.loads(tensorfile.load(os.path.join(d, "slice_01.safetensors"))[1]["training"])
            self.assertEqual([e["slice"] for e in record["history"]], [1])  # a net's record has the line of its own slice

    def test_start_from_a_net(self):
        """The shipped file alone is enough to go on: same function, same record, no moments."""
        with tempfile.TemporaryDirectory() as d:
            t = quiet(trainer.Trainer, TINY, "cpu", d)
            t.state.update(slice=3, updates=1000, games=7)
            path = os.path.join(d, "net.safetensors")
            tensorfile.save(path, t.average, t.metadata())
            config = os.path.join(d, "config.json")
            with open(config, "w") as f:
                json.dump(dict(TINY, phases=[{}, {}, {}, {"updates": 4}]), f)
            u = quiet(train.run, ["start", "--net", path, "--config", config, "--out", d, "--device", "cpu"])
            self.assertEqual((u.state["slice"], u.state["updates"], u.moment_age), (4, 1004, 1000))
            self.assertGreater(u.state["games"], 7)
            self.assertEqual(u.state["history"][-1]["against_previous"]["3"][1], 18)

    def test_every_loss_trains(self):
        for name in losses.LOSSES:
            with tempfile.TemporaryDirectory() as d:
                c = dict(TINY, loss=name, updates=4, evaluate=[], truth=[])
                t = quiet(trainer.Trainer, c, "cpu", d)
                quiet(t.run_slice, t.config, 1e12)
                self.assertGreater(t.state["updates"], 1)

    def test_a_slice_learns_three_by_three(self):
        """A short slice: the value of most openings of 3x3 comes out right, and it beats the fresh net."""
        with tempfile.TemporaryDirectory() as d:
            c = dict(TINY, arch={"blocks": 1, "channels": 16, "head": 8, "value": 16}, games=64, games_small=64, batch=64, sims=8,
                     candidates=8, shares={"3x3": 1.0}, updates=700, lr=5e-3, average=0.97, resign=-2.0, truth=[])
            t = quiet(trainer.Trainer, c, "cpu", d)
            fresh = net.Player(net.init(t.arch, 77), t.arch, "cpu")
            quiet(t.run_slice, t.config, 1e12)
            right, _, of = match.opening_truth(t.player, 3, 8, "cpu")
            self.assertGreaterEqual(right, of - 1)
            wins, games = match.play(t.player, fresh, 3, 3, 4, "cpu", candidates=4)
            self.assertGreaterEqual(wins, games // 2)


class Outputs(unittest.TestCase):
    """A file or a run that exists is kept, and that is said before the work; --force replaces it."""

    def refused(self, main, argv, path):
        with redirect_stderr(io.StringIO()) as said, mock.patch("sys.argv", argv), self.assertRaises(SystemExit) as end:
            quiet(main)
        self.assertEqual(end.exception.code, 2)
        self.assertIn("'%s' " % path, said.getvalue())
        self.assertIn("--force replaces it", said.getvalue())

    def test_files_are_kept(self):
        with tempfile.TemporaryDirectory() as d:
            moves, openings = os.path.join(d, "moves_vectors.txt"), os.path.join(d, "3x3.txt")
            for path in (moves, openings):
                with open(path, "w") as f:
                    f.write("dear")
            self.refused(export.main, ["export.py", "moves", "--out", d], moves)
            self.refused(export.main, ["export.py", "vectors", "--net", "none", "--out", moves], moves)
            self.refused(distill.main, ["distill.py", "--lessons", d, "--teacher", "none", "--out", moves], moves)
            self.refused(ladder.main, ["ladder.py", "openings", "--size", "3", "--folder", d], openings)
            self.assertEqual([open(path).read() for path in (moves, openings)], ["dear", "dear"])
            self.assertEqual(len(os.listdir(d)), 2)
            with mock.patch("sys.argv", ["export.py", "moves", "--out", d, "--force"]):
                export.main()
            self.assertGreater(os.path.getsize(moves), 1000)

    def test_runs_are_kept(self):
        with tempfile.TemporaryDirectory() as d:
            state = os.path.join(d, "state.json")
            with open(state, "w") as f:
                f.write("dear")
            self.refused(lambda: train.run(["start", "--out", d]), ["train.py"], d)
            self.refused(lambda: train.run(["resume", "--from", os.path.dirname(d), "--out", d]), ["train.py"], d)
            self.assertEqual(open(state).read(), "dear")
            self.assertEqual(train.parse(["resume", "--from", d + "/", "--out", d]).out, d)  # goes on with its own run
            self.assertEqual(train.parse(["start", "--out", d, "--force"]).out, d)


class Truth(unittest.TestCase):
    def test_tables_are_symmetric(self):
        for n in match.WINNING:
            cells = match.winning_openings(n)
            self.assertEqual(cells, {n * n - 1 - c for c in cells})


if __name__ == "__main__":
    unittest.main()
