"""Scripts about the socket: the first message, frames, compression, and what a client does not know."""

from __future__ import annotations

from .scenario import scenario
from .scene import CARDS, one
from .table import Table

_SOCKET = "PROTOCOL.md, The socket"
_READING = "PROTOCOL.md, Versions and reading"


@scenario("Asks for the subprotocol, and sends `hello` with its token before anything else.", _SOCKET)
async def hello_first(table: Table) -> None:
    await table.begin()
    await table.plays_on()


@scenario("Answers every ping with a pong of the same payload, while it thinks too.", "RFC 6455, 5.5.2")
async def pings(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]))
    for _ in range(3):
        await table.reads()
    await table.accept(await table.command())


@scenario("Reads compressed updates, if it offered `permessage-deflate`.", _SOCKET)
async def compression(table: Table) -> None:
    await table.begin()
    for card in CARDS[:3]:
        await table.plays_on(card)


@scenario("Goes on without compression where the server takes up none.", _SOCKET, compresses=False)
async def no_compression(table: Table) -> None:
    await table.begin()
    await table.plays_on()


@scenario("Reads a message in several frames, and one of 300 KiB.", "PROTOCOL.md, Limits")
async def long_messages(table: Table) -> None:
    await table.begin()
    await table.ask(one(CARDS[0]), padding="x" * 300_000)
    await table.accept(await table.command("reads an update of 300 KiB"))
    table.moves()
    table.decision, table.offers = len(table.match.entries), one(CARDS[1])
    await table.peer.send(table.update(), fragments=5)
    await table.accept(await table.command("reads an update in 5 frames"))


@scenario("Ignores types of messages that it does not know.", _READING)
async def unknown_types(table: Table) -> None:
    await table.begin()
    await table.say({"type": "weather", "id": "no", "decision": "rain", "offers": 7})
    await table.say({"type": "commanded", "seq": 1})
    await table.quiet("a message of an unknown type is ignored")
    await table.plays_on()


@scenario("Ignores fields that it does not know, in every message.", _READING)
async def unknown_fields(table: Table) -> None:
    await table.connect()
    await table.welcome(mood={"deep": [1, {"a": None}]}, features=[*table.features, "teleport"])
    await table.ready()
    if table.brings:
        await table.room("sealing")
        await table.reveal()
    room = table.match.room("running")
    table.match.state = "running"
    room["seats"][1]["colour"] = "red"
    await table.say({"type": "room", "room": {**room, "weather": "rain"}, "since": 5})
    await table.ask([{**one(CARDS[0])[0], "emphasis": 3}], wind=[1, 2], undoable=None)
    message = await table.command()
    seq = table.applies(message)
    await table.say(table.update(tide="low"))
    await table.say({"type": "accepted", "id": message["id"], "seq": seq, "cost": 3})
    await table.plays_on()


@scenario("Ignores events, kinds of seats and codes of errors that it does not know.", _READING)
async def unknown_members(table: Table) -> None:
    await table.begin()
    room = table.match.room()
    room["seats"][1]["kind"] = "oracle"
    # The deal stands: a bot's seat that became something else brings nothing, and need not.
    await table.say({"type": "room", "room": room})
    await table.say({"type": "error", "code": "moon_full", "detail": "something new"})
    table.moves()
    event = {"seq": len(table.match.entries), "type": "comet_seen", "tail": 7, "text": "A comet is seen"}
    table.decision, table.offers = len(table.match.entries), one(CARDS[0])
    await table.say(table.update(events=[event]))
    await table.accept(await table.command("answers a question beside an unknown event"))
    await table.plays_on()


@scenario(
    "Sends what came after 1.0 only to servers that name its feature: no `id` with `ready`, for example.",
    "PROTOCOL-CHANGES.md, Features",
    features=["entropy"],
)
async def old_server(table: Table) -> None:
    await table.begin()
    await table.plays_on()


@scenario("Stops when there is an `outcome`: no command after it.", "PROTOCOL.md, A whole client")
async def the_end(table: Table) -> None:
    await table.begin()
    await table.plays_on()
    # An offer that is left over must not tempt it.
    table.match.result = {"winners": [1], "scores": [0, 4], "reason": "prestige"}
    table.moves()
    table.decision, table.offers = len(table.match.entries), one(CARDS[1])
    await table.say(table.update(awaiting=[]))
    await table.room("finished")
    await table.quiet("nothing is sent after the end")


@scenario("Reads an update whose text has every kind of character.", _READING)
async def any_text(table: Table) -> None:
    await table.begin()
    offer = {**one(CARDS[0])[0], "text": 'Zoë "plays" \u2603 \U0001f3b2 \\ <b>&amp;'}
    await table.say({"type": "chat", "from": {"seat": 1}, "name": "Bo\u0301ris", "text": "</script>{}"})
    await table.ask([offer])
    await table.accept(await table.command())
