"""Proof files: checked, and played move by move."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _library as m
from .game import Game, colour_out

JUDGEMENTS = {0: "right", 2: "not a proof", 3: "stopped", 4: "false"}
REASONS = ["answer", "pair", "kill", "reverse", "captured", "free"]


@dataclass(frozen=True)
class Verdict:
    """What the checker says: "right", "false" (well-formed, and a line of it does not hold), "not a proof" or "stopped"."""

    judgement: str
    winner: Optional[str]
    claims: int
    reason: str

    def __bool__(self) -> bool:
        return self.judgement == "right"


def verify(proof: Union[str, bytes, Any], *, seconds: Optional[float] = None, memory: Optional[int] = None, cancel: Optional[m.Cancel] = None) -> Verdict:
    """Checks a proof, by the code of mustplay-verify: a file by its path, or as bytes the text of one. A verdict is true when the
    proof is right."""
    cancel = m.as_cancel(cancel)
    limits, verdict = m.limits_of(cancel, seconds, None, memory), m.sized(m.mp_verdict)
    if isinstance(proof, (bytes, bytearray)):
        text = bytes(proof)
        m.interruptible(lambda: m.call("mp_verify_text", text, len(text), ctypes.byref(limits), ctypes.byref(verdict)), cancel)
    else:
        path = m.as_bytes(proof, "path")
        m.interruptible(lambda: m.call("mp_verify_file", path, ctypes.byref(limits), ctypes.byref(verdict)), cancel)
    return Verdict(JUDGEMENTS.get(verdict.judgement, "stopped"), colour_out(verdict.winner), verdict.claims, verdict.reason.decode("utf-8", "replace"))


class Proof(m.Handle):
    """A proof that was read: a path, or as bytes its text. It is meant for proofs that `verify` found right; of others what it says is
    safe and means nothing. It shows the position that it is about."""

    def __init__(self, proof: Union[str, bytes, Any]) -> None:
        if isinstance(proof, (bytes, bytearray)):
            address = m.call("mp_proof_parse", bytes(proof), len(proof))
        else:
            address = m.call("mp_proof_load", m.as_bytes(proof, "path"))
        super().__init__(address, "mp_proof_free")
        info = m.sized(m.mp_proof_info)
        m.lib.mp_proof_describe(address, ctypes.byref(info))
        self.game = Game._of(m.call("mp_proof_game", address))
        self.winner, self.claims, self.made = colour_out(info.winner), info.claims, (info.made or b"").decode("utf-8", "replace")
        self.first = self.game._name(info.first)

    def walk(self) -> "Walk":
        """Plays the winner against you."""
        return Walk(self)

    def _repr_svg_(self) -> str:
        return self.game.svg({self.first: "+"} if self.first else {})


@dataclass(frozen=True)
class Step:
    """The winner's answer, None when there is nothing left to play; why it is given ("pair", "kill", ...), and by which claim."""

    answer: Optional[str]
    reason: str
    claim: int


class Walk(m.Handle):
    """A proof played move by move: the winner's first move is made, the loser is to move."""

    def __init__(self, proof: Proof) -> None:
        if not isinstance(proof, Proof):
            raise TypeError(f"proof: a mustplay.Proof is wanted, not {type(proof).__name__}")
        super().__init__(m.call("mp_walk_new", proof.address), "mp_walk_free", proof)

    @property
    def game(self) -> Game:
        """The position on the board."""
        with self.held() as walk:
            return Game._of(m.call("mp_walk_game", walk))

    def play(self, cell: str) -> Step:
        """The loser plays a cell, and the winner answers."""
        game, step = self.game, m.sized(m.mp_walk_step)
        number = game._cell(cell)
        with self.held() as walk:
            m.call("mp_walk_play", walk, number, ctypes.byref(step))
        return Step(game._name(step.answer), REASONS[step.reason], step.claim)

    def _repr_svg_(self) -> str:
        return self.game.svg()
