"""A client of its own, right but for one fault that it is told to have."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from entente.backoff import wait_ms
from entente.conform.deal import CODE
from entente.deal import Deal
from entente.kept import Kept
from entente.offers import Offers

Message = dict[str, Any]

FINAL = {4001: "returns revoked", 4004: "returns to no room", 4009: "returns replaced"}
AGAIN = ("busy", "storage_unavailable", "draining")
KNOWN = ("welcome", "room", "update", "accepted", "rejected", "error", "chat", "pong", "closing")
#: Fields of an update that there are.
FIELDS = 13
#: The time after which one that is impatient sends again, in seconds.
IMPATIENT_S = 0.3
#: The time that one on a slow machine takes for a message, in seconds. It takes thrice that to come back.
SLOW_S = 0.8


class Died(Exception):
    """What this client does not stand."""


class WrongClient:
    """One seat; `fault` names what it does wrong, and is empty for one that does all as it should."""

    def __init__(self, url: str, token: str, fault: str) -> None:
        self.url = f"ws{url.removeprefix('http')}/api/v1/rooms/{CODE}/socket"
        self.token, self.fault = token, fault
        self.deal: Deal | None = None
        self.room: Message = {}
        self.update: Message | None = None
        self.flight: Message | None = None
        self.last: Message | None = None
        self.answered: set[int] = set()
        # Nothing is decided before a newer update came, after a refusal.
        self.waits = False
        self.sent_from: Message | None = None
        self.failures = 0
        self.hint: int | None = None
        self.said_ready = False
        self.ready_id = ""
        self.revealed = False
        self.tasks: set[asyncio.Task[None]] = set()

    def has(self, fault: str) -> bool:
        return self.fault == fault

    async def run(self) -> str:
        """Plays until the connection ends for good; returns why."""
        try:
            while True:
                code = await self.connection()
                final = FINAL.get(code or 0)
                if final is not None and not self.fault.startswith(final):
                    return f"closed with {code}"
                if (code == 1012 and self.has("never returns")) or (code == 4008 and self.has("gives up")):
                    return "gave up"
                self.failures += 1
                wait = wait_ms(self.failures, self.hint, random.random())
                if self.has("ignores hints"):
                    wait = wait_ms(self.failures, None, 0)
                if self.has("returns replaced, slowly"):
                    await asyncio.sleep(3 * SLOW_S)
                if not self.has("hammers"):
                    await asyncio.sleep(wait / 1000)
        except Died as why:
            return str(why)
        finally:
            for task in self.tasks:
                task.cancel()

    async def connection(self) -> int | None:
        blind = self.has("cannot inflate")
        try:
            async with connect(
                self.url,
                subprotocols=None if self.has("no subprotocol") else [Subprotocol("entente.v1")],
                compression=None if blind else "deflate",
                additional_headers={"Sec-WebSocket-Extensions": "permessage-deflate"} if blind else None,
                max_size=65536 if self.has("reads little") else 2**24,
                close_timeout=1,
            ) as socket:
                if self.has("no pongs"):
                    deaf(socket)
                await self.talk(socket)
                return socket.close_code
        except InvalidStatus as refused:
            self.hint = int(refused.response.headers.get("Retry-After", "0")) * 1000
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
        except (OSError, WebSocketException):
            pass
        return None

    async def talk(self, socket: ClientConnection) -> None:
        hello: Message = {"type": "hello", "token": self.token}
        if self.has("no token"):
            del hello["token"]
        if self.update is not None:
            hello["after"] = 0 if self.has("forgets its place") else self.update["seq"]
        if self.has("ready first"):
            await socket.send(json.dumps({"type": "ready"}))
        await socket.send(json.dumps(hello))
        async for frame in socket:
            message = json.loads(frame)
            if self.has("returns replaced, slowly"):
                await asyncio.sleep(SLOW_S)
            if self.has("dies of unknown types") and message["type"] not in KNOWN:
                raise Died("what is this?")
            handler = getattr(self, f"on_{message['type']}", None)
            if handler is not None:
                await handler(socket, message)

    # --- The deal -------------------------------------------------------------------------------

    async def on_welcome(self, socket: ClientConnection, message: Message) -> None:
        self.failures, self.hint = 0, None
        self.features = message.get("features", [])
        self.said_ready = self.revealed = False
        if self.deal is None:
            self.deal = Deal(message["room"], 0, Kept())
        self.deal.reconnected()
        await self.on_room(socket, message)
        if self.has("resends answered") and self.last is not None:
            await socket.send(json.dumps(self.last))
        if self.flight is not None and not self.has("forgets the lost"):
            if self.has("lost anew"):
                self.flight = {**self.flight, "id": str(uuid.uuid4())}
            elif self.has("lost otherwise"):
                self.flight = {**self.flight, "command": {**self.flight["command"], "card": "another"}}
            for _ in range(2 if self.has("lost twice") else 1):
                await socket.send(json.dumps(self.flight))
        elif self.has("forgets the lost"):
            self.flight = None

    async def on_room(self, socket: ClientConnection, message: Message) -> None:
        deal = self.deal
        if deal is None:
            return
        room, before = message["room"], self.room
        self.room = room
        if before and room["fairness"]["attempt"] != before["fairness"]["attempt"]:
            self.said_ready = False
        due = deal.look(room)
        own = self.own(room)
        reveals = self.has("trusts") or self.has("wrong attempt") or self.has("reveals each time")
        if reveals and room["state"] == "sealing" and own:
            due = {"type": "reveal", "entropy": own}
        if self.has("reveals early") and room["state"] == "lobby" and self.said_ready and own:
            due = {"type": "reveal", "entropy": own}
        if due is not None and not (self.has("reveals once ever") and self.update_of_reveal()):
            await socket.send(json.dumps(due))
            deal.revealed()
        if room["state"] == "lobby" and not room["seats"][0]["ready"] and not self.said_ready:
            await self.ready(socket, room)

    def update_of_reveal(self) -> bool:
        """Returns whether it has revealed before, on any connection."""
        before, self.ever = getattr(self, "ever", False), True
        return before

    def own(self, room: Message) -> str | None:
        return self.deal.kept.value("entropy", room["fairness"]["attempt"], 0) if self.deal else None

    async def ready(self, socket: ClientConnection, room: Message) -> None:
        deal = self.deal
        if deal is None or (deal.distrusted and not self.has("trusts")):
            return
        self.said_ready = True
        attempt = room["fairness"]["attempt"]
        if self.has("trusts") and attempt == 1:
            # As if nothing had happened.
            deal = Deal(room, 0, Kept())
            self.deal = deal
        if self.has("other commitment"):
            deal.kept.facts = [fact for fact in deal.kept.facts if fact.kind != "entropy"]
        if self.has("same entropy") and attempt == 1:
            first = deal.kept.value("entropy", 0, 0)
            deal.kept.facts = [
                fact._replace(attempt=1) if fact.kind == "entropy" else fact for fact in deal.kept.facts
            ]
            assert deal.kept.value("entropy", 1, 0) == first
        message = deal.ready(room, not (self.has("brings once") and attempt == 1))
        if self.has("wrong attempt") and attempt == 1:
            message["commitment"] = deal._commitment(0, str(self.own(room)))
        if self.has("ids always") or "answers" in self.features:
            message["id"] = self.ready_id = str(uuid.uuid4())
        await socket.send(json.dumps(message))

    async def on_error(self, socket: ClientConnection, message: Message) -> None:
        if message.get("re", {}).get("type") == "reveal":
            await self.refused(socket, "reveal", message)

    async def refused(self, socket: ClientConnection, kind: str, message: Message) -> None:
        """Sends a message of the deal again after a while."""
        if self.deal is not None and kind == "reveal" and not self.has("sent is revealed"):
            self.deal.not_revealed()
        if not self.has("deals once"):
            self.later(self.deals_again(socket, kind, message["retry_after_ms"] / 1000))

    async def deals_again(self, socket: ClientConnection, kind: str, wait_s: float) -> None:
        await asyncio.sleep(wait_s)
        if self.deal is not None and self.room is not None:
            if kind == "ready":
                self.said_ready = False
            else:
                self.deal.reveals_again()
            await self.on_room(socket, {"room": self.room})

    # --- The match ------------------------------------------------------------------------------

    async def on_update(self, socket: ClientConnection, message: Message) -> None:
        seq = self.update["seq"] if self.update else -1
        if self.has("counts entries") and seq >= 0 and message["seq"] > seq + 3:
            raise Died("an update is missing")
        if self.has("never goes back") and message["seq"] < seq:
            return
        if self.has("strict fields") and len(message) > FIELDS:
            raise Died("a field too many")
        if self.has("dies of unknown events") and message["events"][-1]["type"] != "set_up":
            raise Died("what happened?")
        first = self.update is None
        if self.has("keeps the first question") and message.get("decision") and not first:
            self.waits = False
            await self.decide(socket)
            return
        self.update = message
        self.waits = False
        await self.decide(socket)

    async def decide(self, socket: ClientConnection) -> None:
        update = self.update
        if update is None or self.waits:
            return
        if self.flight is not None and not self.has("two in flight"):
            return
        if update["outcome"] is not None and not self.has("plays on"):
            return
        if update.get("decision") is None:
            if self.has("acts unasked") and self.last is not None:
                await self.send(socket, {**self.last, "id": str(uuid.uuid4())})
            elif self.has("acts unasked"):
                await self.send(socket, self.message(0, {"type": "pass"}))
            return
        decision = update["decision"]
        if self.has("standing once") and decision in self.answered:
            return
        self.answered.add(decision)
        command = self.spoilt(Offers(update["offers"]).sample(random.Random()), update["offers"][0])
        await self.send(socket, self.message(decision, command))
        if self.has("answers twice"):
            await socket.send(json.dumps(self.message(decision, command)))

    def message(self, decision: int, command: Message) -> Message:
        message: Message = {"type": "command", "id": str(uuid.uuid4()), "decision": decision}
        message["command"] = command
        if self.has("unknown field"):
            message["client"] = "mine"
        if self.has("decision as text"):
            message["decision"] = str(decision)
        if self.has("short id"):
            message["id"] = "1"
        return message

    def spoilt(self, command: Message, offer: Message) -> Message:
        """Fills the placeholders in wrongly, if that is the fault."""
        kind = command["type"]
        if self.has("too much") and kind == "increase_influence":
            return {**command, "amount": 4}
        if self.has("texts for values") and kind == "move_army":
            return {**command, "to": "Italy (free)"}
        if self.has("picks twice") and kind == "lock_initiative":
            return {**command, "cards": command["cards"][:1] * 2}
        if self.has("picks few") and kind == "lock_initiative":
            return {**command, "cards": command["cards"][:1]}
        if self.has("bags nothings") and kind == "pay":
            return {**command, "goods": {"grain": 2, "iron": 0}}
        if self.has("bags little") and kind == "pay":
            return {**command, "goods": {"grain": 1}}
        if self.has("leaves holes") and kind == "trade":
            return {**command, "to": offer["command"]["to"]}
        return command

    async def send(self, socket: ClientConnection, message: Message) -> None:
        self.flight, self.sent_from = message, self.update
        await socket.send(json.dumps(message))
        if self.has("impatient"):
            self.later(self.again(socket, message, IMPATIENT_S))

    def later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def again(self, socket: ClientConnection, message: Message, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self.flight is not None and self.flight["id"] == message["id"]:
            self.flight = message
            await socket.send(json.dumps(message))

    async def on_accepted(self, socket: ClientConnection, message: Message) -> None:
        if self.flight is None or message["id"] != self.flight["id"]:
            return
        self.last, self.flight = self.flight, None
        if self.has("answers again"):
            await socket.send(json.dumps({**self.last, "id": str(uuid.uuid4())}))
        await self.decide(socket)

    async def on_rejected(self, socket: ClientConnection, message: Message) -> None:
        if message["id"] == self.ready_id:
            await self.refused(socket, "ready", message)
        if self.flight is None or message["id"] != self.flight["id"]:
            return
        if self.has("dies of unknown codes") and message["code"] == "eclipse":
            raise Died("what is that?")
        if message["code"] in AGAIN and not self.has("decides anew"):
            if self.has("busy is final"):
                self.flight, self.waits = None, True
                return
            wait = 0.0 if self.has("too early") else wait_ms(1, message.get("retry_after_ms"), 0.5) / 1000
            command = {**self.flight["command"], "card": "another"}
            changed = {**self.flight, "command": command} if self.has("other content") else self.flight
            self.later(self.again(socket, changed, wait))
            return
        refused, self.flight = self.flight, None
        if self.has("insists"):
            await self.send(socket, {**refused, "id": str(uuid.uuid4())})
            return
        # One that came meanwhile is newer than what was refused.
        self.waits = self.update is self.sent_from and not (
            self.has("decides anew") or self.has("keeps the first question")
        )
        await self.decide(socket)

    async def on_closing(self, socket: ClientConnection, message: Message) -> None:
        self.hint = message.get("retry_after_ms")


def deaf(socket: ClientConnection) -> None:
    """Has a socket ignore pings."""
    receive = socket.protocol.recv_frame

    def recv_frame(frame: Frame) -> None:
        if frame.opcode is not Opcode.PING:
            receive(frame)

    socket.protocol.recv_frame = recv_frame  # type: ignore[method-assign]
