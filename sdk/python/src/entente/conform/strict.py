"""The form of a client's messages, as strictly as docs/PROTOCOL.md says that servers read them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .fault import Fault

#: The largest integer, either way.
MOST = 2**53 - 1
#: The most bytes of a message.
MESSAGE_BYTES = 16384
#: The most levels of JSON.
DEPTH = 16

_UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_HEX = re.compile("[0-9a-f]{64}")


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _id(value: Any) -> bool:
    return isinstance(value, str) and _UUID.fullmatch(value) is not None


def _hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


#: The fields of each type; a `?` marks one that may be left out.
_FIELDS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "hello": {"token?": _text, "after?": _count},
    "ready": {"commitment?": _hex, "id?": _id},
    "reveal": {"entropy": _hex, "id?": _id},
    "command": {"id": _id, "decision": _count, "command": _object},
    "resign": {"id": _id},
    "claim": {"id": _id, "outcome": _text},
    "undo": {"id": _id, "to": _count},
    "pause": {"id": _id, "want": _truth},
    "coach": {"id": _id, "want": _truth},
    "consent": {"id": _id, "request": _id, "agree": _truth},
    "hint": {"id": _id, "decision": _count},
    "preview": {"id": _id, "decision": _count, "command": _object},
    "lesson": {"id": _id, "step": _count, "go": _text},
    "chat": {"text": _text},
    "point": {"at?": lambda value: isinstance(value, list), "text?": _text},
    "ping": {"nonce": _count},
}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Fault("sent a message with a key twice")
    return found


def _levels(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_levels, inner), default=0)


def _no_fraction(text: str) -> Any:
    raise Fault(f"sent the number {text}: only integers are read")


def read(data: bytes) -> dict[str, Any]:
    """Returns a client's message. Raises `Fault` for what a server answers with `malformed`."""
    shown = data[:200].decode("utf-8", "replace")
    if len(data) > MESSAGE_BYTES:
        raise Fault(f"sent a message of {len(data)} bytes; {MESSAGE_BYTES} are read")
    try:
        message = json.loads(
            data, object_pairs_hook=_once, parse_float=_no_fraction, parse_constant=_no_fraction
        )
    except (ValueError, RecursionError):
        raise Fault(f"sent what is no JSON: {shown}") from None
    if not isinstance(message, dict) or _levels(message) > DEPTH:
        raise Fault(f"sent what is no object of at most {DEPTH} levels: {shown}")
    fields = _FIELDS.get(str(message.get("type")))
    if fields is None:
        raise Fault(f"sent a message of a type that servers do not know: {shown}")
    _fits(message, fields, shown)
    return message


def _fits(message: dict[str, Any], fields: dict[str, Callable[[Any], bool]], shown: str) -> None:
    known = {name.rstrip("?"): check for name, check in fields.items()}
    for name, value in message.items():
        if name == "type":
            continue
        if name not in known:
            raise Fault(f"sent a field `{name}` that servers do not know: {shown}")
        if not known[name](value):
            raise Fault(f"sent a field `{name}` of another form: {shown}")
    for name in fields:
        if not name.endswith("?") and name not in message:
            raise Fault(f"left the field `{name}` out: {shown}")
