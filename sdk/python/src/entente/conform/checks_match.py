"""Checks of a server during a match and after it."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from typing import Any

from ..errors import RecordRefused
from ..offers import Offers
from ..verify import check_record
from .check import check
from .fault import Fault, NotApplicable
from .world import Line, Message, World, command

_VEIL = "PROTOCOL.md, Updates (the veil)"
_IDS = "PROTOCOL.md, Decisions and ids"
_HTTP = "HTTP.md"
#: Fields that are a seat's own.
PRIVATE = ("private", "decision", "standing", "offers", "undo")


def _lines(world: World) -> tuple[Line, Line, Line]:
    if len(world.seats) < 2 or world.watcher is None:
        raise NotApplicable("the seats were not welcomed")
    return world.seats[0], world.seats[1], world.watcher


def _match(world: World) -> tuple[Line, Line, Line]:
    lines = _lines(world)
    if not lines[0].update:
        raise NotApplicable("the match has not begun")
    return lines


@check(
    "Seals the deal with everybody's entropy and begins when all are ready.", "PROTOCOL.md, Sealing the deal"
)
async def begins(world: World) -> None:
    first, second, watcher = _lines(world)
    for line in (first, second):
        assert line.deal is not None
        await line.say(line.deal.ready(line.room, True))
    # Each line reveals while it reads, so both are read at once.
    await asyncio.gather(*(line.until("update") for line in (first, second, watcher)))
    for line in (first, second, watcher):
        assert line.deal is not None
        if line.deal.contradictions:
            raise Fault(f"the deal contradicts itself: {', '.join(line.deal.contradictions)}")
        await line.sync()
    if {line.update["seq"] for line in (first, second, watcher)} != {0}:
        raise Fault("the first update is not that of the set-up")
    if len({line.update["head"] for line in (first, second, watcher)}) != 1:
        raise Fault("the head differs between viewers")


@check("Shows spectators nothing that is a seat's own.", "PROTOCOL.md, Updates")
async def spectators_see(world: World) -> None:
    first, second, watcher = _match(world)
    shown = [name for name in PRIVATE if watcher.update.get(name)]
    if shown:
        raise Fault(f"a spectator's update has {', '.join(shown)}")
    if not first.update.get("private") or first.update["private"] == second.update.get("private"):
        raise Fault("seats have no private view of their own")
    if not watcher.update["public"] == first.update["public"] == second.update["public"]:
        raise Fault("the public view differs between viewers")


@check("Gives the view over HTTP as the socket does, with an ETag and 304.", _HTTP)
async def view(world: World) -> None:
    _, second, watcher = _match(world)
    _feature(world)
    path = f"rooms/{world.code}/view"
    public = await world.ask("GET", path)
    update = world.json(public, 200, "Update")
    if any(update.get(name) for name in PRIVATE) or update["public"] != watcher.update["public"]:
        raise Fault("the view without a token is not a spectator's")
    own = world.json(await world.ask("GET", path, token=world.tokens[1]), 200, "Update")
    if own.get("private") != second.update["private"]:
        raise Fault("the view with a seat's token is not that seat's")
    tag = public.headers.get("etag")
    if not tag:
        raise Fault("the view has no ETag")
    began = time.monotonic()
    same = await world.ask("GET", f"{path}?wait_ms=300", headers={"If-None-Match": tag})
    if same.status_code != 304 or time.monotonic() - began < 0.25:
        raise Fault(f"nothing new: status {same.status_code} after {time.monotonic() - began:.2f} s")


def _feature(world: World) -> None:
    if "view" not in world.features:
        raise NotApplicable("the server has no feature `view`")


@check("Refuses a command for a question that is not open as `stale`.", _IDS)
async def stale(world: World) -> None:
    line = _asked_line(world)
    answer = await line.answer({**command(line.update, _choice(line)), "decision": 999_999})
    if answer["type"] != "rejected" or answer["code"] != "stale":
        raise Fault(f"answered with {answer}")


@check("Refuses a command of a type that the game does not have.", "PROTOCOL.md, Codes")
async def unknown_command(world: World) -> None:
    line = _asked_line(world)
    answer = await line.answer(command(line.update, {"type": "no_such_thing"}))
    if answer["type"] == "accepted" or answer["code"] not in ("unknown_type", "malformed"):
        raise Fault(f"answered with {answer}")


def _asked_line(world: World) -> Line:
    """Returns a seat that is asked something."""
    found = next((line for line in _match(world)[:2] if line.update["offers"]), None)
    if found is None:
        raise NotApplicable("nothing is asked of either seat")
    return found


def _choice(line: Line) -> dict[str, Any]:
    offers = Offers(line.update["offers"])
    if not offers:
        raise NotApplicable("nothing is asked of this seat")
    return dict(offers.sample(random.Random(1)))


@check("Shows of a secret choice only that the seat has chosen: neither seq, head nor events.", _VEIL)
async def veil(world: World) -> None:
    first, second, watcher = _match(world)
    if not {0, 1} <= set(first.update["awaiting"]):
        raise NotApplicable("this game does not begin with a secret choice of both")
    before = [dict(line.update) for line in (second, watcher)]
    message = command(first.update, _choice(first))
    answer = await first.answer(message)
    if answer["type"] != "accepted":
        raise Fault(f"an offer of the newest update was refused: {answer}")
    world.sent = (0, message, answer["seq"])
    for line, old in zip((second, watcher), before, strict=True):
        await line.sync()
        new = line.update
        for name in ("seq", "head", "public", "private", "decision", "offers"):
            if new.get(name) != old.get(name):
                raise Fault(f"`{name}` changed by another seat's secret choice")
        if [event for event in new["events"] if event["seq"] > old["seq"]]:
            raise Fault("an event of another seat's secret choice")
        if new["awaiting"] != [1]:
            raise Fault(f"`awaiting` is {new['awaiting']} after seat 0 has chosen")


@check("Applies the same id once and answers it as before; with other content it is `id_reused`.", _IDS)
async def ids(world: World) -> None:
    lines = _match(world)
    if world.sent is None:
        line = _asked_line(world)
        message = command(line.update, _choice(line))
        world.sent = (lines.index(line), message, (await line.answer(message))["seq"])
    seat, message, seq = world.sent
    line = lines[seat]
    again = await line.answer(message)
    if again["type"] != "accepted" or again["seq"] != seq:
        raise Fault(f"the same message again: {again}, the first answer had seq {seq}")
    other = await line.answer({**message, "command": {**message["command"], "type": "other"}})
    if other["type"] == "accepted":
        raise Fault("the same id with other content was accepted")
    changed = await line.answer({"type": "resign", "id": message["id"]})
    if changed["type"] != "rejected" or changed["code"] != "id_reused":
        raise Fault(f"the id of a command for a resignation: {changed}")


@check("Takes the same message over HTTP, knows its id there too, and wants one.", _HTTP)
async def commands(world: World) -> None:
    _match(world)
    _feature(world)
    if world.sent is None:
        raise NotApplicable("no command was accepted")
    seat, message, seq = world.sent
    path, token = f"rooms/{world.code}/commands", world.tokens[seat]
    answer = world.json(await world.ask("POST", path, message, token=token), 200)
    if answer.get("type") != "accepted" or answer.get("seq") != seq:
        raise Fault(f"the same message over HTTP: {answer}")
    bare = {name: value for name, value in message.items() if name != "id"}
    world.problem(await world.ask("POST", path, bare, token=token), 400, "malformed")
    nobody = await world.ask("POST", path, message)
    world.problem(nobody, nobody.status_code, "token_unknown")


@check("Ends a long poll when there is something new, with the events after `after`.", _HTTP)
async def long_poll(world: World) -> None:
    _, _, watcher = _match(world)
    _feature(world)
    asked = _asked_line(world)
    seq = watcher.update["seq"]
    path = f"rooms/{world.code}/view?after={seq}&wait_ms=10000"
    began = time.monotonic()
    poll = asyncio.create_task(world.ask("GET", path))
    answer = await asked.answer(command(asked.update, _choice(asked)))
    if answer["type"] != "accepted":
        poll.cancel()
        raise Fault(f"an offer of the newest update was refused: {answer}")
    update = world.json(await poll, 200, "Update")
    if update["seq"] <= seq or time.monotonic() - began > 8:
        raise Fault(f"the poll ended after {time.monotonic() - began:.1f} s with seq {update['seq']}")
    if any(event["seq"] <= seq for event in update["events"]):
        raise Fault("events that were known came again")


@check("Has the same head at the same entry for everybody, and events in order.", "PROTOCOL.md, Updates")
async def heads(world: World) -> None:
    lines = _match(world)
    for line in lines:
        await line.sync()
        numbers = [event["seq"] for event in line.update["events"]]
        if numbers != sorted(numbers):
            raise Fault("events are not in order")
    for seq in set.intersection(*(set(line.heads) for line in lines)):
        if len({line.heads[seq] for line in lines}) != 1:
            raise Fault(f"the head of entry {seq} differs between viewers")


async def _asked(line: Line, request: str) -> Message | None:
    """Returns the answer to a request, or `None` once the room shows that the others are asked."""
    while True:
        message = await line.next()
        if message.get("id") == request:
            return message
        if any(one["id"] == request for one in message.get("room", {}).get("requests", ())):
            return None


@check(
    "Answers undo and pause, accepted or with a reason; others must agree where it says so.",
    "PROTOCOL.md, Requests",
)
async def requests(world: World) -> None:
    first, second, _ = _match(world)
    if "undo" not in world.features:
        raise NotApplicable("the server has no feature `undo`")
    pause: Message = {"type": "pause", "id": str(uuid.uuid4()), "want": True}
    await first.say(pause)
    answer = await _asked(first, pause["id"])
    if answer is None:
        await second.sync()
        refusal = {"type": "consent", "id": str(uuid.uuid4()), "request": pause["id"], "agree": False}
        if (await second.answer(refusal))["type"] != "accepted":
            raise Fault("a request could not be refused")
        if (await first.until("rejected", id=pause["id"]))["code"] != "not_agreed":
            raise Fault("a request that was refused is not `not_agreed`")
    undo = await first.answer({"type": "undo", "id": str(uuid.uuid4()), "to": 999_999})
    if undo["type"] != "rejected":
        raise Fault("an undo to an entry that there is not was accepted")


@check(
    "Resumes after `after` with the events since then, and says nothing twice.", "PROTOCOL.md, Coming back"
)
async def resumes(world: World) -> None:
    first, _, _ = _match(world)
    seq = first.update["seq"]
    await first.close()
    line = await world.line(world.tokens[0], after=seq)
    line.deal = first.deal
    await line.until("update")
    world.seats[0] = line
    if line.update["seq"] != seq or [event for event in line.update["events"] if event["seq"] <= seq]:
        raise Fault("known events came again after coming back")


@check("Publishes no record, no replay while the match runs.", "PROTOCOL.md, After the end")
async def not_over(world: World) -> None:
    _match(world)
    for path in ("record", "replay?view=public&from=0"):
        world.problem(await world.ask("GET", f"rooms/{world.code}/{path}"), 409, "not_over")


@check(
    "Ends the match with a resignation: an outcome for all, and `over` for what comes after.",
    "PROTOCOL.md, The end",
)
async def resign(world: World) -> None:
    first, second, watcher = _match(world)
    answer = await first.answer({"type": "resign", "id": str(uuid.uuid4())})
    if answer["type"] != "accepted":
        raise Fault(f"a resignation was refused: {answer}")
    for line in (first, second, watcher):
        await line.sync()
        if (line.update["outcome"] or {}).get("reason") != "resigned":
            raise Fault(f"the outcome is {line.update['outcome']}")
    after = await second.answer({"type": "resign", "id": str(uuid.uuid4())})
    if after["type"] == "accepted" or after["code"] != "over":
        raise Fault(f"after the end: {after}")


@check("Publishes a record that holds, and agrees with what both seats kept.", "FAIRNESS.md, Check a record")
async def record(world: World) -> None:
    first, second, _ = _match(world)
    if not first.update["outcome"]:
        raise NotApplicable("the match is not over")
    content = (await world.ask("GET", f"rooms/{world.code}/record")).content
    for line in (first, second):
        assert line.deal is not None
        try:
            check_record(content, line.deal.kept.text, line.room["id"])
        except RecordRefused as refused:
            raise Fault(f"the record of the match does not hold: {refused}") from None


@check(
    "Replays the match for each viewer, and shows spectators nothing private of it.", "PROTOCOL.md, The end"
)
async def replay(world: World) -> None:
    first, _, watcher = _match(world)
    if not first.update["outcome"]:
        raise NotApplicable("the match is not over")
    for viewer, line in (("public", watcher), ("0", first)):
        page = world.json(
            await world.ask("GET", f"rooms/{world.code}/replay?view={viewer}&from=0"), 200, "Replay"
        )
        if page.get("next") is None and page["updates"][-1]["head"] != line.update["head"]:
            raise Fault("the replay ends with another head than the match")
        if viewer == "public" and any(update.get("private") for update in page["updates"]):
            raise Fault("the replay for spectators shows private views")
