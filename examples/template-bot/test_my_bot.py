"""What the bot does where one knows what it should do: no server is needed."""

from __future__ import annotations

import random
from typing import Any

import entente

from my_bot import MyBot

PLAY = {"text": "Play Italy", "rule": "Cards", "command": {"type": "play", "card": "europe-italy"}}
PASS = {"text": "Pass with Italy", "rule": "Cards", "command": {"type": "pass"}}


def chosen(*offers: dict[str, Any]) -> entente.Command | None:
    """Returns what the bot answers to these offers. It looks at nothing else yet; give it a view when it does."""
    wire: Any = list(offers)
    view: Any = None
    return MyBot().choose(view, entente.Offers(wire), random.Random(1))


def test_it_plays_a_card_if_it_can() -> None:
    assert chosen(PASS, PLAY) == PLAY["command"]


def test_it_does_what_is_left() -> None:
    assert chosen(PASS) == PASS["command"]
