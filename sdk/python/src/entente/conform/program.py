"""The client under test as a process of its own, or as a coroutine in the same one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import tempfile
from collections.abc import Awaitable, Callable, Sequence

from .deal import CODE
from .fault import Fault

#: Starts a client for a server's address and a token; returns how it ended. Cancelled, it is killed.
Start = Callable[[str, str], Awaitable[str]]

#: The bytes of a program's output that are shown with a fault, the last ones.
OUTPUT_SHOWN = 600
#: The time that a program has to end by itself when it is asked to, in seconds.
TERM_S = 0.3


def command(arguments: Sequence[str]) -> Start:
    """Returns how to start a command; `{url}`, `{room}` and `{token}` in its arguments are replaced."""

    async def start(url: str, token: str) -> str:
        given = [
            part.replace("{url}", url).replace("{room}", CODE).replace("{token}", token) for part in arguments
        ]
        with tempfile.TemporaryFile() as output:
            try:
                process = await asyncio.create_subprocess_exec(
                    *given,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=asyncio.subprocess.STDOUT,
                    start_new_session=True,
                )
            except OSError as error:
                raise Fault(f"{given[0]} cannot be started: {error.strerror}") from None
            try:
                code = await process.wait()
            finally:
                await _end(process)
            output.seek(max(0, output.seek(0, os.SEEK_END) - OUTPUT_SHOWN))
            said = output.read().decode("utf-8", "replace").strip()
            return f"exit code {code}" + (f": {said}" if said else "")

    return start


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ends a process and all that it has started."""
    for sign, wait_s in ((signal.SIGTERM, TERM_S), (signal.SIGKILL, 5.0)):
        if process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), wait_s)
