"""`entente.offer`: a program that announces itself to a server, and plays wherever a host seats it.

The announcement lives for as long as this asks for its seats. After a loss, or a restart of the server, it
announces itself again; matches that it plays go on meanwhile, each over a connection of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence
from typing import Any

from .api import Api
from .backoff import wait_ms
from .blocking import blocking
from .bot import Bot, Result, play
from .client import Client
from .errors import EntenteError, RequestRefused, RoomClosed, Unreachable
from .table import NO_CONTACT, bot_name
from .types import AnnounceProgram, GivenSeat, ProgramGame

#: Time that one request for seats waits, in milliseconds.
WAIT_MS = 20_000
#: Refusals of an announcement that another attempt does not change.
FOR_GOOD = ("name_invalid", "game_unknown", "option_invalid", "forbidden", "malformed", "not_found")


class _Program:
    """A bot as it is announced, with the matches that it plays."""

    def __init__(
        self,
        bot: type[Bot],
        api: Api,
        wanted: AnnounceProgram,
        say: Callable[[str], None],
        on_result: Callable[[Result], None] | None,
    ) -> None:
        self.bot, self.api, self.wanted = bot, api, wanted
        self.say, self.on_result = say, on_result
        self.playing: dict[tuple[str, int], asyncio.Task[None]] = {}
        # In a row: announcements that were refused, or of which the server soon knew nothing any more.
        self.failures = 0

    async def run(self) -> None:
        """Announces the program, again and again, until it is cancelled or refused for good."""
        try:
            while True:
                hint = None
                try:
                    await self.announced()
                    continue
                except RequestRefused as refusal:
                    if refusal.code in FOR_GOOD:
                        raise
                    hint = refusal.retry_after_ms
                except Unreachable:
                    pass
                self.failures += 1
                await asyncio.sleep(wait_ms(self.failures, hint, random.random()) / 1000)
        finally:
            for task in self.playing.values():
                task.cancel()
            await asyncio.gather(*self.playing.values(), return_exceptions=True)

    async def announced(self) -> None:
        """Announces the program once, and takes seats for as long as more may come.

        Returns once hosts have taken what this announcement offers, while matches of earlier ones have
        ended: another one offers their rooms. No host can choose the program just then.
        """
        most = self.wanted["rooms"]
        while len(self.playing) >= most:
            await asyncio.wait(self.playing.values(), return_when=asyncio.FIRST_COMPLETED)
        earlier = frozenset(self.playing.values())
        offered = most - len(earlier)

        def more_may_come() -> bool:
            taken = sum(task not in earlier for task in self.playing.values())
            return taken < offered or len(self.playing) >= most

        announced = await self.api.announce({**self.wanted, "rooms": offered})
        program, token = announced["program"]["id"], announced["token"]
        self.say(f"{self.wanted['name']} waits for hosts at {self.api.server}")
        try:
            await self.take_seats(program, token, more_may_come)
        except asyncio.CancelledError:
            await self.withdraw(program, token)
            raise
        await self.withdraw(program, token)

    async def withdraw(self, program: str, token: str) -> None:
        # A server that does not answer forgets it by itself.
        with contextlib.suppress(EntenteError):
            await asyncio.shield(self.api.withdraw(program, token))

    async def take_seats(self, program: str, token: str, more_may_come: Callable[[], bool]) -> None:
        """Takes the seats that an announcement is given, for as long as more may come."""
        known = 0
        while more_may_come():
            asking = asyncio.create_task(self.api.given_seats(program, token, after=known, wait_ms=WAIT_MS))
            try:
                while more_may_come() and not asking.done():
                    # A match that ends may make room.
                    await asyncio.wait([asking, *self.playing.values()], return_when=asyncio.FIRST_COMPLETED)
                if asking.done():
                    for seat in asking.result():
                        known = max(known, seat["number"])
                        self.take(seat)
                    self.failures = 0
            finally:
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)

    def take(self, seat: GivenSeat) -> None:
        key = (seat["room"], seat["seat"])
        if key in self.playing:
            return
        task = asyncio.create_task(self.play(seat))
        self.playing[key] = task
        task.add_done_callback(lambda _: self.playing.pop(key, None))

    async def play(self, seat: GivenSeat) -> None:
        """Plays one match. Whatever happens in it, the others go on."""
        code = seat["room"]
        try:
            async with Client(self.api.server, code, seat["token"], give_up_s=60.0) as client:
                if client.room is None:
                    return
                data = await self.api.data(client.room["fairness"]["data"])
                result = await play(self.bot(), client, random.Random(), data)
        except RoomClosed:
            return
        except EntenteError as error:
            self.say(f"{self.wanted['name']} left room {code}: {error}")
            return
        if self.on_result is not None:
            self.on_result(result)
        self.say(f"{self.wanted['name']} {'won' if result.won else 'played'} in room {code}")


async def offer_async(
    bot: type[Bot],
    *,
    server: str,
    games: Sequence[str | ProgramGame] | None = None,
    level: str | None = None,
    author: str | None = None,
    rooms: int = 4,
    name: str | None = None,
    say: Callable[[str], None] = print,
    on_result: Callable[[Result], None] | None = None,
) -> None:
    """The same as `offer`, for programs with an event loop of their own: until it is cancelled."""
    async with Api(server) as api:
        listing: Any = await api.games()
        if "announcements" not in (listing.get("features") or ()):
            raise EntenteError(f"{api.server} seats no programs")
        known = [game["id"] for game in listing["games"]]
        chosen = games if games is not None else list(bot.games) or known
        wanted: AnnounceProgram = {
            "name": (name or bot_name(bot))[:32],
            "contact": (author or bot.contact or NO_CONTACT)[:100],
            "games": [{"game": one} if isinstance(one, str) else one for one in chosen],
            "rooms": rooms,
        }
        if level is not None:
            wanted["level"] = level
        await _Program(bot, api, wanted, say, on_result).run()


offer = blocking(
    offer_async,
    """Announces a bot to a server and plays wherever hosts seat it, until the program is interrupted.

    `games` are ids, or `{"game": id, "options": {...}}` for a bot that plays with some options only; by
    default those that the bot names. `level` says in your own words how well it plays (60 characters),
    `author` how to reach you (100), and `rooms` is the most matches that it plays at the same time. Each
    match has an instance of the bot. `on_result` is called with the result of each match.

    Raises `EntenteError` if the server seats no programs, `RequestRefused` if it refuses the announcement.
    """,
)
