"""A stranger's means against a server: requests within its budget, and sockets of seats and spectators."""

from __future__ import annotations

import asyncio
import json
import uuid
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Subprotocol

from ..address import server_url, socket_url
from ..deal import Deal
from ..kept import Kept
from .fault import Fault
from .schema import Schemas

Message = dict[str, Any]

#: The most time for an answer of the server, in seconds.
ANSWER_S = 10.0
#: The most time that is waited for the budget to refill, for one request, in seconds.
BUDGET_S = 120.0


class World:
    """One server under test, and what the checks have found and made so far."""

    def __init__(self, server: str, game: str | None = None) -> None:
        self.server = server_url(server)
        self.http = httpx.AsyncClient(base_url=f"{self.server}/api/v1/", timeout=40.0)
        self.wanted = game
        self.schemas = Schemas({})
        self.features: frozenset[str] = frozenset()
        self.game: Message = {}
        # The room of the match that most checks look at: its code and tokens, and whoever is connected.
        self.code, self.tokens = "", [""]
        self.seats: list[Line] = []
        self.watcher: Line | None = None
        #: A command that was accepted: its seat, the message and its entry.
        self.sent: tuple[int, Message, int] | None = None

    async def close(self) -> None:
        """Closes everything."""
        for line in (*self.seats, self.watcher):
            if line is not None:
                await line.close()
        await self.http.aclose()

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        raw: bytes | None = None,
        headers: dict[str, str] | None = None,
        patient: bool = True,
    ) -> httpx.Response:
        """Sends a request; one that the budget does not allow is sent again later if `patient`."""
        given = {} if token is None else {"Authorization": f"Bearer {token}"}
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if content is not None:
            given["Content-Type"] = "application/json"
        given |= headers or {}
        waited = 0.0
        while True:
            try:
                answer = await self.http.request(method, path, content=content, headers=given)
            except httpx.HTTPError as error:
                raise Fault(f"{method} {path}: no answer ({type(error).__name__})") from None
            if answer.status_code != 429 or not patient:
                return answer
            hint = self.problem(answer, 429, "too_many_requests").get("retry_after_ms")
            if not isinstance(hint, int):
                raise Fault(f"{method} {path}: 429 without `retry_after_ms`")
            if waited > BUDGET_S:
                raise Fault(f"{method} {path}: refused for longer than {BUDGET_S:g} s")
            waited += hint / 1000
            await asyncio.sleep(hint / 1000)

    def json(self, answer: httpx.Response, status: int, kind: str | None = None) -> Any:
        """Returns the body of an answer with a status, which must fit a definition of the schema."""
        where = f"{answer.request.method} {answer.request.url.path}"
        if answer.status_code != status:
            raise Fault(f"{where}: status {answer.status_code} instead of {status}: {answer.text[:120]}")
        try:
            value = answer.json()
        except ValueError:
            raise Fault(f"{where}: the answer is no JSON") from None
        if kind is not None:
            self.fits(kind, value, where)
        return value

    def problem(self, answer: httpx.Response, status: int, *codes: str) -> Message:
        """Returns an answer's problem, which must have a status and one of the codes."""
        value: Message = self.json(answer, status)
        where = f"{answer.request.method} {answer.request.url.path}"
        if not answer.headers.get("content-type", "").startswith("application/problem+json"):
            raise Fault(f"{where}: an error that is no application/problem+json")
        if self.schemas.document:
            self.fits("Problem", value, where)
        if value.get("code") not in codes or value.get("status") != status:
            raise Fault(f"{where}: code {value.get('code')} instead of {' or '.join(codes)}")
        return value

    def fits(self, kind: str, value: Any, where: str) -> None:
        """Checks a value against the server's own schema."""
        wrong = self.schemas.wrong(kind, value)
        if wrong is not None:
            raise Fault(f"{where}: does not fit the server's own schema: {wrong[:200]}")

    async def line(self, token: str | None = None, code: str | None = None, **hello: Any) -> Line:
        """Opens a socket, says `hello` and returns it once it has been welcomed."""
        line = Line(self, code or self.code)
        await line.open()
        await line.say({"type": "hello", **({} if token is None else {"token": token}), **hello})
        await line.until("welcome")
        return line


class Line:
    """A socket to the server; it keeps the newest room and update, and its part in the deal."""

    def __init__(self, world: World, code: str) -> None:
        self.world, self.code = world, code
        self.socket: ClientConnection | None = None
        self.deal: Deal | None = None
        self.seat: int | None = None
        self.room: Message = {}
        self.update: Message = {}
        self.heads: dict[int, str] = {}
        self.seen: list[Message] = []

    async def open(self) -> None:
        """Connects. Raises `Fault`."""
        try:
            self.socket = await connect(
                socket_url(self.world.server, self.code),
                subprotocols=[Subprotocol("entente.v1")],
                max_size=2**24,
                open_timeout=ANSWER_S,
                close_timeout=1,
            )
        except (OSError, WebSocketException, asyncio.TimeoutError) as error:
            raise Fault(f"no socket could be opened: {error}") from None
        if self.socket.subprotocol != "entente.v1":
            raise Fault("the server did not take the subprotocol entente.v1")

    async def close(self) -> None:
        """Closes the socket."""
        if self.socket is not None:
            await self.socket.close()

    async def say(self, message: Message | str) -> None:
        """Sends a message, or a text as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        if self.socket is not None:
            try:
                await self.socket.send(text)
            except ConnectionClosed as closed:
                raise Fault(
                    f"the server closed the socket ({closed.rcvd.code if closed.rcvd else None})"
                ) from None

    async def next(self) -> Message:
        """Returns the next message, which must fit the schema."""
        if self.socket is None:
            raise Fault("there is no socket")
        try:
            frame = await asyncio.wait_for(self.socket.recv(), ANSWER_S)
            message: Message = json.loads(frame)
        except asyncio.TimeoutError:
            raise Fault(f"nothing came within {ANSWER_S:g} s") from None
        except ConnectionClosed as closed:
            raise Fault(
                f"the server closed the socket ({closed.rcvd.code if closed.rcvd else None})"
            ) from None
        except ValueError:
            raise Fault("the server sent what is no JSON") from None
        self.world.fits("ServerMessage", message, f"message {message.get('type')}")
        self.seen.append(message)
        await self._note(message)
        return message

    async def _note(self, message: Message) -> None:
        if message["type"] == "welcome":
            self.seat = message["you"].get("seat")
            self.deal = self.deal or Deal(message["room"], self.seat, Kept())
        if "room" in message and self.deal is not None:
            self.room = message["room"]
            due = self.deal.look(self.room)
            if due is not None:
                await self.say(due)
                self.deal.revealed()
        if message["type"] == "update":
            self.update = message
            if self.deal is not None:
                self.deal.note(message["seq"], message["head"])
            if self.heads.setdefault(message["seq"], message["head"]) != message["head"]:
                raise Fault(f"two heads of entry {message['seq']}")

    async def until(self, kind: str, **fields: Any) -> Message:
        """Returns the next message of a type with these fields; others are noted."""
        while True:
            message = await self.next()
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    async def sync(self) -> None:
        """Reads everything that is on its way, by a ping whose pong comes after it."""
        nonce = uuid.uuid4().int % 2**31
        await self.say({"type": "ping", "nonce": nonce})
        await self.until("pong", nonce=nonce)

    async def answer(self, message: Message) -> Message:
        """Sends a message with an id and returns what answers it."""
        await self.say(message)
        while True:
            found = await self.next()
            known = found.get("id") == message["id"] or (found.get("re") or {}).get("id") == message["id"]
            if found["type"] in ("accepted", "rejected", "error") and known:
                return found

    async def closed(self) -> int | None:
        """Waits until the server closes; returns the code."""
        while True:
            try:
                await self.next()
            except Fault as fault:
                code = self.socket.close_code if self.socket is not None else None
                if code is None:
                    raise Fault(f"the server did not close the socket: {fault}") from None
                return code


def command(update: Message, given: Message) -> Message:
    """Returns the message for a command that answers an update's question."""
    return {"type": "command", "id": str(uuid.uuid4()), "decision": update["decision"], "command": given}
