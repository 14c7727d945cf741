"""Offers: commands with placeholders, and how to fill these in (docs/PROTOCOL.md, "Offers").

No rule of any game is known here.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random
from typing import Any, TypeAlias, cast, overload

from .errors import NotAdmitted
from .types import Offer as WireOffer

#: A command of a game, as JSON.
Command: TypeAlias = dict[str, Any]

#: The kinds of placeholders.
KINDS = ("$int", "$one", "$pick", "$bag")


def _placeholder(node: Any) -> tuple[str, dict[str, Any]] | None:
    """Returns the kind and the body of a placeholder, `None` for any other value."""
    if isinstance(node, dict) and len(node) == 1:
        (kind, body), *_ = node.items()
        if kind in KINDS and isinstance(body, dict):
            return kind, body
        if isinstance(kind, str) and kind.startswith("$"):
            raise NotAdmitted(f"a placeholder of an unknown kind: {kind}")
    return None


def _bags(keys: list[tuple[str, int]], least: int, most: int) -> Iterator[dict[str, int]]:
    """Yields every bag with at most so much of each key and a total from `least` to `most`."""
    if not keys:
        if least <= 0:
            yield {}
        return
    (key, highest), *rest = keys
    remaining = sum(limit for _, limit in rest)
    for count in range(max(0, least - remaining), min(highest, most) + 1):
        for others in _bags(rest, least - count, most - count):
            yield {key: count, **others} if count else others


def _values(kind: str, body: dict[str, Any]) -> Iterator[Any]:
    """Yields every value that a placeholder may become, in a fixed order."""
    if kind == "$int":
        yield from range(body["min"], body["max"] + 1)
    elif kind == "$one":
        yield from (item["value"] for item in body["from"])
    elif kind == "$pick":
        values = [item["value"] for item in body["from"]]
        for size in range(body["min"], min(body["max"], len(values)) + 1):
            yield from map(list, combinations(values, size))
    else:
        yield from _bags(sorted(body["max"].items()), body["min_total"], body["max_total"])


def _bag_count(limits: Sequence[int], least: int, most: int) -> int:
    """Returns how many bags there are, by the number of those with each total."""
    ways = [1]
    for limit in limits:
        longer = [0] * min(len(ways) + limit, most + 1)
        for total, count in enumerate(ways):
            for more in range(min(limit, most - total) + 1):
                longer[total + more] += count
        ways = longer
    return sum(ways[max(least, 0) :])


def _count(kind: str, body: dict[str, Any]) -> int:
    """Returns how many values a placeholder may become."""
    if kind == "$int":
        return max(0, int(body["max"]) - int(body["min"]) + 1)
    if kind == "$one":
        return len(body["from"])
    if kind == "$pick":
        size = len(body["from"])
        return sum(math.comb(size, k) for k in range(body["min"], min(body["max"], size) + 1))
    return _bag_count(list(body["max"].values()), body["min_total"], body["max_total"])


def _sampled(kind: str, body: dict[str, Any], rng: Random) -> Any:
    """Returns one value that a placeholder may become."""
    try:
        if kind == "$int":
            return rng.randint(body["min"], body["max"])
        if kind == "$one":
            return rng.choice(body["from"])["value"]
        if kind == "$pick":
            values = [item["value"] for item in body["from"]]
            return rng.sample(values, rng.randint(body["min"], min(body["max"], len(values))))
        units = [key for key, limit in sorted(body["max"].items()) for _ in range(limit)]
        size = rng.randint(body["min_total"], min(body["max_total"], len(units)))
        bag: dict[str, int] = {}
        for key in rng.sample(units, size):
            bag[key] = bag.get(key, 0) + 1
        return bag
    except (ValueError, IndexError):
        raise NotAdmitted(f"nothing fits the placeholder {kind}") from None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _fits(kind: str, body: dict[str, Any], value: Any) -> bool:
    """Checks whether a placeholder may become this value."""
    if kind == "$int":
        return _is_count(value) and body["min"] <= value <= body["max"]
    if kind == "$one":
        return any(_same(item["value"], value) for item in body["from"])
    if kind == "$pick":
        if not isinstance(value, list) or not body["min"] <= len(value) <= body["max"]:
            return False
        different = all(not _same(a, b) for a, b in combinations(value, 2))
        return different and all(any(_same(item["value"], one) for item in body["from"]) for one in value)
    if not isinstance(value, dict):
        return False
    each = all(_is_count(count) and 0 < count <= body["max"].get(key, 0) for key, count in value.items())
    return each and body["min_total"] <= sum(value.values()) <= body["max_total"]


def _same(one: Any, other: Any) -> bool:
    """Compares values as JSON does: true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _admits(template: Any, value: Any) -> bool:
    hole = _placeholder(template)
    if hole:
        return _fits(*hole, value)
    if isinstance(template, dict):
        if not isinstance(value, dict) or template.keys() != value.keys():
            return False
        return all(_admits(part, value[key]) for key, part in template.items())
    if isinstance(template, list):
        if not isinstance(value, list) or len(template) != len(value):
            return False
        return all(map(_admits, template, value))
    return _same(template, value)


class Offer:
    """One thing that a seat may do now: a command in which some choices may be open."""

    def __init__(self, wire: WireOffer) -> None:
        self.wire = wire
        self._holes: list[tuple[str, dict[str, Any]]] = []
        self._find(wire["command"])

    def _find(self, node: Any) -> None:
        hole = _placeholder(node)
        if hole:
            self._holes.append(hole)
        elif isinstance(node, (dict, list)):
            for inner in node.values() if isinstance(node, dict) else node:
                self._find(inner)

    def __repr__(self) -> str:
        return f"Offer({self.text!r})"

    @property
    def template(self) -> Command:
        """The command with its placeholders."""
        return cast(Command, self.wire["command"])

    @property
    def type(self) -> str:
        """The type of the command."""
        return str(self.template.get("type", ""))

    @property
    def text(self) -> str:
        """One sentence for people, with the price."""
        return self.wire["text"]

    @property
    def rule(self) -> str:
        """The rule that it rests on."""
        return self.wire["rule"]

    @property
    def final(self) -> bool:
        """`True` if it gives something away or puts it to chance: let a person confirm it."""
        return bool(self.wire.get("final", False))

    @property
    def loose(self) -> bool:
        """`True` if the game may still refuse a command that fits."""
        return bool(self.wire.get("loose", False))

    def count(self) -> int:
        """Returns the number of commands that the offer admits."""
        return math.prod(_count(*hole) for hole in self._holes)

    def all(self, limit: int | None = None) -> Iterator[Command]:
        """Yields the commands that the offer admits, in a fixed order; at most `limit` of them.

        Some offers admit millions: give a limit, or look at `count()` first. The order within an array
        of a `$pick` has no meaning, so each set of values comes once.
        """
        return islice((self.fill(*values) for values in _product(self._holes)), limit)

    def fill(self, *values: Any) -> Command:
        """Returns the command with these values in its placeholders, in the order of its fields.

        Raises `NotAdmitted` if there are more or fewer placeholders, or one does not take its value.
        """
        if len(values) != len(self._holes):
            raise NotAdmitted(f"{len(self._holes)} values are wanted, {len(values)} were given")
        for hole, value in zip(self._holes, values, strict=True):
            if not _fits(*hole, value):
                raise NotAdmitted(f"the placeholder {hole[0]} does not take {value!r}")
        given = iter(values)

        def walk(node: Any) -> Any:
            if _placeholder(node):
                return copy.deepcopy(next(given))
            if isinstance(node, dict):
                return {key: walk(inner) for key, inner in node.items()}
            return [walk(inner) for inner in node] if isinstance(node, list) else node

        return cast(Command, walk(self.template))

    def sample(self, rng: Random) -> Command:
        """Returns one of the commands that the offer admits, by chance.

        Raises `NotAdmitted` if it admits none.
        """
        return self.fill(*(_sampled(*hole, rng) for hole in self._holes))

    def admits(self, command: object) -> bool:
        """Checks whether a command is this one with its placeholders filled in."""
        return _admits(self.template, command)


def _product(holes: list[tuple[str, dict[str, Any]]]) -> Iterator[tuple[Any, ...]]:
    """Yields every combination of values, one at a time."""
    if not holes:
        yield ()
        return
    first, *rest = holes
    for value in _values(*first):
        for others in _product(rest):
            yield (value, *others)


class Offers(Sequence[Offer]):
    """The offers of one update, in the server's order."""

    def __init__(self, wire: Sequence[WireOffer]) -> None:
        self._offers = tuple(Offer(one) for one in wire)

    @classmethod
    def of(cls, offers: Sequence[Offer]) -> Offers:
        """Builds the list of some of the offers of another one."""
        found = cls(())
        found._offers = tuple(offers)
        return found

    @overload
    def __getitem__(self, index: int) -> Offer: ...
    @overload
    def __getitem__(self, index: slice) -> Offers: ...
    def __getitem__(self, index: int | slice) -> Offer | Offers:
        if isinstance(index, slice):
            return Offers.of(self._offers[index])
        return self._offers[index]

    def __len__(self) -> int:
        return len(self._offers)

    def __repr__(self) -> str:
        return f"Offers({list(self._offers)!r})"

    def of_type(self, kind: str) -> Offers:
        """Returns the offers whose command has this type."""
        return Offers.of([offer for offer in self._offers if offer.type == kind])

    def types(self) -> list[str]:
        """Returns the types of the commands, each once, in the order of the offers."""
        return list(dict.fromkeys(offer.type for offer in self._offers))

    def all(self, limit: int | None = None) -> Iterator[Command]:
        """Yields the commands that the offers admit; at most `limit` of each offer."""
        for offer in self._offers:
            yield from offer.all(limit)

    def sample(self, rng: Random) -> Command:
        """Returns a command by chance: each type is as likely as any other, then each offer of it.

        So a type with many offers does not drown the others. Raises `NotAdmitted` if there is no offer.
        """
        if not self._offers:
            raise NotAdmitted("there is no offer")
        return rng.choice(self.of_type(rng.choice(self.types()))).sample(rng)

    def admits(self, command: object) -> bool:
        """Checks whether one of the offers admits a command."""
        return any(offer.admits(command) for offer in self._offers)
