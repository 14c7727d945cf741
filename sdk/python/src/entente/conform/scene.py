"""The position that scripts show: the first question of a match of Europe Divided, taken from a real server.

Clients of that game find every field that they read. What is asked is up to the script: an offer says all
that a client needs to know.
"""

from __future__ import annotations

import copy
import hashlib
import json
from importlib.resources import files
from typing import Any

_SCENE = json.loads((files(__package__) / "scene" / "scene.json").read_bytes())

GAME = "europe-divided"
OPTIONS: dict[str, Any] = _SCENE["options"]
#: The component data, as their bytes are published, and their digest.
DATA = (files(__package__) / "scene" / "data.json").read_bytes()
DATA_DIGEST = hashlib.sha256(DATA).hexdigest()

Offer = dict[str, Any]


def games(features: list[str]) -> dict[str, Any]:
    """Returns the list of games of a server with these features."""
    return {"games": [_SCENE["game"]], "features": features}


def views() -> dict[str, Any]:
    """Returns the public and the private view."""
    return {name: copy.deepcopy(_SCENE[name]) for name in ("public", "private")}


def one(card: str) -> list[Offer]:
    """Returns offers with one command only, so that any other command is wrong."""
    return [{"command": {"type": "play", "card": card}, "text": f"Play {card}", "rule": "Actions"}]


CARDS = ("europe-benelux", "europe-finland", "europe-greece", "europe-uk-and-ireland", "europe-italy")

#: An offer for each kind of placeholder, and one with several.
PLACEHOLDERS: dict[str, Offer] = {
    "int": {
        "command": {
            "type": "increase_influence", "power": "eu", "region": "poland",
            "amount": {"$int": {"min": 2, "max": 3}},
        },
        "text": "Increase the EU die in Poland by 2 or 3", "rule": "Increase influence",
    },
    "one": {
        "command": {
            "type": "move_army", "from": "greece",
            "to": {"$one": {"from": [{"value": "italy", "text": "Italy (free)"},
                                     {"value": "western_balkans", "text": "Western Balkans (1 money)"}]}},
        },
        "text": "Move an army from Greece", "rule": "Move army",
    },
    "pick": {
        "command": {
            "type": "lock_initiative",
            "cards": {"$pick": {"min": 2, "max": 3, "from": [
                {"value": card, "text": card} for card in CARDS[:4]]}},
        },
        "text": "Lock two or three Action Cards", "rule": "Initiative", "final": True,
    },
    "bag": {
        "command": {
            "type": "pay", "goods": {"$bag": {"max": {"grain": 2, "iron": 1, "coal": 3}, "min_total": 2,
                                              "max_total": 4}},
        },
        "text": "Pay 2 to 4 goods", "rule": "Debts",
    },
    "several": {
        "command": {
            "type": "trade",
            "give": {"goods": {"$bag": {"max": {"grain": 1, "iron": 1}, "min_total": 1, "max_total": 1}}},
            "to": [{"$one": {"from": [{"value": 1, "text": "Boris"}]}}, {"$int": {"min": 0, "max": 0}}],
        },
        "text": "Give a good away", "rule": "Trade",
    },
}  # fmt: skip
