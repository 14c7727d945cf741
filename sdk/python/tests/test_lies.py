"""A server that lies once: each lie is noticed, nothing is revealed after it, and the record is refused.

docs/FAIRNESS.md has the same table for people.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

import entente
from support.course import CODE, STEPS, WRONG, Course, rechain
from support.server import HANG_S, ROOT


class Lie(NamedTuple):
    """A forgery of what is shown at a step, and the word that the record is refused with."""

    name: str
    step: str
    word: str
    forge: Callable[[Any, Course], object]


def _set(*path: Any) -> Callable[[Any, Course], None]:
    """Returns a forgery that puts the last part at the place that the parts before it lead to."""
    *way, last, value = path

    def forge(shown: Any, _: Course) -> None:
        for key in way:
            shown = shown[key]
        shown[last] = value

    return forge


def late(seat: dict[str, Any], course: Course) -> None:
    """Gives a late commitment to a seat that brought nothing."""
    seat.update(commitment=course.bound(1, 1, WRONG), entropy=WRONG)


def left_out(room: dict[str, Any], _: Course) -> None:
    room["fairness"]["seats"][0] = {}
    room["seats"][0]["kind"] = "bot"


def for_us(room: dict[str, Any], _: Course) -> None:
    room["fairness"]["voided"][0]["seats"][0]["entropy"] = None
    room["fairness"]["voided"][0]["missing"] = [0, 1]


def same_again(room: dict[str, Any], course: Course) -> None:
    room["fairness"].update(voided=[], attempt=0, commitment=course.commitment(0))


def deal_before(room: dict[str, Any], course: Course) -> None:
    room.update(course.room("sealing"), state="running")


def other_void(record: dict[str, Any], course: Course) -> None:
    record["voided"][0]["seats"][1]["commitment"] = course.bound(0, 1, WRONG)


F, V = "fairness", "voided"
PRACTICE = {"kind": "practice", "from": "K7P2XR", "seq": 3}
LIES = [
    Lie("an attempt without the one before", "welcome", "attempt", _set(F, "attempt", 1)),
    Lie("a commitment that is no hash", "welcome", "server", _set(F, "commitment", "c0ffee")),
    Lie("another commitment of the server", "sealing", "server", _set(F, "commitment", WRONG)),
    Lie("other component data", "sealing", "data", _set(F, "data", WRONG)),
    Lie("other options", "sealing", "options", _set("options", {"pace": 3})),
    Lie("entropy is no longer required", "sealing", "required", _set("entropy", "optional")),
    Lie("our commitment left out", "sealing", "seat", left_out),
    Lie("a seat more", "sealing", "seat", lambda room, _: room[F]["seats"].append({})),
    Lie("nothing proves the deal any more", "sealing", "unproven", _set("unproven", PRACTICE)),
    Lie("a void attempt is left out", "void", "attempt", _set(F, V, [])),
    Lie("the same attempt again", "void", "attempt", same_again),
    Lie("a void attempt without its secret", "void", "server", _set(F, V, 0, "server_secret", "")),
    Lie("a void attempt with another secret", "void", "server", _set(F, V, 0, "server_secret", WRONG)),
    Lie(
        "a void attempt with another commitment of a seat",
        "void",
        "seat",
        _set(F, V, 0, "seats", 1, "commitment", WRONG),
    ),
    Lie("a void attempt for our seat, which revealed", "void", "void", for_us),
    Lie("a void attempt for nobody", "void", "void", _set(F, V, 0, "missing", [])),
    Lie(
        "a person without the required entropy",
        "sealing again",
        "required",
        _set("seats", 1, "kind", "person"),
    ),
    Lie("a late commitment", "running", "seat", lambda room, course: late(room[F]["seats"][1], course)),
    Lie("other entropy of ours", "running", "seat", _set(F, "seats", 0, "entropy", WRONG)),
    Lie("a deal of the attempt before", "running", "attempt", deal_before),
    Lie("nothing proves the match any more", "running", "unproven", _set("unproven", PRACTICE)),
    Lie("another past", "update", "head", _set("head", WRONG)),
    Lie("a head that is no hash", "update", "head", _set("head", "soup")),
    Lie(
        "a record with a late commitment",
        "record",
        "seat",
        lambda record, course: late(record["header"]["seats"][1], course),
    ),
    Lie("a record with another void attempt", "record", "seat", other_void),
    Lie("a record with other component data", "record", "data", _set("header", "data", WRONG)),
    Lie("a record with other options", "record", "options", _set("header", "options", {"pace": 3})),
    Lie("a record with another name", "record", "head", _set("header", "seats", 1, "name", "Mallory")),
    Lie(
        "a record with another entry",
        "record",
        "head",
        _set(
            "entries", 0, "input", {"type": "resign", "seat": 0, "id": "00000000-0000-4000-8000-000000000001"}
        ),
    ),
    Lie("a record without the last entry", "record", "head", lambda record, _: record["entries"].pop()),
]


class Liar:
    """The server's part in one room, with at most one lie."""

    def __init__(self, lie: Lie | None, *, withholds: bool = False) -> None:
        self.lie, self.course = lie, Course()
        # `True` if the record is refused, as where nothing is proven.
        self.withholds = withholds
        self.received: list[dict[str, Any]] = []
        # What came after the lie, once the client has seen everything that was meant to tempt it.
        self.after: list[dict[str, Any]] = []
        self.tempted = asyncio.Event()
        # What the client had noticed when nothing but the lie had been said.
        self.noticed: tuple[str, ...] = ()

    def shown(self, step: str, honest: Any) -> Any:
        if self.lie is not None and self.lie.step == step:
            self.lie.forge(honest, self.course)
        return honest

    async def say(self, peer: ServerConnection, message: dict[str, Any]) -> None:
        await peer.send(json.dumps(message))

    async def shows(self, peer: ServerConnection, step: str) -> bool:
        """Sends the room of a step; returns `True` if it was the lie."""
        await self.say(peer, {"type": "room", "room": self.shown(step, self.course.room(step))})
        return self.lie is not None and self.lie.step == step

    async def next(self, peer: ServerConnection, kind: str) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await peer.recv())
        self.received.append(message)
        assert message["type"] == kind
        return message

    async def deal(self, peer: ServerConnection) -> bool:
        """Plays up to the match; returns `True` if it lied before that."""
        await self.next(peer, "hello")
        room = self.shown("welcome", self.course.room("welcome"))
        welcome = {"type": "welcome", "protocol": 1, "server": "0", "you": {"seat": 0}, "room": room}
        await self.say(peer, {**welcome, "limits": {}})
        if self.lie is not None and self.lie.step == "welcome":
            return True
        for steps in (("sealing", "void"), ("sealing again", "running")):
            self.course.commitments.append((await self.next(peer, "ready"))["commitment"])
            if await self.shows(peer, steps[0]):
                return True
            self.course.entropy.append((await self.next(peer, "reveal"))["entropy"])
            if await self.shows(peer, steps[1]) and steps[1] == "void":
                return True
        return False

    async def finish(self, peer: ServerConnection) -> None:
        """Sends the match, which has two entries."""
        _, first, last = rechain(self.course.record())
        await self.say(peer, self.course.update(1, first))
        if self.lie is not None and self.lie.step == "update":
            await self.say(peer, self.shown("update", self.course.update(1, first)))
        await self.say(peer, self.course.update(2, last))

    async def tempt(self, peer: ServerConnection) -> None:
        """Shows honestly, after the lie, what the client should no longer respond to."""
        self.lie = None
        await self.said(peer, "the lie is said")
        if self.course.commitments:
            second = len(self.course.commitments) > 1
            await self.shows(peer, "sealing again" if second else "sealing")
        await self.said(peer, "all is said")
        self.tempted.set()

    async def said(self, peer: ServerConnection, text: str) -> None:
        """Sends a line of chat and waits for the answer: all that the client sends before comes before."""
        await self.say(peer, {"type": "chat", "from": {"seat": 1}, "name": "Boris", "text": text})
        while (message := json.loads(await peer.recv()))["type"] != "chat":
            self.after.append(message)

    async def serve(self, peer: ServerConnection) -> None:
        if await self.deal(peer):
            await self.tempt(peer)
        else:
            await self.finish(peer)
        await peer.wait_closed()

    def answer(self, peer: ServerConnection, request: Request) -> Response | None:
        """Answers the request for the record."""
        if not request.path.endswith("/record"):
            return None
        if self.withholds:
            problem = {"code": "unproven", "detail": "there is no record"}
            return Response(409, "Conflict", Headers({"Connection": "close"}), json.dumps(problem).encode())
        record = self.shown("record", self.course.record())
        if self.lie is not None and self.lie.step == "record":
            rechain(record)
        headers = Headers({"Content-Type": "application/json", "Connection": "close"})
        return Response(200, "OK", headers, json.dumps(record).encode())


async def meets(lie: Lie | None) -> tuple[Liar, entente.Client, str | None]:
    """Plays with a liar; returns the client and the word that the record is refused with."""
    return await asyncio.wait_for(_meets(Liar(lie)), HANG_S)


async def _meets(liar: Liar) -> tuple[Liar, entente.Client, str | None]:
    async with serve(liar.serve, "127.0.0.1", 0, process_request=liar.answer) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        async with entente.Client(f"http://127.0.0.1:{port}", CODE, "x" * 43) as client:
            if not client.distrusted:
                await client.ready()
            await client.wait_for(lambda: client.over or bool(client.chat))
            if client.chat:
                liar.noticed = client.contradictions
                await client.say("read")
                await client.wait_for(lambda: len(client.chat) > 1)
                await client.say("read")
                await liar.tempted.wait()
                return liar, client, None
            try:
                await client.check_record()
            except entente.RecordRefused as refused:
                return liar, client, refused.fault
    return liar, client, ""


def test_without_a_lie_nothing_is_suspected() -> None:
    liar, client, fault = asyncio.run(meets(None))
    assert fault == ""
    assert client.contradictions == ()
    assert [message["type"] for message in liar.received] == ["hello", *["ready", "reveal"] * 2]


def test_a_record_that_was_promised_and_is_not_given_is_refused() -> None:
    _, client, fault = asyncio.run(asyncio.wait_for(_meets(Liar(None, withholds=True)), HANG_S))
    assert fault == "withheld"
    assert client.contradictions == ()


@pytest.mark.parametrize("lie", LIES, ids=[lie.name for lie in LIES])
def test_noticed(lie: Lie) -> None:
    liar, client, fault = asyncio.run(meets(lie))
    before = STEPS.index(lie.step) <= STEPS.index("running")
    if before:
        assert lie.word in client.contradictions
        assert re.search(rf"^# contradiction \d {lie.word}$", client.kept, re.MULTILINE)
        assert client.distrusted
    if lie.step == "update":
        assert client.contradictions == ("past",)
    if STEPS.index(lie.step) < STEPS.index("running"):
        assert liar.noticed[:1] == (lie.word,)
        assert liar.after == [], "nothing more is revealed"
        with pytest.raises(entente.Distrusted):
            asyncio.run(client.ready())
    else:
        assert fault == f"kept_{lie.word}"


def test_docs_have_the_same_table() -> None:
    page = (ROOT / "docs" / "FAIRNESS.md").read_text(encoding="utf-8")
    table = page.split("## A server that lies")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+) \| .+ \| `kept_(\w+)` \|$", table, re.MULTILINE)
    assert sorted(rows) == sorted((lie.name, lie.word) for lie in LIES)
