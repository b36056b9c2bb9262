"""The game, the search tree, the Gumbel root and PUCT, through the CPU build of the kernels."""
import ctypes
import math
import random
import unittest

import torch

from support import flood_winner, tiny_player
import core
import net


def search(w, h, games=16, sims=24, candidates=8, moves=3, seed=3, simulations=0, **settings):
    """A batch a few moves into its games, with the tree of the next move in place. By PUCT if simulations are given."""
    batch = core.Batch("cpu", w, h, games, sims, candidates, ring_size=4096, seed=seed, simulations=simulations)
    batch.set(**settings)
    batch.start()
    player = tiny_player()
    for _ in range(moves):
        batch.move(player)
    batch.search(player)
    return batch, player


class Winner(unittest.TestCase):
    def test_against_flood_fill(self):
        lib, rng = core.load("cpu"), random.Random(5)
        for w, h in ((1, 1), (2, 2), (3, 3), (2, 5), (5, 2), (4, 4), (7, 6), (11, 11), (13, 9), (19, 19)):
            for _ in range(30):
                moves = rng.sample(range(w * h), w * h)
                array = (ctypes.c_int32 * len(moves))(*moves)
                winner = (ctypes.c_int8 * len(moves))()
                lib.mp_winners(w, h, array, len(moves), winner)
                cell, groups = [0] * (w * h), core.Groups(w, h)
                for k, at in enumerate(moves):
                    cell[at] = 1 + k % 2
                    truth = flood_winner(w, h, cell)
                    self.assertEqual(groups.place(at, 1 + k % 2), truth == 1 + k % 2)
                    self.assertEqual(winner[k], truth)
                    if truth:
                        break
                else:
                    self.fail("a full board has a winner")

    def test_games_in_play_are_open_and_consistent(self):
        for w, h in ((4, 4), (5, 3)):
            batch, _ = search(w, h, games=32, moves=9, random=0.6, random_max=8)
            for g in range(batch.games):
                cell = batch.tensors["cell"][g].tolist()
                self.assertEqual(flood_winner(w, h, cell), 0)
                blacks, whites = cell.count(1), cell.count(2)
                self.assertEqual(int(batch.tensors["mover"][g]), 1 if blacks == whites else 2)
                self.assertIn(blacks - whites, (0, 1))


class Tree(unittest.TestCase):
    def check_game(self, batch, g):
        t = {n: batch.tensors[n][g] for n in ("prior", "sum", "visits", "child", "parent", "action", "node_mover", "won", "value")}
        count = int(batch.tensors["node_count"][g])
        self.assertEqual(int(t["visits"][0].sum()), batch.sims)
        self.assertLessEqual(count, batch.sims + 1)
        boards = {0: batch.tensors["cell"][g].tolist()}
        for k in range(1, count):
            p, a = int(t["parent"][k]), int(t["action"][k])
            self.assertLess(p, k)
            self.assertEqual(int(t["child"][p][a]), k)
            self.assertFalse(bool(t["won"][p]))
            self.assertEqual(int(t["node_mover"][k]), 3 - int(t["node_mover"][p]))
            self.assertEqual(boards[p][a], 0)
            boards[k] = list(boards[p])
            boards[k][a] = int(t["node_mover"][p])
            self.assertEqual(bool(t["won"][k]), flood_winner(batch.w, batch.h, boards[k]) == boards[k][a])
            arrivals, inside = int(t["visits"][p][a]), int(t["visits"][k].sum())
            self.assertEqual(inside, 0 if bool(t["won"][k]) else arrivals - 1)
            total = float(t["value"][k]) * (arrivals if bool(t["won"][k]) else 1) + float(t["sum"][k].sum())
            self.assertAlmostEqual(float(t["sum"][p][a]), -total, places=4)
        for k in range(count):
            if bool(t["won"][k]):
                self.assertEqual(float(t["value"][k]), -1.0)
                continue
            legal = torch.tensor(boards[k]) == 0
            self.assertTrue(bool((t["prior"][k][~legal] < -1e29).all()))
            self.assertAlmostEqual(float(t["prior"][k][legal].exp().sum()), 1.0, places=4)

    def test_invariants(self):
        for w, h, moves in ((4, 4, 4), (3, 5, 2), (5, 5, 8)):
            batch, _ = search(w, h, moves=moves)
            for g in range(batch.games):
                self.check_game(batch, g)

    def test_leaf_gets_its_own_answer(self):
        """Priors and values in the tree are the plain net's answers for the node's position and mover."""
        for w, h in ((4, 4), (3, 5)):
            batch, player = search(w, h, games=4)
            for g in range(4):
                cell, mover = batch.tensors["cell"][g], int(batch.tensors["mover"][g])
                seen = cell.reshape(h, w)
                seen = seen.t() if mover == 2 else seen
                own = torch.where(seen == 0, 0, torch.where(seen == mover, 1, 2)).reshape(1, -1)
                cells, v = player(net.planes(own, *seen.shape))
                logit = cells[0, :, 0].reshape(seen.shape)
                logit = (logit.t() if mover == 2 else logit).reshape(-1)
                prior = torch.log_softmax(logit.masked_fill(cell != 0, -1e9), 0)
                self.assertTrue(torch.allclose(prior[cell == 0], batch.tensors["prior"][g, 0][cell == 0], atol=1e-4))
                self.assertAlmostEqual(float(v), float(batch.tensors["value"][g, 0]), places=5)


class Gumbel(unittest.TestCase):
    def test_plan(self):
        plan = core.halving_plan(16, 32)
        self.assertEqual(plan[16].tolist(), [0] * 16 + [1] * 8 + [2] * 4 + [3] * 4)
        self.assertEqual(plan[1].tolist(), list(range(32)))
        self.assertEqual(core.halving_plan(8, 16)[8].tolist(), [0] * 8 + [1] * 4 + [2] * 2 + [3] * 2)
        for m in range(1, 17):
            counts = [0] * m
            for due in plan[m].tolist():
                self.assertIn(due, counts)
                counts[counts.index(due)] += 1

    def test_candidates_are_the_best_by_noise_and_prior(self):
        batch, _ = search(5, 5, sims=8, candidates=4, moves=1, gumbel=0.0)
        for g in range(batch.games):
            prior, visits = batch.tensors["prior"][g, 0], batch.tensors["visits"][g, 0]
            best = prior.topk(4).indices
            self.assertEqual(int(visits[best].sum()), 8)
            self.assertEqual(sorted(visits[best].tolist()), [1, 1, 3, 3])

    def test_noise_has_the_gumbel_distribution(self):
        """The first candidate of one is a sample of the prior: frequencies over many games agree."""
        games = 4000
        batch = core.Batch("cpu", 2, 2, games, 1, 1, match=True, seed=8)
        batch.place([[]] * games)
        player = tiny_player()
        batch.search(player)
        share = batch.tensors["visits"][:, 0].float().mean(0)
        prior = batch.tensors["prior"][0, 0].exp()
        self.assertTrue(torch.allclose(share, prior, atol=0.03), (share, prior))

    def test_record_is_the_improved_policy(self):
        batch, player = search(4, 4, games=8, moves=2)
        t = batch.tensors
        before = {n: t[n].clone() for n in ("prior", "sum", "visits", "value", "cell", "mover", "length")}
        batch._call("mp_move")
        for g in range(8):
            at = int(before["length"][g])
            if int(t["length"][g]) != at + 1:
                continue  # the game ended and its record moved on
            n, s, prior = before["visits"][g, 0].double(), before["sum"][g, 0].double(), before["prior"][g, 0].double()
            legal, seen = before["cell"][g] == 0, n > 0
            p, total = prior.exp() * legal, float(n.sum())
            q = torch.where(seen, s / n.clamp(min=1), torch.zeros_like(s))
            mixed = (float(before["value"][g, 0]) + total * float((p * q)[seen].sum() / p[seen].sum())) / (1 + total)
            full = torch.where(seen, q, torch.full_like(q, mixed))
            weight = (prior + (50 + n.max()) * 0.25 * full).masked_fill(~legal, -math.inf)
            want = torch.softmax(weight, 0)
            turn = (lambda x: x.reshape(4, 4).t().reshape(-1)) if int(before["mover"][g]) == 2 else (lambda x: x)
            self.assertTrue(torch.allclose(turn(want).float(), t["rec_policy"][g, at].float() / 32767, atol=1e-3))
            self.assertAlmostEqual(float((want * full)[legal].sum()), float(t["rec_value"][g, at]), places=4)
            known = t["rec_q"][g, at] != core.Q_UNKNOWN
            self.assertTrue(torch.equal(known, turn(seen)))
            self.assertTrue(torch.allclose(t["rec_q"][g, at].float()[known] / 32767, -turn(q).float()[known], atol=1e-3))
            most = n.max()
            played = turn(torch.arange(16)).tolist()[int(t["rec_move"][g, at])]
            self.assertEqual(int(n[played]), int(most))


def puct(w, h, sims, simulations, **settings):
    """The same by PUCT."""
    return search(w, h, sims=sims, candidates=1, seed=5, simulations=simulations, **settings)


class Puct(unittest.TestCase):
    def test_two_heads(self):
        """Every simulation asks the net or meets a win; the tree is that of the Gumbel search's tests."""
        for w, h in ((4, 4), (3, 5)):
            batch, _ = puct(w, h, 40, 40, noise=0.25, dither=3)
            t = batch.tensors
            for g in range(batch.games):
                self.assertEqual(int(t["visits"][g, 0].sum()), 40)
                for k in range(1, int(t["node_count"][g])):
                    p, a = int(t["parent"][g, k]), int(t["action"][g, k])
                    inside = t["sum"][g, k].sum() + t["value"][g, k]
                    self.assertEqual(int(t["visits"][g, p, a]), 1 + int(t["visits"][g, k].sum()))
                    self.assertAlmostEqual(float(t["sum"][g, p, a]), -float(inside), places=4)

    def test_delayed_expansion(self):
        """A child stands where a move had `expand` visits; before, its action value was counted."""
        batch, _ = puct(5, 5, 60, 200, expand=10)
        t = batch.tensors
        self.assertTrue(bool((t["spent"] == 200).all()))
        for g in range(batch.games):
            self.assertEqual(int(t["visits"][g, 0].sum()), 200)
            self.assertLess(int(t["node_count"][g]), 40)
            for k in range(int(t["node_count"][g])):
                for a in range(25):
                    n, child = int(t["visits"][g, k, a]), int(t["child"][g, k, a])
                    if child >= 0:
                        self.assertEqual(n, 10 + int(t["visits"][g, child].sum()))
                        value = 9 * t["guess"][g, k, a] - t["value"][g, child] - t["sum"][g, child].sum()
                        self.assertAlmostEqual(float(t["sum"][g, k, a]), float(value), places=3)
                    elif n:
                        mean = float(t["sum"][g, k, a]) / n
                        self.assertTrue(n < 10 or mean == 1.0)
                        self.assertTrue(mean == 1.0 or abs(mean - float(t["guess"][g, k, a])) < 1e-5)

    def test_nodes_run_out(self):
        batch, _ = puct(5, 5, 8, 1000)
        self.assertTrue(bool((batch.tensors["node_count"] <= 9).all()))
        self.assertTrue(bool((batch.tensors["spent"] >= 8).all()))

    def test_noise(self):
        """The mean of the mixed priors is (1 - e) p + e / legal, and single draws are far from it."""
        games, share = 4000, 0.25
        player = tiny_player()
        for alpha in (0.03, 0.5, 2.0):
            batch = core.Batch("cpu", 3, 3, games, 1, 1, match=True, seed=8, simulations=1)
            batch.set(noise=share, alpha=alpha)
            batch.place([[4]] * games)
            batch.search(player)
            mixed = batch.tensors["prior"][:, 0].exp()
            batch.set(noise=0.0)
            batch.search(player)
            plain = batch.tensors["prior"][0, 0].exp()
            legal = plain > 0
            self.assertTrue(torch.allclose(mixed.sum(1), torch.ones(games), atol=1e-4))
            want = (1 - share) * plain + share * legal / 8.0
            self.assertTrue(torch.allclose(mixed.mean(0)[legal], want[legal], atol=0.01), alpha)
            # The variance of a cell of Dirichlet(alpha) of 8 cells.
            spread = share**2 * (1 / 8) * (7 / 8) / (8 * alpha + 1)
            self.assertTrue(torch.allclose(mixed.var(0)[legal], torch.full((8,), spread), rtol=0.15), alpha)

    def test_record_and_dither(self):
        batch, _ = puct(4, 4, 30, 30, games=400, moves=0, dither=1, empty=1.0, random=0.0)
        t = batch.tensors
        visits = t["visits"][:, 0].clone()
        batch._call("mp_move")
        policy = t["rec_policy"][:, 0].float() / 32767
        share = visits.float() / 30
        turned = (visits.reshape(-1, 4, 4).transpose(1, 2).reshape(-1, 16) / 30.0)
        black = (t["rec_mover"][:, 0] == 1)[:, None]
        self.assertTrue(torch.allclose(policy, torch.where(black, share, turned), atol=1e-3))
        drawn = torch.bincount(t["rec_move"][:, 0].long(), minlength=16) / 400.0
        self.assertTrue(torch.allclose(drawn, policy.mean(0), atol=0.09))
        batch.search(tiny_player())  # the second move is the most visited
        most = t["visits"][:, 0].max(1).values
        cells, movers = t["cell"].clone(), t["mover"].clone()
        visits = t["visits"][:, 0].clone()
        batch._call("mp_move")
        for g in range(50):
            move, mover = int(t["rec_move"][g, 1]), int(movers[g])
            at = move if mover == 1 else move % 4 * 4 + move // 4
            self.assertEqual(int(cells[g, at]), 0)
            self.assertEqual(int(visits[g, at]), int(most[g]))


class Openings(unittest.TestCase):
    def test_every_opening_comes_up_and_shares_hold(self):
        batch = core.Batch("cpu", 4, 4, 4000, 1, 1, ring_size=16, seed=4)
        batch.set(empty=0.1, random=0.3, random_max=5)
        batch.start()
        stones = (batch.tensors["cell"] != 0).sum(1)
        share = [float((stones == k).float().mean()) for k in range(6)]
        self.assertAlmostEqual(share[0], 0.1, delta=0.02)
        self.assertAlmostEqual(share[1], 0.6, delta=0.03)
        for k in range(2, 6):
            self.assertAlmostEqual(share[k], 0.075, delta=0.02)
        first = batch.tensors["cell"][stones == 1].float().mean(0)
        self.assertTrue(bool(((first - 1 / 16).abs() < 0.02).all()))

    def test_favoured_first_stones(self):
        """They come up in the share told, beside what any cell gets; openings of more stones are as before; a later batch forgets them."""
        batch = core.Batch("cpu", 4, 4, 6000, 1, 1, ring_size=16, seed=4)
        batch.set(empty=0.0, random=0.5, random_max=2)
        batch.favour([3, 9], 0.4)
        batch.start()
        stones = (batch.tensors["cell"] != 0).sum(1)
        first = (batch.tensors["cell"][stones == 1] == 1).float().mean(0)
        want = torch.full((16,), 0.6 / 16)
        want[[3, 9]] += 0.2
        self.assertTrue(bool(((first - want).abs() < 0.025).all()), first)
        two = (batch.tensors["cell"][stones == 2] == 1).float().mean(0)
        self.assertTrue(bool(((two - 1 / 16).abs() < 0.02).all()), two)
        batch.favour([], 0.4)
        batch.start()
        first = (batch.tensors["cell"][(batch.tensors["cell"] != 0).sum(1) == 1] == 1).float().mean(0)
        self.assertTrue(bool(((first - 1 / 16).abs() < 0.02).all()), first)

    def test_set_up_positions(self):
        batch = core.Batch("cpu", 5, 5, 4000, 1, 1, ring_size=16, seed=4)
        batch.set(empty=0.0, random=0.2, random_max=3, setup=0.3, setup_max=9)
        batch.start()
        stones = (batch.tensors["cell"] != 0).sum(1)
        share = [float((stones == k).float().mean()) for k in range(11)]
        self.assertAlmostEqual(share[1], 0.5, delta=0.03)
        for k in (2, 3):  # by either
            self.assertAlmostEqual(share[k], 0.1 + 0.3 / 8, delta=0.03)
        self.assertAlmostEqual(sum(share[4:10]), 0.3 * 6 / 8, delta=0.03)
        self.assertEqual(share[10], 0.0)

    def test_uneven_openings_are_given_up(self):
        """What the first search values far from even starts anew, in the share told; nothing of it is recorded."""
        player = tiny_player()
        plain, kept = (core.Batch("cpu", 4, 4, 600, 4, 4, ring_size=4096, seed=9) for _ in range(2))
        for batch, uneven in ((plain, 0.0), (kept, 0.75)):
            batch.set(uneven=uneven, even_limit=0.1)
            batch.start()
            batch.move(player)
        value = plain.tensors["rec_value"][:, 0].abs()
        far, moved = value > 0.1, kept.tensors["length"] == 1
        self.assertGreater(int(far.sum()), 100)
        self.assertTrue(bool(moved[~far].all()))
        self.assertAlmostEqual(float(moved[far].float().mean()), 0.25, delta=0.08)
        self.assertEqual(kept.stats()["games"], 0)

    def test_late_choice_is_by_search_alone(self):
        """Without noise in the choice, games from one position that agree on their visits agree on the move."""
        player = tiny_player()
        batch = core.Batch("cpu", 4, 4, 300, 16, 4, ring_size=16, seed=11)
        batch.set(empty=1.0, random=0.0, late=0.0, late_noise=0.0)
        batch.start()
        batch.search(player)
        visits, total = batch.tensors["visits"][:, 0].clone(), batch.tensors["sum"][:, 0].clone()
        prior, scale = batch.tensors["prior"][:, 0].clone(), (50 + visits.max(1).values.float()) * 0.25
        batch.finish_move()
        most = visits == visits.max(1, keepdim=True).values
        score = (prior + scale[:, None] * total / visits.clamp(min=1)).masked_fill(~most, -math.inf)
        self.assertTrue(torch.equal(score.argmax(1), batch.tensors["rec_move"][:, 0].long()))

    def test_values_look_ahead(self):
        """The ring's values of a game are mixed with what came after, down to the result; trace 0 leaves them, 1 is the result."""
        rows = {}
        for trace in (0.0, 0.75, 1.0):
            batch = core.Batch("cpu", 4, 3, 1, 4, 4, ring_size=64, seed=6)
            batch.set(trace=trace, empty=1.0, random=0.0)
            batch.start()
            while batch.stats()["games"] == 0:
                batch.move(tiny_player())
            games = [[], []]
            for o in (0, 1):
                for k in range(int(batch.tensors["ring_total"][o])):
                    stones = int((batch.tensors["ring_cell%d" % o][k] != 0).sum())
                    games[o].append((stones, float(batch.tensors["ring_value%d" % o][k]), int(batch.tensors["ring_result%d" % o][k])))
            rows[trace] = sorted(games[0] + games[1])
        self.assertGreater(len(rows[0.0]), 4)
        self.assertTrue(all(value == result for _, value, result in rows[1.0]))
        ahead = -rows[0.0][-1][2]  # seen by the player who would move next
        for (stones, value, result), (_, mixed, same) in zip(reversed(rows[0.0]), reversed(rows[0.75])):
            ahead = 0.25 * value - 0.75 * ahead
            self.assertEqual(result, same)
            self.assertAlmostEqual(mixed, ahead, places=5, msg=stones)

    def test_resignation(self):
        """Everyone resigns at once when told to, except the share played out; results stay with the winner."""
        batch = core.Batch("cpu", 4, 4, 400, 4, 4, ring_size=8192, seed=5)
        batch.set(resign=2.0, play_out=0.25)
        batch.start()
        player = tiny_player()
        batch.move(player)
        ended = batch.stats()["resigned"]
        self.assertAlmostEqual(ended / 400, 0.75, delta=0.08)
        self.assertTrue(bool((batch.tensors["ring_result0"][:ended] == -1).all()))

    def test_ring_results_alternate(self):
        batch = core.Batch("cpu", 3, 3, 1, 4, 4, ring_size=64, seed=6)
        batch.start()
        player = tiny_player()
        for _ in range(40):
            batch.move(player)
        count = int(batch.tensors["ring_total"][0])
        result = batch.tensors["ring_result0"][:count].tolist()
        stones = (batch.tensors["ring_cell0"][:count] != 0).sum(1).tolist()
        for k in range(1, count):
            if stones[k] == stones[k - 1] + 1:
                self.assertEqual(result[k], -result[k - 1])
        self.assertGreater(batch.stats()["games"], 3)


if __name__ == "__main__":
    unittest.main()
