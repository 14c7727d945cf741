"""The scripted server's listener: HTTP as far as a client needs it, and sockets for the script."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

from .fault import Fault
from .peer import Peer

#: The most time for what a client has to do, in seconds, unless told otherwise: it may back off for 10 s.
PATIENCE_S = 15.0
#: The most bytes of a request's head.
HEAD_BYTES = 16384

#: Answers a request that is no socket: method, path, body; status, content type, body.
Answers = Callable[[str, str, Any], "tuple[int, str, bytes]"]


class Stage:
    """Listens on a free port of 127.0.0.1; hands out the client's sockets one after the other."""

    def __init__(self, answers: Answers, *, compresses: bool, patience_s: float) -> None:
        self._answers, self._compresses = answers, compresses
        self.patience_s = patience_s
        self._listener: asyncio.Server | None = None
        self._peers: asyncio.Queue[Peer | Fault] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""
        #: Is set when the client's program has ended; `ended_with` says how.
        self.ended = asyncio.Event()
        self.ended_with = ""
        #: Sockets that are refused with 503, and the hint that they are given, in seconds.
        self.refuses, self.refuses_hint_s = 0, 1
        #: The times of all attempts at a socket.
        self.attempts: list[float] = []

    async def open(self) -> None:
        """Begins to listen."""
        self._listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Ends the listener and all sockets."""
        if self._listener is not None:
            self._listener.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def within(self, awaited: Any, what: str, seconds: float | None = None) -> Any:
        """Returns what is awaited. Raises `Fault` if it does not come in time, or the program ends before."""
        seconds = self.patience_s if seconds is None else seconds
        work = asyncio.ensure_future(awaited)
        ended = asyncio.ensure_future(self.ended.wait())
        try:
            await asyncio.wait({work, ended}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() and ended.done():
                # What it sent before it ended may still be on its way.
                await asyncio.wait({work}, timeout=0.3)
            if work.done():
                return work.result()
            if ended.done():
                raise Fault(f"{what}: the program ended before ({self.ended_with})")
            raise Fault(f"{what}: nothing came within {seconds:g} s")
        finally:
            work.cancel()
            ended.cancel()

    async def peer(self, what: str = "opens a socket") -> Peer:
        """Returns the client's next socket, its handshake done."""
        found: Peer | Fault = await self.within(self._peers.get(), what)
        if isinstance(found, Fault):
            raise found
        return found

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        # Cancelled when the scenario is over: nobody waits for what it was about to do.
        gone = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError)
        with contextlib.suppress(*gone):
            while await self._request(reader, writer):
                pass
        writer.close()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Serves one request; returns `True` if the connection may carry another."""
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ", 2)
        headers = {
            line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip() for line in lines if ":" in line
        }
        if headers.get("upgrade", "").lower() == "websocket":
            await self._socket(head, reader, writer)
            return False
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        try:
            given = json.loads(body) if body else None
        except ValueError:
            given = None
        status, kind, content = self._answers(method, path, given)
        self._reply(writer, status, kind, content)
        await writer.drain()
        return True

    @staticmethod
    def _reply(writer: asyncio.StreamWriter, status: int, kind: str, body: bytes, more: str = "") -> None:
        head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
        writer.write(head.encode() + body)

    async def _socket(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.attempts.append(time.monotonic())
        if self.refuses > 0:
            self.refuses -= 1
            hint = f"Retry-After: {self.refuses_hint_s}\r\nConnection: close\r\n"
            problem = {
                "type": "about:blank",
                "status": 503,
                "title": "Service Unavailable",
                "code": "draining",
            }
            problem |= {"detail": "the server stops", "retry_after_ms": self.refuses_hint_s * 1000}
            self._reply(writer, 503, "application/problem+json", json.dumps(problem).encode(), hint)
            return
        peer = Peer(reader, writer, compresses=self._compresses)
        refused = await peer.shake_hands(head)
        if refused is not None:
            self._peers.put_nowait(Fault(f"asked for a socket that no server opens: {refused}"))
            return
        self._peers.put_nowait(peer)
        await peer.pump()
