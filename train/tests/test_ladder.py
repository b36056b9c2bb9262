"""Tests of the ladder and of the positions with known winners; the program is played by a script."""
import argparse
import io
import json
import os
import random
import stat
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

from support import ARCH, flood_winner, tiny_weights
import games
import ladder
import tensorfile
import truth

FAKE = """#!/usr/bin/env python3
import json, sys
a = sys.argv
if a[1] == "match":
    names = a[a.index("--players") + 1:a.index("--players") + 3]
    strong = sum(n.startswith("strong") for n in names[:1])
    with open(a[a.index("--resume") + 1], "a") as f:
        f.write("played\\n")
    print(json.dumps({"a_wins": 30 if strong else 20, "b_wins": 10 if strong else 20}))
elif a[1] == "net":
    print(json.dumps({"value": 0.9, "p": {"a1": 0.1, "b2": 0.8, "c3": 0.1}}))
elif a[1] == "solve":
    moves = a[a.index("--moves") + 1].split()
    print(json.dumps({"winner": "black" if "b2" in moves else None}))
    sys.exit(0 if "b2" in moves else 3)
else:
    sys.exit(2)
"""


class Fixture(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.program = os.path.join(self.folder.name, "fake")
        with open(self.program, "w") as f:
            f.write(FAKE)
        os.chmod(self.program, stat.S_IRWXU)

    def tearDown(self):
        self.folder.cleanup()


class Ladder(Fixture):
    def test_three_of_four_is_191_elo(self):
        r = ladder.ratings([("a", "b", 7500, 2500)], "b")
        self.assertAlmostEqual(r["a"][0], 190.8, delta=0.5)
        self.assertEqual(r["b"], (0.0, 0.0))
        self.assertAlmostEqual(r["a"][1], 400 / 2.302585 / (10000 * 0.75 * 0.25) ** 0.5, delta=0.1)

    def test_differences_add_up_along_a_chain_and_errors_grow(self):
        r = ladder.ratings([("c", "b", 300, 100), ("b", "a", 300, 100)], "a")
        self.assertAlmostEqual(r["c"][0], 2 * r["b"][0], delta=2.0)
        self.assertGreater(r["c"][1], r["b"][1])

    def test_a_whitewash_has_a_finite_rating(self):
        self.assertLess(ladder.ratings([("a", "b", 40, 0)], "b")["a"][0], 1500)

    def test_pairs_reach_as_far_as_asked(self):
        self.assertEqual(ladder.pairs(list("abc"), 1), [("a", "b"), ("b", "c")])
        self.assertEqual(len(ladder.pairs(list("abcd"), 3)), 6)

    def test_openings_are_legal_distinct_and_even_in_number(self):
        lists = [(ladder.openings_file(size), size, 60) for size in (9, 11, 13, 14, 15, 19)]
        newer = os.path.join(os.path.dirname(lists[0][0]), "slice16")
        for path, size, count in lists + [(ladder.openings_file(size, newer), size, 200) for size in (11, 13, 14, 19)]:
            with open(path) as f:
                found = [tuple(line.split()) for line in f]
            self.assertEqual(len(found), count)
            self.assertEqual(len(set(found) | {ladder.half_turned(size, m) for m in found}), 2 * count)
            for moves in found:
                cells = [games.cell_index(m, size) for m in moves]
                self.assertTrue(len(set(cells)) == len(cells) in (2, 3) and all(0 <= c < size * size and ord(m[0]) - 97 < size for c, m in zip(cells, moves)))

    def test_a_ladder_is_played_shown_drawn_and_gone_on_with(self):
        folder = os.path.join(self.folder.name, "run")
        args = argparse.Namespace(program=self.program, folder=folder, players=["x=strong", "y=weak", "z=weak"], sizes=[9], time=0.5, openings=5,
                                  reach=1, jobs=2, limit=1e9, seed=1, device=None)  # the limit if none is given
        with redirect_stderr(io.StringIO()) as log:
            ladder.run(args)
        self.assertIn("9x9 x against y: 30 of 40", log.getvalue())
        self.assertEqual(sum(1 for _ in open(os.path.join(folder, "openings_9_5.txt"))), 5)
        svg = os.path.join(self.folder.name, "l.svg")
        with redirect_stdout(io.StringIO()) as out:
            ladder.show(argparse.Namespace(folder=folder, anchor="z", svg=svg))
        self.assertRegex(out.getvalue(), r"\| z \| 0 ± 0 \|")
        self.assertRegex(out.getvalue(), r"\| x \| 1[789]\d ± \d\d \|")
        self.assertIn("</svg>", open(svg).read())
        args.limit = 0.0
        ladder.run(args)  # no time is left: nothing is played, nothing lost
        self.assertEqual(open(os.path.join(folder, "9_x_y.journal")).read(), "played\n")

    def test_nets_play_on_a_device(self):
        files = {}
        for name, seed in (("a", 1), ("b", 2)):
            files[name] = os.path.join(self.folder.name, name + ".safetensors")
            tensorfile.save(files[name], tiny_weights(seed), {"architecture": json.dumps(ARCH)})
        args = argparse.Namespace(program=None, folder=os.path.join(self.folder.name, "gpu"), players=["%s=%s" % f for f in files.items()], sizes=[9],
                                  time=None, openings=2, reach=1, jobs=1, limit=1e9, seed=1, device="cpu", sims=2)
        with redirect_stderr(io.StringIO()) as log:
            ladder.run(args)
            ladder.run(args)  # known already
        self.assertRegex(log.getvalue(), r"^9x9 a against b: [0-4] of 4\n$")

    def test_a_match_that_fails_says_which(self):
        args = argparse.Namespace(program="/bin/false", folder=self.folder.name, players=["x=a", "y=b"], sizes=[9], time=None, openings=None,
                                  reach=1, jobs=1, limit=60.0, seed=1, device=None)
        with self.assertRaisesRegex(RuntimeError, "x against y on 9x9"):
            ladder.run(args)


class Truth(Fixture):
    def test_a_line_that_is_no_position_is_named(self):
        path = os.path.join(self.folder.name, "t.tsv")
        with open(path, "w") as f:
            f.write("# chunk 3 of games of net, seed 200003\n3x3\ta1 b1\tblack\twhite\t0.1\n3x3\ta1\tblack\tnobody\t0.1\n")
        with self.assertRaisesRegex(ValueError, "t.tsv:3: not a position"):
            truth.read(path)
        self.assertEqual(truth.seeds_done(path), {200003})

    def test_moments_are_distinct_and_inside_the_game(self):
        game = games.Game(9, 9, 1, list(range(30)))
        for seed in range(50):
            found = truth.moments(game, seed)
            self.assertEqual(len(set(found)), truth.PER_GAME)
            self.assertTrue(all(truth.FIRST <= m <= 22 for m in found))
            self.assertTrue(all(7 <= m <= 22 for m in truth.moments(game, seed, 7)))

    def test_set_up_positions_are_open(self):
        for k, cells in enumerate(truth.scattered(5, 60, 3)):
            board = [0] * 25
            for i, at in enumerate(cells):
                self.assertEqual(board[at], 0)
                board[at] = 1 + i % 2
            self.assertEqual(flood_winner(5, 5, board), 0, k)
        rng = random.Random(1)
        for _ in range(200):  # of full boards one side is joined
            board = [1 + rng.randrange(2) for _ in range(25)]
            stones = [{i for i in range(25) if board[i] == colour} for colour in (1, 2)]
            self.assertEqual((truth.joined(5, stones[0], True), truth.joined(5, stones[1], False)), (flood_winner(5, 5, board) == 1, flood_winner(5, 5, board) == 2))

    def test_signs_and_kept_wins_are_counted(self):
        path, journal = (os.path.join(self.folder.name, n) for n in ("t.tsv", "j"))
        with open(path, "w") as f:
            f.write(2 * "3x3\ta2 c2\tblack\tblack\t0.1\n" + "3x3\ta3\twhite\tblack\t0.1\n3x3\tc3\twhite\t?\t20\n")
        args = argparse.Namespace(program=self.program, out=path, journal=journal, net=None, player=None, seconds=1, jobs=1, limit=9, end=9e9, known=[])
        for _ in range(2):  # the second time everything is known
            with redirect_stdout(io.StringIO()) as out:
                truth.measure(args)
            self.assertEqual(json.loads(out.getvalue()), {"positions": 2, "sign_right": 1, "won": 1, "policy": {"keeps_the_win": 1, "of": 1, "not_decided": 0}})
        self.assertEqual(len(open(journal).readlines()), 2)
        known, args.journal = os.path.join(self.folder.name, "known"), os.path.join(self.folder.name, "j2")
        with open(known, "w") as f:
            for size, wins in (("3x3", False), ("4x4", True)):  # of another board it says nothing about this one
                f.write(json.dumps({"size": size, "moves": "a2 c2", "won": True, "policy": "b2", "policy_wins": wins}) + "\n")
        args.known = [known]
        with redirect_stdout(io.StringIO()) as out:
            truth.measure(args)
        self.assertEqual(json.loads(out.getvalue())["policy"], {"keeps_the_win": 0, "of": 1, "not_decided": 0})  # as the other journal says


if __name__ == "__main__":
    unittest.main()
