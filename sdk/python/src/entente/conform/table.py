"""The scripted table: a seat for the client, its questions, and the answers to its commands."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Sequence
from typing import Any

from ..offers import Offers
from . import scene
from .deal import CODE, Match
from .fault import Fault, NotApplicable
from .peer import GONE, Message, Peer
from .stage import PATIENCE_S, Stage

#: The shortest time in which nothing more must come, in seconds.
QUIET_S = 0.4
#: The number of times as long as its slowest answer for which a client must be quiet: one that is slow to
#: answer, or has a slow machine, would also be late with what it must not send.
QUIET_ANSWERS = 5
#: The longest such time, in seconds: a client that has heard nothing for longer may leave in good faith.
QUIET_MOST_S = 10.0
FEATURES = ["answers", "entropy", "filters", "hints", "programs", "undo", "view", "webhooks"]


class Table:
    """The scripted server with one seat for the client under test."""

    def __init__(
        self,
        *,
        compresses: bool = True,
        features: Sequence[str] = FEATURES,
        patience_s: float = PATIENCE_S,
        **deal: Any,
    ) -> None:
        self.match = Match(**deal)
        self.features = list(features)
        self.stage = Stage(self._answers, compresses=compresses, patience_s=patience_s)
        self._peer: Peer | None = None
        self.hello: Message = {}
        # The newest question: its number and offers, and the events since the last update.
        self.decision: int | None = None
        self.offers: list[scene.Offer] = []
        self.standing = False
        self.seq = 0
        self._events_from = 0
        self._pings = 0
        self._slowest_s = 0.0
        self._ids: dict[str, Message] = {}

    # --- HTTP -----------------------------------------------------------------------------------

    def _answers(self, method: str, path: str, body: Any) -> tuple[int, str, bytes]:
        route = path.partition("?")[0].removeprefix("/api/v1")
        found: Any = None
        if method == "GET" and route == "/games":
            found = scene.games(self.features)
        elif method == "GET" and route == f"/rooms/{CODE}":
            found = self.match.room()
        elif method == "GET" and route == f"/data/{scene.DATA_DIGEST}":
            return 200, "application/json", scene.DATA
        elif method == "GET" and route == f"/rooms/{CODE}/record" and self.match.result:
            found = self.match.record()
        elif method == "POST" and route == f"/rooms/{CODE}/seats" and not self.match.seated:
            self.match.name = str((body or {}).get("name") or "Ada")
            self.match.seated = True
            seated = {"room": self.match.room(), "seat": 0, "token": self.match.token}
            return 201, "application/json", json.dumps(seated).encode()
        if found is not None:
            return 200, "application/json", json.dumps(found).encode()
        problem = {"type": "about:blank", "status": 404, "title": "Not Found", "code": "not_found"}
        problem |= {"detail": "the scripted server has no such thing"}
        return 404, "application/problem+json", json.dumps(problem).encode()

    # --- Messages -------------------------------------------------------------------------------

    @property
    def peer(self) -> Peer:
        """The client's socket."""
        if self._peer is None:
            raise Fault("opened no socket")
        return self._peer

    async def say(self, message: Message) -> None:
        """Sends a message."""
        await self.peer.send(message)

    @property
    def silence_s(self) -> float:
        """The time after which a client that has sent nothing will not, in seconds."""
        return max(QUIET_S, min(QUIET_ANSWERS * self._slowest_s, QUIET_MOST_S, self.stage.patience_s))

    async def next(self, what: str, seconds: float | None = None) -> Message:
        """Returns the next message, chat aside. Raises `Fault` if the socket ends or nothing comes."""
        began = time.monotonic()
        while True:
            message: Message = await self.stage.within(self.peer.messages.get(), what, seconds)
            if seconds is None:
                self._slowest_s = max(self._slowest_s, time.monotonic() - began)
            if self.peer.fault is not None:
                raise self.peer.fault
            if message is GONE:
                self.peer.messages.put_nowait(GONE)
                raise Fault(f"{what}: the client closed the socket")
            if message["type"] not in ("chat", "hint", "preview"):
                return message

    async def expect(self, kind: str, what: str) -> Message:
        """Returns the next message, which must be of a type."""
        message = await self.next(what)
        if message["type"] != kind:
            raise Fault(f"{what}: sent {shown(message)}")
        return message

    async def quiet(self, what: str, at_least_s: float = QUIET_S) -> None:
        """Waits for a while in which the client must send nothing. A socket that it leaves is quiet."""
        try:
            message = await self.next(what, max(at_least_s, self.silence_s))
        except Fault:
            if self.peer.fault is not None:
                raise self.peer.fault from None
            return
        raise Fault(f"{what}: sent {shown(message)}")

    async def reads(self) -> None:
        """Waits until the client has read all that was sent, by a ping that comes back."""
        self._pings += 1
        payload = f"read {self._pings}".encode()
        await self.peer.ping(payload)
        until = time.monotonic() + self.stage.patience_s
        while payload not in self.peer.pongs:
            if time.monotonic() > until or self.peer.gone.is_set():
                raise Fault("a ping was not answered")
            await asyncio.sleep(0.01)

    # --- Coming in ------------------------------------------------------------------------------

    async def connect(self, what: str = "opens a socket") -> Message:
        """Waits for the next socket and its `hello`; the older one is no longer listened to."""
        self._peer = await self.stage.peer(what)
        hello = await self.expect("hello", "the first message is `hello`")
        if hello.get("token") != self.match.token:
            raise Fault("`hello` without the token of the seat")
        self.hello = hello
        return hello

    async def welcome(self, **more: Any) -> None:
        """Answers `hello`."""
        limits = {"message_bytes": 16384, "message_burst": 30, "messages_per_second": 10, "name_chars": 32}
        limits |= {"chat_chars": 500, "spectators": 32, "absence_ms": 259_200_000}
        message = {"type": "welcome", "protocol": 1, "server": "0.1.0", "you": {"seat": 0}}
        message |= {"room": self.match.room(), "limits": limits, "features": self.features}
        await self.say({**message, **more})

    async def room(self, state: str | None = None) -> None:
        """Shows the room, in another state if one is given."""
        self.match.state = state or self.match.state
        await self.say({"type": "room", "room": self.match.room()})

    async def ready(self, what: str = "says `ready` in the lobby") -> Message:
        """Waits for `ready`, and answers it."""
        message = await self.expect("ready", what)
        await self.takes_ready(message)
        return message

    async def takes_ready(self, message: Message) -> None:
        """Answers `ready`, and shows the room."""
        self.match.binds(message.get("commitment"))
        if "id" in message and "answers" not in self.features:
            raise Fault("`ready` with an `id` to a server without the feature `answers`")
        await self.room()
        if "id" in message:
            await self.say({"type": "accepted", "id": message["id"], "seq": 0})

    @property
    def brings(self) -> bool:
        """`True` if the client brings entropy to this attempt."""
        return self.match.commitments.get(self.match.attempt) is not None

    def needs_entropy(self) -> None:
        """Ends the scenario if the client brings no entropy: it need not."""
        if not self.brings:
            raise NotApplicable("the client brings no entropy")

    async def reveal(self) -> None:
        """Waits for `reveal`, and answers it."""
        await self.takes_reveal(await self.expect("reveal", "reveals its entropy while the room is sealing"))

    async def takes_reveal(self, message: Message) -> None:
        """Answers `reveal`."""
        self.match.reveals(message["entropy"])
        if "id" in message:
            await self.say({"type": "accepted", "id": message["id"], "seq": 0})

    async def refuse(self, message: Message, code: str, hint_ms: int) -> None:
        """Refuses a message for now, by its id if it has one."""
        refusal = {"code": code, "detail": f"refused: {code}", "retry_after_ms": hint_ms}
        if "id" in message:
            await self.say({"type": "rejected", "id": message["id"], **refusal})
        else:
            await self.say({"type": "error", "re": {"type": message["type"]}, **refusal})

    async def lobby(self) -> None:
        """The client comes in and says `ready`."""
        await self.connect()
        await self.welcome()
        await self.ready()

    async def begin(self) -> None:
        """Plays up to the beginning of the match: `hello`, `ready`, and `reveal` if entropy was brought."""
        await self.lobby()
        if self.brings:
            await self.room("sealing")
            await self.reveal()
        await self.room("running")

    async def again(self, what: str = "comes back") -> Message:
        """The client comes back to a running match; returns its `hello`."""
        hello = await self.connect(what)
        await self.welcome()
        return hello

    # --- The match ------------------------------------------------------------------------------

    def moves(self, times: int = 1) -> None:
        """Has the other seat make entries, of which nothing is shown yet."""
        for _ in range(times):
            number = len(self.match.entries) + 1
            made = f"00000000-0000-4000-8000-{number:012x}"
            self.match.enter(1, made, {"type": "pass", "number": number})

    def update(self, **more: Any) -> Message:
        """Returns the update for the log and the question as they are."""
        seq = len(self.match.entries)
        events = [
            {"seq": at, "type": "set_up", "edition": "revised", "text": f"Entry {at}", "rule": "Setup"}
            for at in range(self._events_from, seq + 1)
        ]
        self.seq, self._events_from = seq, seq + 1
        asked = self.decision is not None
        message: Message = {"type": "update", "seq": seq, "head": self.match.heads()[seq], "events": events}
        message |= scene.views() | {"offers": self.offers, "awaiting": [0] if asked else [1]}
        message |= {"now_ms": 100 * seq, "deadline_ms": None, "outcome": self.match.result}
        if asked:
            message["decision"] = self.decision
        if self.standing:
            message["standing"] = True
        return {**message, **more}

    async def ask(self, offers: list[scene.Offer], *, standing: bool = False, **more: Any) -> None:
        """Asks a new question, whose number is that of the newest entry; the update says it."""
        self.moves()
        self.decision, self.offers, self.standing = len(self.match.entries), offers, standing
        await self.say(self.update(**more))

    async def wait(self) -> None:
        """Shows that nothing is asked of the client."""
        self.decision, self.offers, self.standing = None, [], False
        await self.say(self.update())

    def fits(self, message: Message) -> None:
        """Checks a command against the newest question. Raises `Fault`."""
        if message["decision"] != self.decision:
            raise Fault(f"a command for question {message['decision']}, open is {self.decision}")
        if not Offers(self.offers).admits(message["command"]):  # type: ignore[arg-type]
            raise Fault(f"a command that no offer admits: {shown(message['command'])}")
        if message["id"] in self._ids:
            raise Fault("a new command with an id that was used before")
        self._ids[message["id"]] = message

    async def command(self, what: str = "answers the question") -> Message:
        """Returns the next command, which must fit the newest question."""
        message = await self.expect("command", what)
        self.fits(message)
        return message

    def applies(self, message: Message) -> int:
        """Enters a command; the question is closed."""
        self.decision, self.offers, self.standing = None, [], False
        return self.match.enter(0, message["id"], message["command"])

    async def accept(self, message: Message) -> None:
        """Applies a command, and shows it: first the update, then the answer."""
        seq = self.applies(message)
        await self.say(self.update())
        await self.say({"type": "accepted", "id": message["id"], "seq": seq})

    async def reject(self, message: Message, code: str, **more: Any) -> None:
        """Refuses a command."""
        await self.say(
            {"type": "rejected", "id": message["id"], "code": code, "detail": f"refused: {code}", **more}
        )

    async def plays_on(self, card: str = scene.CARDS[4]) -> None:
        """Asks one more question, which the client must answer: it has survived what came before."""
        await self.ask(scene.one(card))
        await self.accept(await self.command("goes on with the next question"))

    async def finish(self) -> None:
        """Ends the match; nothing more may come."""
        self.match.result = {"winners": [0], "scores": [3, 1], "reason": "prestige"}
        self.decision, self.offers = None, []
        self.moves()
        await self.say(self.update())
        await self.room("finished")

    async def stays_away(self, seconds: float, what: str) -> None:
        """Waits for a while in which the client must open no socket, from when its last one has ended."""
        before = len(self.stage.attempts)
        # A slow machine is late to read the close, and late to come back after it.
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.peer.gone.wait(), self.stage.patience_s)
        until = time.monotonic() + max(seconds, self.silence_s)
        while time.monotonic() < until and not self.stage.ended.is_set():
            await asyncio.sleep(0.05)
            if len(self.stage.attempts) > before:
                raise Fault(what)


def shown(message: Any) -> str:
    """Returns a message in short, without what is secret in a real match."""
    text = json.dumps(message)
    return text if len(text) <= 160 else f"{text[:160]}..."
