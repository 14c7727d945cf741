"""Checks of a server's socket, in the lobby."""

from __future__ import annotations

import contextlib
import uuid

from .check import check
from .checks_http import NOBODY, WRONG_TOKEN
from .fault import Fault, NotApplicable
from .world import Line, World

_SOCKET = "PROTOCOL.md, The socket"
_CODES = "PROTOCOL.md, Limits (close codes)"


async def _closes(world: World, code: str, first: str, with_code: int) -> None:
    line = Line(world, code)
    await line.open()
    # The server may have closed before it read anything.
    with contextlib.suppress(Fault):
        await line.say(first)
    found = await line.closed()
    if found != with_code:
        raise Fault(f"closed with {found} instead of {with_code}")


def _need_seats(world: World) -> None:
    if len(world.tokens) < 2 or not world.code:
        raise NotApplicable("there is no room with two seats")


@check("Wants `hello` first, and closes with 1008 what says anything else.", _CODES)
async def hello_first(world: World) -> None:
    _need_seats(world)
    await _closes(world, world.code, '{"type": "ping", "nonce": 1}', 1008)


@check("Closes with 4001 for a token of nobody, with 4004 where there is no room.", _CODES)
async def no_entry(world: World) -> None:
    _need_seats(world)
    await _closes(world, world.code, f'{{"type": "hello", "token": "{WRONG_TOKEN}"}}', 4001)
    await _closes(world, NOBODY, '{"type": "hello"}', 4004)


@check("Welcomes seats and spectators as what they are.", _SOCKET)
async def welcomes(world: World) -> None:
    _need_seats(world)
    for seat, token in enumerate(world.tokens):
        line = await world.line(token)
        world.seats.append(line)
        if line.seat != seat:
            raise Fault(f"the token of seat {seat} was welcomed as {line.seen[0]['you']}")
    world.watcher = await world.line()
    if world.watcher.seen[0]["you"] != {"spectator": True}:
        raise Fault(f"a spectator was welcomed as {world.watcher.seen[0]['you']}")


def _need_lines(world: World) -> None:
    if len(world.seats) < 2 or world.watcher is None:
        raise NotApplicable("the seats were not welcomed")


@check(
    "Reads messages strictly and answers `malformed`, with the connection kept.",
    "PROTOCOL.md, Versions and reading",
)
async def strict_messages(world: World) -> None:
    _need_lines(world)
    line = world.seats[0]
    bad = {
        "no JSON": "hello",
        "an array": "[]",
        "an unknown field": '{"type": "ping", "nonce": 1, "loud": true}',
        "a fraction": '{"type": "ping", "nonce": 1.5}',
        "a key twice": '{"type": "ping", "nonce": 1, "nonce": 2}',
        "a number beyond 2^53": '{"type": "ping", "nonce": 9007199254740993}',
        "20 levels": '{"type": "ping", "nonce": ' + "[" * 20 + "]" * 20 + "}",
    }
    for what, text in bad.items():
        await line.say(text)
        code = (await line.until("error"))["code"]
        if code != "malformed":
            raise Fault(f"a message with {what}: {code} instead of malformed")
    await line.say({"type": "sing"})
    error = await line.until("error")
    if error["code"] != "unknown_type" or (error.get("re") or {}).get("type", "sing") != "sing":
        raise Fault(f"a type that there is not: {error}")
    await line.sync()


@check("Closes with 1009 for a message of more than 16 KiB.", _CODES)
async def big_message(world: World) -> None:
    _need_lines(world)
    line = await world.line()
    await line.say({"type": "chat", "text": "x" * 17000})
    if (code := await line.closed()) != 1009:
        raise Fault(f"closed with {code} instead of 1009")


@check("Takes nothing of a spectator that only a seat may say.", _SOCKET)
async def spectator_acts(world: World) -> None:
    _need_lines(world)
    assert world.watcher is not None
    resigns = {"type": "resign", "id": str(uuid.uuid4())}
    answer = await world.watcher.answer(resigns)
    if answer["type"] == "accepted" or answer["code"] != "not_seated":
        raise Fault(f"a spectator resigned: {answer}")


@check(
    "Gives the newest connection of a seat the seat, and closes the older one with 4009.",
    "PROTOCOL.md, Coming back",
)
async def newest_wins(world: World) -> None:
    _need_lines(world)
    older = world.seats[0]
    world.seats[0] = await world.line(world.tokens[0])
    if (code := await older.closed()) != 4009:
        raise Fault(f"the older connection was closed with {code}")


@check("Passes a line of chat on to everybody in the lobby, as the text that it was.", _SOCKET)
async def chats(world: World) -> None:
    _need_lines(world)
    assert world.watcher is not None
    text = "<b>Zo\u00eb</b> & \u2603"
    await world.seats[0].say({"type": "chat", "text": text})
    for line in (world.seats[1], world.watcher):
        found = await line.until("chat", text=text)
        if found["from"] != {"seat": 0}:
            raise Fault(f"the line of seat 0 came from {found['from']}")
