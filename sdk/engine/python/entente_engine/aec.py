"""The games as an environment of PettingZoo in which the seats act one after the other.

    env = entente_engine.aec.env("europe-divided")

The next seat that is awaited, in the order of the seats, acts. An action is one choice, so a seat may act
several times in a row until its command is complete. In Europe, where all act at once, a seat may wait
(action 0), a command takes a second of match time (`step_ms`), and when all wait the clock jumps to what
comes next.
"""

from __future__ import annotations

import random
from typing import Any

from pettingzoo import AECEnv

from . import State, encoding
from .spaces import action_space, observation_space


def env(game: str, options: dict[str, Any] | None = None, *, step_ms: int = 1000) -> EntenteAEC:
    """Returns the environment of a game with these options. Raises `UnknownGame`, `InvalidOptions`."""
    return EntenteAEC(game, options, step_ms=step_ms)


class EntenteAEC(AECEnv[str, dict[str, Any], int]):
    """One seat after the other. The agents are `seat_0`, `seat_1` and so on."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str, options: dict[str, Any] | None = None, *, step_ms: int = 1000) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
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
        self.observation_spaces = {agent: observation_space(self.match) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.match) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a match; with a seed always the same one."""
        if seed is not None:
            self._chance = random.Random(seed)
        self.match = State(self._game, self._options, self._chance.getrandbits(63), step_ms=self._step_ms)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        actor = self.match.actor
        if actor is not None:
            self.agent_selection = self.possible_agents[actor]

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent observes. The mask is all zeros where it is not its turn."""
        seat = self._seat_of[agent]
        mask = self.match.action_mask(seat)
        if self.match.actor != seat:
            mask[:] = 0
        return {"observation": self.match.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes an action for the agent whose turn it is. Raises `IllegalAction`: then nothing
        has changed."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        status = self.match.act(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"step": status}
        if self.match.over:
            self.rewards = dict(zip(self.possible_agents, self.match.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self._select()

    def render(self) -> str:
        """Returns whose turn it is, and the scores."""
        return f"{self.match!r}, scores {self.match.scores()}"

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
