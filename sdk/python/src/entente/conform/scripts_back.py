"""Scripts about lost sockets, lost answers and coming back."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

from .fault import Fault
from .peer import Message
from .scenario import scenario
from .scene import CARDS, one
from .table import Table, shown

_BACK = "PROTOCOL.md, Coming back"
_IDS = "PROTOCOL.md, Decisions and ids"
_CODES = "PROTOCOL.md, Limits (close codes)"


def _after(hello: Message, seq: int) -> None:
    """Checks the `after` of a `hello`; it may be left out."""
    if hello.get("after", seq) != seq:
        raise Fault(f"`hello` with after {hello['after']}; the newest update had {seq}")


async def _repeats(table: Table, message: Message) -> None:
    repeated = await table.expect("command", "sends the unanswered command again after coming back")
    if repeated["id"] != message["id"]:
        raise Fault("came back and sent a command under another id: it could be applied twice")
    if repeated != message:
        raise Fault(f"came back and sent the old id with other content: {shown(repeated)}")


@scenario("Sends a command that was lost again with its old id, once, before any other.", _BACK)
async def lost_command(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    message = await table.command()
    table.peer.drop()
    _after(await table.again(), table.seq)
    await table.say(table.update())
    await _repeats(table, message)
    await table.quiet("what is in flight again is sent once")
    await table.accept(message)
    await table.plays_on()


@scenario("Sends a command whose answer was lost again with its old id, before it decides anew.", _BACK)
async def lost_answer(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    message = await table.command()
    seq = table.applies(message)
    table.peer.drop()
    await table.again()
    await table.ask(one(CARDS[1]))
    await _repeats(table, message)
    await table.quiet("no second command before the first one is answered")
    await table.say({"type": "accepted", "id": message["id"], "seq": seq})
    await table.accept(await table.command("answers the next question"))


@scenario("Keeps the id through two losses in a row.", _BACK)
async def lost_twice(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    message = await table.command()
    for _ in range(2):
        table.peer.drop()
        await table.again()
        await table.say(table.update())
        await _repeats(table, message)
    await table.accept(message)
    await table.plays_on()


@scenario("Does not send again what was answered before the loss.", _IDS)
async def answered_before(table: Table) -> None:
    await table.begin()
    await table.plays_on(CARDS[0])
    await table.wait()
    await table.reads()
    await table.peer.close(1001, "going away")
    await table.again()
    await table.say(table.update())
    await table.quiet("what was answered is not sent again")
    await table.plays_on(CARDS[1])


@scenario("Comes back after 1012, not earlier than `retry_after_ms` says, with its token.", _BACK)
async def restart(table: Table) -> None:
    await table.begin()
    await table.plays_on(CARDS[0])
    await table.reads()
    hint_ms = 1500
    await table.say({"type": "closing", "reason": "the server is restarting", "retry_after_ms": hint_ms})
    await _restarts(table, hint_ms)
    _after(await table.again("comes back after a restart"), table.seq)
    await table.plays_on(CARDS[1])


async def _restarts(table: Table, hint_ms: int) -> None:
    """Closes the socket, and sees that nobody comes back before the time that was asked for."""
    closed, before = time.monotonic(), len(table.stage.attempts)
    await table.peer.close(1012, "restarting")
    while (time.monotonic() - closed) * 1000 < hint_ms - 30:
        if len(table.stage.attempts) > before:
            waited = (table.stage.attempts[before] - closed) * 1000
            raise Fault(f"came back after {waited:.0f} ms; {hint_ms} ms were asked for")
        if table.stage.ended.is_set():
            raise Fault(f"the program ended instead of coming back ({table.stage.ended_with})")
        await asyncio.sleep(0.02)


@scenario("Waits for as long as `Retry-After` says when its handshake is refused.", _BACK)
async def refused_handshake(table: Table) -> None:
    await table.begin()
    await table.plays_on(CARDS[0])
    await table.reads()
    before = len(table.stage.attempts)
    table.stage.refuses, table.stage.refuses_hint_s = 1, 1
    table.peer.drop()
    await table.again("comes back after a refused handshake")
    first, second = table.stage.attempts[before : before + 2]
    if second - first < 0.97:
        raise Fault(f"came back after {second - first:.2f} s; Retry-After was 1 s")
    await table.plays_on(CARDS[1])


@scenario("Waits between attempts, longer each time, when the socket is lost again and again.", _BACK)
async def back_off(table: Table) -> None:
    await table.begin()
    await table.plays_on(CARDS[0])
    await table.reads()
    before = len(table.stage.attempts)
    table.peer.drop()
    for _ in range(3):
        (await table.stage.peer("comes back")).drop()
    await table.again()
    times = table.stage.attempts[before:]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    if min(gaps) < 0.1 or sum(gaps) < 0.75:
        waits = ", ".join(f"{1000 * gap:.0f}" for gap in gaps)
        raise Fault(f"hardly waits between attempts: {waits} ms")
    await table.plays_on(CARDS[1])


@scenario("Says in `hello` which `seq` it has, and takes the views anew.", _BACK)
async def resumes(table: Table) -> None:
    await table.begin()
    await table.plays_on(CARDS[0])
    await table.reads()
    table.peer.drop()
    table.moves(3)
    seq = table.seq
    _after(await table.again(), seq)
    await table.plays_on(CARDS[1])


@scenario("Goes on from older data after `rolled_back`, and from then on says that `seq`.", _BACK)
async def rolled_back(table: Table) -> None:
    await table.begin()
    for card in CARDS[:2]:
        await table.plays_on(card)
    await table.reads()
    table.peer.drop()
    had = table.seq
    hello = await table.again()
    _after(hello, had)
    del table.match.entries[2:]
    if "after" in hello:
        await table.say({"type": "error", "code": "rolled_back", "detail": "restored from older data"})
    await table.plays_on(CARDS[2])
    await table.reads()
    table.peer.drop()
    _after(await table.again(), table.seq)
    await table.plays_on(CARDS[3])


async def _stays_away(table: Table, code: int, why: str) -> None:
    await table.begin()
    await table.plays_on(CARDS[0])
    if code != 4009:
        error = {4001: "token_unknown", 4004: "room_unknown"}[code]
        await table.say({"type": "error", "code": error, "detail": why})
    await table.peer.close(code, why)
    await table.stays_away(2.0, f"came back by itself after {code}: {why}")


@scenario("Stays away after 4009: a newer connection has the seat.", _BACK)
async def replaced(table: Table) -> None:
    await _stays_away(table, 4009, "a newer connection has the seat")


@scenario("Stays away after 4001: the token opens no seat any more.", _CODES)
async def token_revoked(table: Table) -> None:
    await _stays_away(table, 4001, "the token opens no seat")


@scenario("Stays away after 4004: there is no such room.", _CODES)
async def room_gone(table: Table) -> None:
    await _stays_away(table, 4004, "there is no such room")


@scenario("Comes back after 4008 and 1011, which say so.", _CODES)
async def comes_back(table: Table) -> None:
    await table.begin()
    for code, card in ((4008, CARDS[0]), (1011, CARDS[1])):
        await table.plays_on(card)
        await table.reads()
        await table.peer.close(code, "try again")
        await table.again(f"comes back after {code}")
    await table.plays_on(CARDS[2])
