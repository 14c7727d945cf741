"""A match as text: what was legal, what was chosen, what was observed. A change of the rules shows in it."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from . import ENCODING_VERSION, State

#: Moments that are written in full; of the later ones only the actions.
WRITTEN = 40
#: Actions on a line of the rest.
ON_A_LINE = 20


def playthrough(game: str, options: dict[str, Any] | None = None, seed: int = 0) -> str:
    """Returns a match in which every action is drawn from the seed.

    The coins of Python's `random.random` are the same in every version.
    """
    state = State(game, options, seed)
    chance = random.Random(seed)
    lines = [
        f"game: {game}",
        f"options: {json.dumps(state.options, sort_keys=True)}",
        f"seed: {seed}",
        f"encoding: {ENCODING_VERSION}",
        f"actions: {state.num_actions}",
        f"observation: {state.observation_size}",
        f"seats: {state.seats}",
    ]
    later: list[int] = []
    for number in range(1_000_000):
        if state.actor is None:
            break
        legal = state.legal_actions()
        action = legal[int(chance.random() * len(legal))]
        if number < WRITTEN:
            lines += ["", *_moment(state, number, legal), f"chosen: {action} ({state.action_name(action)})"]
        else:
            later.append(action)
        state.act(action)
    lines += ["", "then:"]
    lines += [" ".join(map(str, later[at : at + ON_A_LINE])) for at in range(0, len(later), ON_A_LINE)]
    lines += ["", f"outcome: {json.dumps(state.outcome())}", f"returns: {state.returns()}"]
    lines += [f"observed by seat {seat}: {_digest(state, seat)}" for seat in range(state.seats)]
    return "\n".join(lines) + "\n"


def _moment(state: State, number: int, legal: list[int]) -> list[str]:
    names = ", ".join(f"{action} {state.action_name(action)}" for action in legal[:12])
    more = f", and {len(legal) - 12} more" if len(legal) > 12 else ""
    return [
        f"moment {number}: seat {state.actor} of {state.awaiting}, at {state.now_ms} ms",
        f"begun: {state.unfinished()}",
        f"legal: {legal}",
        f"words: {names}{more}",
        *(f"observed by seat {seat}: {_digest(state, seat)}" for seat in range(state.seats)),
        f"scores: {state.scores()}",
    ]


def _digest(state: State, seat: int) -> str:
    """Returns a digest of what a seat observes, rounded as far as it is the same on every machine."""
    observed = state.observation(seat)
    text = " ".join(f"{place}:{value:.4f}" for place, value in enumerate(observed) if value)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
