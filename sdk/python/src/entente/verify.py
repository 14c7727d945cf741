"""The check of a match's record, without rules: the typed face of docs/verify.py.

`python -m entente verify FILE` is the same check as a command. What it proves, and what it does not, is
said in docs/FAIRNESS.md.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypedDict, cast

from . import _vd1 as _unannotated
from .errors import KeptUnreadable, RecordRefused

_vd1 = cast(Any, _unannotated)


class VoidReport(TypedDict):
    """An attempt at the deal that was given up, and the seats that did not reveal."""

    attempt: int
    missing: list[int]


class SeatReport(TypedDict):
    """A seat's name, and `True` if it brought entropy."""

    name: str
    entropy: bool


class Report(TypedDict):
    """The result of a check: the deal, the result, and what was checked and what was not, in sentences."""

    rules: str
    room: str
    seats: list[SeatReport]
    attempts: int
    voided: list[VoidReport]
    result: dict[str, Any]
    entries: int
    draws: int
    checked: list[str]
    not_checked: list[str]


def check_record(record: bytes, kept: str = "", room: str | None = None) -> Report:
    """Checks a record, as its bytes arrived, against what a client kept.

    `kept` is the text of a file of kept facts, and `room` the id of the room that it must be of, if known.
    Raises `RecordRefused` with the first fault, and `KeptUnreadable` if `kept` has another form.
    """
    try:
        facts = _vd1.Kept(kept)
    except ValueError as error:
        raise KeptUnreadable(str(error)) from None
    try:
        found = cast(Report, _vd1.verify(record, facts))
    except _vd1.Refusal as refusal:
        raise RecordRefused(refusal.fault, refusal.place, refusal.why) from None
    if room is not None and found["room"] != room:
        raise RecordRefused("other_room", "/header/room", "it is the record of another room")
    return found


def lines(report: Report) -> list[str]:
    """Returns a report as lines for people; names in it cannot steer a terminal."""
    return cast("list[str]", _vd1.lines(report))


def seat_commitment(room: bytes, attempt: int, seat: int, entropy: bytes) -> str:
    """Returns K, the commitment to a seat's 32 bytes, in hexadecimal. `room` is the 16 bytes of its id."""
    return cast(bytes, _vd1.seat_commitment(room, attempt, seat, entropy)).hex()


def server_commitment(room: bytes, rules: str, attempt: int, secret: bytes) -> str:
    """Returns C, the commitment to the server's 32 bytes, in hexadecimal."""
    return cast(bytes, _vd1.server_commitment(room, rules, attempt, secret)).hex()


def canonical_hash(value: Any) -> str:
    """Returns the SHA-256 of a value's canonical JSON, in hexadecimal."""
    return hashlib.sha256(cast(str, _vd1.canonical(value)).encode()).hexdigest()
