"""The network in data/nets: a whole file, the answers written down for other engines, known truth."""
import hashlib
import json
import os
import random
import unittest

import torch

from support import ROOT
import export
import match
import net
import tensorfile

NET = os.path.join(ROOT, "data", "nets", "default.safetensors")
VECTORS = os.path.join(ROOT, "tests", "data", "net_vectors.txt")


class Shipped(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tensors, cls.metadata = tensorfile.load(NET)
        cls.arch = json.loads(cls.metadata["architecture"])
        cls.weights = {n: t.float() for n, t in cls.tensors.items()}

    def test_file(self):
        self.assertLess(os.path.getsize(NET), 16 << 20)
        self.assertEqual(self.metadata["format"], "mustplay-net-1")
        self.assertEqual([(n, tuple(t.shape)) for n, t in self.tensors.items()], net.shapes(self.arch))
        self.assertTrue(all(bool(torch.isfinite(t.float()).all()) for t in self.tensors.values()))
        record = json.loads(self.metadata["training"])
        self.assertGreaterEqual(len(record["history"]), 4)
        self.assertEqual(record["games"], sum(s["games"] for s in record["history"]))

    def test_vectors(self):
        with open(VECTORS) as f:
            lines = f.read().split("\n")
        with open(NET, "rb") as f:
            self.assertIn(hashlib.sha256(f.read()).hexdigest(), lines[0])
        body = [line.split() for line in lines if line and line[0] != "#"]
        for k in range(0, len(body), 4):
            _, w, h, mover, cells = body[k]
            if int(w) * int(h) > 100 and k % 16:
                continue  # a quarter of the large boards is enough here
            cell = [".bw".index(c) for c in cells]
            p, q, v = export.evaluate(self.weights, self.arch, int(w), int(h), 1 + (mover == "white"), cell)
            self.assertAlmostEqual(v, float(body[k + 1][1]), delta=1e-4)
            for got, line in ((p, body[k + 2]), (q, body[k + 3])):
                want = torch.tensor([float(x) for x in line[1:]])
                self.assertLess(float((got - want).abs().max()), 1e-4)

    def test_half_turn(self):
        """Turning the board by 180 degrees turns the answers, about: it was trained so, not built so."""
        rng, far, apart = random.Random(7), [], []
        for k in range(12):
            n = (7, 9, 11)[k % 3]
            cell = [0] * (n * n)
            for i, at in enumerate(rng.sample(range(n * n), 2 + 2 * k)):
                cell[at] = 1 + i % 2
            p, _, v = export.evaluate(self.weights, self.arch, n, n, 1, cell)
            tp, _, tv = export.evaluate(self.weights, self.arch, n, n, 1, cell[::-1])
            free = torch.tensor(cell) == 0
            p, tp = (x.masked_fill(~free, -1e9).softmax(0) for x in (p, tp.flip(0)))
            apart.append(float((p - tp).abs().max()))
            far.append(abs(v - tv))
        self.assertLess(sum(far) / len(far), 0.1)
        self.assertLess(sum(apart) / len(apart), 0.15)

    def test_known_openings(self):
        """Every opening of 5x5 to 7x7 has its proved winner."""
        player = net.Player(self.weights, self.arch, "cpu")
        for n in (5, 6, 7):
            right, _, of = match.opening_truth(player, n, 1, "cpu")
            self.assertEqual(right, of)


if __name__ == "__main__":
    unittest.main()
