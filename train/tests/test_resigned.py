"""What resigned games and targets are judged by; the program is played by a script."""
import argparse
import os
import stat
import tempfile
import unittest

import torch

from support import tiny_player
import core
import resigned
import targets

# Resigns its second move on 3x3; plays the cells in order otherwise. Who has the longer search wins by the script's word.
FAKE = """#!/usr/bin/env python3
import json, sys
if sys.argv[1] == "solve":
    print(json.dumps({"winner": None}))
    sys.exit(3)
cells, resigns = [], False
for line in sys.stdin:
    word = line.split()
    ok, answer = "=", ""
    if word[0] == "param_mustplay":
        resigns = word[2] == "1"
    elif word[0] == "play":
        cells.append(word[2])
    elif word[0] == "genmove":
        if resigns and len(cells) >= 4:
            answer = "resign"
        else:
            answer = next(c for c in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3") if c not in cells)
            cells.append(answer)
    elif word[0] == "final_score":
        ok, answer = ("=", "B+") if len(cells) >= 7 else ("?", "the game goes on")
    print(ok + " " + answer + "\\n", flush=True)
"""


class Resigned(unittest.TestCase):
    def test_a_resigned_game_is_played_on(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program")
            with open(program, "w") as f:
                f.write(FAKE)
            os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
            args = argparse.Namespace(program=program, player="short", longer="long", seconds=1, seed=1)
            entry = resigned.judge(args, 3, 0)
        self.assertTrue(entry["resigned"])
        self.assertEqual(len(entry["moves"].split()), 4)
        # Black resigned; the longer search took it over and made the seventh move.
        self.assertEqual((entry["by"], entry["won"]), ("longer search", True))
        self.assertEqual(resigned.summary([entry])["3x3"], {"games": 1, "resigned": 1, "won": 1, "by solver": 0})


class Targets(unittest.TestCase):
    def test_the_improved_policy_is_the_recorded_one(self):
        batch = core.Batch("cpu", 4, 4, 40, 12, 6, ring_size=64, seed=3)
        batch.set(empty=1.0, random=0.0, c_scale=0.4)
        batch.start()
        batch.search(tiny_player())
        policy = targets.improved(batch)
        batch.finish_move()
        self.assertTrue(torch.allclose(policy, batch.tensors["rec_policy"][:, 0].float() / 32767, atol=1e-3))

    def test_the_best_of_the_deep_search_is_zero(self):
        truth = torch.tensor([[0.1, 0.5, -0.2], [0.0, -0.5, 0.4]])
        drawn, first = targets.judge(torch.tensor([[0.0, 1.0, 0.0], [0.5, 0.0, 0.5]]), truth, torch.tensor([True, True]))
        self.assertEqual((drawn, first), (-0.1, -0.2))


if __name__ == "__main__":
    unittest.main()
