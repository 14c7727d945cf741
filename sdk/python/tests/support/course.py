"""A complete deal as an honest server shows it, step by step, so that tests can forge any step.

The first attempt is void because the other seat did not reveal, the second one is dealt. The formulas are
those of the verifier, which has its own known answers.
"""

from __future__ import annotations

import uuid
from typing import Any, cast

from entente import _vd1 as _unannotated

_vd1 = cast(Any, _unannotated)

RULES = "fake-game/1"
ROOM = uuid.UUID(int=0x0123456789ABCDEF0123456789ABCDEF)
CODE = "K7P2XR"
DATA = "ab" * 32
WRONG = "ee" * 32
#: The other seat's entropy in the first attempt, which it never shows.
OTHER = "0b" * 32

STEPS = ("welcome", "sealing", "void", "sealing again", "running", "update", "record")


def secret(attempt: int) -> bytes:
    return bytes([0x50 + attempt]) * 32


class Course:
    """A deal: the secrets, and what the client brought."""

    def __init__(self) -> None:
        self.commitments: list[str] = []
        self.entropy: list[str] = []

    def commitment(self, attempt: int) -> str:
        return cast(bytes, _vd1.server_commitment(ROOM.bytes, RULES, attempt, secret(attempt))).hex()

    def bound(self, attempt: int, seat: int, entropy: str) -> str:
        made = _vd1.seat_commitment(ROOM.bytes, attempt, seat, bytes.fromhex(entropy))
        return cast(bytes, made).hex()

    def room(self, step: str) -> dict[str, Any]:
        """Returns the room as it is shown at a step."""
        again = STEPS.index(step) > STEPS.index("sealing")
        attempt = int(again)
        state, seats = self._seats(step)

        def seat(number: int, name: str) -> dict[str, Any]:
            # Entropy is required of people; the other seat is the server's.
            kind = "person" if number == 0 else "bot"
            return {"seat": number, "name": name, "ready": False, "connected": True, "kind": kind}

        return {
            "id": str(ROOM), "code": CODE, "game": "fake-game", "options": {"pace": 2}, "state": state,
            "host": 0, "seats": [seat(0, "Ada"), seat(1, "Boris")], "spectators": 0, "requests": [],
            "listed": False, "absence_ms": 300_000, "entropy": "required",
            "fairness": {
                "scheme": "vd1", "rules": RULES, "attempt": attempt, "seats": seats, "data": DATA,
                "commitment": self.commitment(attempt), "reveal_by_ms": None,
                "voided": [self._voided()] if again else [],
            },
        }  # fmt: skip

    def _seats(self, step: str) -> tuple[str, list[dict[str, Any]]]:
        nothing: dict[str, Any] = {"commitment": None, "entropy": None}
        if step in ("welcome", "void"):
            return "lobby", [dict(nothing), dict(nothing)]
        if step == "sealing":
            other = {"commitment": self.bound(0, 1, OTHER), "entropy": None}
            return "sealing", [{"commitment": self.commitments[0], "entropy": None}, other]
        own = {"commitment": self.commitments[1], "entropy": None}
        if step == "sealing again":
            return "sealing", [own, dict(nothing)]
        return "running", [{**own, "entropy": self.entropy[1]}, dict(nothing)]

    def _voided(self) -> dict[str, Any]:
        return {
            "attempt": 0,
            "commitment": self.commitment(0),
            "server_secret": secret(0).hex(),
            "seats": [
                {"commitment": self.commitments[0], "entropy": self.entropy[0]},
                {"commitment": self.bound(0, 1, OTHER), "entropy": None},
            ],
            "missing": [1],
        }

    def record(self) -> dict[str, Any]:
        """Returns the record, once both attempts are over."""
        voided = self._voided()
        del voided["seats"][1]["entropy"]
        record = {
            "scheme": "vd1",
            "header": {
                "v": 1, "scheme": "vd1", "rules": RULES, "game": "fake-game", "attempt": 1,
                "room": str(ROOM), "commitment": self.commitment(1), "data": DATA, "options": {"pace": 2},
                "seats": [
                    {"name": "Ada", "commitment": self.commitments[1], "entropy": self.entropy[1]},
                    {"name": "Boris"},
                ],
            },
            "server_secret": secret(1).hex(),
            "voided": [voided],
            "entries": [{"at": seq, "seq": seq, "input": {"type": "deadline"}} for seq in (1, 2)],
            "draws": [],
            "head": "",
            "result": {"winners": [0], "scores": [3, 1], "reason": "prestige"},
        }  # fmt: skip
        rechain(record)
        return record

    def update(self, seq: int, head: str) -> dict[str, Any]:
        """Returns an update of the match; the second one ends it."""
        over = {"winners": [0], "scores": [3, 1], "reason": "prestige"}
        return {
            "type": "update", "seq": seq, "head": head, "decision": None, "awaiting": [], "offers": [],
            "events": [], "public": {}, "now_ms": 0, "paused": False, "outcome": over if seq > 1 else None,
        }  # fmt: skip


def rechain(record: dict[str, Any]) -> list[str]:
    """Recomputes the heads of a changed record, as a forger who has all secrets would; returns them."""

    def raw(digits: str | None) -> bytes | None:
        return bytes.fromhex(digits) if digits else None

    header = record["header"]
    seats = [(raw(seat.get("commitment")), raw(seat.get("entropy"))) for seat in header["seats"]]
    key = _vd1.match_key(raw(record["server_secret"]), raw(header["commitment"]), seats)
    salts = _vd1.Hmac(key, _vd1.lp(b"vd1/salt"))
    heads = [_vd1.first_head(_vd1.canonical(header))]
    for seq, entry in enumerate(record["entries"], 1):
        heads.append(_vd1.next_head(salts, heads[-1], seq, _vd1.canonical(entry)))
    record["head"] = heads[-1].hex()
    return [head.hex() for head in heads]
