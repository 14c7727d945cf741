"""Scripts about questions and answers."""

from __future__ import annotations

import time

from .fault import Fault
from .peer import Message
from .scenario import scenario
from .scene import CARDS, PLACEHOLDERS, one
from .table import Table, shown

_OFFERS = "PROTOCOL.md, Offers"
_IDS = "PROTOCOL.md, Decisions and ids"
_WHOLE = "PROTOCOL.md, A whole client"
_UPDATES = "PROTOCOL.md, Updates"


async def _fills(table: Table, kind: str) -> None:
    await table.begin()
    # Several times, since a client that fills by chance is right at times.
    for _ in range(3):
        await table.ask([PLACEHOLDERS[kind]])
        await table.accept(await table.command(f"fills the placeholder `${kind}` in"))


@scenario("Puts an integer from `min` to `max` for `$int`.", _OFFERS)
async def placeholder_int(table: Table) -> None:
    await _fills(table, "int")


@scenario("Puts one of the values for `$one`: the `value`, not the `text`.", _OFFERS)
async def placeholder_one(table: Table) -> None:
    await _fills(table, "one")


@scenario("Puts `min` to `max` different values for `$pick`.", _OFFERS)
async def placeholder_pick(table: Table) -> None:
    await _fills(table, "pick")


@scenario("Puts positive counts within the totals for `$bag`, and leaves out keys with none.", _OFFERS)
async def placeholder_bag(table: Table) -> None:
    await _fills(table, "bag")


@scenario("Fills placeholders at any depth, in objects and in arrays.", _OFFERS)
async def placeholder_deep(table: Table) -> None:
    await _fills(table, "several")


@scenario("Keeps one command in flight, also when the next question comes before the answer.", _WHOLE)
async def one_in_flight(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    message = await table.command()
    seq = table.applies(message)
    await table.ask(one(CARDS[1]))
    await table.quiet("no command before the answer to the one in flight")
    await table.say({"type": "accepted", "id": message["id"], "seq": seq})
    await table.accept(await table.command("answers the question that came meanwhile"))


@scenario("Waits for a late answer and sends nothing again on the same socket.", _IDS)
async def late_answer(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    message = await table.command()
    await table.quiet("nothing is sent while an answer is late", 1.2)
    await table.accept(message)
    await table.plays_on()


@scenario("Sends nothing when it is not asked.", _UPDATES)
async def not_asked(table: Table) -> None:
    await table.begin()
    await table.wait()
    await table.quiet("no command without a question")
    table.moves()
    await table.wait()
    await table.quiet("no command without a question")
    await table.plays_on()


@scenario("Answers a question that takes one answer once.", _WHOLE)
async def single_question(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    await table.accept(await table.command())
    await table.quiet("a question that is answered is not answered again")
    await table.plays_on()


@scenario("Acts again on a question that is `standing`, under the same number.", _WHOLE)
async def standing_question(table: Table) -> None:
    await table.begin()
    await table.ask([*one(CARDS[0]), *one(CARDS[1])], standing=True)
    for _ in range(2):
        message = await table.command("acts again on a standing question")
        decision, offers = table.decision, table.offers
        seq = table.applies(message)
        table.decision, table.offers, table.standing = decision, offers, True
        await table.say(table.update())
        await table.say({"type": "accepted", "id": message["id"], "seq": seq})
    await table.command("acts again on a standing question")


@scenario("Answers the newest question when an update changes it while it thinks.", _IDS)
async def changed_under_it(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    first, first_offers = table.decision, table.offers
    await table.ask(one(CARDS[1]))
    message = await table.expect("command", "answers a question")
    if message["decision"] == first:
        # It had been sent before the second one arrived: allowed once.
        if message["command"] != first_offers[0]["command"]:
            raise Fault(f"a command that the question did not offer: {shown(message['command'])}")
        await table.reject(message, "stale", raced=True)
        message = await table.command("answers the newest question after `stale`")
    else:
        table.fits(message)
    await table.accept(message)
    await table.plays_on()


@scenario("Takes an update as complete, however many were skipped before it.", _UPDATES)
async def skipped_updates(table: Table) -> None:
    await table.begin()
    await table.plays_on(CARDS[0])
    table.moves(7)
    await table.plays_on(CARDS[1])
    table.moves(60)
    seq = len(table.match.entries) + 1
    event = {"seq": seq, "type": "set_up", "edition": "revised", "text": "Entry", "rule": "Setup"}
    await table.ask(one(CARDS[2]), events=[event], events_from=seq)
    await table.accept(await table.command("goes on although older events were left out"))


async def _again(table: Table, code: str, hint_ms: int | None) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    message = await table.command()
    hint = {} if hint_ms is None else {"retry_after_ms": hint_ms}
    # Before it is sent: what is read later could make a client early that is not.
    refused = time.monotonic()
    await table.reject(message, code, **hint)
    repeated = await table.expect("command", f"sends the command again after `{code}`")
    after_ms = (time.monotonic() - refused) * 1000
    _same(message, repeated, f"after `{code}`")
    if hint_ms is not None and after_ms < hint_ms - 20:
        raise Fault(f"came again after {after_ms:.0f} ms, asked for were {hint_ms} ms")
    await table.accept(message)
    await table.quiet("once it is accepted it is not sent again")
    await table.plays_on(CARDS[1])


def _same(message: Message, repeated: Message, when: str) -> None:
    if repeated["id"] != message["id"]:
        raise Fault(f"{when}: a command under another id; it could be applied twice")
    if repeated != message:
        raise Fault(f"{when}: the same id with other content, which is `id_reused`")


@scenario("Sends the same message, with the same id, after `retry_after_ms` of `busy`.", _IDS)
async def busy(table: Table) -> None:
    await _again(table, "busy", 900)


@scenario("Sends the same message again after `storage_unavailable`, without a hint too.", _IDS)
async def storage_unavailable(table: Table) -> None:
    await _again(table, "storage_unavailable", None)


@scenario("Sends the same message again after `draining`.", _IDS)
async def draining(table: Table) -> None:
    await _again(table, "draining", 300)


async def _refused(table: Table, code: str, **more: object) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    message = await table.command()
    await table.reject(message, code, **more)
    await table.quiet(f"nothing is sent after `{code}` until there is another update")
    await table.ask(one(CARDS[1]))
    await table.accept(await table.command("decides again at the next update"))


@scenario("After `stale` looks at the newest update and does not send the same again.", _IDS)
async def stale(table: Table) -> None:
    await _refused(table, "stale", raced=True)


@scenario("After a refusal that was `raced` waits for the update that explains it.", _OFFERS)
async def raced(table: Table) -> None:
    await _refused(table, "offer_closed", raced=True)


@scenario("Survives a refusal with a code that it does not know.", "PROTOCOL.md, Versions and reading")
async def unknown_code(table: Table) -> None:
    await _refused(table, "eclipse", raced=True, phase="full")


@scenario("Goes on after an undo: the table as it was, asked under a new number.", "PROTOCOL.md, Requests")
async def undone(table: Table) -> None:
    await table.begin()
    await table.plays_on(CARDS[0])
    table.moves()
    seq = len(table.match.entries)
    event = {"seq": seq, "type": "undone", "seat": 1, "to": 1, "moves": 1, "agreed": []}
    table.decision, table.offers = seq, one(CARDS[0])
    await table.say(table.update(events=[{**event, "text": "Boris takes a move back"}]))
    await table.accept(await table.command("answers the question again after an undo"))
