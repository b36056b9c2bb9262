#!/usr/bin/env python3
"""Makes a data set of solved 5x5 positions and fits a tiny model to it: who wins, from the stones alone.

    python/examples/fit_solved.py [POSITIONS] [data.npz]

Each position is reached by random moves, is undecided on the board, and is labelled with what is proved: the winner
and the winning moves. The model has one hidden layer; a fifth of the positions is kept from it and judges
it."""
import random
import sys
import time

import mustplay
import numpy

SIZE = 5


def position(source):
    while True:
        game = mustplay.Game(SIZE)
        for _ in range(source.randrange(2, 15)):
            game.play(source.choice(game.cells()))
            if game.winner:
                break
        if not game.winner:
            return game


def seen(game, board):
    """A board [..., row, column] as the mover sees it, who then always joins top and bottom."""
    return board.swapaxes(-1, -2) if game.to_move == "white" else board


def data_set(count, threads=2):
    """Planes [position, 2, row, column], whether the mover wins [position], moves that win [position, row, column]; all as the mover
    sees them."""
    source = random.Random(1)
    games = [position(source) for _ in range(count)]
    solutions = mustplay.solve_many(games, all_moves=True, threads=threads)
    planes = numpy.stack([seen(game, game.planes()) for game in games])
    wins = numpy.array([solution.winner == game.to_move for game, solution in zip(games, solutions)], numpy.float32)
    moves = numpy.stack([seen(game, game.mask(solution.winning)) for game, solution in zip(games, solutions)])
    return planes, wins, moves


def fit(x, y, hidden=64, rounds=60, batch=64, rate=0.003):
    """One hidden layer, by Adam. Returns a function from rows to probabilities."""
    draw = numpy.random.default_rng(1)
    weights = [draw.normal(0, 0.2, (x.shape[1], hidden)), numpy.zeros(hidden), draw.normal(0, 0.2, hidden), numpy.zeros(())]
    moments = [[numpy.zeros_like(w), numpy.zeros_like(w)] for w in weights]
    step = 0

    def forward(rows):
        inner = numpy.maximum(rows @ weights[0] + weights[1], 0)
        return inner, 1 / (1 + numpy.exp(-(inner @ weights[2] + weights[3])))

    for _ in range(rounds):
        for rows in numpy.array_split(draw.permutation(len(x)), max(1, len(x) // batch)):
            inner, chance = forward(x[rows])
            error = (chance - y[rows]) / len(rows)
            back = numpy.outer(error, weights[2]) * (inner > 0)
            step += 1
            for i, gradient in enumerate([x[rows].T @ back, back.sum(0), inner.T @ error, error.sum()]):
                first, second = moments[i]
                first[...] = 0.9 * first + 0.1 * gradient
                second[...] = 0.999 * second + 0.001 * gradient**2
                weights[i] -= rate * (first / (1 - 0.9**step)) / (numpy.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return lambda rows: forward(rows)[1]


def main(count=10000, path=None):
    start = time.monotonic()
    planes, wins, moves = data_set(count)
    print(f"{count} positions of {SIZE}x{SIZE} solved in {time.monotonic() - start:.1f} s; the mover wins {wins.mean():.1%}")
    if path:
        numpy.savez_compressed(path, planes=planes, wins=wins, moves=moves)
    x, kept = planes.reshape(count, -1), count // 5
    model = fit(x[kept:], wins[kept:])
    right = ((model(x[:kept]) > 0.5) == (wins[:kept] > 0.5)).mean()
    most = max(wins[:kept].mean(), 1 - wins[:kept].mean())
    print(f"right in {right:.1%} of {kept} positions that it never saw; {most:.1%} by always saying the same")
    return right, most


if __name__ == "__main__":
    main(*([int(sys.argv[1])] if len(sys.argv) > 1 else []), *sys.argv[2:3])
