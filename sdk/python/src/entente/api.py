"""The HTTP side of a server: games, rooms, seats, and what is published after the end."""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import Any, Literal, cast

import httpx

from .address import server_url
from .backoff import wait_ms
from .errors import RequestRefused, Unreachable, WrongData
from .types import (
    AnnouncedProgram,
    AnnounceProgram,
    BotLevel,
    ComponentData,
    Games,
    GivenSeat,
    GivenSeats,
    Notify,
    ProgramInfo,
    Programs,
    Replay,
    Room,
    Rooms,
    Seated,
)

#: The most time that a request may take, in seconds.
TIMEOUT_S = 30.0
#: The most attempts at a request that the server, or the network, did not take.
ATTEMPTS = 6
#: Refusals after which nothing has changed and the same request helps later.
AGAIN = ("busy", "too_many_requests", "storage_unavailable", "draining")


class Api:
    """Requests to one server. Use it as `async with Api("https://...") as api`, or call `close`.

    Every request raises `RequestRefused` with the server's code, or `Unreachable`. A refusal that passes
    by itself (`busy`, `too_many_requests` and the like) is waited for and the request sent again, six times
    at most; so is a reading request that got no answer. A request that changes something is not sent
    again after the network failed: it may have arrived.
    """

    def __init__(self, server: str, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.server = server_url(server)
        self._http = httpx.AsyncClient(
            base_url=f"{self.server}/api/v1/", timeout=TIMEOUT_S, transport=transport
        )

    async def __aenter__(self) -> Api:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def games(self) -> Games:
        """Returns the games with their seats, options and levels of bots."""
        return cast(Games, await self._json("GET", "games"))

    async def features(self) -> frozenset[str]:
        """Returns the names of what this server can do beyond what every server of version 1 can."""
        games = cast("dict[str, Any]", await self.games())
        return frozenset(games.get("features") or ())

    async def rooms(self) -> Rooms:
        """Returns the rooms that are listed and wait for players or may be watched."""
        return cast(Rooms, await self._json("GET", "rooms"))

    async def room(self, code: str) -> Room:
        """Returns a room."""
        return cast(Room, await self._json("GET", f"rooms/{code}"))

    async def create(
        self,
        game: str,
        name: str,
        *,
        options: dict[str, Any] | None = None,
        seat: int | Literal["random"] | None = None,
        listed: bool | None = None,
        spectators: Literal["open", "off"] | None = None,
        entropy: Literal["optional", "required"] | None = None,
        hints: Literal["alone", "all", "off"] | None = None,
        absence_ms: int | None = None,
        program: str | None = None,
    ) -> Seated:
        """Opens a room; returns it with the creator's seat and token. What is `None` is up to the server.

        `program` says that a program holds the seat, and how to reach its author, in at most 100 characters:
        only to servers with the feature `programs`.
        """
        body = {"game": game, "name": name, "options": options, "seat": seat, "listed": listed}
        body |= {"spectators": spectators, "entropy": entropy, "hints": hints}
        body |= {"absence_ms": absence_ms, "program": _program(program)}
        given = {key: value for key, value in body.items() if value is not None}
        return cast(Seated, await self._json("POST", "rooms", given))

    async def join(
        self,
        code: str,
        name: str,
        seat: int | Literal["random"] | None = None,
        *,
        program: str | None = None,
    ) -> Seated:
        """Takes a free seat of a room and returns it with its token; `program` is as in `create`."""
        whole = {"name": name, "seat": seat, "program": _program(program)}
        body = {key: value for key, value in whole.items() if value is not None}
        return cast(Seated, await self._json("POST", f"rooms/{code}/seats", body))

    async def add_bot(self, code: str, seat: int, token: str, level: BotLevel | None = None) -> Room:
        """Has the server play for a free seat; by the host, in the lobby."""
        body = {} if level is None else {"level": level}
        return cast(Room, await self._json("POST", f"rooms/{code}/seats/{seat}/bot", body, token))

    async def programs(self, game: str | None = None) -> list[ProgramInfo]:
        """Returns the programs that have announced themselves, all or those that play a game."""
        found: list[ProgramInfo] = []
        after: str | None = None
        while True:
            query = {"game": game, "after": after}
            words = "&".join(f"{key}={value}" for key, value in query.items() if value is not None)
            page = cast(Programs, await self._json("GET", f"programs?{words}"))
            found += page["programs"]
            after = page.get("next")
            if after is None:
                return found

    async def announce(self, program: AnnounceProgram) -> AnnouncedProgram:
        """Announces a program for hosts to seat, for as long as it asks for its seats."""
        body = cast("dict[str, Any]", program)
        return cast(AnnouncedProgram, await self._json("POST", "programs", body))

    async def given_seats(
        self, program: str, token: str, *, after: int = 0, wait_ms: int = 0
    ) -> list[GivenSeat]:
        """Returns the seats given to a program after number `after`, and not connected to; waits for one."""
        path = f"programs/{program}/seats?after={after}&wait_ms={wait_ms}"
        return cast(GivenSeats, await self._json("GET", path, token=token))["seats"]

    async def withdraw(self, program: str, token: str) -> None:
        """Withdraws an announcement; seats that the program has stay its."""
        await self._send("DELETE", f"programs/{program}", token=token)

    async def add_program(self, code: str, seat: int, token: str, program: str) -> Room:
        """Gives a free seat to an announced program; by the host, in the lobby."""
        path = f"rooms/{code}/seats/{seat}/program"
        return cast(Room, await self._json("POST", path, {"program": program}, token))

    async def leave(self, code: str, seat: int, token: str) -> None:
        """Leaves a seat, or frees it as the host; in the lobby."""
        await self._send("DELETE", f"rooms/{code}/seats/{seat}", token=token)

    async def rematch(self, code: str, token: str) -> Seated:
        """Returns the seat in a new room with the same options, after the end."""
        return cast(Seated, await self._json("POST", f"rooms/{code}/rematch", token=token))

    async def notices(self, code: str, seat: int, token: str) -> Notify:
        """Returns where a seat's notices are sent."""
        return cast(Notify, await self._json("GET", f"rooms/{code}/seats/{seat}/notify", None, token))

    async def set_notices(self, code: str, seat: int, token: str, *, webhook: str | None = None) -> Notify:
        """Has the seat's notices posted to a webhook; without one, to nobody."""
        body = {} if webhook is None else {"webhook": webhook}
        return cast(Notify, await self._json("PUT", f"rooms/{code}/seats/{seat}/notify", body, token))

    async def record(self, code: str) -> bytes:
        """Returns the record of a match that is over, as its bytes arrived: a check needs these."""
        return (await self._send("GET", f"rooms/{code}/record")).content

    async def replay(self, code: str, view: int | Literal["public"] = "public") -> list[Any]:
        """Returns all updates of a match that is over, as spectators or a seat were shown them."""
        updates: list[Any] = []
        start: int | None = 0
        while start is not None:
            path = f"rooms/{code}/replay?view={view}&from={start}"
            page = cast(Replay, await self._json("GET", path))
            updates += page["updates"]
            start = page.get("next")
        return updates

    async def data(self, digest: str) -> ComponentData:
        """Returns the component data of a match: cards, maps and their values.

        Raises `WrongData` if what came does not have the digest.
        """
        answer = await self._send("GET", f"data/{digest}")
        if hashlib.sha256(answer.content).hexdigest() != digest:
            raise WrongData("the component data are not those that the room is bound to")
        return cast(ComponentData, answer.json())

    async def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema of every message."""
        return cast("dict[str, Any]", await self._json("GET", "schema.json"))

    async def _json(
        self, method: str, path: str, body: dict[str, Any] | None = None, token: str | None = None
    ) -> Any:
        answer = await self._send(method, path, body, token)
        try:
            return answer.json()
        except ValueError:
            raise Unreachable(f"{self.server} did not answer with JSON: {path}") from None

    async def _send(
        self, method: str, path: str, body: dict[str, Any] | None = None, token: str | None = None
    ) -> httpx.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        for attempt in range(1, ATTEMPTS + 1):
            last = attempt == ATTEMPTS
            hint = None
            try:
                answer = await self._http.request(method, path, json=body, headers=headers)
                if answer.is_success:
                    return answer
                refusal = _refusal(answer)
                if refusal is None:
                    answer.raise_for_status()
                elif last or refusal.code not in AGAIN:
                    raise refusal
                else:
                    hint = refusal.retry_after_ms
            except httpx.HTTPError as error:
                # What is no Entente server will not become one.
                final = isinstance(error, httpx.HTTPStatusError) and error.response.status_code < 500
                if last or final or method != "GET":
                    why = str(error) or type(error).__name__
                    raise Unreachable(f"{self.server} does not answer: {why}") from error
            await asyncio.sleep(wait_ms(attempt, hint, random.random()) / 1000)
        raise AssertionError("the last attempt returns or raises")


def _program(contact: str | None) -> dict[str, str] | None:
    return None if contact is None else {"contact": contact}


def _refusal(answer: httpx.Response) -> RequestRefused | None:
    """Returns the error for an answer that is no success; `None` if it is a proxy's, or another server's."""
    try:
        problem = answer.json()
        code, detail = str(problem["code"]), str(problem["detail"])
        hint = problem.get("retry_after_ms")
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    hint = hint if isinstance(hint, int) and not isinstance(hint, bool) else None
    return RequestRefused(answer.status_code, code, detail, hint)
