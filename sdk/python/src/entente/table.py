"""`entente.run`: a bot at a table with people, with the server's bots, or with other programs."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

from .address import room_address, room_link
from .api import Api
from .blocking import blocking
from .bot import Bot, Result, play
from .client import Client
from .errors import EntenteError
from .types import BotLevel, Seated

#: What is shown of a program whose author says nothing.
NO_CONTACT = "its author gives no address"


def bot_name(bot: type[Bot]) -> str:
    """Returns the name of a bot at the table, at most 32 characters."""
    return (bot.name or bot.__name__)[:32]


async def program_of(api: Api, bot: type[Bot]) -> str | None:
    """Returns what a bot says about itself as a program, `None` to a server that knows no programs."""
    if "programs" not in await api.features():
        return None
    return (bot.contact or NO_CONTACT)[:100]


def game_of(bot: type[Bot], game: str | None) -> str:
    """Returns the game to open a room for: the one asked for, or the first that the bot plays."""
    if game is None and not bot.games:
        raise EntenteError(f"{bot.__name__} plays every game: say which one")
    chosen = game if game is not None else bot.games[0]
    plays(bot, chosen)
    return chosen


def plays(bot: type[Bot], game: str) -> None:
    """Raises `EntenteError` if a bot does not play a game."""
    if bot.games and game not in bot.games:
        raise EntenteError(f"{bot.__name__} plays {', '.join(bot.games)}, not {game}")


async def run_async(
    bot: type[Bot],
    *,
    server: str | None = None,
    room: str | None = None,
    game: str | None = None,
    options: dict[str, Any] | None = None,
    opponents: BotLevel | None = None,
    name: str | None = None,
    token: str | None = None,
    seed: int | None = None,
    entropy: bool = True,
    keep: str | os.PathLike[str] | None = None,
    say: Callable[[str], None] = print,
) -> Result:
    """The same as `run`, for programs with an event loop of their own."""
    address = None if room is None else room_address(room)
    host = server or (address.server if address else None)
    if host is None:
        raise EntenteError("say which server, or give a whole link as the room")
    async with Api(host) as api:
        if address is None:
            seated = await _created(api, bot, game, options, opponents, name or bot_name(bot))
            code, token = seated["room"]["code"], seated["token"]
            say(f"{bot_name(bot)} {'plays' if opponents else 'waits'} at {room_link(host, code)}")
        else:
            code, token = address.code, token or address.token
            found = await api.room(code)
            plays(bot, found["game"])
            if token is None:
                program = await program_of(api, bot)
                token = (await api.join(code, name or bot_name(bot), program=program))["token"]
        async with Client(host, code, token, entropy=entropy, keep=keep, give_up_s=600.0) as client:
            if client.seat is None or client.room is None:
                raise EntenteError("the token opens no seat of this room")
            data = await api.data(client.room["fairness"]["data"])
            rng = random.Random(seed)
            return await play(bot(), client, rng, data)


async def _created(
    api: Api,
    bot: type[Bot],
    game: str | None,
    options: dict[str, Any] | None,
    opponents: BotLevel | None,
    name: str,
) -> Seated:
    chosen, program = game_of(bot, game), await program_of(api, bot)
    seated = await api.create(chosen, name, options=options, program=program)
    if opponents is not None:
        for seat in seated["room"]["seats"]:
            if seat.get("name") is None:
                code = seated["room"]["code"]
                await api.add_bot(code, seat["seat"], seated["token"], opponents)
    return seated


run = blocking(
    run_async,
    """Plays one match with a bot and returns the result.

    With `room`, a code or a link, it takes a free seat there; without one it opens a room for `game` (by
    default the first that the bot plays) and says the link that invites to it. `opponents` is a level of
    the server's bots that take the other seats of a new room. `token` goes on with a seat that is held
    already. `seed` repeats the bot's chance, not the deal. `keep` is a folder for what is kept of the deal:
    started again with the same folder and token, the bot goes on with the same entropy. `say` is called with
    lines for the user. The record is checked in the end.

    Raises `BotFailed` if the bot did wrong (the seat is kept, so a repaired bot can go on with its token),
    `Distrusted` if the server contradicted itself before the deal, `RecordRefused` if the record does not
    hold, and the other errors of `entente.errors`.
    """,
)
