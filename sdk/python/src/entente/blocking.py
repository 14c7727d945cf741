"""What programs without an event loop use: scripts, notebooks, terminals.

A client's connection lives in a thread of its own, so pings are answered while the program thinks.
"""

from __future__ import annotations

import asyncio
import functools
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, ParamSpec, TypeVar

from .client import Client
from .offers import Command, Offers
from .types import Room, Update
from .verify import Report

P = ParamSpec("P")
T = TypeVar("T")


def blocking(work: Callable[P, Coroutine[Any, Any, T]], doc: str) -> Callable[P, T]:
    """Returns `run` for `run_async`: it takes the same, waits for the result, and is documented by `doc`."""

    @functools.wraps(work)
    def waits(*args: P.args, **kwargs: P.kwargs) -> T:
        return asyncio.run(work(*args, **kwargs))

    waits.__name__ = waits.__qualname__ = work.__name__.removesuffix("_async")
    waits.__doc__ = doc
    return waits


class BlockingClient:
    """A seat of a room, or with no token a spectator. Every method waits for its answer.

    ```python
    with BlockingClient(server, code, token) as client:
        client.ready()
        for update in client.updates():
            ...
    ```
    It raises what `Client` raises.
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
        """Prepares a client as `Client` does; `with`, or `open`, connects it."""
        self._loop = asyncio.new_event_loop()
        self._client = Client(server, code, token, entropy=entropy, keep=keep, give_up_s=give_up_s)
        self._thread = threading.Thread(target=self._loop.run_forever, name="entente-client", daemon=True)

    def __enter__(self) -> BlockingClient:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Connects, and returns once the server has said who this client is."""
        self._thread.start()
        try:
            self._wait(self._client.open())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leaves the room's socket; the seat is kept."""
        if self._loop.is_closed():
            return
        if self._thread.is_alive():
            self._wait(self._client.close())
            # What ends with the loop's next steps: the updates being read, transports being closed.
            self._wait(self._loop.shutdown_asyncgens())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    @property
    def seat(self) -> int | None:
        """The seat that is held; `None` for a spectator."""
        return self._client.seat

    @property
    def room(self) -> Room | None:
        """The room now."""
        return self._client.room

    @property
    def update(self) -> Update | None:
        """The newest update."""
        return self._client.update

    @property
    def offers(self) -> Offers:
        """What this seat may do now."""
        return self._client.offers

    @property
    def over(self) -> bool:
        """`True` after the end, or if the room was given up."""
        return self._client.over

    def updates(self) -> Iterator[Update]:
        """Yields the newest update whenever there is one, until the end of the match."""
        updates = self._client.updates()

        async def following() -> Update | None:
            return await anext(updates, None)

        while (update := self._wait(following())) is not None:
            yield update

    def ready(self) -> None:
        """Says that this seat is ready."""
        self._wait(self._client.ready())

    def command(self, command: Command, decision: int | None = None) -> int:
        """Sends a command of the game; returns the number of its entry in the log. Raises `Rejected`."""
        return self._wait(self._client.command(command, decision))

    def undo(self, to: int) -> int:
        """Takes entries back; returns the number of the entry."""
        return self._wait(self._client.undo(to))

    def consent(self, request: str, agree: bool = True) -> None:
        """Answers another seat's request, or with `agree=False` withdraws one's own."""
        self._wait(self._client.consent(request, agree))

    def resign(self) -> int:
        """Gives the match up."""
        return self._wait(self._client.resign())

    def say(self, text: str) -> bool:
        """Sends a line of chat; `False` if there is no connection now."""
        return self._wait(self._client.say(text))

    def check_record(self) -> Report | None:
        """Fetches the record after the end and checks it. Raises `RecordRefused`."""
        return self._wait(self._client.check_record())
