"""Speed, as figures: steps a second of one core, beside the bare rules."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from . import State, Vector
from ._native import rust_loop

#: Windows of time that are measured, of which the best one counts.
WINDOWS = 10
#: Commands of the bare rules between two looks at the clock.
RULES_AT_ONCE = 5_000
#: What is measured: a game, its options, and a name.
MEASURED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("europe-divided", {}, "Europe Divided"),
    ("europe-divided", {"edition": "first"}, "Europe Divided, first edition"),
    ("balance-of-power", {}, "Balance of Power"),
    ("balance-of-power", {"version": "command_room"}, "Balance of Power, Command Room"),
    ("europe", {}, "Europe, 2 players"),
    ("europe", {"players": 4}, "Europe, 4 players"),
)


def best(seconds: float, play: Callable[[], int]) -> float:
    """Returns the most steps a second of ten windows: what others do on the machine only makes it slower.

    `play` plays on for a moment, and returns the number of its steps.
    """
    speeds = []
    for _ in range(WINDOWS):
        steps, start = 0, time.process_time()
        while (used := time.process_time() - start) < seconds / WINDOWS or not steps:
            steps += play()
        speeds.append(steps / used)
    return max(speeds)


def vector_speed(game: str, options: dict[str, Any], seconds: float, lanes: int = 64) -> float:
    """Returns the steps a second of `Vector`, its random actions included."""
    many = Vector(game, lanes, options, 1)

    def play() -> int:
        many.step(many.random_actions())
        return lanes

    return best(seconds, play)


def aec_speed(game: str, options: dict[str, Any], seconds: float) -> float | None:
    """Returns the steps a second of the AEC environment; `None` if PettingZoo is not installed."""
    try:
        from . import aec
    except ImportError:
        return None
    env, rng = aec.env(game, options), random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        observed, _, over, cut, _ = env.last()
        if observed is None or over or cut:
            env.reset()
            return 0
        legal = observed["action_mask"].nonzero()[0]
        env.step(int(legal[int(rng.random() * len(legal))]))
        return 1

    return best(seconds, play)


def commands_share(game: str, options: dict[str, Any]) -> float:
    """Returns the share of steps that complete a command, in a random match."""
    state, rng = State(game, options, 1), random.Random(1)
    steps = commands = 0
    while not state.over and steps < 5_000:
        legal = state.legal_actions()
        commands += state.act(legal[int(rng.random() * len(legal))]) != "unfinished"
        steps += 1
    return commands / steps


def rust_speed(game: str, options: dict[str, Any], seconds: float) -> float:
    """Returns the commands a second of the bare rules."""

    def play() -> int:
        rust_loop(game, RULES_AT_ONCE, options, 1)
        return RULES_AT_ONCE

    return best(seconds, play)


def run(seconds: float = 3.0) -> None:
    """Prints the figures of every game."""
    print(f"{'':34}{'Vector':>12}{'AEC':>12}{'rules alone':>14}{'Vector/rules':>14}")
    print(f"{'':34}{'steps/s':>12}{'steps/s':>12}{'commands/s':>14}{'by commands':>14}")
    for game, options, name in MEASURED:
        vector = vector_speed(game, options, seconds)
        aec = aec_speed(game, options, seconds)
        rust = rust_speed(game, options, seconds)
        shown = "-" if aec is None else f"{aec:,.0f}"
        ratio = vector * commands_share(game, options) / rust
        print(f"{name:34}{vector:12,.0f}{shown:>12}{rust:14,.0f}{ratio:14.2f}")
