#!/usr/bin/env python3
"""Plays Europe Divided by chance: the smallest bot there is.

python3 random_bot.py http://127.0.0.1:8080             opens a room and says its link
python3 random_bot.py http://127.0.0.1:8080/r/K7P2XR    takes a free seat there
"""

from __future__ import annotations

import random
import sys
from typing import Any

import entente


class Random(entente.Bot):
    games = ("europe-divided",)

    def choose(
        self, view: entente.View[Any, Any], offers: entente.Offers, rng: random.Random
    ) -> entente.Command:
        return offers.sample(rng)


if __name__ == "__main__":
    where = sys.argv[1]
    result = entente.run(Random, room=where) if "/r/" in where else entente.run(Random, server=where)
    print("won" if result.won else "did not win", result.outcome)
