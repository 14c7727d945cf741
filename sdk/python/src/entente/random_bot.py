"""A bot that plays every game by chance: an opponent to measure others by, and a test of the whole road."""

from __future__ import annotations

import random
from typing import Any

from .bot import Bot, View
from .offers import Command, Offers

#: The most acts within one question before it says that it is ready.
MOST_ACTS = 6


def _is_switch(command: Command) -> bool:
    """Checks whether a command only switches something on, like `{"type": "ready", "ready": true}`."""
    return len(command) == 2 and all(key == "type" or part is True for key, part in command.items())


def _undoes(one: Command, other: Command) -> bool:
    """Checks whether two commands differ in one truth value and in nothing else."""
    if one.keys() != other.keys():
        return False
    differing = [key for key in one if one[key] != other[key]]
    return len(differing) == 1 and isinstance(one[differing[0]], bool)


class RandomBot(Bot):
    """Each type of command is as likely as any other, then each offer of it, then each way to fill it in.

    Where a question stays open after an answer, as in open play in Europe, it acts up to six times, says that
    it is ready, and waits.
    """

    def __init__(self) -> None:
        self._decision: int | None = None
        self._acts = self._enough = 0
        self._last: Command | None = None
        self._has_switch = False

    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
        """Returns a command by chance, or `None` once it has said that it is ready."""
        if view.decision != self._decision:
            self._begin(view.decision, rng)
        if self._last is not None:
            if any(_undoes(self._last, offer.template) for offer in offers):
                return None
            if _is_switch(self._last):
                # What this seat had said no longer holds: it may act again.
                self._begin(view.decision, rng)
        switches = [
            offer
            for offer in offers
            if _is_switch(offer.template)
            and not any(_undoes(offer.template, other.template) for other in offers)
        ]
        self._has_switch |= bool(switches)
        enough = self._acts >= self._enough
        if enough and self._acts > 0 and view.deadline_ms is not None and not self._has_switch:
            return None
        others = Offers.of([offer for offer in offers if offer not in switches])
        chosen = Offers.of(switches) if switches and (enough or not others) else others
        self._acts += 1
        self._last = chosen.sample(rng)
        return self._last

    def _begin(self, decision: int, rng: random.Random) -> None:
        self._decision, self._acts, self._last = decision, 0, None
        self._enough, self._has_switch = rng.randint(0, MOST_ACTS), False
