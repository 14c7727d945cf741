"""The messages of a client that wait for their answers."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import Awaitable, Callable

from .backoff import wait_ms
from .connection import Message
from .errors import Rejected
from .part import AGAIN


class _Waiting:
    """A message without an answer."""

    def __init__(self, message: Message, answer: asyncio.Future[Message]) -> None:
        self.message, self.answer = message, answer
        self.refusals = 0


class Unanswered:
    """What was sent and not answered yet, by its id.

    The server knows a message by its id, so that it is safe to send it again: after a new connection, and
    after a refusal that only says "later".
    """

    def __init__(self, send: Callable[[Message], Awaitable[object]]) -> None:
        """`send` sends a message if there is a connection."""
        self._send = send
        self._waiting: dict[str, _Waiting] = {}
        self._later: set[asyncio.Task[None]] = set()

    async def ask(self, act: Message) -> Message:
        """Sends a message, and returns its answer. Raises `Rejected`, or why the connection ended."""
        message = {**act, "id": str(uuid.uuid4())}
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[message["id"]] = _Waiting(message, answer)
        await self._send(message)
        return await answer

    async def repeat(self) -> None:
        """Sends all of them again, over a new connection."""
        for waiting in list(self._waiting.values()):
            await self._send(waiting.message)

    def answered(self, message: Message) -> None:
        """Hands an answer to whoever waits for it."""
        waiting = self._waiting.pop(str(message.get("id")), None)
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(message)

    def refused(self, message: Message) -> None:
        """Hands a refusal to whoever waits for the answer, or sends the message again later."""
        waiting = self._waiting.get(str(message.get("id")))
        if waiting is None:
            return
        hint = message.get("retry_after_ms")
        if message["code"] in AGAIN:
            waiting.refusals += 1
            later = asyncio.create_task(self._again(waiting, hint))
            self._later.add(later)
            later.add_done_callback(self._later.discard)
            return
        del self._waiting[message["id"]]
        if not waiting.answer.done():
            refusal = Rejected(message["code"], message["detail"], message.get("rule"), hint)
            waiting.answer.set_exception(refusal)

    def end(self, error: BaseException) -> None:
        """Hands everybody who waits the reason why no answer comes."""
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(error)
                # Nobody may be waiting any more; then this is no news to anyone.
                waiting.answer.exception()
        self._waiting.clear()

    async def close(self) -> None:
        """Sends nothing again any more."""
        tasks = list(self._later)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _again(self, waiting: _Waiting, hint: int | None) -> None:
        await asyncio.sleep(wait_ms(waiting.refusals, hint, random.random()) / 1000)
        if waiting.message["id"] in self._waiting:
            await self._send(waiting.message)
