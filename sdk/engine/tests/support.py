"""Random matches, and what all tests share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from entente_engine import State

ROOT = Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "tests" / "fixtures" / "engine"

#: Time after which what a test waits for hangs, in seconds: it is not only slow, however busy the machine.
HANG_S = 600.0

#: Games with options that together go every way through the rules.
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("europe-divided", {}),
    ("europe-divided", {"edition": "first", "handicap": 2, "handicap_for": "russia"}),
    ("balance-of-power", {"max_turns": 40}),
    ("balance-of-power", {"version": "command_room", "max_turns": 40}),
    ("europe", {"max_rounds": 2}),
    ("europe", {"players": 4, "max_rounds": 2, "untimed": True, "allow_gifts": True}),
]
NAMES = [f"{game} {number}" for number, (game, _) in enumerate(SETTINGS)]


def chosen(state: State, rng: random.Random) -> int:
    """Returns a legal action by chance."""
    return rng.choice(state.legal_actions())


def moments(
    game: str, options: dict[str, Any], seed: int, rng: random.Random, share: float = 1.0
) -> Iterator[State]:
    """Yields a random match at some of its moments, before the action of each; it goes on by itself."""
    state = State(game, options, seed)
    while not state.over:
        if rng.random() < share:
            yield state
        state.act(chosen(state, rng))
