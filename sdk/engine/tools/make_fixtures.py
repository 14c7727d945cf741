"""Writes what the tests compare with, after a change of the rules or of the numbers: read the difference."""

from __future__ import annotations

import json

from entente_engine.playthrough import playthrough
from support import FIXTURES
from test_encoding import PLAYTHROUGHS, described


def main() -> None:
    """Writes the numbering and a playthrough of each game."""
    FIXTURES.mkdir(parents=True, exist_ok=True)
    (FIXTURES / "encoding.json").write_text(json.dumps(described(), indent=1) + "\n", encoding="utf-8")
    for game, options, seed in PLAYTHROUGHS:
        (FIXTURES / f"{game}.txt").write_text(playthrough(game, options, seed), encoding="utf-8")


if __name__ == "__main__":
    main()
