"""The command line: `python -m entente`.

    python -m entente play bot.py:Greedy --server URL               opens a room and says its link
    python -m entente play bot.py:Greedy --room LINK                takes a free seat there
    python -m entente offer bot.py:Greedy --server URL              waits for hosts who seat it
    python -m entente arena bot.py:Greedy random --server URL       matches of two bots
    python -m entente rooms --server URL                            rooms that are listed
    python -m entente games --server URL                            games and their options
    python -m entente verify record.json --heads FILE               checks records
    python -m entente conform client -- CMD {url} {room} {token}    tests a client
    python -m entente conform server URL                            tests a server

`random` is the bot that plays by chance. Exit codes: 0, 1 if a bot, a match or a record failed, 2 for wrong
usage, 130 if you stopped it.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import sys
import traceback
from pathlib import Path
from typing import Any, cast

from . import _vd1 as _unannotated
from .api import Api
from .arena import arena
from .bot import Bot
from .conform import cli as conform_cli
from .errors import BotFailed, EntenteError
from .programs import offer
from .random_bot import RandomBot
from .table import run


class Usage(Exception):
    """The command line asks for something that is not there."""


def load(text: str) -> type[Bot]:
    """Returns the bot that `FILE.py:Class` names, or the only one in `FILE.py`. Raises `Usage`."""
    if text == "random":
        return RandomBot
    path, _, name = text.partition(":")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise Usage(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    # A bot's file may import its neighbours, as it could when it is run itself.
    sys.path.insert(0, str(Path(path).resolve().parent))
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    found = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == spec.name
    }
    if name:
        if name not in found:
            raise Usage(f"{path} has no bot {name}: {', '.join(found) or 'it has none'}")
        return found[name]
    if len(found) != 1:
        raise Usage(f"{path} has {len(found)} bots: say which one, as {path}:Class")
    return next(iter(found.values()))


def options(text: str | None) -> dict[str, Any] | None:
    """Returns the options of a room that JSON text gives. Raises `Usage`."""
    if text is None:
        return None
    try:
        found = json.loads(text)
    except ValueError as error:
        raise Usage(f"the options are no JSON: {error}") from None
    if not isinstance(found, dict):
        raise Usage("the options are a JSON object")
    return found


def positive(text: str) -> int:
    """Returns a number from 1 on that text gives. Raises `ValueError`, which is wrong usage."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def play_command(arguments: argparse.Namespace) -> int:
    result = run(
        load(arguments.bot),
        server=arguments.server,
        room=arguments.room,
        game=arguments.game,
        options=options(arguments.options),
        opponents=arguments.opponents,
        name=arguments.name,
        seed=arguments.seed,
        entropy=not arguments.no_entropy,
        keep=arguments.keep,
    )
    outcome = result.outcome
    how = "won" if result.won else "lost" if outcome["winners"] else "nobody won"
    scores = ", ".join(map(str, outcome["scores"]))
    print(f"{how} as seat {result.seat}; scores {scores}; {outcome['reason']}")
    print("the record holds" if result.report else "nothing proves how this match was dealt")
    return 0


def offer_command(arguments: argparse.Namespace) -> int:
    offer(
        load(arguments.bot),
        server=arguments.server,
        games=arguments.game or None,
        level=arguments.level,
        author=arguments.author,
        rooms=arguments.rooms,
        name=arguments.name,
    )
    return 0


def arena_command(arguments: argparse.Namespace) -> int:
    print(
        arena(
            load(arguments.bot),
            load(arguments.other),
            server=arguments.server,
            games=arguments.games,
            seed=arguments.seed,
            game=arguments.game,
            options=options(arguments.options),
            at_once=arguments.at_once,
        )
    )
    return 0


def rooms_command(arguments: argparse.Namespace) -> int:
    async def listed() -> int:
        async with Api(arguments.server) as api:
            rooms = (await api.rooms())["rooms"]
        for room in rooms:
            names = ", ".join(seat.get("name") or "free" for seat in room["seats"])
            print(f"{room['code']}  {room['game']}  {room['state']}  {_printable(names)}")
        if not rooms:
            print("no room is listed")
        return 0

    return asyncio.run(listed())


def games_command(arguments: argparse.Namespace) -> int:
    async def listed() -> int:
        async with Api(arguments.server) as api:
            games = (await api.games())["games"]
        for game in games:
            schema = cast("dict[str, Any]", game["options"])
            print(f"{game['id']}: {game['name']}, options: {', '.join(schema['properties'])}")
        return 0

    return asyncio.run(listed())


def _printable(text: str) -> str:
    return cast(str, cast(Any, _unannotated).printable(text))


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m entente", description="Clients and bots for Entente.")
    commands = top.add_subparsers(dest="command", required=True)

    play = commands.add_parser("play", help="play one match with a bot")
    play.add_argument("bot", metavar="FILE:CLASS")
    play.add_argument("--server", metavar="URL")
    play.add_argument("--room", metavar="CODE", help="code or link of a room; without it one is opened")
    play.add_argument("--game", help="the game of a new room")
    play.add_argument("--options", metavar="JSON", help="the options of a new room")
    play.add_argument(
        "--opponents", metavar="LEVEL", help="the server's bots on the other seats of a new room"
    )
    play.add_argument("--name", help="the name at the table")
    play.add_argument("--seed", type=int, help="repeats the bot's chance")
    play.add_argument("--no-entropy", action="store_true", help="bring nothing to the deal")
    play.add_argument("--keep", metavar="FOLDER", help="write down what is kept of the deal")
    play.set_defaults(run=play_command)

    waits = commands.add_parser("offer", help="announce a bot, and play wherever hosts seat it")
    waits.add_argument("bot", metavar="FILE:CLASS")
    waits.add_argument("--server", metavar="URL", required=True)
    waits.add_argument("--game", action="append", help="a game that it plays; may be repeated")
    waits.add_argument("--level", metavar="WORDS", help="how well it plays, in your own words")
    waits.add_argument("--author", metavar="WORDS", help="how to reach you")
    waits.add_argument("--rooms", type=positive, default=4, help="matches at a time")
    waits.add_argument("--name", help="the name at the table")
    waits.set_defaults(run=offer_command)

    many = commands.add_parser("arena", help="play matches of two bots")
    many.add_argument("bot", metavar="FILE:CLASS")
    many.add_argument("other", metavar="FILE:CLASS")
    many.add_argument("--server", metavar="URL", required=True)
    many.add_argument("--games", type=positive, default=100)
    many.add_argument("--seed", type=int, default=1)
    many.add_argument("--game")
    many.add_argument("--options", metavar="JSON")
    many.add_argument("--at-once", type=positive, default=4, help="matches at a time")
    many.set_defaults(run=arena_command)

    for name, what, command in [
        ("rooms", "list rooms that wait or may be watched", rooms_command),
        ("games", "list games and their options", games_command),
    ]:
        listing = commands.add_parser(name, help=what)
        listing.add_argument("--server", metavar="URL", required=True)
        listing.set_defaults(run=command)

    conform_cli.add_parser(commands)
    commands.add_parser("verify", help="check records of matches that are over", add_help=False)
    return top


def main() -> int:
    # The verifier has a command line of its own, which this is.
    if sys.argv[1:2] == ["verify"]:
        sys.argv = ["python -m entente verify", *sys.argv[2:]]
        return cast(int, cast(Any, _unannotated).main())
    arguments = parser().parse_args()
    try:
        return cast(int, arguments.run(arguments))
    except Usage as error:
        print(f"entente: {error}", file=sys.stderr)
        return 2
    except EntenteError as error:
        if isinstance(error, BotFailed) and error.__cause__ is not None:
            # Where in the bot it was, as its author would have seen it without this package around it.
            traceback.print_exception(error.__cause__)
        print(f"entente: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
