"""Offers: every command that one admits, and no other."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from entente import NotAdmitted, Offer, Offers


def offer(command: dict[str, Any], **more: Any) -> Offer:
    return Offer({"command": command, "text": "Something", "rule": "Rule", **more})  # type: ignore[typeddict-item]


def items(*values: Any) -> list[dict[str, Any]]:
    return [{"value": value, "text": str(value)} for value in values]


EVERYTHING = offer(
    {
        "type": "all",
        "n": {"$int": {"min": 1, "max": 3}},
        "at": {"one": {"$one": {"from": items("a", "b")}}},
        "list": [{"$pick": {"from": items(1, 2, 3), "min": 1, "max": 2}}],
        "cubes": {"$bag": {"max": {"fuel": 2, "grain": 1}, "min_total": 1, "max_total": 2}},
    }
)


def test_all_commands_are_counted_admitted_and_different() -> None:
    found = list(EVERYTHING.all())
    bags = [{"fuel": 1}, {"fuel": 2}, {"grain": 1}, {"fuel": 1, "grain": 1}]
    expected = [
        {"type": "all", "n": n, "at": {"one": one}, "list": [pick], "cubes": cubes}
        for n, one, pick, cubes in itertools.product(
            (1, 2, 3), ("a", "b"), ([1], [2], [3], [1, 2], [1, 3], [2, 3]), bags
        )
    ]
    assert len(found) == EVERYTHING.count() == len(expected)
    assert all(command in found for command in expected)
    assert all(map(EVERYTHING.admits, expected))
    assert list(EVERYTHING.all(limit=5)) == found[:5]


def test_samples_reach_every_command() -> None:
    rng = random.Random(1)
    # The order within a picked array has no meaning.
    seen = {str({**command, "list": [sorted(command["list"][0])]}) for command in
            (EVERYTHING.sample(rng) for _ in range(6000))}  # fmt: skip
    assert len(seen) >= EVERYTHING.count() - 2


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("n",), 0),
        (("n",), 4),
        (("n",), True),
        (("n",), "1"),
        (("at", "one"), "c"),
        (("at",), {"one": "a", "two": "b"}),
        (("list",), []),
        (("list", 0), [1, 1]),
        (("list", 0), [1, 2, 3]),
        (("list", 0), []),
        (("list", 0), [True]),
        (("cubes",), {}),
        (("cubes",), {"fuel": 3}),
        (("cubes",), {"fuel": 1, "grain": 0}),
        (("cubes",), {"fuel": 2, "grain": 1}),
        (("cubes",), {"wood": 1}),
        (("cubes",), None),
        (("type",), "other"),
        (("more",), 1),
    ],
)
def test_what_does_not_fit_is_not_admitted(place: tuple[Any, ...], value: Any) -> None:
    command: Any = next(EVERYTHING.all())
    assert EVERYTHING.admits(command)
    at = command
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    assert not EVERYTHING.admits(command)


def test_an_offer_is_filled_in_by_hand() -> None:
    filled = EVERYTHING.fill(2, "b", [3, 1], {"grain": 1})
    assert filled == {"type": "all", "n": 2, "at": {"one": "b"}, "list": [[3, 1]], "cubes": {"grain": 1}}
    with pytest.raises(NotAdmitted, match="does not take 9"):
        EVERYTHING.fill(9, "b", [3], {"grain": 1})
    with pytest.raises(NotAdmitted, match="4 values are wanted"):
        EVERYTHING.fill(1)


def test_millions_of_commands_are_not_listed_to_take_one() -> None:
    huge = offer({"type": "trade", **{f"n{i}": {"$int": {"min": 0, "max": 10**9}} for i in range(9)}})
    assert huge.count() == (10**9 + 1) ** 9
    assert len(list(huge.all(limit=3))) == 3
    cards = items(*range(60))
    assert offer({"pick": {"$pick": {"from": cards, "min": 30, "max": 30}}}).count() > 10**17


def test_what_is_filled_in_does_not_change_the_offer() -> None:
    fixed = offer({"type": "pay", "cubes": {"fuel": 1}})
    next(fixed.all())["cubes"]["fuel"] = 5
    assert fixed.admits({"type": "pay", "cubes": {"fuel": 1}})


def test_an_unknown_placeholder_is_a_clear_error() -> None:
    with pytest.raises(NotAdmitted, match=r"\$range"):
        offer({"type": "new", "n": {"$range": {}}})


def test_types_are_as_likely_as_each_other() -> None:
    many = Offers.of([offer({"type": "play", "card": n}) for n in range(99)] + [offer({"type": "pass"})])
    assert many.types() == ["play", "pass"]
    rng = random.Random(3)
    passes = sum(many.sample(rng)["type"] == "pass" for _ in range(1000))
    assert 420 < passes < 580
    assert many.admits({"type": "play", "card": 98})
    assert not many.admits({"type": "play", "card": 99})
    assert len(many.of_type("play")) == len(list(many[:99].all())) == 99
    with pytest.raises(NotAdmitted):
        Offers(()).sample(rng)
