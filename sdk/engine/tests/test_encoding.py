"""The numbers: golden, documented, and the same in every match."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest

import entente_engine
from entente_engine import ENCODING_VERSION, encoding
from entente_engine.playthrough import playthrough
from support import FIXTURES, ROOT, SETTINGS

PAGE = (ROOT / "sdk" / "engine" / "README.md").read_text(encoding="utf-8")
#: A playthrough of each game, as `make engine-fixtures` writes them.
PLAYTHROUGHS: list[tuple[str, dict[str, Any], int]] = [
    ("europe-divided", {}, 1),
    ("balance-of-power", {"version": "command_room"}, 1),
    ("europe", {"players": 3, "max_rounds": 2}, 1),
]


def described() -> dict[str, object]:
    """Returns what each number means, of all games: what a version stands for."""
    games = {}
    for game in entente_engine.games():
        made = encoding(game)
        names = "\n".join([*made.actions, *made.observation])
        games[game] = {
            "blocks": [[block.name, block.first, block.size] for block in made.blocks],
            "actions": len(made.actions),
            "observation": len(made.observation),
            "names": hashlib.sha256(names.encode()).hexdigest(),
        }
    return {"version": ENCODING_VERSION, "games": games}


def test_the_numbers_are_those_of_their_version() -> None:
    """If this fails, numbers have changed their meaning: raise the version, then `make engine-fixtures`."""
    golden = json.loads((FIXTURES / "encoding.json").read_text(encoding="utf-8"))
    assert described() == golden


@pytest.mark.parametrize(("game", "options", "seed"), PLAYTHROUGHS, ids=[game for game, *_ in PLAYTHROUGHS])
def test_a_playthrough_goes_as_it_went(game: str, options: dict[str, Any], seed: int) -> None:
    """If this fails, the rules, the deal or the views have changed: read the difference, then renew it."""
    golden = (FIXTURES / f"{game}.txt").read_text(encoding="utf-8")
    assert playthrough(game, options, seed) == golden


@pytest.mark.parametrize("game", entente_engine.games())
def test_names_are_unique_and_blocks_follow_each_other(game: str) -> None:
    made = encoding(game)
    assert len(set(made.actions)) == len(made.actions)
    ends = [block.first + block.size for block in made.blocks]
    assert [block.first for block in made.blocks] == [0, *ends[:-1]]
    assert ends[-1] == len(made.actions)
    assert made.actions[entente_engine.WAIT] == "wait"


def test_the_page_has_every_family_and_the_sizes() -> None:
    for game in entente_engine.games():
        made = encoding(game)
        assert f"| {game} |" in PAGE
        row = re.search(rf"^\| {game} \| (\d+) \| ([\d,]+) \| ([\d,]+) \|$", PAGE, re.MULTILINE)
        assert row, game
        families = [block for block in made.blocks if f"`{block.name}" in PAGE]
        named = {block.name for block in families}
        heads = [block.name for block in made.blocks[1:] if is_head(block.name, made.actions[block.first])]
        assert set(heads) <= named, set(heads) - named
        assert [int(one.replace(",", "")) for one in row.groups()] == [
            len(heads), len(made.actions), len(made.observation)]  # fmt: skip


def is_head(block: str, first: str) -> bool:
    """Checks whether a block is the head of a family: its actions begin with its name and no value."""
    return (
        block != "end"
        and not block.startswith("number:")
        and (first == block or first.startswith(f"{block} "))
    )


def test_every_setting_of_these_tests_is_of_a_game() -> None:
    assert {game for game, _ in SETTINGS} == set(entente_engine.games())
