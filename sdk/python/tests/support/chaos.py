"""A proxy that cuts sockets: before a client's bytes reach the server, or after, when the answer is lost.

It carries everything else as it is. In which way it cuts comes from a seed; each socket has a few frames in
peace, so that a match goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import random

#: One in so many reads from clients is cut: often, and as often whatever the chance.
EACH = 4
#: The most cuts, so that a test ends soon.
MOST = 10


#: The most time for what was forwarded to leave, in seconds.
CLOSE_S = 5.0


class Chaos:
    """The proxy. `url` is its address, `cuts` the number of sockets that it has cut."""

    def __init__(self, server: str, seed: int) -> None:
        self.host, _, port = server.removeprefix("http://").rpartition(":")
        self.port = int(port)
        self.rng = random.Random(seed)
        self.cuts = self.reads = 0
        self.url = ""
        self.listener: asyncio.Server | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Chaos:
        self.listener = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.listener is not None:
            self.listener.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        up_reader, up_writer = await asyncio.open_connection(self.host, self.port)
        ends = (writer, up_writer)
        back = asyncio.create_task(self.copy(up_reader, writer))
        try:
            await self.forward(reader, ends)
        finally:
            back.cancel()
            await asyncio.gather(back, return_exceptions=True)
            for end in ends:
                end.close()
            for end in ends:
                with contextlib.suppress(OSError, asyncio.TimeoutError):
                    await asyncio.wait_for(end.wait_closed(), CLOSE_S)

    async def copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        writer.close()

    async def forward(
        self, reader: asyncio.StreamReader, ends: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    ) -> None:
        _, server = ends
        socket, reads = False, 0
        try:
            while data := await reader.read(65536):
                socket |= b"/socket HTTP/1.1" in data
                reads += 1
                # The handshake and `hello` pass, or nobody would ever get anywhere.
                self.reads += socket and reads > 3
                cut = socket and reads > 3 and self.cuts < MOST and self.reads % EACH == 0
                before = cut and self.rng.random() < 0.5
                if not before:
                    server.write(data)
                    await server.drain()
                if cut:
                    self.cuts += 1
                    # Half of the time at once and with a reset, else in order.
                    for end in ends:
                        if self.rng.random() < 0.5:
                            end.transport.abort()
                        else:
                            end.close()
                    return
        except ConnectionError:
            pass
