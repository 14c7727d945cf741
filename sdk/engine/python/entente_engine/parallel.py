"""The games as an environment of PettingZoo in which all seats act at once.

    env = entente_engine.parallel.env("europe")

Whoever has nothing to decide gives action 0. The actions of a step are carried out in the order of the
seats, beginning with the one whose turn it would be; one that has become impossible by those before it is
not carried out (`infos[agent]["step"] == "raced"`), as on a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from . import WAIT, IllegalAction
from .seats import Seats


def env(game: str, options: dict[str, Any] | None = None, *, step_ms: int = 1000) -> EntenteParallel:
    """Returns the environment of a game with these options. Raises `UnknownGame`, `InvalidOptions`."""
    return EntenteParallel(game, options, step_ms=step_ms)


class EntenteParallel(Seats, ParallelEnv[str, dict[str, Any], int]):
    """All seats at once. The agents are `seat_0`, `seat_1` and so on."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, game: str, options: dict[str, Any] | None = None, *, step_ms: int = 1000) -> None:
        super().__init__(game, options, step_ms=step_ms)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Deals a match; with a seed always the same one."""
        self._deal(seed)
        return self._observed(), {agent: {} for agent in self.agents}

    def _observed(self) -> dict[str, dict[str, Any]]:
        return {
            agent: {"observation": self.match.observation(seat), "action_mask": self._mask(seat)}
            for agent, seat in self._seat_of.items()
        }

    def _mask(self, seat: int) -> Any:
        mask = self.match.action_mask(seat)
        if seat not in self.match.awaiting:
            mask[WAIT] = 1
        return mask

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Takes an action of every agent. Raises `IllegalAction`; then nothing has changed."""
        awaited = self.match.awaiting
        for agent, action in actions.items():
            seat = self._seat_of[agent]
            legal = [WAIT] if seat not in awaited else self.match.legal_actions(seat)
            if int(action) not in legal:
                raise IllegalAction(f"action {action} is not legal for {agent} now")
        seats, first = self.match.seats, self.match.actor or 0
        infos: dict[str, dict[str, Any]] = {agent: {"step": "done"} for agent in self.agents}
        for seat in ((first + turn) % seats for turn in range(seats)):
            agent = self.possible_agents[seat]
            if seat in awaited and agent in actions and not self.match.over:
                infos[agent]["step"] = self._acted(seat, int(actions[agent]))
        over, returns = self.match.over, self.match.returns()
        observed = self._observed()
        rewards = dict(zip(self.possible_agents, returns, strict=True))
        ended = dict.fromkeys(self.possible_agents, over)
        cut = dict.fromkeys(self.possible_agents, False)
        if over:
            self.agents = []
        return observed, rewards, ended, cut, infos

    def _acted(self, seat: int, action: int) -> str:
        try:
            return self.match.act(action, seat)
        except IllegalAction:
            # It was legal when the step began.
            return "raced"
