"""A bot is one class with one method; this module plays a match with it.

The same class plays people, the server's bots and other bots. It sees what its seat may know and chooses
among its offers; it needs no rule of any game.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Generic

from typing_extensions import TypeVar

from .client import Client
from .errors import BotFailed, Distrusted, EntropyLost, Rejected, RoomClosed
from .offers import Command, Offers
from .types import ComponentData, Event, Outcome, Request, Room
from .verify import Report

Public = TypeVar("Public", default=Any)
Private = TypeVar("Private", default=Any)

#: Time in which a newer update must explain why a command that an offer admits was refused, in seconds.
DOUBT_S = 15.0


@dataclass(frozen=True)
class View(Generic[Public, Private]):
    """Everything that a seat knows when it is asked.

    For types of a game's own views: `view: View[EuropeDividedPublic, EuropeDividedPrivate]`, from
    `entente.types`.
    """

    #: The game, for example `europe-divided`.
    game: str
    #: The seat that chooses.
    seat: int
    #: The public view: what everybody may see.
    public: Public
    #: The private view: what only this seat may see.
    private: Private
    #: What has happened since the bot chose last.
    events: Sequence[Event]
    #: The last entry of the log that this seat may know of.
    seq: int
    #: The number of the question. It stays the same while the question stays open.
    decision: int
    #: The seats that must act.
    awaiting: Sequence[int]
    #: Match time, in milliseconds.
    now_ms: int
    #: The match time at which the clock runs out; `None` where there is none.
    deadline_ms: int | None
    #: The component data of the game: cards, maps, and their values.
    data: ComponentData
    #: The room: its options, its seats and their names.
    room: Room


class Bot:
    """Derive from it, name the games that it plays, and write `choose`.

    ```python
    class First(entente.Bot):
        games = ["europe-divided"]

        def choose(self, view, offers, rng):
            return next(offers.all(limit=1))
    ```
    A match has an instance of its own, made without arguments.
    """

    #: The games that it plays, by their ids; empty for a bot that plays every game.
    games: ClassVar[Sequence[str]] = ()
    #: The name at the table; that of the class if it is empty.
    name: ClassVar[str] = ""
    #: A way to reach its author, shown to all at the table: an address, a name on a platform; 100 characters.
    contact: ClassVar[str] = ""

    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
        """Returns the command to send: one that an offer admits.

        It runs in a thread of its own and may take its time. All chance should come from `rng`, so that a
        seed repeats the choices. `None` waits for the next update: possible only where others are asked too
        or a clock runs, or nothing would ever happen again.
        """
        raise NotImplementedError("a bot has a method `choose`")

    def agrees(self, request: Request) -> bool:
        """Returns whether to agree to another seat's request, such as an undo; by default it does.

        It runs in a thread of its own, perhaps while `choose` does.
        """
        return True


@dataclass(frozen=True)
class Result:
    """The end of a match, as a bot's seat saw it."""

    #: The code of the room.
    room: str
    #: The seat of the bot.
    seat: int
    #: Winners, scores and the reason of the end.
    outcome: Outcome
    #: The number of commands that were accepted.
    commands: int
    #: The number of commands that came too late, or that a loose offer admitted and the game did not.
    refused: int
    #: The number of times that the connection was lost and made again.
    losses: int
    #: The check of the deal; `None` where it was not asked for or nothing proves the deal.
    report: Report | None

    @property
    def won(self) -> bool:
        """`True` if the bot is among the winners."""
        return self.seat in self.outcome["winners"]


class _Match:
    """One match of one bot."""

    def __init__(self, bot: Bot, client: Client, rng: random.Random, data: ComponentData) -> None:
        self.bot, self.client, self.rng, self.data = bot, client, rng, data
        self.commands = self.refused = 0
        # Update from which the last choice was made, and the last entry whose events the bot has seen.
        self.considered = 0
        self.seen = -1
        self.restores = 0
        # Commands that loose offers admitted and the game refused, and the update that made them.
        self.impossible: list[Command] = []
        self.refused_in = 0
        self.agreed: set[str] = set()

    def fails(self, why: str) -> BotFailed:
        name = type(self.bot).__name__
        return BotFailed(f"{name}: {why}", self.client.code, self.client.seat or 0)

    def asked(self) -> bool:
        return bool(self.client.arrived > self.considered and self.client.offers)

    async def play(self) -> None:
        """Plays to the end, and answers requests meanwhile; what fails first is raised."""
        playing, agreeing = asyncio.ensure_future(self.moves()), asyncio.ensure_future(self.agree())
        try:
            await asyncio.wait({playing, agreeing}, return_when=asyncio.FIRST_COMPLETED)
            # The answers to requests end by failing alone.
            await (playing if playing.done() else agreeing)
        finally:
            playing.cancel()
            agreeing.cancel()
            await asyncio.gather(playing, agreeing, return_exceptions=True)

    async def moves(self) -> None:
        while True:
            await self.client.wait_for(lambda: self.client.over or self.asked() or self.leaves() is not None)
            reason = self.leaves()
            if reason is not None:
                raise reason
            if self.client.over:
                return
            await self.answer()

    def leaves(self) -> Exception | None:
        """Returns why a bot leaves before the deal: it has nothing to lose by that yet."""
        room = self.client.room
        if room is None or room["state"] not in ("lobby", "sealing"):
            return None
        if self.client.distrusted:
            return Distrusted(self.client.contradictions)
        return EntropyLost(EntropyLost.__doc__) if self.client.entropy_lost else None

    def view(self) -> View:
        client, update = self.client, self.client.update
        if update is None or client.room is None or client.seat is None or client.decision is None:
            raise AssertionError("a seat that is asked has a view")
        # After a restore the numbers of entries come again.
        seen = self.seen if self.seen <= update["seq"] and client.restores == self.restores else -1
        events = [event for event in client.events if event["seq"] > seen]
        self.seen, self.restores = update["seq"], client.restores
        return View(
            game=client.room["game"],
            seat=client.seat,
            public=update["public"],
            private=update.get("private"),
            events=events,
            seq=update["seq"],
            decision=client.decision,
            awaiting=update["awaiting"],
            now_ms=update["now_ms"],
            deadline_ms=update.get("deadline_ms"),
            data=self.data,
            room=client.room,
        )

    async def answer(self) -> None:
        """Has the bot choose once, and sends what it chose."""
        if self.client.arrived > self.refused_in:
            self.impossible = []
        self.considered = self.client.arrived
        view, offers = self.view(), self.possible()
        if not offers:
            raise self.fails("every offer was tried and refused")
        command = await self.thought(view, offers)
        if command is None:
            alone = view.awaiting == [view.seat] and view.deadline_ms is None
            # While it thought something may have changed: then it is asked again.
            if alone and self.client.arrived == self.considered:
                raise self.fails("`choose` returned nothing, and everybody waits for it")
            return
        if not offers.admits(command):
            raise self.fails(f"`choose` returned what no offer admits: {_shortened(command)}")
        if self.client.decision == view.decision and self.client.offers.admits(command):
            await self.send(command, view.decision)

    def possible(self) -> Offers:
        offers = self.client.offers
        left = [
            offer
            for offer in offers
            if not (offer.loose and any(offer.admits(command) for command in self.impossible))
        ]
        return Offers.of(left)

    async def thought(self, view: View, offers: Offers) -> Command | None:
        found = await self.called("choose", lambda: self.bot.choose(view, offers, self.rng))
        if found is not None and not isinstance(found, dict):
            raise self.fails(f"`choose` returned no command: {_shortened(found)}")
        return found

    async def called(self, method: str, work: Callable[[], Any]) -> Any:
        """Runs a method of the bot in a thread. Raises `BotFailed` for whatever it raises."""
        try:
            return await _in_thread(work)
        except Exception as error:
            raise self.fails(f"`{method}` raised {type(error).__name__}: {error}") from error

    async def send(self, command: Command, decision: int) -> None:
        sent_after = self.client.arrived
        loose = not any(offer.admits(command) and not offer.loose for offer in self.client.offers)
        try:
            await self.client.command(command, decision)
            self.commands += 1
        except Rejected as refusal:
            self.refused += 1
            if loose and refusal.code != "stale":
                # Asked again at once, without the offer if the update is still the same.
                self.impossible.append(command)
                self.refused_in = self.considered
                self.considered = 0
            else:
                await self.explained(refusal, sent_after)

    async def explained(self, refusal: Rejected, sent_after: int) -> None:
        """Waits for the update that says why a command which an offer admits was refused."""
        try:
            await asyncio.wait_for(
                self.client.wait_for(lambda: self.client.arrived > sent_after or self.client.over),
                DOUBT_S,
            )
        except asyncio.TimeoutError:
            raise refusal from None

    async def agree(self) -> None:
        """Answers the requests of the others until it is cancelled."""
        while True:
            await self.client.wait_for(lambda: bool(self.open_requests()))
            for request in self.open_requests():
                self.agreed.add(request["id"])
                agrees = await self.called("agrees", partial(self.bot.agrees, request))
                try:
                    await self.client.consent(request["id"], bool(agrees))
                except Rejected:
                    # It was withdrawn, or lapsed.
                    continue

    def open_requests(self) -> list[Request]:
        room = self.client.room
        requests = room["requests"] if room else []
        return [
            request
            for request in requests
            if request["by"] != self.client.seat and request["id"] not in self.agreed
        ]


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}..."


async def _in_thread(work: Callable[[], Any]) -> Any:
    """Runs work in a thread that does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)

    def target() -> None:
        result, failure = None, None
        try:
            result = work()
        except Exception as error:
            failure = error
        except BaseException as error:
            # Such as SystemExit: a future could not carry it.
            failure = RuntimeError(f"{type(error).__name__}: {error}")
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=target, name="entente-choose", daemon=True).start()
    return await done


async def together(*work: Awaitable[Any]) -> list[Any]:
    """Runs things at once; the first failure cancels the others and is raised."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def play(
    bot: Bot, client: Client, rng: random.Random, data: ComponentData, *, check: bool = True
) -> Result:
    """Plays the match of a client's seat to its end and returns the result.

    The client must be open. `data` are the component data of the room, and `check` says whether the record
    is fetched and checked in the end. Raises `BotFailed`, `Distrusted`, `EntropyLost`, `RoomClosed`,
    `RecordRefused` and `ConnectionEnded`.
    """
    match = _Match(bot, client, rng, data)
    await client.ready()
    await match.play()
    outcome = client.update.get("outcome") if client.update else None
    if outcome is None:
        raise RoomClosed(f"room {client.code} was given up before its match began")
    report = await client.check_record() if check else None
    return Result(
        room=client.code,
        seat=client.seat or 0,
        outcome=outcome,
        commands=match.commands,
        refused=match.refused,
        losses=client.losses,
        report=report,
    )
