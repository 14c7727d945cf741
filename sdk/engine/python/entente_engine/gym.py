"""The games as an environment of Gymnasium: one seat against a fixed opponent.

env = entente_engine.gym.EntenteGym("europe-divided", seat=1)
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from . import IllegalAction, NoSuchSeat, State
from .spaces import action_space, observation_space

#: Chooses an action, given what a seat observes, the legal actions, and a source of chance.
Policy = Callable[[NDArray[np.float32], list[int], random.Random], int]


def by_chance(observation: NDArray[np.float32], legal: list[int], rng: random.Random) -> int:
    """Chooses any legal action."""
    return rng.choice(legal)


class EntenteGym(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a match; a policy plays the others, by default by chance.

    An action that is not legal ends the episode with -1, or with `illegal="raise"` raises `IllegalAction` and
    changes nothing.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        options: dict[str, Any] | None = None,
        *,
        seat: int = 0,
        opponent: Policy = by_chance,
        illegal: Literal["lose", "raise"] = "lose",
        step_ms: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._game, self._options, self._step_ms = game, options, step_ms
        #: The match.
        self.match = State(game, options, 0, step_ms=step_ms)
        if not 0 <= seat < self.match.seats:
            raise NoSuchSeat(f"this match has no seat {seat}")
        self.seat, self._opponent, self._illegal = seat, opponent, illegal
        self._chance = random.Random()
        self.observation_space = observation_space(self.match)
        self.action_space = action_space(self.match)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals a match; with a seed always the same one, against the same coins of the opponent."""
        super().reset(seed=seed)
        self._chance = random.Random(int(self.np_random.integers(2**63)))
        deal = self._chance.getrandbits(63)
        self.match = State(self._game, self._options, deal, step_ms=self._step_ms)
        self._others()
        return self._observed(), {}

    def _others(self) -> None:
        """Has the opponent act until it is this seat's turn."""
        match = self.match
        while (actor := match.actor) is not None and actor != self.seat:
            match.act(self._opponent(match.observation(), match.legal_actions(), self._chance))

    def _observed(self) -> dict[str, Any]:
        return {
            "observation": self.match.observation(self.seat),
            "action_mask": self.match.action_mask(self.seat),
        }

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes an action, and has the others act until it is this seat's turn again."""
        try:
            status: str = self.match.act(int(action), self.seat)
        except IllegalAction:
            if self._illegal == "raise":
                raise
            return self._observed(), -1.0, True, False, {"step": "illegal"}
        self._others()
        over = self.match.over
        reward = self.match.returns()[self.seat] if over else 0.0
        return self._observed(), reward, over, False, {"step": status}

    def render(self) -> Any:
        """Returns whose turn it is, and the scores."""
        return f"{self.match!r}, scores {self.match.scores()}"
