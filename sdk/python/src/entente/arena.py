"""`entente.arena`: many matches of two bots against each other, and what they say about the better one."""

from __future__ import annotations

import asyncio
import math
import random
from dataclasses import dataclass
from typing import Any

from .api import Api
from .blocking import blocking
from .bot import Bot, Result, play, together
from .client import Client
from .errors import EntenteError
from .table import bot_name, game_of, plays, program_of
from .types import ComponentData

#: The quantile of the normal distribution for an interval of 95 percent.
Z_95 = 1.959964


def wilson(successes: float, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Returns the Wilson interval for a share: its lower and its upper end, from 0 to 1.

    Without trials nothing is known: from 0 to 1.
    """
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, z * z
    middle = share + square / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


@dataclass(frozen=True)
class ArenaGame:
    """One match of an arena: its number from 0, its room, the seat of the first bot, and its result."""

    number: int
    room: str
    seat: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def points(self) -> float:
        """What the first bot got: 1 for a win, 0.5 for a shared one or none, 0 for a loss."""
        if len(self.winners) != 1:
            return 0.5
        return 1.0 if self.winners == (self.seat,) else 0.0


@dataclass(frozen=True)
class ArenaResult:
    """The matches of an arena, seen from the first bot."""

    bot: str
    other: str
    games: tuple[ArenaGame, ...]

    @property
    def wins(self) -> int:
        """The number of matches that the first bot won alone."""
        return sum(game.points == 1.0 for game in self.games)

    @property
    def losses(self) -> int:
        """The number of matches that the other bot won alone."""
        return sum(game.points == 0.0 for game in self.games)

    @property
    def draws(self) -> int:
        """The number of matches that both won, or nobody."""
        return len(self.games) - self.wins - self.losses

    @property
    def share(self) -> float:
        """The first bot's share of the points, from 0 to 1; a draw is half a point."""
        return sum(game.points for game in self.games) / len(self.games) if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of that share at 95 percent."""
        return wilson(sum(game.points for game in self.games), len(self.games))

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.bot} against {self.other}: {self.wins} won, {self.draws} drawn, "
            f"{self.losses} lost of {len(self.games)}; "
            f"{self.share:.1%} of the points (95%: {low:.1%} to {high:.1%})"
        )


class _Arena:
    def __init__(
        self, api: Api, bots: tuple[type[Bot], type[Bot]], game: str, options: dict[str, Any] | None
    ) -> None:
        self.api, self.bots, self.game, self.options = api, bots, game, options
        self.data: dict[str, ComponentData] = {}

    async def match(self, number: int, seed: int, check: bool) -> ArenaGame:
        """Plays one match; the bots change seats from match to match."""
        own = number % 2
        first, second = self.bots if own == 0 else self.bots[::-1]
        created = await self.api.create(
            self.game,
            bot_name(first),
            options=self.options,
            seat=0,
            program=await program_of(self.api, first),
        )
        room = created["room"]
        if len(room["seats"]) != 2:
            raise EntenteError("an arena is for rooms with two seats")
        program = await program_of(self.api, second)
        joined = await self.api.join(room["code"], bot_name(second), 1, program=program)
        digest = room["fairness"]["data"]
        if digest not in self.data:
            self.data[digest] = await self.api.data(digest)
        results: list[Result] = await together(
            *(
                self.seat(
                    bot,
                    room["code"],
                    token,
                    random.Random(f"{seed}/{number}/{seat}"),
                    digest,
                    check,
                )
                for seat, (bot, token) in enumerate([(first, created["token"]), (second, joined["token"])])
            )
        )
        outcome = results[0].outcome
        return ArenaGame(
            number=number,
            room=room["code"],
            seat=own,
            winners=tuple(outcome["winners"]),
            scores=tuple(outcome["scores"]),
            reason=outcome["reason"],
        )

    async def seat(
        self, bot: type[Bot], code: str, token: str, rng: random.Random, digest: str, check: bool
    ) -> Result:
        async with Client(self.api.server, code, token, entropy=False) as client:
            return await play(bot(), client, rng, self.data[digest], check=check)


async def arena_async(
    bot: type[Bot],
    other: type[Bot],
    *,
    server: str,
    games: int = 100,
    seed: int = 1,
    game: str | None = None,
    options: dict[str, Any] | None = None,
    at_once: int = 4,
    check: bool = False,
) -> ArenaResult:
    """The same as `arena`, for programs with an event loop of their own."""
    if at_once < 1:
        raise ValueError("at least one match is played at a time")
    chosen = game_of(bot if bot.games else other, game)
    plays(bot, chosen)
    plays(other, chosen)
    permits = asyncio.Semaphore(at_once)
    async with Api(server) as api:
        table = _Arena(api, (bot, other), chosen, options)

        async def one(number: int) -> ArenaGame:
            async with permits:
                return await table.match(number, seed, check)

        played: list[ArenaGame] = await together(*map(one, range(games)))
    return ArenaResult(bot_name(bot), bot_name(other), tuple(played))


arena = blocking(
    arena_async,
    """Plays matches of two bots at a server and returns the results, with a Wilson interval.

    `game` is by default the first that the first bot plays, or else the first of the other one.
    The bots change seats from match to match. `seed` repeats the chance of the bots, not the deals, which are
    the server's. `at_once` matches run at a time. `check` has every record checked. A server of your own
    should have its limits lifted for it (README of this package).

    Raises what `run` raises; the first failure ends the arena.
    """,
)
