"""Learning from games, policies at play and their gradients: formats, rules and the arithmetic of returns."""
import argparse
import contextlib
import io
import os
import tempfile
import unittest
import unittest.mock

import torch
import torch.nn.functional as F

import support  # noqa: F401
import cnn
import experiments
import games
import gradients
import planes
import policy_gradient
import policy_play
import supervised
from core import Groups
from entries import chapter3, chapter4, zero

ARCH = cnn.arch(4, 8, 12)


def random_games(count, side, seed=1):
    """Finished games of random moves."""
    generator, out = torch.Generator().manual_seed(seed), []
    for _ in range(count):
        board, order = Groups(side, side), torch.randperm(side * side, generator=generator).tolist()
        for k, at in enumerate(order):
            if board.place(at, 1 + k % 2):
                out.append(games.Game(side, side, 1 + k % 2, order[:k + 1]))
                break
    return out


class Data(unittest.TestCase):
    def test_round_trip(self):
        with tempfile.TemporaryDirectory() as folder:
            path, some = os.path.join(folder, "x.games"), random_games(5, 4)
            games.append(path, some, "made here")
            self.assertEqual(games.read(path), some)

    def test_refuses(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.games")
            for text in ("", "3x3 black a1\n", games.HEAD + "\n3x3 black a1 a1\n", games.HEAD + "\n3x3 red a1\n", games.HEAD + "\n3x3 black d4\n"):
                with open(path, "w") as f:
                    f.write(text)
                self.assertRaises(ValueError, games.read, path)

    def test_sgf(self):
        text = "(;FF[4]GM[11]SZ[3]RE[B+]\n;B[b2]C[random opening];W[a1]C[value 0.1]\n;B[b1];W[c1];B[b3])\n(;SZ[2:3]RE[W+];B[a1];W[b1])"
        first, second = games.from_sgf(text)
        self.assertEqual(games.line_of(first), "3x3 black b2 a1 b1 c1 b3")
        self.assertEqual(games.line_of(second), "2x3 white a1 b1")

    def test_pairs(self):
        """Twice the same game, once half-turned, is one set of pairs with the mean result."""
        game = games.Game(3, 3, 1, [4, 0, 1, 2, 7])
        turned = games.Game(3, 3, 2, [8 - m for m in game.moves])
        pairs, total = games.pairs_of([game, game, turned])
        self.assertEqual((len(pairs), total), (4, 12))
        by_ply = {int(p): float(z) for p, z in zip(pairs.ply, pairs.z)}
        self.assertAlmostEqual(by_ply[2], 1.0 / 3, places=5)  # Black's move: won twice, lost once
        self.assertAlmostEqual(by_ply[1], -1.0 / 3, places=5)
        train, test = games.split(pairs, 0.25)
        self.assertEqual((len(train), len(test)), (3, 1))


def context(folder, **more):
    options = dict(program="none", full=False, seed=1, jobs=1, device="cpu", resume=os.path.join(folder, "j"), files=folder, seconds=60.0, only="", rate=None)
    return experiments.Context(argparse.Namespace(**dict(options, **more)))


class Matches(unittest.TestCase):
    def test_seconds(self):
        """They count from the start of the program, not from when PyTorch has been loaded."""
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(context(folder, seconds=3.0).end, experiments.BEGAN + 3.0)

    def test_part(self):
        """A match that ended with the time is kept as a part and finished later; what is whole is not played again."""
        with tempfile.TemporaryDirectory() as folder:
            program, played = os.path.join(folder, "program"), os.path.join(folder, "played")
            with open(program, "w") as f:  # ends the first time as if it had been interrupted
                f.write("""#!/bin/sh
echo "$*" >> %s
side='{"black": {"won": 1}, "white": {"won": 0}}'
echo "{\\"by_side\\": {\\"a\\": $side, \\"b\\": $side}}"
[ $(wc -l < %s) -gt 1 ] || exit 3
""" % (played, played))
            os.chmod(program, 0o755)
            with contextlib.redirect_stderr(io.StringIO()):
                first, second, third = (context(folder, program=program, seconds=1e6).match("x", "a", "b", 5, every=4) for _ in range(3))
            self.assertTrue(first["part"])
            self.assertEqual((second, second), ({n: v for n, v in first.items() if n != "part"}, third))
            with open(played) as f:
                calls = f.read().splitlines()
            self.assertEqual(len(calls), 2)
            self.assertEqual(calls[0], calls[1])  # the same match, with the same journal


MATCH = """#!/bin/sh
side='{"black": {"won": 1}, "white": {"won": 1}}'
echo "{\\"by_side\\": {\\"a\\": $side, \\"b\\": $side}}"
"""


class Alone(unittest.TestCase):
    """An entry whose matches need nets of another entry makes them, and says what is missing where there is no time."""

    def run_entry(self, entry, seconds, **patches):
        made = []

        def touch(c, path):
            made.append(os.path.basename(path))
            open(path, "w").close()

        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()), contextlib.ExitStack() as stack:
            program = os.path.join(folder, "program")
            with open(program, "w") as f:
                f.write(MATCH)
            os.chmod(program, 0o755)
            c = context(folder, program=program, seconds=seconds)
            for target, what in patches.items():
                stack.enter_context(unittest.mock.patch(target.replace("__", "."), lambda c, *args, what=what, **more: what(touch, c, *args, **more)))
            return entry(c)[1], made, c.missing

    def test_heads(self):
        def train(touch, c, loss, size, games, **more):
            for epoch in chapter4.settings(c)["epochs_played"] + [-1]:
                touch(c, c.path(chapter4.heads_name(loss, size, epoch)))
            return {}

        def plain(touch, c, d, w, size=None, count=9):
            touch(c, c.path(chapter3.net_name(d, w, size, count)))

        patches = {"entries__chapter4__heads_train": train, "entries__chapter3__net_file": plain}
        rows, made, missing = self.run_entry(chapter4.heads_strength, 1e6, **patches)
        self.assertEqual((len(rows), missing), (9, []))
        self.assertTrue(all(r["games"] == 4 for r in rows))
        self.assertEqual(len(made), len(set(made)))
        rows, made, missing = self.run_entry(chapter4.heads_strength, 0, **patches)
        self.assertEqual((rows, made, len(missing)), ([], [], 5))
        rows, made, missing = self.run_entry(chapter4.transfer_strength, 1e6, **patches)
        self.assertEqual((len(rows), missing), (6, []))

    def test_zero(self):
        def train(touch, c, kind):
            os.makedirs(os.path.dirname(zero.slice_path(c, kind, 1)))
            for iteration in (1, 2):
                touch(c, zero.slice_path(c, kind, iteration))
            return [{"slice": i, "seconds": 1, "games": 1, "positions": 1, "updates": 1} for i in (1, 2)]

        rows, made, missing = self.run_entry(zero.zero_strength, 1e6, entries__zero__train=train)
        self.assertEqual((len(rows), missing), (7, []))
        rows, made, missing = self.run_entry(zero.zero_strength, 0, entries__zero__train=train)
        self.assertEqual((rows, made, len(missing)), ([], [], 3))


class Play(unittest.TestCase):
    def test_stacked(self):
        """Several nets side by side answer as each alone."""
        nets = [cnn.init(ARCH, k) for k in (1, 2)]
        cell = torch.randint(0, 3, (6, 25), generator=torch.Generator().manual_seed(2)).to(torch.int8)
        black = torch.tensor([True, False, True, False, True, True])
        got = policy_play.logits(policy_play.stack(nets), ARCH, cell, 5, black)
        for k in (0, 1):
            rows = slice(3 * k, 3 * k + 3)
            want = cnn.logits(nets[k], ARCH, cell[rows], 5, 5, black[rows])
            self.assertTrue(torch.allclose(got[rows], want, atol=1e-5))
        # Filled up with planes of zeros, as on a GPU.
        wide = policy_play.for_play(policy_play.stack(nets), torch.float32, "cpu")
        wide["input.weight"] = F.pad(wide["input.weight"], (0, 0, 0, 0, 0, 4))
        policy_play.refresh(wide, policy_play.stack(nets))
        with torch.no_grad():
            self.assertTrue(torch.allclose(policy_play.logits(wide, ARCH, cell, 5, black), got, atol=1e-5))

    def test_quick_planes(self):
        """The planes by tables are the planes as they are defined."""
        generator = torch.Generator().manual_seed(7)
        for h, w, count in ((1, 1, 12), (3, 6, 9), (5, 5, 12), (9, 9, 12)):
            cell = torch.randint(0, 3, (60, h * w), generator=generator).to(torch.int8)
            cell[::3] *= torch.randint(0, 2, (20, h * w), generator=generator).to(torch.int8)  # some with more empty cells
            black = torch.rand(60, generator=generator) < 0.5
            self.assertTrue(torch.equal(planes.quick(cell, h, w, black, count).float(), planes.planes(cell, h, w, black, count)), (h, w))

    def test_rules(self):
        """Winner and length of games on full boards agree with union-find; boards on the way are right."""
        torch.manual_seed(3)
        first = torch.randint(0, 16, (40,))
        start = torch.zeros(40, 16, dtype=torch.int8).scatter(1, first[:, None], 1)
        weights = policy_play.stack([cnn.init(ARCH, 1)])
        full, moves, winner, length = policy_play.play(weights, ARCH, start, torch.ones(40, dtype=torch.int64), 4)
        self.assertTrue(bool((full != 0).all()))
        for g in range(40):
            board, order = Groups(4, 4), [int(first[g])] + moves[g].tolist()
            self.assertEqual(sorted(order), list(range(16)))
            end = next(k for k, at in enumerate(order) if board.place(at, 1 + k % 2))
            self.assertEqual((int(winner[g]), int(length[g])), (1 + end % 2, end + 1))
            half = policy_play.boards_at(first, moves, torch.full((40,), end + 1))[g]
            self.assertEqual(half.tolist(), board.cell)


    def test_versus(self):
        """A net is as good as itself."""
        torch.manual_seed(5)
        even = cnn.init(ARCH, 1)
        self.assertLess(abs(policy_play.versus(even, even, ARCH, 4, 400) - 0.5), 0.1)


class Gradients(unittest.TestCase):
    def loop(self, method, **more):
        return policy_gradient.Loop(method, cnn.init(ARCH, 1), ARCH, 4, "cpu", trials=2, games=6, rate=0.5, **more)

    def test_each_learns(self):
        for method in gradients.METHODS:
            loop = self.loop(method, k=2)
            before = loop.net(0)["input.weight"].clone()
            loop.iterate()
            self.assertGreater(float((loop.net(0)["input.weight"] - before).abs().max()), 0.0, method)
            self.assertFalse(torch.equal(loop.net(0)["input.weight"], loop.net(1)["input.weight"]), method)  # trials differ

    def test_direction(self):
        """A rewarded move becomes likelier, a punished one less likely, in the trial that it belongs to alone."""
        loop = self.loop("reinforce-v")
        cell, black, move = torch.zeros(2, 16, dtype=torch.int8), torch.tensor([True, True]), torch.tensor([5, 5])
        before = torch.softmax(policy_play.logits(loop.weights, ARCH, cell, 4, black), 1)[:, 5].detach()
        loop.learn(cell, black, move, torch.tensor([1.0, -1.0]))
        after = torch.softmax(policy_play.logits(loop.weights, ARCH, cell, 4, black), 1)[:, 5].detach()
        self.assertGreater(float(after[0]), float(before[0]))
        self.assertLess(float(after[1]), float(before[1]))

    def test_goes_on(self):
        """A run that was stopped goes on from its nets, with other games than at first, and against former nets."""
        one = self.loop("reinforce-a")
        one.iterate()
        reached = [one.net(k) for k in (0, 1)]
        two = self.loop("reinforce-a")
        two.go_on(10, reached, [[cnn.init(ARCH, 1)] * 2])
        self.assertTrue(all(torch.equal(two.net(1)[n], reached[1][n]) for n in reached[1]))
        two.iterate()
        self.assertEqual((two.iteration, len(two.pool)), (11, 2))
        self.assertFalse(torch.equal(two.net(0)["input.weight"], reached[0]["input.weight"]))

    def test_rows_without_return(self):
        """Rows that return 0 change nothing."""
        nets = []
        for more in (0, 3):
            loop = self.loop("reinforce-v")
            cell, black = torch.zeros(2 * (1 + more), 16, dtype=torch.int8), torch.ones(2 * (1 + more), dtype=torch.bool)
            returns = torch.tensor(([1.0] + [0.0] * more) + ([-1.0] + [0.0] * more))
            loop.learn(cell, black, torch.full((2 * (1 + more),), 5), returns)
            nets.append(loop.net(1)["input.weight"])
        self.assertTrue(torch.equal(*nets))

    def test_returns(self):
        """The minimum is never above the mean, and both are at most the game's own result or more games' results."""
        loop = self.loop("amcpg-a", k=5)
        torch.manual_seed(4)
        played = loop.play_games()
        chosen = played.one_move()
        more = loop.play_on(played, chosen)
        self.assertEqual(tuple(more.shape), (12, 5))
        self.assertTrue(bool((more.abs() == 1).all()))
        answered = loop.play_on(played, chosen, answers=True)
        won = (chosen.ply + 1 == played.length).nonzero()[:, 0]  # the chosen move ended the game: nothing can change it
        self.assertTrue(bool((answered[won] == 1).all()) and bool((more[won] == 1).all()))

    def test_every_move(self):
        loop = self.loop("reinforce-a")
        played = loop.play_games()
        _, _, _, returns = played.every_move(own=True)
        moved = sum(sum(p % 2 == int(t) for p in range(1, int(n))) for n, t in zip(played.length, played.turn))
        self.assertEqual(int((returns != 0).sum()), moved)


def fit(*args, **more):
    with contextlib.redirect_stderr(io.StringIO()):
        return supervised.fit(*args, **more)


class Supervised(unittest.TestCase):
    def test_policy_learns(self):
        """A simple rule, the first empty cell, is learned; the file is read back."""
        pairs, _ = games.pairs_of(random_games(40, 4))
        pairs.move = (pairs.cell == 0).to(torch.int64).argmax(1)  # the first empty cell
        train, test = games.split(pairs)
        model = supervised.Policy(cnn.arch(5, 16, 9), "cpu")
        records = fit(model, train, test, 6, 32, rate=3e-3)
        self.assertGreater(records[-1]["top"][0], records[0]["top"][0] + 0.2)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "net.safetensors")
            model.save(path, {})
            weights, arch = cnn.load(path)
            self.assertEqual(arch, cnn.arch(5, 16, 9))
            self.assertTrue(torch.equal(weights["layer.0.weight"], model.weights["layer.0.weight"].detach()))

    def test_heads_learn(self):
        """Two and three heads learn who wins; what they see is the mover's view."""
        pairs, _ = games.pairs_of(random_games(60, 4))
        pairs.z = torch.where(pairs.cell[:, 5] == 1 + (pairs.ply % 2).to(torch.int8), 1.0, -1.0)  # the mover holds b2
        train, test = games.split(pairs)
        for loss in ("two", "three", "three_zero"):
            model = supervised.Heads(support.ARCH, "cpu", loss)
            records = fit(model, train, test, 5, 32, rate=3e-3)
            self.assertLess(records[-1]["v_mse"], records[0]["v_mse"], loss)

    def test_not_a_number(self):
        """A training whose figures are no numbers stops instead of reporting them."""
        pairs, _ = games.pairs_of(random_games(40, 4))
        pairs.z[3] = float("nan")
        train, test = games.split(pairs)
        for learn, check in ((train, test), (test, train)):
            self.assertRaises(supervised.Diverged, fit, supervised.Heads(support.ARCH, "cpu", "two"), learn, check, 2, 8)

    def test_steps_undone(self):
        """The steps before the recording of a graph leave no trace: the next one is the first."""
        pairs, _ = games.pairs_of(random_games(20, 4))
        after = []
        for warm in (0, 3):
            model = supervised.Policy(cnn.arch(4, 8, 9), "cpu")
            optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
            step = supervised.Stepper(model, model.encode(pairs), optimizer, 16)
            before = [t.detach().clone() for t in model.parameters()]
            for _ in range(warm):
                step(torch.arange(16), torch.zeros(16, dtype=torch.bool))
            step.undo(before)
            step(torch.arange(16, 32), torch.ones(16, dtype=torch.bool))
            after.append(model.weights["input.weight"].detach())
        self.assertTrue(torch.equal(*after))

    def test_turn(self):
        """Turning the board turns planes and answers alike."""
        cell = torch.randint(0, 3, (4, 25), generator=torch.Generator().manual_seed(5)).to(torch.int8)
        black = torch.tensor([True, False, True, False])
        x, y = planes.planes(cell, 5, 5, black, 12), planes.planes(cell.flip(1), 5, 5, black, 12)
        self.assertTrue(torch.equal(x.flip(2, 3), y))


if __name__ == "__main__":
    unittest.main()
