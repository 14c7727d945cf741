"""A server that sends a value of another type: it is a contradiction, an error, or of no consequence.

In JSON `false` is no number and in Python it is one, so each value of each message of the deal is replaced
by one of every other type, once and from then on. What the client keeps must then be what an honest server
had it keep. The clients in Rust need no such test: their types refuse such a message as a whole.
"""

from __future__ import annotations

import asyncio
import copy
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import entente
from entente import _vd1 as _unannotated
from entente.deal import Deal
from entente.kept import NONE, Fact, Kept
from support.course import CODE, STEPS, WRONG, Course, rechain
from support.server import ROOT

_vd1 = cast(Any, _unannotated)

INJECTED = f"1 {'0' * 64}\n# rolled back to 0\n1"
#: One value of each type, and numbers beyond what each program can hold.
VALUES: list[Any] = [
    None, True, False, 0, 1, 0.0, 1.0, -1, 2**32, 2**53, 2**64, "", "0", "1", "none", INJECTED,
    WRONG + "\n", WRONG.upper(), [], [0], [False], [True], {}, {"a": 1},
]  # fmt: skip
Place = tuple[str | int, ...]


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yields the place of each value in a message, that of the message apart."""
    if place:
        yield place
    if isinstance(value, (dict, list)):
        for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inside, (*place, key))


def same(one: Any, other: Any) -> bool:
    """Checks whether two values are the same JSON."""
    return json.dumps(one) == json.dumps(other)


def replaced(message: Any, place: Place, value: Any) -> Any:
    """Returns a message with another value at a place; the same message if it has no such place."""
    message = copy.deepcopy(message)
    within = message
    try:
        for key in place[:-1]:
            within = within[key]
        within[place[-1]] = value
    except (LookupError, TypeError):
        pass
    return message


class Meeting:
    """A client that is given messages without a socket, by a server that replaces one value."""

    def __init__(self, step: str = "", place: Place = (), value: Any = None, stays: bool = False) -> None:
        self.lie = (step, place, value)
        self.stays = stays
        self.course = Course()
        self.client = entente.Client("http://127.0.0.1:9", CODE, "x" * 43)
        self.sent: list[dict[str, Any]] = []
        self.client._connection.send = self._send  # type: ignore[method-assign]
        self.messages: dict[str, Any] = {}

    async def _send(self, message: dict[str, Any]) -> bool:
        assert message["type"] != "reveal" or not self.client.distrusted, "nothing is revealed to a liar"
        self.sent.append(message)
        return True

    def shown(self, step: str, honest: Any) -> Any:
        lying, place, value = self.lie
        self.messages[step] = honest
        late = self.stays and lying in STEPS and STEPS.index(lying) < STEPS.index(step)
        if step != lying and not late:
            return honest
        return replaced(honest, place, value)

    async def shows(self, step: str) -> None:
        honest: dict[str, Any] = {"type": "room", "room": self.course.room(step)}
        if step == "welcome":
            honest = {**honest, "type": "welcome", "protocol": 1, "you": {"seat": 0}, "limits": {}}
        await self.client._receive(self.shown(step, honest))

    def said(self, kind: str, count: int) -> dict[str, Any] | None:
        """Returns the n-th message of this type, `None` if there are not as many."""
        found = [message for message in self.sent if message["type"] == kind]
        return found[count - 1] if len(found) >= count else None

    async def plays(self) -> bytes | None:
        """Plays as far as the client goes on; returns the record if that is to the end."""
        await self.shows("welcome")
        await self.client.ready()
        for count, steps in enumerate((("sealing", "void"), ("sealing again", "running")), 1):
            ready = self.said("ready", count)
            if ready is None:
                return None
            self.course.commitments.append(ready["commitment"])
            await self.shows(steps[0])
            reveal = self.said("reveal", count)
            if reveal is None:
                return None
            self.course.entropy.append(reveal["entropy"])
            await self.shows(steps[1])
        _, first, last = rechain(self.course.record())
        await self.client._receive(self.shown("update", self.course.update(1, first)))
        await self.client._receive(self.course.update(2, last))
        return json.dumps(self.shown("record", self.course.record())).encode()

    async def outcome(self) -> str:
        """Returns what became of the lie: it was noticed, it ended the play, or it changed nothing."""
        try:
            record = await self.plays()
        except (entente.EntenteError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            return f"ended: {type(error).__name__}"
        if self.client.contradictions:
            return "noticed"
        if record is not None:
            try:
                entente.check_record(record, self.client.kept)
            except entente.RecordRefused as refused:
                return f"refused: {refused.fault}"
        return "unnoticed"


@pytest.fixture
def honest(monkeypatch: pytest.MonkeyPatch) -> Meeting:
    """A meeting without a lie; all others are given the same bytes."""
    monkeypatch.setattr("entente.deal.secrets.token_bytes", lambda count: b"\7" * count)
    meeting = Meeting()
    assert asyncio.run(meeting.outcome()) == "unnoticed"
    assert meeting.said("reveal", 2), "it came to its end"
    return meeting


@pytest.mark.parametrize("stays", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("step", STEPS)
def test_every_other_type_is_noticed_or_changes_nothing(step: str, stays: bool, honest: Meeting) -> None:
    wrong = asyncio.run(unnoticed(step, stays, honest))
    assert not wrong, f"{len(wrong)}: " + "\n".join(wrong[:20])


async def unnoticed(step: str, stays: bool, honest: Meeting) -> list[str]:
    """Tries each value at each place of a message; returns what went wrong."""
    wrong = []
    for place in places(honest.messages[step]):
        for value in VALUES:
            # A message of another type is one that was never sent, and another seat is one that there is.
            if place == ("type",) or (place == ("you", "seat") and same(value, 1)):
                continue
            meeting = Meeting(step, place, value, stays)
            outcome, kept = await meeting.outcome(), meeting.client.kept
            read_back(kept)
            # It may have come to nothing because the client did not go on.
            if outcome == "unnoticed" and not honest.client.kept.startswith(kept):
                other = {*kept.splitlines()} ^ {*honest.client.kept.splitlines()}
                wrong.append(f"{place} = {value!r} changes {other}")
    return wrong


def read_back(text: str) -> Any:
    """Returns what is read of what was kept; checks that each line says something."""
    counts = []
    for line in text.splitlines():
        read = _vd1.Kept(line)
        counts.append(len(read.heads) + sum(map(len, read.facts.values())) + len(read.contradictions))
        assert counts[-1] == 1 or re.fullmatch("# rolled back to [0-9]+", line), text
    return _vd1.Kept(text)


HEADS: list[Any] = [WRONG, "soup", WRONG + "\n", WRONG.upper(), INJECTED, None, 7, [WRONG]]


def test_what_is_noted_is_what_is_read(tmp_path: Path) -> None:
    for number, (seq, head) in enumerate(itertools.product(VALUES, HEADS)):
        path = tmp_path / f"{number}.txt"
        deal = Deal(Course().room("welcome"), 0, Kept(path))
        deal.note(1, "12" * 32)
        deal.note(seq, head)
        counted = type(seq) is int and 0 <= seq < 2**53
        right = counted and head == WRONG
        noted = (seq if counted else 0, WRONG if right else "0" * 64)
        assert read_back(deal.kept.text).heads == [(1, "12" * 32), noted], (seq, head)
        assert Kept(path).text == deal.kept.text
        assert bool(deal.contradictions) is (not right or seq == 1), (seq, head)
        deal.rolled_back()
        deal.note(seq, head)
        read_back(deal.kept.text)
        assert deal.kept.text.count("# rolled back to") == 1


@pytest.mark.parametrize(
    "fact",
    [
        Fact("seat", False, 1, NONE),
        Fact("seat", 0, True, NONE),
        Fact("seat", 0, 256, NONE),
        Fact("seat", 0, -1, NONE),
        Fact("sealed", 0, None, "256"),
        Fact("sealed", 1.0, None, "2"),  # type: ignore[arg-type]
        Fact("commitment", 2**32, None, WRONG),
        Fact("commitment", 0, None, WRONG + "\n"),
        Fact("commitment", 0, None, f"{WRONG}\n# rolled back to 0"),
        Fact("data", None, None, WRONG.upper()),
        Fact("dealt", None, None, "False"),
        Fact("dealt", None, None, "00"),
        Fact("entropy", 0, None, WRONG),
        Fact("mood", 0, None, WRONG),
        Fact("contradiction", 0, None, "mood"),
    ],
    ids=str,
)
def test_a_fact_that_does_not_read_back_is_not_kept(fact: Fact) -> None:
    kept = Kept()
    assert kept.learn(fact) == "differs"
    assert kept.text == ""


def test_the_seat_is_one_that_there_is() -> None:
    for seat in (False, True, 2, -1, 0.0, "0", [0]):
        meeting = Meeting("welcome", ("you", "seat"), seat)
        with pytest.raises(entente.ConnectionEnded, match="seat"):
            asyncio.run(meeting.plays())
        assert meeting.sent == []


def test_a_room_cannot_choose_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    for id_ in ("../outside", "", 7, None, str(Path(tmp_path / "absolute"))):
        meeting = Meeting("welcome", ("room", "id"), id_)
        meeting.client._keep = str(folder)
        with pytest.raises(entente.ConnectionEnded, match="id"):
            asyncio.run(meeting.plays())
    assert list(tmp_path.iterdir()) == []


def test_odd_files_are_read_as_by_every_other_program(tmp_path: Path) -> None:
    odd = json.loads((ROOT / "tests" / "fixtures" / "kept.json").read_text(encoding="utf-8"))
    record, path = json.dumps(odd["record"]).encode(), tmp_path / "kept.txt"
    for case in odd["kept"]:
        try:
            entente.check_record(record, case["text"])
            found = "verified"
        except entente.RecordRefused as refused:
            found = refused.fault
        except entente.KeptUnreadable as unreadable:
            found = str(unreadable).removesuffix(" is no head and no fact")
        assert found == case["says"], case["name"]
        # What goes on from a file reads it as whoever checks it, but for a last line that was cut off.
        path.write_bytes(f"{case['text']}\n".encode())
        try:
            Kept(path)
            went_on = "verified"
        except entente.KeptUnreadable as unreadable:
            went_on = str(unreadable).removeprefix(f"{path}: ").removesuffix(" is no head and no fact")
        # An end of a line that was cut off is whole by then.
        refused_line = found.startswith("line ") and not case["text"].endswith("\r")
        assert went_on == (found if refused_line else "verified"), case["name"]
