"""The types in the tree are those of the server just built, and one place says the version."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import tomllib

import entente
import make_types
from support.server import ROOT


def test_the_types_are_the_schema_s(server: str) -> None:
    async def fetched() -> dict[str, Any]:
        async with entente.Api(server) as api:
            return await api.schema()

    made = make_types.types_of(asyncio.run(fetched()))
    assert made == make_types.OUT.read_text(encoding="utf-8"), "run `make kit-types`"
    # A number would mean that a part of the schema has no name of its own.
    for name in ("ServerMessageRoom", "EuropeDividedCommandPlay", "EuropeDividedPublic"):
        assert re.search(rf"^(class {name}\(|{name} = |{name}: TypeAlias)", made, re.MULTILINE), name


def test_the_version_is_the_server_s() -> None:
    workspace = tomllib.loads(Path(ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    assert entente.__version__ == workspace["workspace"]["package"]["version"]
