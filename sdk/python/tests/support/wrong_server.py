"""A real server, right but for one lie that is told in its name on the way to whoever asks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from entente.conform import world
from entente.conform.world import Message, World

#: Changes an answer over HTTP: its status, its headers and, as parsed JSON, its body.
HttpLie = Callable[[httpx.Response, Any], None]
#: Changes a message of the socket.
SocketLie = Callable[[Message], None]
#: Has every server be wrong for the time of a test.
Wrong = Callable[[pytest.MonkeyPatch], None]


def lies_over_http(lie: HttpLie) -> Wrong:
    """Has every answer over HTTP that is JSON pass through a lie."""
    honest = World.__init__

    async def spoil(answer: httpx.Response) -> None:
        await answer.aread()
        if answer.headers.get("content-type", "").endswith("json"):
            body = answer.json()
            lie(answer, body)
            answer._content = json.dumps(body).encode()

    def lied_to(self: World, *arguments: Any) -> None:
        honest(self, *arguments)
        self.http.event_hooks = {"response": [spoil]}

    return lambda monkeypatch: monkeypatch.setattr(World, "__init__", lied_to)


def lies_on_the_socket(lie: SocketLie) -> Wrong:
    """Has every message of a socket pass through a lie."""

    class Lying(ClientConnection):
        async def recv(self, decode: bool | None = None) -> Any:
            message = json.loads(await super().recv(decode))
            lie(message)
            return json.dumps(message)

    return _connects_as(Lying)


def closes_with(wrong: int, instead_of: int) -> Wrong:
    """Has sockets close with another code."""

    class Lying(ClientConnection):
        @property
        def close_code(self) -> int | None:
            code = super().close_code
            return wrong if code == instead_of else code

    return _connects_as(Lying)


def _connects_as(kind: type[ClientConnection]) -> Wrong:
    def lied_to(*arguments: Any, **options: Any) -> Any:
        return connect(*arguments, create_connection=kind, **options)

    return lambda monkeypatch: monkeypatch.setattr(world, "connect", lied_to)
