"""A seat's part in the deal: the entropy that it brings, and the check of everything the server shows.

The deal is the one thing in which a client does not trust the server: after a contradiction it reveals
nothing. docs/FAIRNESS.md says what is compared, and has the table of lies that must be noticed.
"""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from .kept import NONE, Fact, Kept, is_hash, is_number
from .verify import canonical_hash, seat_commitment, server_commitment

ENTROPY_BYTES = 32
#: The last of the attempts that a deal may take, counted from 0.
LAST_ATTEMPT = 2

_BOUND = ("sealing", "running", "finished")
_DEALT = ("running", "finished")
_STATES = ("lobby", *_BOUND, "abandoned")
_PARTS = ("commitment", "entropy")


def _number(value: Any, most: int) -> bool:
    return is_number(value) and value <= most


def _typed(room: dict[str, Any]) -> bool:
    """Checks the types around the facts that a room shows: `False` is no number, and no text a list."""
    fairness, voided = room["fairness"], room["fairness"]["voided"]
    lists = [voided, room["seats"], *(part["seats"] for part in (fairness, *voided))]
    lists += [part["missing"] for part in voided]
    seats = [seat for part in (room, fairness, *voided) for seat in part["seats"]]
    texts = (room["state"], fairness["rules"])
    right = all(type(one) is list for one in lists) and all(type(seat) is dict for seat in seats)
    return right and all(type(text) is str for text in texts) and room["state"] in _STATES


def _misshapen(room: dict[str, Any]) -> str | None:
    """Returns the contradiction in the form of what a room shows, `None` if there is none."""
    fairness, voided = room["fairness"], room["fairness"]["voided"]
    attempt, parts = fairness["attempt"], [fairness, *voided]
    if not _typed(room):
        return "server"
    if not all(is_hash(part["commitment"]) for part in parts):
        return "server"
    if not all(is_hash(part["server_secret"]) for part in voided):
        return "server"
    shown = [seat.get(name) for part in parts for seat in part["seats"] for name in _PARTS]
    if not all(value is None or is_hash(value) for value in shown):
        return "seat"
    if not is_hash(fairness["data"]):
        return "data"
    if type(room["options"]) is not dict:
        return "options"
    if room.get("entropy", "optional") not in ("optional", "required"):
        return "required"
    if not all(_number(one, LAST_ATTEMPT) for one in (attempt, *(part["attempt"] for part in voided))):
        return "attempt"
    counted = [part["attempt"] for part in voided] == list(range(len(voided)))
    gone = room["state"] == "abandoned" and len(voided) == attempt + 1
    if not counted or not (gone or len(voided) == attempt):
        return "attempt"
    whole = [*voided, *([fairness] if room["state"] in _BOUND else [])]
    return "seat" if any(len(part["seats"]) != len(room["seats"]) for part in whole) else None


def _sealed(part: dict[str, Any]) -> list[Fact]:
    """Returns what all seats are bound to in an attempt, also if to nothing, and what they revealed."""
    attempt, seats = part["attempt"], list(enumerate(part["seats"]))
    bound = [Fact("seat", attempt, i, seat.get("commitment") or NONE) for i, seat in seats]
    shown = [Fact("entropy", attempt, i, seat["entropy"]) for i, seat in seats if seat.get("entropy")]
    return [Fact("sealed", attempt, None, str(len(seats))), *bound, *shown]


def _shown(room: dict[str, Any]) -> list[Fact]:
    """Returns the facts that a room of the right form shows, in the order in which they become known."""
    fairness = room["fairness"]
    facts = [
        Fact("required", None, None, room.get("entropy", "optional")),
        Fact("data", None, None, fairness["data"]),
        Fact("options", None, None, canonical_hash(room["options"])),
    ]
    for part in fairness["voided"]:
        facts.append(Fact("commitment", part["attempt"], None, part["commitment"]))
        facts += _sealed(part)
        facts.append(Fact("void", part["attempt"], None, part["server_secret"]))
    facts.append(Fact("commitment", fairness["attempt"], None, fairness["commitment"]))
    if room["state"] in _BOUND:
        facts += _sealed(fairness)
    if room["state"] in _DEALT:
        facts.append(Fact("dealt", None, None, str(fairness["attempt"])))
    return facts


def _changed(fact: Fact) -> str:
    """Returns the contradiction that a changed fact amounts to."""
    words = {"sealed": "seat", "entropy": "seat", "dealt": "attempt"}
    same = ("required", "data", "options", "seat")
    return fact.kind if fact.kind in same else words.get(fact.kind, "server")


def _accuses_rightly(part: dict[str, Any]) -> bool:
    """Checks that a void attempt names exactly the seats that were bound and did not reveal."""
    silent = [
        index
        for index, seat in enumerate(part["seats"])
        if seat.get("commitment") is not None and seat.get("entropy") is None
    ]
    return bool(silent) and silent == part["missing"] and all(map(is_number, part["missing"]))


class Deal:
    """One viewer in the deal of one room."""

    def __init__(self, room: dict[str, Any], seat: int | None, kept: Kept) -> None:
        """Goes on from what was kept. `seat` is `None` for a spectator."""
        self.id: str = room["id"]
        self.seat = seat
        self.kept = kept
        #: `True` if the room said from the beginning that nothing proves its deal; later it is not believed.
        self.unproven = room.get("unproven") is not None and not kept.facts
        #: The words for how the server contradicted itself, now or before.
        self.contradictions: tuple[str, ...] = tuple(
            dict.fromkeys(fact.value for fact in kept.facts if fact.kind == "contradiction")
        )
        #: `True` if the seat is bound to entropy that this program does not have.
        self.lost = False
        #: The attempts that were given up because what this seat revealed did not arrive.
        self.missed: tuple[int, ...] = ()
        self._sent: dict[int, tuple[bool, bool]] = {}
        # What the server has taken on this connection, and the attempt of the `reveal` under way.
        self._revealed: set[int] = set()
        self._done: int | None = None
        self._rolled_back = False

    @property
    def distrusted(self) -> bool:
        """`True` if the server contradicted itself: it gets no entropy any more."""
        return not self.unproven and self.kept.contradicted

    def reconnected(self) -> None:
        """Notes a new connection: what is due has to be sent again."""
        self._done = None
        self._revealed.clear()

    def revealed(self) -> None:
        """Notes that the server has taken the `reveal` that was due: from now on it cannot deny it."""
        if self._done is not None:
            self._revealed.add(self._done)

    def not_revealed(self) -> None:
        """Notes that the server has not taken the `reveal`: an attempt that is void for it is no lie."""
        if self._done is not None:
            self._revealed.discard(self._done)

    def reveals_again(self) -> None:
        """Has the `reveal` be due once more on this connection."""
        self._done = None

    def ready(self, room: dict[str, Any], bring: bool) -> dict[str, Any]:
        """Returns the message that says this seat is ready; what it commits to is kept first."""
        attempt = room["fairness"]["attempt"]
        brings = bring and self.seat is not None and not self.unproven and not self.distrusted
        _, all_before = self._sent.get(attempt, (True, True))
        self._sent[attempt] = (brings, all_before and brings)
        if not brings or self.seat is None:
            return {"type": "ready"}
        # An attempt keeps its entropy, so that saying it twice changes nothing.
        entropy = self._own(attempt)
        if entropy is None:
            entropy = secrets.token_bytes(ENTROPY_BYTES).hex()
            self.kept.learn(Fact("entropy", attempt, self.seat, entropy))
        self.kept.sync()
        return {"type": "ready", "commitment": self._commitment(attempt, entropy)}

    def look(self, room: dict[str, Any]) -> dict[str, Any] | None:
        """Compares what a room shows with what was seen before; returns a message that is due.

        To be called with every room. What it shows is on the disk before this returns.
        """
        if self.unproven:
            return None
        word = self._contradiction(room)
        if word is not None:
            attempt = self._attempt(room)
            self.kept.learn(Fact("contradiction", attempt, None, word))
            self.contradictions = tuple(dict.fromkeys((*self.contradictions, word)))
        self.kept.sync()
        return self._due(room)

    def note(self, seq: int, head: str) -> bool:
        """Keeps the head of an update; returns `False` if it is none of an entry that there can be."""
        right = is_number(seq) and is_hash(head)
        if self._rolled_back:
            # If others have gone on since, nobody knows how far back it was.
            self.kept.roll_back(seq if right and self.kept.knows(seq, head) else 0)
            self._rolled_back = False
        if self.kept.note(seq, head) == "differs":
            self.contradictions = tuple(dict.fromkeys((*self.contradictions, "past")))
        self.kept.sync(durable=False)
        return right

    def rolled_back(self) -> None:
        """Notes that the server was restored from older data: the next update is its newest one."""
        self._rolled_back = True

    @staticmethod
    def _attempt(room: Any) -> int:
        try:
            attempt = room["fairness"]["attempt"]
        except (KeyError, TypeError):
            return 0
        return attempt if _number(attempt, LAST_ATTEMPT) else 0

    def _own(self, attempt: int) -> str | None:
        return self.kept.value("entropy", attempt, self.seat)

    def _commitment(self, attempt: int, entropy: str) -> str:
        room = uuid.UUID(self.id).bytes
        return seat_commitment(room, attempt, self.seat or 0, bytes.fromhex(entropy))

    def _due(self, room: dict[str, Any]) -> dict[str, Any] | None:
        if self.seat is None or self.distrusted or room["state"] != "sealing":
            return None
        attempt = room["fairness"]["attempt"]
        own = room["fairness"]["seats"][self.seat]
        bound = own.get("commitment")
        if not bound or own.get("entropy") or self._done == attempt:
            return None
        self._done = attempt
        entropy = self._own(attempt)
        if entropy is None or bound != self._commitment(attempt, entropy):
            self.lost = True
            return None
        return {"type": "reveal", "entropy": entropy}

    def _contradiction(self, room: dict[str, Any]) -> str | None:
        """Returns the first way in which a room contradicts itself or what was known of it."""
        try:
            if room["id"] != self.id:
                return "server"
            word = _misshapen(room) or self._compared(room, _shown(room))
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            # It has another form altogether.
            word = "server"
        # A room that never had a proof is not looked at: this one withdraws it.
        withdrawn = isinstance(room, dict) and room.get("unproven") is not None
        return "unproven" if withdrawn else word

    def _compared(self, room: dict[str, Any], facts: list[Fact]) -> str | None:
        # All facts are kept before the first contradiction is reported.
        seen = [(fact, self.kept.learn(fact)) for fact in facts]
        for fact, how in seen:
            if how == "differs":
                return _changed(fact)
        for fact in facts:
            if not self._opens(room["fairness"]["rules"], fact):
                return _changed(fact)
        news = {fact.attempt for fact, how in seen if fact.kind == "void" and how == "new"}
        if not self._accusations(room["fairness"]["voided"], news):
            return "void"
        if not self._in_order(room):
            return "attempt"
        if room["state"] not in _BOUND:
            return None
        if self._lacks_entropy(room):
            return "required"
        return "seat" if self._left_out(room) else None

    def _opens(self, rules: str, fact: Fact) -> bool:
        """Checks that a fact which opens a commitment opens the known one."""
        room = uuid.UUID(self.id).bytes
        if fact.kind == "void" and fact.attempt is not None:
            opened = server_commitment(room, rules, fact.attempt, bytes.fromhex(fact.value))
            return self.kept.value("commitment", fact.attempt, None) == opened
        if fact.kind == "entropy" and fact.attempt is not None and fact.seat is not None:
            opened = seat_commitment(room, fact.attempt, fact.seat, bytes.fromhex(fact.value))
            return self.kept.value("seat", fact.attempt, fact.seat) == opened
        return True

    def _accusations(self, voided: list[dict[str, Any]], news: set[int | None]) -> bool:
        """Checks that the void attempts accuse the right seats; this one's that are new are noted."""
        ours = [part["attempt"] for part in voided if self.seat in part["missing"]]
        self.missed += tuple(attempt for attempt in ours if attempt in news)
        return all(map(_accuses_rightly, voided)) and self._revealed.isdisjoint(ours)

    def _in_order(self, room: dict[str, Any]) -> bool:
        """Checks that the deal only moved forward, and that what was dealt stays dealt."""
        attempt, state = room["fairness"]["attempt"], room["state"]
        for fact in self.kept.facts:
            if fact.kind == "commitment" and (fact.attempt or 0) > attempt:
                return False
        if state == "lobby" and self.kept.value("sealed", attempt, None) is not None:
            return False
        dealt = self.kept.value("dealt", None, None)
        return dealt is None or (int(dealt) == attempt and state not in ("lobby", "sealing"))

    def _lacks_entropy(self, room: dict[str, Any]) -> bool:
        """Checks whether a seat of no bot lacks the entropy that the room requires, or did at first."""
        wanted = (room.get("entropy"), self.kept.value("required", None, None))
        seats = zip(room["seats"], room["fairness"]["seats"], strict=True)
        return "required" in wanted and any(
            seat.get("kind") != "bot" and not bound.get("commitment") for seat, bound in seats
        )

    def _left_out(self, room: dict[str, Any]) -> bool:
        """Checks whether the server leaves our commitment out; only this client can notice that."""
        newest, always = self._sent.get(room["fairness"]["attempt"], (False, False))
        if self.seat is None or not (newest and always):
            return False
        return not room["fairness"]["seats"][self.seat].get("commitment")
