"""The command line: `python -m entente_engine bench`, `playthrough`, `encoding`."""

from __future__ import annotations

import argparse
import json
import sys

from . import EntenteError, bench, encoding, games
from .playthrough import playthrough


def main() -> int:
    """Runs the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="entente_engine")
    commands = parser.add_subparsers(dest="command", required=True)
    speed = commands.add_parser("bench", help="print steps a second")
    speed.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    match = commands.add_parser("playthrough", help="print a random match")
    match.add_argument("game", choices=games())
    match.add_argument("--options", default="{}", help="as JSON")
    match.add_argument("--seed", type=int, default=0)
    numbers = commands.add_parser("encoding", help="print what each number means, as JSON")
    numbers.add_argument("game", choices=games())
    given = parser.parse_args()
    try:
        if given.command == "bench":
            bench.run(given.seconds)
        elif given.command == "playthrough":
            print(playthrough(given.game, json.loads(given.options), given.seed), end="")
        else:
            described = encoding(given.game)
            named = {"actions": described.actions, "observation": described.observation}
            print(json.dumps({"game": given.game, "version": described.version, **named}, indent=1))
    except (EntenteError, json.JSONDecodeError) as error:
        print(f"entente_engine: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
