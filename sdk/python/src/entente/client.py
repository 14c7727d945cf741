"""One room and its match, as one viewer sees them: the state, and everything that may be sent.

A client needs no rule of any game: it shows what an update says and sends back one of its offers. It
reconnects by itself, sends unanswered messages again under their old ids, brings entropy to the deal and
checks everything that the server shows of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import Any, ClassVar, Literal, cast

from .address import socket_url
from .api import Api
from .backoff import wait_ms
from .connection import Connection, Message
from .deal import Deal
from .errors import ConnectionEnded, Distrusted, NotAdmitted, RecordRefused, Rejected, RequestRefused
from .kept import Kept, is_number
from .offers import Command, Offers
from .part import AGAIN, Part
from .types import Event, Limits, Room, Update
from .unanswered import Unanswered
from .verify import Report, check_record

#: The most events and lines of chat that a client keeps, the newest.
EVENTS_KEPT = 2000
CHAT_KEPT = 500
#: The most attempts to fetch the record of a match that has just ended.
RECORD_ATTEMPTS = 5
#: The most messages that wait for a reader of `messages`; then the connection is read no further.
WAITING = 256

_UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Client:
    """A seat of a room, or with no token a spectator.

    ```python
    async with Client(server, code, token) as client:
        await client.ready()
        async for update in client.updates():
            ...
    ```
    Everything that it knows is in its attributes, complete after each message. `Rejected` is raised by
    what the server refuses, `ConnectionEnded` once the connection cannot come back.
    """

    def __init__(
        self,
        server: str,
        code: str,
        token: str | None = None,
        *,
        entropy: bool = True,
        keep: str | os.PathLike[str] | None = None,
        give_up_s: float | None = 120.0,
    ) -> None:
        """Prepares a client; `async with`, or `open`, connects it.

        `entropy` is `False` for a seat that brings none. `keep` is a folder for what is kept of the deal:
        a client that is started again with the same folder goes on with the same entropy. Without it
        this is in memory. After failing to connect for `give_up_s` seconds the connection ends; with
        `None` it never gives up.
        """
        self.server, self.code, self.token = server, code, token
        self.entropy = entropy
        #: The seat that is held; `None` for a spectator, and before the first answer.
        self.seat: int | None = None
        #: The room now.
        self.room: Room | None = None
        #: The newest update.
        self.update: Update | None = None
        #: The limits in force at this server.
        self.limits: Limits | None = None
        #: What has happened, oldest first.
        self.events: list[Event] = []
        #: The lines of chat, oldest first.
        self.chat: list[Message] = []
        #: `True` if the server was restored from older data while this client was connected.
        self.rolled_back = False
        #: The number of times that the server said so.
        self.restores = 0
        self._keep = keep
        self._deal: Deal | None = None
        self._one_command = asyncio.Lock()
        self._part: Part | None = None
        self._wants_ready = False
        # The entry that was kept before this program began, and that the server has not shown.
        self._missing = 0
        self._arrived = 0
        self._changed = asyncio.Condition()
        self._readers: list[asyncio.Queue[Message]] = []
        self._task: asyncio.Task[None] | None = None
        self._end: BaseException | None = None
        self._connection = Connection(
            socket_url(server, code), self._hello, self._receive, give_up_s=give_up_s
        )
        self._unanswered = Unanswered(self._connection.send)

    # --- The connection -------------------------------------------------------------------------

    async def __aenter__(self) -> Client:
        try:
            await self.open()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Connects, and returns once the server has said who this client is."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await self.wait_for(lambda: self.room is not None)

    async def close(self) -> None:
        """Leaves the room's socket; the seat is kept."""
        self._leave_part()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._unanswered.close()
        await self._ended(ConnectionEnded("closed", "by this program"))

    async def _run(self) -> None:
        try:
            await self._connection.run()
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            await self._ended(error)

    async def _ended(self, error: BaseException) -> None:
        self._end = self._end or error
        self._unanswered.end(self._end)
        await self._notify()

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def wait_for(self, holds: Callable[[], bool]) -> None:
        """Returns once a condition on this client's attributes holds. Raises why the connection ended."""

        def awaited() -> bool:
            return holds() or self._end is not None

        async with self._changed:
            await self._changed.wait_for(awaited)
        if not holds() and self._end is not None:
            raise self._end

    # --- What is shown --------------------------------------------------------------------------

    @property
    def offers(self) -> Offers:
        """What this seat may do now."""
        return Offers((self.update.get("offers") if self.update else None) or ())

    @property
    def decision(self) -> int | None:
        """The number of the question that is open for this seat; `None` if nothing is asked."""
        return self.update.get("decision") if self.update else None

    @property
    def over(self) -> bool:
        """`True` after the end, or if the room was given up."""
        ended = self.update is not None and self.update.get("outcome") is not None
        return ended or (self.room is not None and self.room["state"] == "abandoned")

    @property
    def arrived(self) -> int:
        """The number of updates that have arrived, to tell whether there is a newer one."""
        return self._arrived

    @property
    def losses(self) -> int:
        """The number of sockets that were lost and made again."""
        return self._connection.losses

    @property
    def contradictions(self) -> tuple[str, ...]:
        """How the server contradicted itself, in the words of docs/FAIRNESS.md; `past` for a head."""
        return self._deal.contradictions if self._deal else ()

    @property
    def distrusted(self) -> bool:
        """`True` if the server contradicted itself about the deal: nothing is revealed any more."""
        return self._deal is not None and self._deal.distrusted

    @property
    def entropy_lost(self) -> bool:
        """`True` if this seat is bound to entropy that this program does not have."""
        return self._deal is not None and self._deal.lost

    @property
    def kept(self) -> str:
        """What was written down of the deal, as verifiers read it."""
        return self._deal.kept.text if self._deal else ""

    async def updates(self) -> AsyncIterator[Update]:
        """Yields the newest update whenever there is one, until the end of the match.

        An update is always complete: those that came while the caller was busy are passed over.
        """
        seen = 0

        def newer() -> bool:
            return self._arrived > seen

        while True:
            await self.wait_for(lambda: newer() or self.over)
            if newer() and self.update is not None:
                seen = self._arrived
                yield self.update
            # The last update was taken, or there was none: nothing comes after the end.
            if self.over and not newer():
                return

    async def messages(self) -> AsyncGenerator[Message, None]:
        """Yields every message from now on, until the connection ends.

        A reader who takes none for long stops the connection: 256 wait at most.
        """
        reader: asyncio.Queue[Message] = asyncio.Queue(WAITING)
        self._readers.append(reader)
        try:
            while True:
                took = asyncio.ensure_future(reader.get())
                ended = asyncio.ensure_future(self.wait_for(lambda: self._end is not None))
                try:
                    await asyncio.wait({took, ended}, return_when=asyncio.FIRST_COMPLETED)
                    if not took.done():
                        return
                    yield took.result()
                finally:
                    took.cancel()
                    ended.cancel()
        finally:
            self._readers.remove(reader)
            # A message may be waiting for room in it.
            while not reader.empty():
                reader.get_nowait()

    # --- What is sent ---------------------------------------------------------------------------

    async def ready(self) -> None:
        """Says that this seat is ready, again whenever that is forgotten, until the match begins.

        Raises `Distrusted` if the server contradicted itself and this seat would bring entropy. Raises
        `Rejected` as the server would, if the room requires entropy and this seat is to bring none.
        """
        if not self.entropy and self.room is not None and self.room.get("entropy") == "required":
            raise Rejected("entropy_required", "this room requires entropy from everybody", None, None)
        if self.distrusted and self.entropy:
            raise Distrusted(self.contradictions)
        self._wants_ready = True
        await self._look()

    async def command(self, command: Command, decision: int | None = None) -> int:
        """Sends a command of the game; returns the number of its entry in the log.

        One command is in flight at a time: others wait. `decision` is that of the newest update if it is
        left out. Raises `Rejected`; then look at the newest update and do not send the same again.
        """
        async with self._one_command:
            if decision is None:
                decision = self.decision
            if decision is None:
                raise NotAdmitted("nothing is asked of this seat")
            message = {"type": "command", "decision": decision, "command": command}
            return int((await self._ask(message))["seq"])

    async def undo(self, to: int) -> int:
        """Takes entries back; returns the number of the entry. Waits for the others if they must agree."""
        return int((await self._ask({"type": "undo", "to": to}))["seq"])

    async def pause(self, want: bool) -> int:
        """Stops the clock if the others agree, or lets it go on."""
        return int((await self._ask({"type": "pause", "want": want}))["seq"])

    async def consent(self, request: str, agree: bool = True) -> None:
        """Answers another seat's request, or with `agree=False` withdraws one's own."""
        await self._ask({"type": "consent", "request": request, "agree": agree})

    async def resign(self) -> int:
        """Gives the match up."""
        return int((await self._ask({"type": "resign"}))["seq"])

    async def claim(self, outcome: Literal["win", "abandoned"]) -> int:
        """Ends a match whose awaited opponent has been away for long enough."""
        return int((await self._ask({"type": "claim", "outcome": outcome}))["seq"])

    async def hint(self) -> Message:
        """Returns what the server's mind would do, and why; the message `hint`."""
        return await self._ask({"type": "hint", "decision": self.decision})

    async def preview(self, command: Command) -> Message:
        """Returns what a command would change; the message `preview`."""
        return await self._ask({"type": "preview", "decision": self.decision, "command": command})

    async def say(self, text: str) -> bool:
        """Sends a line of chat; `False` if there is no connection now."""
        return await self._connection.send({"type": "chat", "text": text})

    async def check_record(self) -> Report | None:
        """Fetches the record of the match and checks it against what was kept.

        `None` if nothing proves the deal (practice and lessons). Raises `RecordRefused` if it does not
        hold or, as `withheld`, is not given, and `RequestRefused` if the match is not over.
        """
        if self.room is None or self._deal is None or self._deal.unproven:
            return None
        async with Api(self.server) as api:
            for attempt in range(1, RECORD_ATTEMPTS + 1):
                try:
                    record = await api.record(self.code)
                    break
                except RequestRefused as refusal:
                    if refusal.code not in (*AGAIN, "not_over", "too_many_requests", "room_unavailable"):
                        why = f"the server does not give it: {refusal.detail}"
                        raise RecordRefused("withheld", "", why) from refusal
                    # The room may learn of its own end a moment after we did.
                    if refusal.code != "not_over" or not self.over or attempt == RECORD_ATTEMPTS:
                        raise
                await asyncio.sleep(wait_ms(attempt, None, random.random()) / 1000)
        return check_record(record, self.kept, self.room["id"])

    async def _ask(self, act: Message) -> Message:
        """Sends a message that has an answer, and returns the answer. Raises `Rejected`."""
        if self._end is not None:
            raise self._end
        return await self._unanswered.ask(act)

    # --- What is received -----------------------------------------------------------------------

    def _hello(self) -> Message:
        hello: Message = {"type": "hello"}
        if self.token is not None:
            hello["token"] = self.token
        if self.update is not None:
            hello["after"] = self.update["seq"]
        elif self._missing:
            hello["after"] = self._missing
        return hello

    async def _receive(self, message: Message) -> None:
        handler = self._handlers.get(str(message.get("type")))
        if handler is not None:
            await handler(self, message)
        # One may leave while another one is waited for.
        for reader in tuple(self._readers):
            await reader.put(message)
        await self._notify()

    async def _welcome(self, message: Message) -> None:
        room, seat = message["room"], message["you"].get("seat")
        if not _UUID.fullmatch(str(room["id"])):
            # A file is named after it.
            raise ConnectionEnded("unfit", "the id of the server's room is no UUID")
        if seat is not None and not (is_number(seat) and seat < len(room["seats"])):
            raise ConnectionEnded("unfit", "the server gives this client a seat that the room does not have")
        self.seat = seat
        self.limits = message["limits"]
        self.chat = []
        if self._deal is None or self._deal.seat != self.seat:
            self._deal = Deal(room, self.seat, Kept(self._kept_path(room["id"])))
        self._leave_part()
        answers = "answers" in message.get("features", ())
        self._part = Part(self._deal, self._connection.send, self._look, answers=answers)
        self._deal.reconnected()
        self.room = room
        await self._look()
        await self._unanswered.repeat()

    def _kept_path(self, room: str) -> str | None:
        seat = "public" if self.seat is None else self.seat
        return None if self._keep is None else os.path.join(self._keep, f"{room}-{seat}.txt")

    async def _room(self, message: Message) -> None:
        if type(message["room"]) is not dict:
            raise ConnectionEnded("unfit", "the server sent a room that is none")
        self.room = cast(Room, message["room"])
        await self._look()

    async def _look(self) -> None:
        """Does what the deal asks of this seat in the room as it is now."""
        if self.room is not None and self._part is not None:
            room = cast("dict[str, Any]", self.room)
            await self._part.look(room, ready=self._wants_ready, entropy=self.entropy)

    def _leave_part(self) -> None:
        if self._part is not None:
            self._part.leave()

    async def _updated(self, message: Message) -> None:
        newest = self._deal.kept.newest if self._deal else 0
        old = is_number(message["seq"]) and newest > message["seq"]
        if self.update is None and not self._missing and old:
            # Asked for what comes after that, a server that was restored says so.
            self._missing = newest
            self._connection.again()
            return
        if self._deal is not None and not self._deal.note(message["seq"], message["head"]):
            return
        self.update = cast(Update, message)
        self._arrived += 1
        # Where some are left out the log begins after them.
        known = [] if message.get("events_from") is not None else self.events
        self.events = [*known, *message["events"]][-EVENTS_KEPT:]

    async def _answered(self, message: Message) -> None:
        if self._part is not None:
            self._part.accepted(message)
        self._unanswered.answered(message)

    async def _rejected(self, message: Message) -> None:
        if self._part is not None:
            self._part.refused(message)
        self._unanswered.refused(message)

    async def _error(self, message: Message) -> None:
        if self._part is not None:
            self._part.refused(message)
        if message.get("code") == "rolled_back":
            self.rolled_back = True
            self.restores += 1
            self.events = []
            if self._deal is not None:
                self._deal.rolled_back()

    async def _chat(self, message: Message) -> None:
        self.chat = [*self.chat, message][-CHAT_KEPT:]

    _handlers: ClassVar[dict[str, Callable[[Client, Message], Awaitable[None]]]] = {
        "welcome": _welcome,
        "room": _room,
        "update": _updated,
        "accepted": _answered,
        "hint": _answered,
        "preview": _answered,
        "rejected": _rejected,
        "error": _error,
        "chat": _chat,
    }


@contextlib.asynccontextmanager
async def spectate(server: str, code: str) -> AsyncIterator[Client]:
    """Connects to a room as a spectator."""
    async with Client(server, code) as client:
        yield client
