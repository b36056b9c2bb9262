"""The engine: players, nets, analysis."""
from __future__ import annotations

import ctypes
import queue
import threading
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence

from . import _library as m
from .game import Game, game_in

PROVED = [None, "win", "loss"]


class Engine(m.Handle):
    """What players, solvers and nets are made from. Most programs need none: functions and classes make one for all, which
    `default_engine()` gives. `log` hears sentences that are no errors, such as a net that is not found."""

    def __init__(self, data: Any = None, log: Optional[Callable[[str], None]] = None) -> None:
        super().__init__(m.call("mp_engine_new"), "mp_engine_free")
        if log is not None and not callable(log):
            raise TypeError("log: a function is wanted")
        self._log = m.LOG(lambda _, sentence: log(sentence.decode("utf-8", "replace"))) if log else m.LOG()
        m.lib.mp_engine_set_log(self.address, self._log, None)
        if data is not None:
            m.call("mp_engine_set_data", self.address, m.as_bytes(data, "data"))

    @property
    def data(self) -> Optional[str]:
        """The folder in which nets are found; None: there is none."""
        return m.taken(m.lib.mp_data_path(self.address))

    def _list(self, kind: int) -> dict[str, str]:
        found, help_text = {}, ctypes.c_char_p()
        while name := m.lib.mp_engine_list(self.address, kind, len(found), ctypes.byref(help_text)):
            found[name.decode()] = (help_text.value or b"").decode()
        return found

    @property
    def players(self) -> dict[str, str]:
        """Names of players, each with a sentence about it."""
        return self._list(0)

    @property
    def methods(self) -> dict[str, str]:
        """Names of methods of solving."""
        return self._list(1)


_default: Optional[Engine] = None
_default_lock = threading.Lock()


def default_engine() -> Engine:
    global _default
    with _default_lock:
        _default = _default or Engine()
        return _default


def engine_in(engine: Any) -> Engine:
    if engine is not None and not isinstance(engine, Engine):
        raise TypeError(f"engine: a mustplay.Engine is wanted, not {type(engine).__name__}")
    return engine or default_engine()


# --- Players


@dataclass(frozen=True)
class Choice:
    """A move that a player chose: its winning probability as the player sees it, play-outs or nodes, the expected line."""

    move: str
    value: float
    visits: int
    line: list[str]
    seconds: float


class Player(m.Handle):
    """A player by its specification: "auto", "auto:level=4", "mcts:playouts=1000", ..."""

    def __init__(self, specification: str = "auto", *, seed: int = 1, engine: Optional[Engine] = None) -> None:
        engine = engine_in(engine)
        text, seed = m.as_bytes(specification, "specification"), m.as_int(seed, "seed", 0, 2**64 - 1)
        super().__init__(m.call("mp_player_new", engine.address, text, seed, None), "mp_player_free", engine)
        self.specification = specification

    def choose(self, game: Game, *, seconds: Optional[float] = None, nodes: Optional[int] = None, threads: int = 1, swap: bool = False,
               resign: bool = False, cancel: Optional[m.Cancel] = None) -> Choice:
        """The move that it would make; it is not played. Without limits its own options decide. `swap`: the swap rule holds."""
        cancel = m.as_cancel(cancel)
        terms, choice = m.sized(m.mp_terms), m.sized(m.mp_choice)
        terms.limits = m.limits_of(cancel, seconds, nodes, None, threads)
        terms.may_swap, terms.may_resign = bool(swap), bool(resign)
        now = game_in(game).copy()
        with self.held() as player:
            m.interruptible(lambda: m.call("mp_player_choose", player, now.address, ctypes.byref(terms), ctypes.byref(choice)), cancel)
        return Choice(now._name(choice.move) or "", choice.value, choice.visits, now._line(choice.line), choice.seconds)

    def reset(self) -> None:
        """Says that the next position belongs to a new game."""
        with self.held() as player:
            m.lib.mp_player_reset(player)


# --- Nets


class Net(m.Handle):
    """A network; None is the one that is found. Any number of threads may use one."""

    def __init__(self, path: Any = None, *, engine: Optional[Engine] = None) -> None:
        engine = engine_in(engine)
        name = None if path is None else m.as_bytes(path, "path")
        super().__init__(m.call("mp_net_load", engine.address, name), "mp_net_free", engine)
        info = m.sized(m.mp_net_info)
        m.lib.mp_net_describe(self.address, ctypes.byref(info))
        self.parameters, self.filters, self.blocks, self.checksum = info.parameters, info.filters, info.blocks, info.checksum.decode()

    def evaluate(self, game: Game) -> tuple[float, Any]:
        """The mover's winning probability, and the probability of each move as [row, column]: a numpy array if numpy
        is installed, else a list of lists."""
        now = game_in(game).copy()
        value, policy = ctypes.c_double(), (ctypes.c_float * (now.width * now.height))()
        m.call("mp_net_evaluate", self.address, now.address, ctypes.byref(value), policy)
        rows = [list(policy[row * now.width : (row + 1) * now.width]) for row in range(now.height)]
        try:
            import numpy
        except ImportError:
            return value.value, rows
        return value.value, numpy.array(rows, numpy.float32)

    def evaluate_many(self, games: Iterable[Game], *, threads: int = 1) -> tuple[Sequence[float], Sequence[Any]]:
        """The same of many positions, by several threads: values and policies in the order of the games. Where numpy is installed
        and all boards have one size both are arrays, [game] and [game, row, column]."""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(max_workers=m.as_int(threads, "threads", 1, 256)) as pool:
            # Copied here: the same game may be given several times, and one thread at a time may use it.
            found = list(pool.map(self.evaluate, [game_in(game).copy() for game in games]))
        values, policies = [value for value, _ in found], [policy for _, policy in found]
        try:
            import numpy
        except ImportError:
            return values, policies
        if len({policy.shape for policy in policies}) > 1:
            return numpy.array(values), policies
        return numpy.array(values), numpy.array(policies)


# --- Analysis


@dataclass(frozen=True)
class Candidate:
    """A move: the mover's winning probability, visits, the net's prior, "win" or "loss" when proved, the expected line."""

    move: str
    value: float
    visits: int
    prior: float
    proved: Optional[str]
    line: list[str]


@dataclass(frozen=True)
class Report:
    """What a search knows so far: candidates, the best first. `last`: the search has ended."""

    value: float
    proved: Optional[str]
    visits: int
    seconds: float
    candidates: list[Candidate]
    last: bool


def _report_of(game: Game, report: m.mp_report) -> Report:
    found = [report.candidate[i] for i in range(report.count)]
    moves = [Candidate(game._name(c.move) or "", c.value, c.visits, c.prior, PROVED[c.proved], game._line(c.line)) for c in found]
    return Report(report.value, PROVED[report.proved], report.visits, report.seconds, moves, report.last)


def analyse(game: Game, *, seconds: Optional[float] = None, playouts: Optional[int] = None, threads: int = 1, interval: float = 0.2,
            net: Optional[Net] = None, engine: Optional[Engine] = None) -> Iterator[Report]:
    """Searches a position with a net and yields reports, at once and then every `interval` seconds. The limits, a
    proof, or leaving the loop end the search.

    for report in analyse(game, seconds=5):
        print(report.candidates[0])
    """
    engine, now, cancel = engine_in(engine), game_in(game).copy(), m.Cancel()
    if net is not None and not isinstance(net, Net):
        raise TypeError(f"net: a mustplay.Net is wanted, not {type(net).__name__}")
    settings = m.sized(m.mp_analysis_settings)
    settings.net = net.address if net else None
    limits, interval = m.limits_of(cancel, seconds, playouts, None, threads), m.as_seconds(interval, "interval")
    heard: queue.Queue = queue.Queue()

    @m.HEAR
    def hear(_: Any, report: Any) -> None:
        try:
            heard.put(_report_of(now, report.contents))
        except BaseException as error:  # it must not pass through the library
            heard.put(error)

    def work() -> Iterator[Report]:
        analysis = m.call("mp_analysis_new", engine.address, ctypes.byref(settings))
        used = engine, net, cancel, now, hear  # they live as long as the search
        try:
            m.call("mp_analysis_start", analysis, now.address, ctypes.byref(limits), interval, hear, None)
            while True:
                report = heard.get()
                if isinstance(report, BaseException):
                    raise report
                yield report
                if report.last:
                    break
            m.call("mp_analysis_wait", analysis, None)
        finally:
            m.lib.mp_analysis_stop(analysis)
            m.lib.mp_analysis_free(analysis)
            del used

    if now.winner:
        raise m.Error("analyse: the game is over")
    return work()
