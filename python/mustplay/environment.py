"""Hex as an environment for learning, with the interface of PettingZoo's AEC environments, which need not be installed. Needs numpy.

    env = HexEnvironment(5)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
"""
from __future__ import annotations

from typing import Any, Iterator, Optional

import numpy

from . import _library as m
from .game import Game, size_in
from .solve import Solver


class Discrete:
    """Whole numbers from 0 below n."""

    def __init__(self, n: int) -> None:
        self.n, self.dtype, self.shape = n, numpy.dtype(numpy.int64), ()
        self._random = numpy.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = numpy.random.default_rng(seed)

    def contains(self, x: Any) -> bool:
        return hasattr(x, "__index__") and 0 <= x.__index__() < self.n

    def sample(self, mask: Any = None) -> int:
        choices = numpy.arange(self.n) if mask is None else numpy.flatnonzero(mask)
        return int(self._random.choice(choices))


class Box:
    """Arrays of one shape with numbers in a range."""

    def __init__(self, low: float, high: float, shape: tuple, dtype: Any) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, shape, numpy.dtype(dtype)

    def contains(self, x: Any) -> bool:
        return isinstance(x, numpy.ndarray) and x.shape == self.shape and bool(((x >= self.low) & (x <= self.high)).all())


class Dict(dict):
    """A space for each key."""

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict) and x.keys() == self.keys() and all(space.contains(x[key]) for key, space in self.items())


class HexEnvironment:
    """Two agents, "black" and "white". Observations are {"observation": [2, row, column] of the agent's own and the other's stones,
    "action_mask": 1 for each legal action}; an action is a cell, row * width + column, and with `swap` one more, the last, is
    swap-pieces. The winner is rewarded with 1, the loser with -1; an illegal action loses. With `labels` an agent's info has "winner" and
    "winning" (a mask of the moves that win), proved by the solver."""

    metadata = {"name": "hex_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, size: Any = 5, *, swap: bool = False, labels: bool = False, render_mode: Optional[str] = None) -> None:
        self.width, self.height = size_in(size)
        if swap and self.width != self.height:
            raise m.Error("swap: the board must be square")
        if render_mode not in (None, "ansi", "svg"):
            raise m.Error(f"render_mode: 'ansi' or 'svg' is wanted, not {render_mode!r:.40}")
        self.swap, self.labels, self.render_mode = bool(swap), bool(labels), render_mode
        self.possible_agents = ["black", "white"]
        self.agents: list[str] = []
        cells = self.width * self.height
        self._actions = {agent: Discrete(cells + self.swap) for agent in self.possible_agents}
        shape = (2, self.height, self.width)
        self._observations = {agent: Dict(observation=Box(0, 1, shape, numpy.float32), action_mask=Box(0, 1, (cells + self.swap,), numpy.int8))
                              for agent in self.possible_agents}
        self._solver = Solver() if labels else None
        self.game = Game((self.width, self.height))

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def observation_space(self, agent: str) -> Dict:
        return self._observations[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        """Starts a game; options["moves"] are played first."""
        self.game = Game((self.width, self.height), (options or {}).get("moves", ""))
        if self.game.winner:
            raise m.Error("options: these moves end the game")
        self.agents = list(self.possible_agents)
        if seed is not None:
            for index, agent in enumerate(self.agents):
                self._actions[agent].seed(seed + index)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self.game.to_move
        self._label()

    def _mask(self) -> Any:
        mask = numpy.zeros(self.width * self.height + self.swap, numpy.int8)
        if not self.game.winner:
            mask[self.game._numbers(m.EMPTY)] = 1
            if self.swap:
                mask[-1] = self.game.can_swap
        return mask

    def observe(self, agent: str) -> dict:
        board = self.game.array() * (1 if agent == "black" else -1)
        mask = self._mask() if agent == self.game.to_move else numpy.zeros(self._actions[agent].n, numpy.int8)
        return {"observation": numpy.stack([board == 1, board == -1]).astype(numpy.float32), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent],
                self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Optional[int]) -> None:
        if not self.agents:
            raise m.Error("step: the game is over; reset starts another")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        if not self._actions[agent].contains(action) or not self._mask()[action]:
            self._end("white" if agent == "black" else "black")
            return
        action = int(action)
        self.game.play("swap-pieces" if action == self.width * self.height else self.game._name(action) or "")
        if self.game.winner:
            self._end(self.game.winner)
            return
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.game.to_move
        self._label()

    def _end(self, winner: str) -> None:
        self.rewards = {agent: 1.0 if agent == winner else -1.0 for agent in self.agents}
        for agent in self.agents:
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True
        self.agent_selection = "white" if self.agent_selection == "black" else "black"

    def _leave(self, agent: str, action: Optional[int]) -> None:
        """An agent whose game is over leaves by the action None, as PettingZoo wants it."""
        if action is not None:
            raise m.Error("step: the game is over for this agent, and None is the only action")
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def _label(self) -> None:
        if not self._solver:
            return
        found = self._solver.solve(self.game, all_moves=True)
        self.infos[self.agent_selection] = {"winner": found.winner, "winning": self.game.mask(found.winning or []).reshape(-1)}

    def render(self) -> Optional[str]:
        return str(self.game) if self.render_mode == "ansi" else self.game.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        if self._solver:
            self._solver.close()
            self._solver = None
