"""Everything that can go wrong, as exceptions. All derive from `EntenteError`."""

from __future__ import annotations


class EntenteError(Exception):
    """The base of every error of this package."""


class RequestRefused(EntenteError):
    """The server refused an HTTP request.

    `status` is the HTTP status, `code` the code of the protocol, `detail` a sentence for
    people, and `retry_after_ms` the wait after which trying again may help, in
    milliseconds.
    """

    def __init__(self, status: int, code: str, detail: str, retry_after_ms: int | None) -> None:
        super().__init__(f"{code}: {detail}")
        self.status, self.code, self.detail = status, code, detail
        self.retry_after_ms = retry_after_ms


class Unreachable(EntenteError):
    """No answer came from the server, or one of something before it."""


class Rejected(EntenteError):
    """The server refused a message; nothing changed.

    `code` is for programs, `detail` for people, `rule` the rule that it rests on, and `retry_after_ms` the
    wait after which trying again may help, in milliseconds.
    """

    def __init__(self, code: str, detail: str, rule: str | None, retry_after_ms: int | None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.rule = code, detail, rule
        self.retry_after_ms = retry_after_ms


class ConnectionEnded(EntenteError):
    """The connection ended for good and must not come back by itself.

    `reason` is `replaced` (a newer connection has the seat), `token_unknown`, `room_unknown`,
    `gallery_full`, `unfit` (one of the two cannot read the other), `new_protocol`, `unreachable`, or
    `closed` (by this program).
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason, self.detail = reason, detail


class Distrusted(EntenteError):
    """The server contradicted itself about the deal; nothing was revealed since.

    `contradictions` are the words of docs/FAIRNESS.md, "What is kept".
    """

    def __init__(self, contradictions: tuple[str, ...]) -> None:
        super().__init__(
            "the server contradicted itself about the deal "
            f"({', '.join(contradictions)}); nothing was revealed since"
        )
        self.contradictions = contradictions


class EntropyLost(EntenteError):
    """The seat is bound to entropy that this program does not have: another one said `ready`."""


class RecordRefused(EntenteError):
    """The record of a match does not hold.

    `fault` is a word of docs/FAIRNESS.md, "Check a record", and `place` a JSON pointer into the record.
    """

    def __init__(self, fault: str, place: str, why: str) -> None:
        super().__init__(f"{fault}: {place}: {why}" if place else f"{fault}: {why}")
        self.fault, self.place, self.why = fault, place, why


class KeptUnreadable(EntenteError):
    """A file of kept facts has a line that is none."""


class WrongData(EntenteError):
    """The component data are not those that the room is bound to."""


class NotAdmitted(EntenteError):
    """A command fits none of the offers, or an offer cannot be filled in."""


class RoomClosed(EntenteError):
    """The room was given up before its match began."""


class BotFailed(EntenteError):
    """A bot raised an exception or chose what nothing admits; its seat is kept, nothing was sent.

    `room` and `seat` say where. Its `__cause__` is the bot's own exception, if there was one.
    """

    def __init__(self, why: str, room: str, seat: int) -> None:
        super().__init__(f"{why} (room {room}, seat {seat})")
        self.room, self.seat = room, seat
