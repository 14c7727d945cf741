#!/usr/bin/env python3
"""Plays Balance of Power greedily: the attack with the best chance, troops where they help it most.

    python3 greedy_bot.py http://127.0.0.1:8080             plays the server's bots, for a first look
    python3 -m entente play greedy_bot.py --room LINK       plays whoever is there
    python3 -m entente arena greedy_bot.py random --server http://127.0.0.1:8080 --games 20

It knows no rule: what is possible is in the offers, the chances of attacks are in the view, and who
borders on whom is in the component data.
"""

from __future__ import annotations

import random
import sys
from typing import Any, cast

import entente
from entente.types import BalanceOfPowerData, BalanceOfPowerPrivate, BalanceOfPowerPublic

#: The least chance of an attack that is worth its troops, in ten-thousandths.
WORTH = 5500


class Greedy(entente.Bot):
    games = ("balance-of-power",)

    def choose(
        self,
        view: entente.View[BalanceOfPowerPublic, BalanceOfPowerPrivate],
        offers: entente.Offers,
        rng: random.Random,
    ) -> entente.Command:
        for kind in ("collect", "hand_in"):
            for command in offers.of_type(kind).all(limit=1):
                return command
        found = self.attack(view, offers) or self.place(view, offers)
        if found is not None:
            return found
        # Move in with everything, keep good dice, end what is not worth its troops.
        for kind in ("occupy", "keep", "end_attack", "skip", "done", "decline"):
            commands = list(offers.of_type(kind).all(limit=300))
            if commands:
                return commands[-1]
        return offers.sample(rng)

    def attack(
        self, view: entente.View[BalanceOfPowerPublic, BalanceOfPowerPrivate], offers: entente.Offers
    ) -> entente.Command | None:
        """Returns the attack with the best chance, `None` if none is worth it."""
        # The chances are those of stopping with 1, 2, ... troops left.
        chances = {
            (attack["from"], attack["to"], stop_at): chance
            for attack in view.public.get("attacks", [])
            for stop_at, chance in enumerate(attack["chances"], 1)
        }

        def chance(command: entente.Command) -> int:
            return chances.get((command["from"], command["to"], command["stop_at"]), 0)

        commands = list(offers.of_type("attack_until").all(limit=300))
        best = max(commands, key=chance, default=None)
        return best if best is not None and chance(best) >= WORTH else None

    def place(
        self, view: entente.View[BalanceOfPowerPublic, BalanceOfPowerPrivate], offers: entente.Offers
    ) -> entente.Command | None:
        """Returns the placement of all troops on one place: the one with the weakest neighbour."""
        territories: dict[str, Any] = dict(view.public["territories"])
        own = view.private["colour"]
        neighbours: dict[str, list[str]] = {name: [] for name in territories}
        for edge in cast(BalanceOfPowerData, view.data)["map"]["edge"]:
            neighbours[edge["a"]].append(edge["b"])
            neighbours[edge["b"]].append(edge["a"])

        def value(command: entente.Command) -> int:
            (name,) = command["troops"]
            others: list[int] = [
                territories[one]["troops"] for one in neighbours[name] if territories[one]["owner"] != own
            ]
            ours = int(territories[name]["troops"]) + 3 * int(command["troops"][name])
            return ours - min(others, default=99)

        # Of thousands of ways to share them out, those that share nothing.
        whole = [one for one in offers.of_type("place").all(limit=3000) if len(one["troops"]) == 1]
        return max(whole, key=value, default=None)


if __name__ == "__main__":
    result = entente.run(Greedy, server=sys.argv[1], opponents="easy")
    print("won" if result.won else "did not win", result.outcome)
