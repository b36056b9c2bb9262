"""Solving: who wins, proved."""
from __future__ import annotations

import ctypes
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Iterable, Optional

from . import _library as m
from .engine import Engine, Net, engine_in
from .game import Game, colour_in, colour_out, game_in


@dataclass(frozen=True)
class Solution:
    """Who wins a position. `winner` is None when the limits came first. `move` wins, unless the mover loses. `carrier` has the empty
    cells that the winner needs. With all moves asked for, `winning`, `losing` and `unknown` part the empty cells."""

    game: Game
    winner: Optional[str]
    move: Optional[str]
    carrier: list[str]
    nodes: int
    seconds: float
    winning: Optional[list[str]] = None
    losing: Optional[list[str]] = None
    unknown: Optional[list[str]] = None

    def _repr_svg_(self) -> str:
        marks = {cell: "·" for cell in self.carrier}
        marks.update({cell: "+" for cell in self.winning or []})
        marks.update({cell: "−" for cell in self.losing or []})
        if self.move:
            marks[self.move] = "+"
        return self.game.svg(marks)


class Solver(m.Handle):
    """A solver, which keeps what it proved from one question to the next. `store` is a file of proved positions that solvers and
    processes may share."""

    def __init__(self, method: Optional[str] = None, *, store: Any = None, checkpoint: Any = None, net: Optional[Net] = None, without_net: bool = False,
                 engine: Optional[Engine] = None) -> None:
        engine = engine_in(engine)
        if net is not None and not isinstance(net, Net):
            raise TypeError(f"net: a mustplay.Net is wanted, not {type(net).__name__}")
        settings = m.sized(m.mp_solver_settings)
        texts = [None if text is None else m.as_bytes(text, what) for text, what in ((method, "method"), (store, "store"), (checkpoint, "checkpoint"))]
        settings.method, settings.store, settings.checkpoint = texts
        settings.net, settings.without_net = net.address if net else None, bool(without_net)
        super().__init__(m.call("mp_solver_new", engine.address, ctypes.byref(settings)), "mp_solver_free", engine, net, texts, more=(None,))

    def solve(self, game: Game, *, all_moves: bool = False, seconds: Optional[float] = None, nodes: Optional[int] = None, memory: Optional[int] = None,
              threads: int = 1, cancel: Optional[m.Cancel] = None) -> Solution:
        """Proves who wins; `memory` is in megabytes. When the limits or a cancel come first, what is not proved is None."""
        cancel = m.as_cancel(cancel)
        limits = m.limits_of(cancel, seconds, nodes, memory, threads)
        return self._solve(game_in(game).copy(), all_moves, limits, cancel)

    def _solve(self, now: Game, all_moves: bool, limits: m.mp_limits, cancel: m.Cancel) -> Solution:
        with self.held() as solver:
            if all_moves:
                moves = m.sized(m.mp_moves)
                moves.solution.size = ctypes.sizeof(m.mp_solution)
                m.interruptible(lambda: m.call("mp_solver_solve_moves", solver, now.address, ctypes.byref(limits), m.ASKING(), None, ctypes.byref(moves)), cancel)
                sets = [now._names(moves.winning), now._names(moves.losing), now._names(moves.unknown)]
                return _solution_of(now, moves.solution, *sets)
            solution = m.sized(m.mp_solution)
            m.interruptible(lambda: m.call("mp_solver_solve", solver, now.address, ctypes.byref(limits), ctypes.byref(solution)), cancel)
            return _solution_of(now, solution)

    def prove(self, solution: Solution, path: Any, *, replace: bool = False, seconds: Optional[float] = None, cancel: Optional[m.Cancel] = None) -> bool:
        """Writes a proof of what this solver found to a file, compressed if its name ends in ".zst". False when the limits came
        first: the same call continues."""
        if not isinstance(solution, Solution) or not solution.winner:
            raise m.Error("prove: a solution with a winner is wanted")
        cancel = m.as_cancel(cancel)
        limits, made, game = m.limits_of(cancel, seconds), m.sized(m.mp_proof_made), solution.game
        move = game._move(solution.move) if solution.move else m.NONE
        name = m.as_bytes(path, "path")
        with self.held() as solver:
            m.interruptible(lambda: m.call("mp_solver_prove", solver, game.address, colour_in(solution.winner), move, name, bool(replace),
                                           ctypes.byref(limits), ctypes.byref(made)), cancel)
        return made.finished


def _solution_of(game: Game, s: m.mp_solution, *sets: list[str]) -> Solution:
    return Solution(game, colour_out(s.winner), game._name(s.move), game._names(s.carrier), s.nodes, s.seconds, *sets)


def solve(game: Game, **options: Any) -> Solution:
    """Proves who wins a position, by a solver of its own; options as in Solver.solve.

    >>> solve(Game(4)).winner
    'black'
    """
    return Solver().solve(game, **options)


def solve_many(games: Iterable[Game], *, threads: int = 1, method: Optional[str] = None, store: Any = None, all_moves: bool = False,
               seconds: Optional[float] = None, nodes: Optional[int] = None, memory: Optional[int] = None, engine: Optional[Engine] = None) -> list[Solution]:
    """Solves many positions, several at a time, each thread with a solver of its own; limits are for each position. The solutions
    are in the order of the games. Ctrl-C ends it."""
    games = [game_in(game).copy() for game in games]
    cancel, count = m.Cancel(), m.as_int(threads, "threads", 1, 256)
    limits = m.limits_of(cancel, seconds, nodes, memory)
    solvers: queue.Queue = queue.Queue()
    for _ in range(min(count, max(1, len(games)))):
        solvers.put(Solver(method, store=store, engine=engine))

    def one(game: Game) -> Solution:
        solver = solvers.get()
        try:
            return solver._solve(game, all_moves, limits, cancel)
        finally:
            solvers.put(solver)

    def all_of_them() -> list[Solution]:
        with ThreadPoolExecutor(max_workers=count) as pool:
            return list(pool.map(one, games))

    return m.interruptible(all_of_them, cancel)
