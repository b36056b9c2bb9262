"""The loop that the policy gradients of gradients/ share (Gao 2020 §3.2, Algorithm 2).

One loop trains several trials of one method side by side: nets of the same start with other random numbers. An
iteration plays `games` games per trial, the first move drawn uniformly, all others from the policy. It then asks the
method for rows and takes one step of plain gradient ascent. The step is the sum over the rows divided by the games,
at the rate 0.001, as in the seed. So a method that learns from all moves of a game takes longer steps than one with a
single move. `mean` divides by the rows instead.
"""
import os
import time

import torch

import gradients
import policy_play as pp


class Chosen:
    """One move of every game."""

    def __init__(self, cell, ply, move, result):
        self.cell, self.ply, self.move, self.result = cell, ply, move, result

    def rows(self, returns):
        return self.cell, self.ply % 2 == 0, self.move, returns


class Games:
    """Finished games, [trials * games] of them, trial by trial. `turn` [b]: the parity of the plies that the learning net moved at."""

    def __init__(self, trials, side, first, moves, winner, length, turn=None):
        self.trials, self.side, self.first, self.moves = trials, side, first, moves
        self.winner, self.length, self.turn = winner, length, turn

    def at(self, games, ply):
        """The chosen ply of the chosen games: board, move and the result for its side."""
        cell = pp.boards_at(self.first[games], self.moves[games], ply)
        move = self.moves[games].gather(1, ply[:, None] - 1)[:, 0]
        result = torch.where(self.winner[games] == 1 + ply % 2, 1.0, -1.0)
        return cell, move, result

    def one_move(self):
        """A ply per game, uniformly among its moves after the first."""
        b = self.first.shape[0]
        u = torch.rand(b, device=self.first.device)
        ply = 1 + (u * (self.length - 1).float()).long().clamp(max=self.side * self.side - 2)
        cell, move, result = self.at(torch.arange(b, device=ply.device), ply)
        return Chosen(cell, ply, move, result)

    def every_move(self, own=False):
        b, most = self.first.shape[0], int(self.length.max())
        games = torch.arange(b, device=self.first.device).repeat_interleave(most - 1)
        ply = torch.arange(1, most, device=self.first.device).repeat(b)
        cell, move, result = self.at(games, ply)
        counts = ply < self.length[games]
        if own:
            counts &= ply % 2 == self.turn[games]
        return cell, ply % 2 == 0, move, result * counts.float()


class Loop:
    """`start`: the net that all trials start from. `go_on` takes up a run that was stopped."""

    def __init__(self, method, start, arch, side, device, trials=3, k=1, games=128, rate=1e-3, mean=False, seed=1):
        self.method, self.arch, self.side, self.device = gradients.METHODS[method], arch, side, torch.device(device)
        self.trials, self.k, self.games, self.rate, self.mean = trials, k, games, rate, mean
        # On a GPU games are played in bf16; what is learned stays in float32.
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        torch.manual_seed(seed)
        self.weights = {n: t.to(self.device).clone().requires_grad_() for n, t in pp.stack([start] * trials).items()}
        self.playing = pp.for_play(self.weights, self.kind, self.device)
        self.old = {n: t.clone() for n, t in self.playing.items()} if self.method.OLD else None
        self.pool, self.iteration, self.graphs = [], 0, {}

    # ---- play; on a GPU one graph per batch size ----

    def _games(self, b):
        if b in self.graphs:
            return self.graphs[b]
        cells = self.side * self.side
        entry = {"cell": torch.zeros(b, cells, dtype=torch.int8, device=self.device),
                 "stones": torch.ones(b, dtype=torch.int64, device=self.device),
                 "turn": torch.ones(b, dtype=torch.int64, device=self.device), "graph": None}
        self.graphs[b] = entry
        if self.device.type == "cuda" and os.environ.get("MUSTPLAY_GRAPHS", "1") != "0":
            before = torch.backends.cudnn.benchmark
            torch.backends.cudnn.benchmark = True  # the ways to convolve are tried once, before the graph is recorded
            self._record(entry)
            torch.backends.cudnn.benchmark = before  # learning has another number of rows every time
        return entry

    def _record(self, entry):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side), torch.no_grad():
            self._play(entry)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.no_grad(), torch.cuda.graph(graph):
            entry["out"] = self._play(entry)
        entry["graph"] = graph

    def _play(self, e):
        return pp.play(self.playing, self.arch, e["cell"], e["stones"], self.side, self.old, e["turn"])

    def play(self, cell, stones, turn=None):
        e = self._games(cell.shape[0])
        e["cell"].copy_(cell)
        e["stones"].copy_(stones)
        if turn is not None:
            e["turn"].copy_(turn)
        with torch.no_grad():
            if e["graph"] is None:
                return self._play(e)
            e["graph"].replay()
            return [t.clone() for t in e["out"]]

    def play_games(self):
        b, cells = self.trials * self.games, self.side * self.side
        first = torch.randint(0, cells, (b,), device=self.device)
        cell = torch.zeros(b, cells, dtype=torch.int8, device=self.device).scatter(1, first[:, None], 1)
        turn = torch.arange(b, device=self.device) % 2  # the learning net has both colours equally often
        _, moves, winner, length = self.play(cell, torch.ones(b, dtype=torch.int64, device=self.device), turn)
        return Games(self.trials, self.side, first, moves, winner, length, turn)

    def play_on(self, games, chosen, answers=False):
        """k games more from the position after each chosen move; results for that move's side, [b,k]."""
        b, cells = chosen.move.shape[0], self.side * self.side
        after = pp.boards_at(games.first, games.moves, chosen.ply + 1)
        stones = (chosen.ply + 1)[:, None].expand(b, self.k)
        cell = after[:, None].expand(b, self.k, cells).reshape(b * self.k, cells)
        if answers:
            with torch.no_grad():
                scores = pp.logits(self.playing, self.arch, after, self.side, (chosen.ply + 1) % 2 == 0)
            best = scores.topk(min(self.k, cells), 1).indices
            best = torch.cat((best, best[:, :1].expand(b, self.k - best.shape[1])), 1)
            legal = after.gather(1, best) == 0
            mover = (1 + (chosen.ply + 1) % 2).to(torch.int8)[:, None].expand(b, self.k)
            put = torch.where(legal, mover, after.gather(1, best)).reshape(-1, 1)
            cell = cell.scatter(1, best.reshape(-1, 1), put)
            stones = stones + legal.long()
        _, _, winner, _ = self.play(cell, stones.reshape(-1))
        return torch.where(winner.reshape(b, self.k) == (1 + chosen.ply % 2)[:, None], 1.0, -1.0)

    # ---- learning ----

    def learn(self, cell, black, move, returns):
        """One step of gradient ascent; the rows of a trial lie together, and those that return 0 do not count."""
        divisor = float((returns != 0).sum()) / self.trials if self.mean else self.games
        per = cell.shape[0] // self.trials
        for t in self.weights.values():
            t.grad = None
        for i in range(self.trials):
            counts = i * per + returns[i * per:(i + 1) * per].nonzero()[:, 0]
            for index in counts.split(8192):
                weights = {n: t[i:i + 1] for n, t in self.weights.items()}
                scores = pp.logits(weights, self.arch, cell[index], self.side, black[index])
                chosen = torch.log_softmax(scores, 1).gather(1, move[index][:, None])[:, 0]
                (-(chosen * returns[index]).sum() / divisor).backward()
        with torch.no_grad():
            for t in self.weights.values():
                if t.grad is not None:
                    t -= self.rate * t.grad
        pp.refresh(self.playing, self.weights)

    def go_on(self, iteration, nets, former=()):
        """From what trials had reached: a net for each; former: such lists of iterations before, for methods that play them."""
        self.iteration = iteration
        torch.manual_seed(torch.initial_seed() + iteration)  # other games than those of the first iterations
        with torch.no_grad():
            for n, t in pp.stack(nets).items():
                self.weights[n].copy_(t)
        pp.refresh(self.playing, self.weights)
        self.pool = [pp.for_play(pp.stack(older), self.kind, self.device) for older in former]

    def iterate(self):
        if self.old is not None:
            if self.iteration % 10 == 0:
                self.pool.append({n: t.clone() for n, t in self.playing.items()})
            for i in range(self.trials):
                pick = self.pool[int(torch.randint(0, len(self.pool), (1,)))]
                for n, t in self.old.items():
                    t[i].copy_(pick[n][i])
        games = self.play_games()
        self.learn(*self.method.rows(self, games))
        self.iteration += 1
        return {"length": float(games.length.float().mean()), "black": float((games.winner == 1).float().mean())}

    def run(self, iterations, each, every=50, seconds=1e9):
        """`each(iteration, loop)` before the first and after each `every` iterations."""
        began = time.time()
        each(self.iteration, self)
        while self.iteration < iterations and time.time() - began < seconds:
            self.iterate()
            if self.iteration % every == 0:
                each(self.iteration, self)

    def net(self, trial):
        return pp.unstack(self.weights, trial)
