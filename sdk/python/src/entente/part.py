"""The messages by which a seat takes part in the deal, on one connection: `ready` and `reveal`.

Either may be refused for now, or be lost on the way between servers. It is then sent again as the room is by
then, and nothing counts as revealed that the server has not taken.
"""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from .backoff import wait_ms
from .connection import Message
from .deal import Deal

#: Refusals that pass: the message is sent again.
AGAIN = ("busy", "storage_unavailable", "draining")


class Part:
    """A seat's part in the deal, as far as one connection has come with it."""

    def __init__(
        self,
        deal: Deal,
        send: Callable[[Message], Awaitable[Any]],
        again: Callable[[], Awaitable[None]],
        *,
        answers: bool,
    ) -> None:
        """`again` looks at the room once more; `answers` is `True` if the server has that feature."""
        self._deal, self._send, self._look_again, self._answers = deal, send, again, answers
        # The newest message of each type; its id is none for a server that answers none.
        self._ids: dict[str, str | None] = {}
        self._said_ready: object = None
        self._refusals = 0
        self._later: asyncio.Task[None] | None = None

    def leave(self) -> None:
        """Sends nothing more: the connection is another one, or none."""
        if self._later is not None:
            self._later.cancel()

    async def look(self, room: dict[str, Any], *, ready: bool, entropy: bool) -> None:
        """Compares what a room shows with what was seen before, and sends what is due.

        `ready` is `True` if this seat wants to be ready: it says so once for each lobby as it stands.
        """
        due = self._deal.look(room)
        if due is not None:
            await self._say(due)
            if not self._answers:
                # Only a refusal would be said.
                self._deal.revealed()
        seat = self._deal.seat
        if not ready or seat is None or (self._deal.distrusted and entropy):
            return
        names = tuple(one.get("name") for one in room["seats"])
        lobby = (room["fairness"]["attempt"], names)
        if room["state"] != "lobby" or None in names or room["seats"][seat]["ready"]:
            # Whatever was said is known; if it is forgotten, it is said again.
            self._said_ready = None
        elif lobby != self._said_ready:
            self._said_ready = lobby
            await self._say(self._deal.ready(room, entropy))

    def accepted(self, message: Message) -> None:
        """Takes an answer that may be to one of these messages."""
        if self._about(message) == "reveal":
            self._deal.revealed()

    def refused(self, message: Message) -> None:
        """Takes a `rejected` or an `error` that may be about one of these messages."""
        kind = self._about(message)
        if kind is None:
            return
        if kind == "reveal":
            self._deal.not_revealed()
        if message.get("code") in AGAIN:
            self.leave()
            self._refusals += 1
            wait = wait_ms(self._refusals, message.get("retry_after_ms"), random.random())
            self._later = asyncio.create_task(self._again(kind, wait / 1000))

    async def _say(self, message: Message) -> None:
        given = str(uuid.uuid4()) if self._answers else None
        self._ids[message["type"]] = given
        await self._send(message if given is None else {**message, "id": given})

    def _about(self, message: Message) -> str | None:
        """Returns the type of the message that this one answers, once; `None` if it is another's."""
        re = message.get("re") or {}
        given = message.get("id", re.get("id"))
        for kind, id_ in self._ids.items():
            if given == id_ and (given is not None or kind == re.get("type")):
                del self._ids[kind]
                return kind
        return None

    async def _again(self, kind: str, wait_s: float) -> None:
        await asyncio.sleep(wait_s)
        if kind == "reveal":
            self._deal.reveals_again()
        else:
            self._said_ready = None
        await self._look_again()
