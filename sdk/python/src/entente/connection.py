"""A connection that outlives its sockets: it says `hello`, passes messages on and comes back after a loss.

It knows frames and close codes, not what the messages mean.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
    WebSocketException,
)
from websockets.typing import Subprotocol

from .backoff import wait_ms
from .errors import ConnectionEnded

#: The version of the protocol that this package speaks.
PROTOCOL = 1
#: The most bytes of a message of the server.
MESSAGE_BYTES = 16 * 1024 * 1024
#: The most time to connect, in seconds.
CONNECT_S = 10.0
#: The most time for the closing handshake, in seconds.
CLOSE_S = 2.0
#: Silence after which the connection is probed, and the time for the answer, in seconds.
SILENCE_S = 20.0

#: Close codes after which a client never comes back by itself.
FINAL = {
    1002: "unfit",
    1007: "unfit",
    1008: "unfit",
    1009: "unfit",
    4001: "token_unknown",
    4004: "room_unknown",
    4009: "replaced",
    4013: "gallery_full",
}

#: A message, as JSON.
Message = dict[str, Any]


@contextlib.asynccontextmanager
async def _opened(url: str) -> AsyncIterator[ClientConnection]:
    """Connects; on the way out nothing of the socket is left, however one leaves."""
    socket = await connect(
        url,
        subprotocols=[Subprotocol("entente.v1")],
        open_timeout=CONNECT_S,
        close_timeout=CLOSE_S,
        ping_interval=SILENCE_S,
        ping_timeout=SILENCE_S,
        max_size=MESSAGE_BYTES,
    )
    try:
        yield socket
    finally:
        try:
            await socket.close()
        finally:
            # The library leaves the transport open if it is cancelled while it waits for the other end's
            # close.
            socket.transport.abort()
            await socket.wait_closed()


class Connection:
    """One room's socket, made again whenever it is lost."""

    def __init__(
        self,
        url: str,
        hello: Callable[[], Message],
        receive: Callable[[Message], Awaitable[None]],
        *,
        give_up_s: float | None = None,
    ) -> None:
        """`hello` builds the first message of each socket; `receive` is called with every message.

        After failing for `give_up_s` seconds in a row the connection ends as `unreachable`; without it,
        never.
        """
        self._url, self._hello, self._receive = url, hello, receive
        self._give_up_s = give_up_s
        self._socket: ClientConnection | None = None
        self._failures = 0
        self._failing_since: float | None = None
        self._hint_ms: int | None = None
        self._detail = ""
        self._welcomed = False
        self._leaves = False
        #: The number of sockets that were lost; an attempt to make another one is none.
        self.losses = 0

    async def run(self) -> None:
        """Keeps the connection until it ends for good. Raises `ConnectionEnded`."""
        while True:
            why = await self._one_socket()
            if self._failing_since is None:
                self._failing_since = time.monotonic()
            failing_s = time.monotonic() - self._failing_since
            if self._give_up_s is not None and failing_s >= self._give_up_s:
                raise ConnectionEnded("unreachable", why)
            self._failures += 1
            self.losses += self._welcomed
            self._welcomed = False
            await asyncio.sleep(wait_ms(self._failures, self._hint_ms, random.random()) / 1000)

    def again(self) -> None:
        """Has the socket be left for another one, with another `hello`."""
        self._leaves = True

    async def send(self, message: Message) -> bool:
        """Sends a message; returns `False` if there is no open socket."""
        socket = self._socket
        if socket is None:
            return False
        try:
            await socket.send(json.dumps(message, ensure_ascii=False))
        except ConnectionClosed:
            return False
        return True

    async def _one_socket(self) -> str:
        """Connects and reads until the socket is lost; returns why."""
        try:
            async with _opened(self._url) as socket:
                await socket.send(json.dumps(self._hello()))
                try:
                    async for frame in socket:
                        await self._frame(socket, frame)
                        if self._leaves:
                            # None was lost.
                            self._leaves = self._welcomed = False
                            return "another is wanted"
                finally:
                    self._socket = None
                return self._closed(socket.close_code)
        except InvalidURI as error:
            raise ConnectionEnded("unreachable", str(error)) from None
        except ConnectionClosed as closed:
            return self._closed(closed.rcvd.code if closed.rcvd else None)
        except InvalidStatus as error:
            return self._not_taken(error)
        except (InvalidHandshake, WebSocketException, OSError, asyncio.TimeoutError) as error:
            return str(error) or type(error).__name__

    async def _frame(self, socket: ClientConnection, frame: str | bytes) -> None:
        try:
            message = json.loads(frame)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        kind = message.get("type")
        if kind == "welcome":
            if message.get("protocol", PROTOCOL) > PROTOCOL:
                raise ConnectionEnded("new_protocol", "the server speaks a newer protocol")
            self._failures, self._failing_since, self._hint_ms = 0, None, None
            # Only now: nothing may be sent before the answer to `hello`.
            self._socket, self._welcomed = socket, True
        elif kind in ("closing", "error"):
            self._hint_ms = message.get("retry_after_ms", self._hint_ms)
            self._detail = str(message.get("detail") or message.get("reason") or "")
        await self._receive(message)

    def _closed(self, code: int | None) -> str:
        reason = FINAL.get(code or 0)
        if reason is not None:
            raise ConnectionEnded(reason, self._detail)
        return f"the connection was closed ({code})"

    def _not_taken(self, error: InvalidStatus) -> str:
        """Reads the answer to a handshake that was no socket, and its hint."""
        try:
            self._hint_ms = int(float(error.response.headers.get("Retry-After", "")) * 1000)
        except ValueError:
            self._hint_ms = None
        return f"the server answered with status {error.response.status_code}"
