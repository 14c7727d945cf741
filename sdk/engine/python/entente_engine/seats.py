"""The parts that both environments of PettingZoo share: their match, their agents and the spaces of these."""

from __future__ import annotations

import random
from typing import Any

from gymnasium.spaces import Space

from . import State, encoding
from .spaces import action_space, observation_space


class Seats:
    """A match whose agents are its seats, `seat_0`, `seat_1` and so on."""

    metadata: dict[str, Any]

    def __init__(self, game: str, options: dict[str, Any] | None = None, *, step_ms: int = 1000) -> None:
        super().__init__()
        self.metadata = {
            **self.metadata,
            "name": f"entente_{game.replace('-', '_')}_v{encoding(game).version}",
        }
        self.render_mode = "ansi"
        self._game, self._options, self._step_ms = game, options, step_ms
        #: The match.
        self.match = State(game, options, 0, step_ms=step_ms)
        self._chance = random.Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        agents = self.possible_agents
        self.observation_spaces: dict[str, Space[Any]] = {a: observation_space(self.match) for a in agents}
        self.action_spaces: dict[str, Space[Any]] = {a: action_space(self.match) for a in agents}

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        """Deals a match; with a seed always the same one."""
        if seed is not None:
            self._chance = random.Random(seed)
        self.match = State(self._game, self._options, self._chance.getrandbits(63), step_ms=self._step_ms)
        self.agents = self.possible_agents[:]

    def render(self) -> str:
        """Returns whose turn it is, and the scores."""
        return f"{self.match!r}, scores {self.match.scores()}"

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
