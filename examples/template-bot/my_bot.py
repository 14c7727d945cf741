"""A bot for Entente: what it does is up to `choose`.

    python -m entente play my_bot.py --server http://127.0.0.1:8080 --opponents easy
    python my_bot.py URL ROOM [TOKEN]     takes a seat of a room, or plays the one that the token opens
"""

from __future__ import annotations

import random
import sys

import entente
from entente.types import EuropeDividedPrivate, EuropeDividedPublic


class MyBot(entente.Bot):
    games = ("europe-divided",)

    def choose(
        self,
        view: entente.View[EuropeDividedPublic, EuropeDividedPrivate],
        offers: entente.Offers,
        rng: random.Random,
    ) -> entente.Command:
        """Plays a card rather than passing with it, and is otherwise led by chance."""
        return (offers.of_type("play") or offers).sample(rng)


if __name__ == "__main__":
    url, room, *token = sys.argv[1:]
    result = entente.run(MyBot, room=f"{url}/r/{room}", token=token[0] if token else None)
    print("won" if result.won else "did not win", result.outcome)
