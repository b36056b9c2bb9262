"""Mustplay plays, solves and explains the game of Hex. This package calls its library, libmustplay, and needs nothing else; arrays
want numpy.

>>> import mustplay
>>> game = mustplay.Game(5).play("a2")
>>> mustplay.solve(game).winner
'white'
"""
from ._library import Cancel, Error, lib as _lib
from .engine import Candidate, Choice, Engine, Net, Player, Report, analyse, default_engine
from .game import Game
from .proof import Proof, Step, Verdict, Walk, verify
from .solve import Solution, Solver, solve, solve_many

__version__ = _lib.mp_version().decode()
__all__ = ["Cancel", "Candidate", "Choice", "Engine", "Error", "Game", "HexEnvironment", "Net", "Player", "Proof", "Report", "Solution", "Solver", "Step",
           "Verdict", "Walk", "analyse", "default_engine", "solve", "solve_many", "verify"]


def __getattr__(name):
    if name == "HexEnvironment":  # wants numpy
        from .environment import HexEnvironment

        return HexEnvironment
    raise AttributeError(f"module 'mustplay' has no attribute {name!r}")
