"""Each check of a server finds a server that does wrong just what it is about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from entente.conform import conform_server
from entente.conform.server import checks
from entente.conform.world import Message
from support.wrong_server import HttpLie, SocketLie, closes_with, lies_on_the_socket, lies_over_http

#: A head that no entry has.
OTHER_HEAD = "0" * 64


def instead(code: str, of: str) -> Callable[..., None]:
    """Returns a lie that says one code instead of another, over HTTP or on the socket."""

    def lie(*given: Any) -> None:
        if given[-1].get("code") == of:
            given[-1]["code"] = code

    return lie


# --- Over HTTP ------------------------------------------------------------------------------------


def forgets_rooms(_: httpx.Response, body: Any) -> None:
    if "$defs" in body:
        del body["$defs"]["Room"]


def names_no_games(_: httpx.Response, body: Any) -> None:
    for game in body.get("games", ()):
        del game["name"]


def is_described_as_of_old(_: httpx.Response, body: Any) -> None:
    if "openapi" in body:
        body["openapi"] = "2.0.0"


class ShowsTokens:
    """Shows in a room what token was given out last."""

    last = ""

    def __call__(self, answer: httpx.Response, body: Any) -> None:
        if "token" in body and "room" in body:
            self.last = body["token"]
        elif answer.request.method == "GET" and "seats" in body:
            body["seats"][0]["name"] = self.last


def takes_anything(answer: httpx.Response, body: Any) -> None:
    if body.get("code") == "malformed":
        answer.status_code = 201


def gives_the_first_seat(_: httpx.Response, body: Any) -> None:
    if "token" in body and "seat" in body:
        body["seat"] = 0


def knows_the_old_token(answer: httpx.Response, body: Any) -> None:
    if answer.request.url.path.endswith("/1/token") and answer.status_code >= 400:
        body["code"] = "seat_taken"


def lists_twice(_: httpx.Response, body: Any) -> None:
    if body.get("rooms"):
        body["rooms"] *= 2


def names_no_time(answer: httpx.Response, body: Any) -> None:
    if body.get("code") == "room_unknown":
        answer.status_code = body["status"] = 429
        body["code"] = "too_many_requests"


def asks_whoever_looks(_: httpx.Response, body: Any) -> None:
    if body.get("type") == "update":
        body["standing"] = True


def counts_on(_: httpx.Response, body: Any) -> None:
    if body.get("type") == "accepted":
        body["seq"] += 1


def ends_polls_with_nothing(answer: httpx.Response, body: Any) -> None:
    known = answer.request.url.params.get("after")
    if known is not None and body.get("type") == "update":
        body["seq"] = int(known)


def rewrites(_: httpx.Response, body: Any) -> None:
    if "server_secret" in body:
        body["entries"][-1]["at"] += 1


def replays_another_end(_: httpx.Response, body: Any) -> None:
    if "updates" in body:
        body["updates"][-1]["head"] = OTHER_HEAD


def lists_no_programs(_: httpx.Response, body: Any) -> None:
    if "programs" in body:
        body["programs"] = []


class GivesASeatOnce:
    """Tells a program of a seat the first time that it asks, and not again."""

    given = False

    def __call__(self, answer: httpx.Response, body: Any) -> None:
        if answer.request.url.params.get("wait_ms") and body.get("seats"):
            if self.given:
                body["seats"] = []
            self.given = True


# --- On the socket --------------------------------------------------------------------------------


def welcomes_all_to_the_first_seat(message: Message) -> None:
    if message["type"] == "welcome" and message["you"].get("seat"):
        message["you"]["seat"] = 0


def escapes_chat(message: Message) -> None:
    if message["type"] == "chat":
        message["text"] = message["text"].replace("<", "&lt;")


def differs_at_the_set_up(message: Message) -> None:
    if message["type"] == "update" and message["seq"] == 0 and not message.get("private"):
        message["head"] = OTHER_HEAD


def differs_later(message: Message) -> None:
    if message["type"] == "update" and message["seq"] > 0 and not message.get("private"):
        message["head"] = OTHER_HEAD


def asks_spectators(message: Message) -> None:
    if message["type"] == "update" and not message.get("private"):
        message["standing"] = True


def waits_for_all(message: Message) -> None:
    if message["type"] == "update" and message["awaiting"] == [1]:
        message["awaiting"] = [0, 1]


class TellsAllAgain:
    """Tells with each update all events that there were."""

    def __init__(self) -> None:
        self.told: list[Message] = []

    def __call__(self, message: Message) -> None:
        if message["type"] == "update":
            self.told += message["events"]
            message["events"] = list(self.told)


def calls_it_a_draw(message: Message) -> None:
    if message["type"] == "update" and message["outcome"]:
        message["outcome"]["reason"] = "claimed"


def undoes_what_never_was(message: Message) -> None:
    if message.get("rule") == "Undo":
        del message["code"], message["detail"], message["rule"]
        message |= {"type": "accepted", "seq": 0}


#: The checks, and what a server does wrong that each of them finds.
OVER_HTTP: list[tuple[str, HttpLie]] = [
    ("schema", forgets_rooms),
    ("games", names_no_games),
    ("documents", is_described_as_of_old),
    ("opens_a_room", ShowsTokens()),
    ("problems", instead("gone", "room_unknown")),
    ("strict_bodies", takes_anything),
    ("refuses_seats", instead("room_full", "seat_taken")),
    ("joins", gives_the_first_seat),
    ("new_token", knows_the_old_token),
    ("lists", lists_twice),
    ("limits", names_no_time),
    ("view", asks_whoever_looks),
    ("commands", counts_on),
    ("long_poll", ends_polls_with_nothing),
    ("not_over", instead("over", "not_over")),
    ("record", rewrites),
    ("replay", replays_another_end),
    ("announces", lists_no_programs),
    ("refuses_announcements", instead("option_invalid", "name_invalid")),
    ("gives_seats", GivesASeatOnce()),
]
ON_THE_SOCKET: list[tuple[str, SocketLie]] = [
    ("welcomes", welcomes_all_to_the_first_seat),
    ("strict_messages", instead("unknown_type", "malformed")),
    ("spectator_acts", instead("over", "not_seated")),
    ("chats", escapes_chat),
    ("begins", differs_at_the_set_up),
    ("spectators_see", asks_spectators),
    ("stale", instead("over", "stale")),
    ("unknown_command", instead("stale", "unknown_type")),
    ("veil", waits_for_all),
    ("ids", instead("stale", "id_reused")),
    ("heads", differs_later),
    ("requests", undoes_what_never_was),
    ("resumes", TellsAllAgain()),
    ("resign", calls_it_a_draw),
]
#: The close code that is right, and the one that comes.
CLOSES = [
    ("hello_first", 1008, 1000),
    ("no_entry", 4004, 1008),
    ("big_message", 1009, 1000),
    ("newest_wins", 4009, 1000),
]


def is_found(server: str, name: str) -> None:
    found = {one.name: one for one in asyncio.run(conform_server(server, "europe-divided"))}
    assert found[name].verdict == "fault", {name: one.why for name, one in found.items() if one.why}


@pytest.mark.parametrize(("name", "lie"), OVER_HTTP, ids=[name for name, _ in OVER_HTTP])
def test_a_lie_over_http_is_found(
    server: str, monkeypatch: pytest.MonkeyPatch, name: str, lie: HttpLie
) -> None:
    lies_over_http(monkeypatch, lie)
    is_found(server, name)


@pytest.mark.parametrize(("name", "lie"), ON_THE_SOCKET, ids=[name for name, _ in ON_THE_SOCKET])
def test_a_lie_on_the_socket_is_found(
    server: str, monkeypatch: pytest.MonkeyPatch, name: str, lie: SocketLie
) -> None:
    lies_on_the_socket(monkeypatch, lie)
    is_found(server, name)


@pytest.mark.parametrize(("name", "right", "wrong"), CLOSES, ids=[name for name, _, _ in CLOSES])
def test_a_wrong_close_code_is_found(
    server: str, monkeypatch: pytest.MonkeyPatch, name: str, right: int, wrong: int
) -> None:
    closes_with(monkeypatch, right, wrong)
    is_found(server, name)


def test_every_check_has_a_server_that_it_finds_out() -> None:
    caught = [name for name, _ in OVER_HTTP] + [name for name, _ in ON_THE_SOCKET]
    caught += [name for name, _, _ in CLOSES]
    assert sorted(caught) == sorted(one.name for one in checks())
