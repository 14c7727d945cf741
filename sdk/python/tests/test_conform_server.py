"""The real server does all that a stranger may ask of it."""

from __future__ import annotations

import asyncio
import copy
from typing import Any

import pytest

from entente.conform import conform_server
from entente.conform.schema import Schemas
from entente.conform.server import checks
from entente.conform.table import Table
from support.server import Server
from test_conform_clients import conform, faults


@pytest.mark.parametrize("game", ["balance-of-power", "europe-divided"])
def test_the_real_server(server: str, game: str) -> None:
    findings = asyncio.run(conform_server(server, game))
    # The server of these tests has no budget, and only one of the games begins with a secret choice.
    spared = {"limits"} if game == "europe-divided" else {"limits", "veil"}
    assert faults(findings).keys() == spared, faults(findings)
    assert len(findings) == len(checks())


def test_the_real_server_with_a_budget_holds_all() -> None:
    with Server(limits=True) as running:
        done = conform("server", running.url)
    assert done.returncode == 0, done.stdout
    assert f"{len(checks())} hold, 0 do not, 0 were skipped" in done.stdout


def test_a_server_of_a_few_answers_is_found_out() -> None:
    """The scripted one has two answers and no more: each check says what is missing, and none fails."""

    async def tried() -> list[Any]:
        table = Table()
        await table.stage.open()
        try:
            return await conform_server(table.stage.url)
        finally:
            await table.stage.close()

    found = {finding.name: finding for finding in asyncio.run(tried())}
    assert found["schema"].verdict == "fault"
    assert found["problems"].verdict == "fault"
    assert found["veil"].verdict == "skipped"


def test_wrong_addresses_are_refused() -> None:
    done = conform("server", "play.example.org")
    assert done.returncode == 1
    assert "a server's address begins with http" in done.stderr


SCHEMA = {
    "$defs": {
        "Seat": {
            "type": "object",
            "properties": {
                "n": {"type": "integer", "minimum": 0, "maximum": 255},
                "name": {"type": ["string", "null"]},
            },
            "required": ["n"],
            "additionalProperties": False,
        },
        "Kind": {"anyOf": [{"const": "a"}, {"enum": ["b", "c"]}]},
        "One": {"oneOf": [{"type": "integer"}, {"minimum": 5}]},
        "List": {"type": "array", "items": {"$ref": "#/$defs/Seat"}, "minItems": 1, "uniqueItems": True},
        "Hash": {"type": "string", "pattern": "^[0-9a-f]{4}$"},
        "New": {"unheardOf": 1},
    }
}


@pytest.mark.parametrize(
    ("name", "value", "wrong"),
    [
        ("Seat", {"n": 3, "name": None}, None),
        ("Seat", {"n": True}, "Seat/n: is no integer"),
        ("Seat", {"n": 256}, "Seat/n: is more than 255"),
        ("Seat", {"name": "Ada"}, "Seat: lacks one of ['n']"),
        ("Seat", {"n": 1, "x": 1}, "Seat/x: nothing is allowed here"),
        ("Kind", "c", None),
        ("Kind", "d", "Kind: is not 'a'"),
        ("One", 3, None),
        ("One", 7, "One: fits 2"),
        ("List", [{"n": 1}, {"n": -1}], "List/1/n: is less than 0"),
        ("List", [], "List: has fewer items than 1"),
        ("List", [{"n": 1}, {"n": 1}], "List: repeats: True"),
        ("Hash", "00f", "Hash: does not match ^[0-9a-f]{4}$"),
        ("New", 1, "New: the schema has a keyword `unheardOf` that this kit does not know"),
        ("Nothing", 1, "the schema has no Nothing"),
    ],
)
def test_values_are_checked_against_a_schema(name: str, value: Any, wrong: str | None) -> None:
    assert Schemas(copy.deepcopy(SCHEMA)).wrong(name, value) == wrong
