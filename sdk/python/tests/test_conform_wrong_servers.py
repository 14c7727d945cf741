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
from support.wrong_server import Wrong, closes_with, lies_on_the_socket, lies_over_http

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


#: The checks, and a server that each of them finds out.
WRONG: list[tuple[str, Wrong]] = [
    ("schema", lies_over_http(forgets_rooms)),
    ("games", lies_over_http(names_no_games)),
    ("documents", lies_over_http(is_described_as_of_old)),
    ("opens_a_room", lies_over_http(ShowsTokens())),
    ("problems", lies_over_http(instead("gone", "room_unknown"))),
    ("strict_bodies", lies_over_http(takes_anything)),
    ("refuses_seats", lies_over_http(instead("room_full", "seat_taken"))),
    ("joins", lies_over_http(gives_the_first_seat)),
    ("new_token", lies_over_http(knows_the_old_token)),
    ("lists", lies_over_http(lists_twice)),
    ("limits", lies_over_http(names_no_time)),
    ("view", lies_over_http(asks_whoever_looks)),
    ("commands", lies_over_http(counts_on)),
    ("long_poll", lies_over_http(ends_polls_with_nothing)),
    ("not_over", lies_over_http(instead("over", "not_over"))),
    ("record", lies_over_http(rewrites)),
    ("replay", lies_over_http(replays_another_end)),
    ("announces", lies_over_http(lists_no_programs)),
    ("refuses_announcements", lies_over_http(instead("option_invalid", "name_invalid"))),
    ("gives_seats", lies_over_http(GivesASeatOnce())),
    ("welcomes", lies_on_the_socket(welcomes_all_to_the_first_seat)),
    ("strict_messages", lies_on_the_socket(instead("unknown_type", "malformed"))),
    ("spectator_acts", lies_on_the_socket(instead("over", "not_seated"))),
    ("chats", lies_on_the_socket(escapes_chat)),
    ("begins", lies_on_the_socket(differs_at_the_set_up)),
    ("spectators_see", lies_on_the_socket(asks_spectators)),
    ("stale", lies_on_the_socket(instead("over", "stale"))),
    ("unknown_command", lies_on_the_socket(instead("stale", "unknown_type"))),
    ("veil", lies_on_the_socket(waits_for_all)),
    ("ids", lies_on_the_socket(instead("stale", "id_reused"))),
    ("heads", lies_on_the_socket(differs_later)),
    ("requests", lies_on_the_socket(undoes_what_never_was)),
    ("resumes", lies_on_the_socket(TellsAllAgain())),
    ("resign", lies_on_the_socket(calls_it_a_draw)),
    ("hello_first", closes_with(1000, instead_of=1008)),
    ("no_entry", closes_with(1008, instead_of=4004)),
    ("big_message", closes_with(1000, instead_of=1009)),
    ("newest_wins", closes_with(1000, instead_of=4009)),
]


@pytest.mark.parametrize(("name", "wrong"), WRONG, ids=[name for name, _ in WRONG])
def test_a_server_that_does_wrong_is_found_out(
    server: str, monkeypatch: pytest.MonkeyPatch, name: str, wrong: Wrong
) -> None:
    wrong(monkeypatch)
    found = {one.name: one for one in asyncio.run(conform_server(server, "europe-divided"))}
    assert found[name].verdict == "fault", {name: one.why for name, one in found.items() if one.why}


def test_every_check_has_a_server_that_it_finds_out() -> None:
    assert sorted(name for name, _ in WRONG) == sorted(one.name for one in checks())
