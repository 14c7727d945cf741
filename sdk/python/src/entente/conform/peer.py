"""The server's end of one WebSocket, with frames in hand: pings, fragments, compression and close codes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from .fault import Fault
from .strict import read

Message = dict[str, Any]

#: What stands in the queue once the socket is gone, or useless.
GONE: Message = {"type": "\0gone"}


class Peer:
    """One socket of the client under test."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, compresses: bool
    ) -> None:
        factory = ServerPerMessageDeflateFactory(client_no_context_takeover=True)
        self._protocol = ServerProtocol(
            subprotocols=[Subprotocol("entente.v1")],
            extensions=[factory] if compresses else None,
            max_size=2**20,
        )
        self._reader, self._writer = reader, writer
        self.messages: asyncio.Queue[Message] = asyncio.Queue()
        #: The first thing that was wrong with a frame or a message.
        self.fault: Fault | None = None
        #: The payloads of pongs.
        self.pongs: list[bytes] = []
        self.opened_at = time.monotonic()
        self.gone = asyncio.Event()
        self._parts: list[bytes] = []

    async def shake_hands(self, head: bytes) -> str | None:
        """Answers the handshake; returns why it was refused, `None` if the socket is open."""
        self._protocol.receive_data(head)
        events = self._protocol.events_received()
        if not events or not isinstance(events[0], Request):
            return str(self._protocol.handshake_exc or "the handshake is none")
        self._protocol.send_response(self._protocol.accept(events[0]))
        await self._flush()
        if self._protocol.state is not State.OPEN:
            return str(self._protocol.handshake_exc or "the handshake was refused")
        return None

    @property
    def compressed(self) -> bool:
        """`True` if the client offered to read compressed messages and the server took it up."""
        return bool(self._protocol.extensions)

    async def pump(self) -> None:
        """Reads frames until the socket is gone."""
        try:
            while data := await self._reader.read(65536):
                self._protocol.receive_data(data)
                for event in self._protocol.events_received():
                    if isinstance(event, Frame):
                        self._frame(event)
                await self._flush()
            self._protocol.receive_eof()
        except (OSError, WebSocketException):
            pass
        finally:
            self.gone.set()
            self.messages.put_nowait(GONE)
            self._writer.close()

    def _frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            self.pongs.append(bytes(frame.data))
        elif frame.opcode is Opcode.BINARY:
            self.fault = self.fault or Fault("sent a binary frame: messages are text")
            self.messages.put_nowait(GONE)
        elif frame.opcode in (Opcode.TEXT, Opcode.CONT):
            self._parts.append(bytes(frame.data))
            if frame.fin:
                data = b"".join(self._parts)
                self._parts.clear()
                self._message(data)

    def _message(self, data: bytes) -> None:
        try:
            message = read(data)
        except Fault as fault:
            self.fault = self.fault or fault
            # Whoever waits for a message learns of it at once.
            self.messages.put_nowait(GONE)
            return
        if message["type"] == "ping":
            self._protocol.send_text(json.dumps({"type": "pong", "nonce": message["nonce"]}).encode())
            return
        self.messages.put_nowait(message)

    async def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._writer.write(data)
            else:
                # The empty one is the end of the stream.
                with contextlib.suppress(OSError, RuntimeError):
                    self._writer.write_eof()
        with contextlib.suppress(OSError):
            await self._writer.drain()

    async def send(self, message: Message, *, fragments: int = 1) -> None:
        """Sends a message, in so many frames. Into a socket that is gone nothing is sent."""
        if self._protocol.state is not State.OPEN:
            return
        data = json.dumps(message, ensure_ascii=False).encode()
        size = -(-len(data) // fragments)
        parts = [data[at : at + size] for at in range(0, len(data), size)]
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            if number == 0:
                self._protocol.send_text(part, fin=last)
            else:
                self._protocol.send_continuation(part, fin=last)
        await self._flush()

    async def ping(self, payload: bytes) -> None:
        """Sends a ping of the WebSocket protocol."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_ping(payload)
            await self._flush()

    async def close(self, code: int, reason: str = "") -> None:
        """Closes in order, with a code."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(code, reason)
            await self._flush()

    def drop(self) -> None:
        """Ends the socket at once, as a broken network does."""
        self._writer.transport.abort()
