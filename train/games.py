#!/usr/bin/env python3
"""Data sets of games, and what a net learns from them: distinct pairs of a position and the move played there.

  games.py make --program MUSTPLAY --size 9 --games 2000 --player mcts:playouts=300 [--player ...] --out FILE [--jobs 2] [--seed 1]
      plays with `mustplay selfplay`, every game from a random first move, players in turn; a file that is there is gone on with
  games.py take --out FILE SGF...       games of SGF files, such as `mustplay match --sgf FOLDER` writes (MoHex and others too)
  games.py show FILE                    games, pairs, lengths, and pairs by move number (Gao 2020, Figure 3.3)

The format, `mustplay-games-1`, is text. The first line is `# mustplay-games-1`; more lines that start with # are comments. Every
other line is a game: the size as COLUMNSxROWS, the winner (black or white), the moves as cells, Black first, for example
  3x3 black b2 a1 b1 c1 b3
Moves after the one that joined the winner's edges are not there; games without a winner are left out.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HEAD = "# mustplay-games-1"
CHUNK = 25  # games a call of selfplay: what an interruption loses at most
Game = collections.namedtuple("Game", "width height winner moves")  # winner 1 black, 2 white; moves as indices


def cell_name(at, width):
    return "%c%d" % (97 + at % width, at // width + 1)


def cell_index(name, width):
    return (int(name[1:]) - 1) * width + ord(name[0]) - 97


def line_of(game):
    return "%dx%d %s %s" % (game.width, game.height, ("black", "white")[game.winner - 1],
                            " ".join(cell_name(m, game.width) for m in game.moves))


def game_of(line, where):
    words = line.split()
    try:
        width, height = map(int, words[0].split("x"))
        moves = [cell_index(name, width) for name in words[2:]]
        game = Game(width, height, ("black", "white").index(words[1]) + 1, moves)
        if len(set(moves)) != len(moves) or not all(0 <= m < width * height for m in moves):
            raise ValueError
    except (ValueError, IndexError):
        raise ValueError("%s: not a game of %s: %.60s" % (where, HEAD[2:], line.strip()))
    return game


def read(path):
    with open(path) as f:
        lines = f.read().splitlines()
    if not lines or lines[0] != HEAD:
        raise ValueError("%s: the first line is not '%s'" % (path, HEAD))
    return [game_of(line, "%s:%d" % (path, k + 1)) for k, line in enumerate(lines) if line and not line.startswith("#")]


def append(path, games, comment=None):
    new = not os.path.exists(path)
    with open(path, "a") as f:
        text = [HEAD] if new else []
        text += ["# " + comment] if comment else []
        f.write("\n".join(text + [line_of(g) for g in games]) + "\n")


# ---- SGF, as this program writes it: one line of play, no variations ----

def from_sgf(text):
    games = []
    for part in re.split(r"(?=\(;)", text):
        size = re.search(r"SZ\[(\d+)(?::(\d+))?\]", part)
        result = re.search(r"RE\[([BW])\+", part)
        if not size or not result:
            continue
        width, height = int(size[1]), int(size[2] or size[1])
        moves, winner = [], "BW".index(result[1]) + 1
        for colour, name in re.findall(r";([BW])\[([a-z]\d+)\]", part):
            if colour != "BW"[len(moves) % 2]:
                break  # a pass or a swap: not a game of ours
            moves.append(cell_index(name, width))
        if moves and len(set(moves)) == len(moves):
            games.append(Game(width, height, winner, moves))
    return games


def call(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def play(program, size, player, games, seed, run):
    """The games; none when the program was interrupted."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "games.sgf")
        code, _, errors = run([program, "selfplay", "--size", str(size), "--games", str(games), "--player", player, "--seed", str(seed),
                               "--output", out])
        if code == 3:
            return []
        if code:
            raise RuntimeError("%s selfplay: %s" % (program, errors.strip()[-300:]))
        with open(out) as f:
            return from_sgf(f.read())


def make(program, size, games, players, path, jobs=1, seed=1, left=lambda: 1e9, run=call):
    """Brings the file to `games` games, or to what the seconds that are `left()` allow; returns them. `run` calls a command."""
    done = len(read(path)) if os.path.exists(path) else 0
    first = (done + CHUNK - 1) // CHUNK

    def chunk(k):
        return k, [] if left() <= 0 else play(program, size, players[k % len(players)], min(CHUNK, games - k * CHUNK), seed * 100000 + k, run)

    with ThreadPoolExecutor(jobs) as pool:
        for k, made in pool.map(chunk, range(first, (games + CHUNK - 1) // CHUNK)):
            if not made:
                continue
            append(path, made, "%s, seed %d" % (players[k % len(players)], seed * 100000 + k))
            print("%s: %d games" % (os.path.basename(path), min(games, (k + 1) * CHUNK)), file=sys.stderr, flush=True)
    return read(path) if os.path.exists(path) else []


# ---- pairs ----

class Pairs:
    """Distinct pairs of a position and a move. cell [n,cells] holds 0, 1 Black, 2 White. z is the mean result for the
    mover over the games in which the pair occurred. ply counts the stones before the move."""

    def __init__(self, width, height, cell, move, z, ply):
        self.width, self.height, self.cell, self.move, self.z, self.ply = width, height, cell, move, z, ply

    def __len__(self):
        return self.move.shape[0]

    def black_moves(self):
        return self.ply % 2 == 0

    def part(self, rows):
        return Pairs(self.width, self.height, self.cell[rows], self.move[rows], self.z[rows], self.ply[rows])

    def to(self, device):
        return Pairs(self.width, self.height, *(t.to(device) for t in (self.cell, self.move, self.z, self.ply)))


def raw_pairs(games):
    """One row per move of every game, all of one size; the first move, which was drawn at random, teaches nothing."""
    import numpy
    import torch

    width, height = games[0].width, games[0].height
    total = sum(len(g.moves) - 1 for g in games)
    cell = numpy.zeros((total, width * height), dtype=numpy.int8)
    move, ply = numpy.zeros(total, dtype=numpy.int64), numpy.zeros(total, dtype=numpy.int64)
    z, row = numpy.zeros(total, dtype=numpy.float32), 0
    for g in games:
        board = numpy.zeros(width * height, dtype=numpy.int8)
        for k, m in enumerate(g.moves):
            if k:
                cell[row], move[row], ply[row] = board, m, k
                z[row] = 1.0 if g.winner == 1 + k % 2 else -1.0
                row += 1
            board[m] = 1 + k % 2
    return Pairs(width, height, *(torch.from_numpy(a) for a in (cell, move, z, ply)))


def keys(pairs):
    """A 64-bit key per pair; the half-turned pair has the same one, since the board keeps its sides under that turn."""
    import torch

    cells = pairs.width * pairs.height
    g = torch.Generator().manual_seed(12345)
    stone = torch.randint(-2**62, 2**62, (3, cells), generator=g)
    stone[0] = 0
    played = torch.randint(-2**62, 2**62, (cells,), generator=g)

    def key(cell, move):
        at = torch.arange(cells).expand_as(cell)
        return stone[cell.long(), at].sum(1) ^ played[move]

    straight, turned = key(pairs.cell, pairs.move), key(pairs.cell.flip(1), cells - 1 - pairs.move)
    return torch.minimum(straight, turned)


def pairs_of(games):
    """Distinct pairs, results averaged; the first occurrence stands for all."""
    import torch

    raw = raw_pairs(games)
    unique, inverse, count = torch.unique(keys(raw), return_inverse=True, return_counts=True)
    first = torch.full((len(unique),), len(raw), dtype=torch.int64)
    order = torch.arange(len(raw) - 1, -1, -1)
    first[inverse[order]] = order  # written backwards: the first occurrence stays
    z = torch.zeros(len(unique)).index_add_(0, inverse, raw.z) / count
    out = raw.part(first)
    out.z = z
    return out, len(raw)


def split(pairs, share=0.1, seed=1):
    """Training and test pairs, drawn at random as in Gao 2020 §3.1.4."""
    import torch

    order = torch.randperm(len(pairs), generator=torch.Generator().manual_seed(seed))
    test = int(len(pairs) * share)
    return pairs.part(order[test:]), pairs.part(order[:test])


def show(path):
    import torch

    games = read(path)
    for size in sorted({(g.width, g.height) for g in games}):
        some = [g for g in games if (g.width, g.height) == size]
        pairs, total = pairs_of(some)
        lengths = [len(g.moves) for g in some]
        print("%dx%d: %d games of %d to %d moves, Black won %d; %d pairs, %d distinct" % (
            size + (len(some), min(lengths), max(lengths), sum(g.winner == 1 for g in some), total, len(pairs))))
        for ply, count in enumerate(torch.bincount(pairs.ply).tolist()):
            print("  move %3d %7d" % (ply + 1, count))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", choices=("make", "take", "show"))
    p.add_argument("files", nargs="*")
    p.add_argument("--program", default="build/mustplay")
    p.add_argument("--size", type=int, default=9)
    p.add_argument("--games", type=int, default=1000)
    p.add_argument("--player", action="append")
    p.add_argument("--out")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_intermixed_args()
    try:
        if args.what == "make":
            if not args.out:
                p.error("make needs --out")
            make(args.program, args.size, args.games, args.player or ["mcts:playouts=300"], args.out, args.jobs, args.seed)
        elif args.what == "take":
            if not args.out:
                p.error("take needs --out")
            for name in args.files:
                with open(name) as f:
                    append(args.out, from_sgf(f.read()), name)
        else:
            for name in args.files:
                show(name)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        sys.exit("games.py: %s" % error)


if __name__ == "__main__":
    main()
