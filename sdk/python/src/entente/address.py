"""Addresses of a server and of a room, as people copy them."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, urlsplit

from .errors import EntenteError

#: The characters of which codes of rooms are made.
CODE_SIGNS = frozenset("CDFHJKMNPRTVWXY2346789")
CODE_LENGTH = 6


class RoomAddress(NamedTuple):
    """A room, where it is, and the token of a seat, as far as a link says so."""

    server: str | None
    code: str
    token: str | None


def server_url(text: str) -> str:
    """Returns a server's address without a slash at its end; raises `EntenteError` if it is none."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise EntenteError(f"a server's address begins with http:// or https://, not {text!r}")
    return text.rstrip("/")


def room_address(text: str) -> RoomAddress:
    """Returns what a code, or a link such as `https://host/r/K7P2XR#seat=TOKEN`, names.

    Case, spaces and hyphens of a code do not matter. Raises `EntenteError` if it is neither.
    """
    server, token, code = None, None, text
    if "://" in text:
        parts = urlsplit(text)
        path, _, code = parts.path.rpartition("/r/")
        server = server_url(f"{parts.scheme}://{parts.netloc}{path}")
        token = parts.fragment.removeprefix("seat=") if "seat=" in parts.fragment else None
    code = code.replace(" ", "").replace("-", "").strip("/").upper()
    if len(code) != CODE_LENGTH or not CODE_SIGNS.issuperset(code):
        raise EntenteError("a room has a code of 6 letters and digits, or a link with one")
    return RoomAddress(server, code, token)


def socket_url(server: str, code: str) -> str:
    """Returns the address of a room's WebSocket."""
    scheme, rest = server_url(server).split("://", 1)
    return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/v1/rooms/{quote(code)}/socket"


def room_link(server: str, code: str) -> str:
    """Returns the link that invites people to a room."""
    return f"{server_url(server)}/r/{quote(code)}"
