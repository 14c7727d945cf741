"""The games as an environment of PettingZoo in which the seats act one after the other.

    env = entente_engine.aec.env("europe-divided")

The next seat that is awaited, in the order of the seats, acts. An action is one choice, so a seat may act
several times in a row until its command is complete. In Europe, where all act at once, a seat may wait
(action 0), a command takes a second of match time (`step_ms`), and when all wait the clock jumps to what
comes next.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from .seats import Seats


def env(game: str, options: dict[str, Any] | None = None, *, step_ms: int = 1000) -> EntenteAEC:
    """Returns the environment of a game with these options. Raises `UnknownGame`, `InvalidOptions`."""
    return EntenteAEC(game, options, step_ms=step_ms)


class EntenteAEC(Seats, AECEnv[str, dict[str, Any], int]):
    """One seat after the other. The agents are `seat_0`, `seat_1` and so on."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a match; with a seed always the same one."""
        self._deal(seed)
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
