"""A deal and a log as an honest server shows them, so that a script can also show them otherwise.

The formulas are those of docs/FAIRNESS.md, by the verifier that comes with this package.
"""

from __future__ import annotations

import copy
import secrets
import uuid
from typing import Any, cast

from .. import _vd1 as _unannotated
from . import scene
from .fault import Fault

_vd1 = cast(Any, _unannotated)

RULES = "europe-divided/1"
CODE = "K7P2XR"
OTHER_NAME = "Boris"


class Match:
    """One room: its secrets, what the client brought, and the entries of its log."""

    def __init__(self, *, other_brings: bool = False, entropy: str = "optional") -> None:
        self.id = uuid.uuid4()
        self.token = secrets.token_urlsafe(32)
        self.entropy_wanted = entropy
        self.name = "Ada"
        self.state, self.attempt = "lobby", 0
        self.ready = False
        self.seated = False
        self.secrets = [secrets.token_bytes(32) for _ in range(3)]
        #: The client's commitments and entropy by attempt.
        self.commitments: dict[int, str | None] = {}
        self.revealed: dict[int, str] = {}
        #: The attempts to which the other seat brings entropy that it does not reveal.
        self.other_bound = {0} if other_brings else set[int]()
        self.others = secrets.token_bytes(32)
        self.entries: list[dict[str, Any]] = []
        self.result: dict[str, Any] | None = None

    # --- The deal -------------------------------------------------------------------------------

    def commitment(self, attempt: int) -> str:
        """Returns the server's commitment to an attempt."""
        made = _vd1.server_commitment(self.id.bytes, RULES, attempt, self.secrets[attempt])
        return cast(bytes, made).hex()

    def bound(self, attempt: int, seat: int, entropy: bytes) -> str:
        """Returns a seat's commitment to its entropy."""
        return cast(bytes, _vd1.seat_commitment(self.id.bytes, attempt, seat, entropy)).hex()

    def binds(self, commitment: str | None) -> None:
        """Takes a `ready`. Raises `Fault` if the client is bound to something else in this attempt."""
        known = self.commitments.setdefault(self.attempt, commitment)
        if known != commitment:
            raise Fault("sent another commitment in the same attempt: entropy is drawn once for each")
        self.ready = True

    def reveals(self, entropy: str) -> None:
        """Takes a `reveal`. Raises `Fault` if it does not open the commitment, or was used before."""
        if self.bound(self.attempt, 0, bytes.fromhex(entropy)) != self.commitments.get(self.attempt):
            raise Fault("revealed entropy that does not open its commitment")
        if any(used == entropy for attempt, used in self.revealed.items() if attempt != self.attempt):
            raise Fault("revealed the entropy of another attempt again")
        self.revealed[self.attempt] = entropy

    def voids(self) -> None:
        """Gives the attempt up because a seat did not reveal; the next one begins."""
        self.attempt, self.state, self.ready = self.attempt + 1, "lobby", False

    def _bindings(self, attempt: int, shown: bool) -> list[dict[str, Any]]:
        other = self.bound(attempt, 1, self.others) if attempt in self.other_bound else None
        own, entropy = self.commitments.get(attempt), self.revealed.get(attempt)
        return [
            {"commitment": own, "entropy": entropy if shown and own else None},
            {"commitment": other, "entropy": None},
        ]

    def _voided(self) -> list[dict[str, Any]]:
        return [self._void(attempt) for attempt in range(self.attempt)]

    def _void(self, attempt: int) -> dict[str, Any]:
        seats = self._bindings(attempt, True)
        silent = [seat["commitment"] is not None and seat["entropy"] is None for seat in seats]
        return {
            "attempt": attempt,
            "commitment": self.commitment(attempt),
            "server_secret": self.secrets[attempt].hex(),
            "seats": seats,
            "missing": [number for number, one in enumerate(silent) if one],
        }

    def room(self, state: str | None = None) -> dict[str, Any]:
        """Returns the room as it is shown now."""
        state = state or self.state
        started = state in ("running", "finished")
        nothing: dict[str, Any] = {"commitment": None, "entropy": None}
        bindings = [dict(nothing), dict(nothing)]
        if state != "lobby" or self.ready:
            bindings = self._bindings(self.attempt, started)
        kind = "person" if self.other_bound else "bot"
        return {
            "id": str(self.id), "code": CODE, "game": scene.GAME, "options": copy.deepcopy(scene.OPTIONS),
            "state": state, "host": 0, "spectators": 0, "may_watch": True, "requests": [], "listed": False,
            "absence_ms": 259_200_000, "entropy": self.entropy_wanted,
            "seats": [
                {"seat": 0, "name": self.name, "kind": "person", "connected": True,
                 "ready": self.ready or state != "lobby"},
                {"seat": 1, "name": OTHER_NAME, "kind": kind, "connected": True, "ready": True},
            ],
            "fairness": {
                "scheme": "vd1", "rules": RULES, "attempt": self.attempt, "seats": bindings,
                "commitment": self.commitment(self.attempt), "data": scene.DATA_DIGEST,
                "reveal_by_ms": 30_000 if state == "sealing" else None, "voided": self._voided(),
            },
        }  # fmt: skip

    # --- The log --------------------------------------------------------------------------------

    def enter(self, seat: int, message_id: str, command: dict[str, Any]) -> int:
        """Adds a command to the log; returns the number of its entry."""
        seq = len(self.entries) + 1
        entry = {"type": "command", "seat": seat, "id": message_id, "command": command}
        self.entries.append({"at": 100 * seq, "seq": seq, "input": entry})
        return seq

    def _header(self) -> dict[str, Any]:
        own: dict[str, Any] = {"name": self.name}
        if self.commitments.get(self.attempt):
            own |= {"commitment": self.commitments[self.attempt], "entropy": self.revealed[self.attempt]}
        return {
            "v": 1, "scheme": "vd1", "rules": RULES, "game": scene.GAME, "attempt": self.attempt,
            "room": str(self.id), "commitment": self.commitment(self.attempt), "data": scene.DATA_DIGEST,
            "options": scene.OPTIONS, "seats": [own, {"name": OTHER_NAME}],
        }  # fmt: skip

    def heads(self) -> list[str]:
        """Returns the head of the set-up and of each entry."""
        header = self._header()
        own = header["seats"][0]
        parts = [
            (bytes.fromhex(own["commitment"]), bytes.fromhex(own["entropy"]))
            if "commitment" in own
            else (None, None),
            (None, None),
        ]
        commitment = bytes.fromhex(header["commitment"])
        key = _vd1.match_key(self.secrets[self.attempt], commitment, parts)
        salts = _vd1.Hmac(key, _vd1.lp(b"vd1/salt"))
        heads = [_vd1.first_head(_vd1.canonical(header))]
        for seq, entry in enumerate(self.entries, 1):
            heads.append(_vd1.next_head(salts, heads[-1], seq, _vd1.canonical(entry)))
        return [head.hex() for head in heads]

    def record(self) -> dict[str, Any]:
        """Returns the record of the match, once it has a result."""
        voided = self._voided()
        for attempt in voided:
            attempt["seats"] = [
                {name: value for name, value in seat.items() if value is not None}
                for seat in attempt["seats"]
            ]
        return {
            "scheme": "vd1", "header": self._header(), "server_secret": self.secrets[self.attempt].hex(),
            "voided": voided, "entries": self.entries, "draws": [], "head": self.heads()[-1],
            "result": self.result,
        }  # fmt: skip
