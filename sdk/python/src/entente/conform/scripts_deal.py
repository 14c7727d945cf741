"""Scripts about the deal: entropy is brought once for each attempt, and nothing is revealed to a liar."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .fault import Fault
from .peer import Message
from .scenario import SCENARIOS, Scenario, scenario
from .scene import CARDS
from .table import FEATURES, Table, shown

_SEALING = "PROTOCOL.md, Sealing the deal"
_LIES = "FAIRNESS.md, A server that lies"


@scenario("Says `ready` again, with the same commitment, when the lobby forgets it.", _SEALING)
async def ready_again(table: Table) -> None:
    await table.lobby()
    table.match.ready = False
    await table.room()
    await _ready_or_known(table)
    table.peer.drop()
    table.match.ready = False
    await table.connect("comes back to the lobby")
    await table.welcome()
    await table.ready("says `ready` again after coming back to a lobby that does not know it")


async def _ready_or_known(table: Table) -> None:
    """A `ready` that was cleared may be left to a person; if it is sent it is the same."""
    try:
        message = await table.next("says `ready` again", max(1.0, table.silence_s))
    except Fault:
        if table.peer.fault is not None:
            raise
        return
    if message["type"] != "ready":
        raise Fault(f"in the lobby: sent {shown(message)}")
    table.match.binds(message.get("commitment"))
    if "id" in message:
        await table.say({"type": "accepted", "id": message["id"], "seq": 0})


@scenario("Reveals nothing before the room is `sealing`.", _SEALING)
async def reveals_late(table: Table) -> None:
    await table.lobby()
    table.needs_entropy()
    await table.quiet("nothing is revealed in the lobby")
    await table.room("sealing")
    await table.reveal()
    await table.room("running")
    await table.plays_on()


@scenario("Reveals the same entropy again after coming back while the room is sealing.", _SEALING)
async def sealing_again(table: Table) -> None:
    await table.lobby()
    table.needs_entropy()
    await table.room("sealing")
    await table.reveal()
    first = table.match.revealed[0]
    table.peer.drop()
    await table.connect("comes back while the room is sealing")
    await table.welcome()
    await table.reveal()
    if table.match.revealed[0] != first:
        raise Fault("revealed other entropy after coming back")
    await table.room("running")
    await table.plays_on()


@scenario("Reveals once on a connection, however often the room is shown.", "FAIRNESS.md, The scheme")
async def reveals_once(table: Table) -> None:
    await table.lobby()
    table.needs_entropy()
    await table.room("sealing")
    await table.reveal()
    await table.room("sealing")
    await table.quiet("entropy is revealed once on a connection")
    await table.room("running")
    await table.plays_on()


#: The wait that a refusal asks for, and one that outlasts a scenario, in milliseconds.
SOON_MS, NEVER_MS = 600, 600_000


async def _comes_again(table: Table, kind: str, code: str) -> Message:
    """Refuses a message of the deal for now; returns it as it comes again."""
    refused = await table.expect(kind, f"sends `{kind}`")
    since = time.monotonic()
    await table.refuse(refused, code, SOON_MS)
    again = await table.expect(kind, f"sends `{kind}` again after `{code}`")
    after_ms = (time.monotonic() - since) * 1000
    if after_ms < SOON_MS - 20:
        raise Fault(f"came again after {after_ms:.0f} ms, asked for were {SOON_MS} ms")
    if {**again, "id": None} != {**refused, "id": None}:
        raise Fault(f"`{kind}` came again as another one")
    return again


@scenario("Says `ready` again after `busy`, with the same commitment.", _SEALING)
async def ready_refused(table: Table) -> None:
    await table.connect()
    await table.welcome()
    again = await _comes_again(table, "ready", "busy")
    await table.takes_ready(again)
    await table.quiet("once it is accepted it is not sent again")


@scenario("Reveals again after `storage_unavailable`: what was refused did not arrive.", _SEALING)
async def reveal_refused(table: Table) -> None:
    await table.lobby()
    table.needs_entropy()
    await table.room("sealing")
    again = await _comes_again(table, "reveal", "storage_unavailable")
    await table.takes_reveal(again)
    await table.quiet("once it is accepted it is not sent again")
    await table.room("running")
    await table.plays_on()


@scenario("Goes on after a void attempt in which its `reveal` was refused for now: that is no lie.", _SEALING)
async def reveal_refused_void(table: Table) -> None:
    await table.lobby()
    table.needs_entropy()
    await table.room("sealing")
    refused = await table.expect("reveal", "reveals its entropy while the room is sealing")
    await _void_after(table, refused)


async def _void_after(table: Table, refused: Message) -> None:
    """Refuses a `reveal` for now and voids the attempt before it comes again."""
    await table.refuse(refused, "storage_unavailable", NEVER_MS)
    table.match.voids()
    await table.room()
    await table.ready("says `ready` for the next attempt")
    if not table.brings:
        raise Fault("brought entropy to the first attempt and none to the second")
    await table.room("sealing")
    await table.reveal()
    await table.room("running")
    await table.plays_on(CARDS[1])


@scenario(
    "Does the same where only an `error` says that a `reveal` was refused: it comes again, and is no lie.",
    _SEALING,
    features=[feature for feature in FEATURES if feature != "answers"],
)
async def reveal_refused_error(table: Table) -> None:
    await table.lobby()
    table.needs_entropy()
    await table.room("sealing")
    await _void_after(table, await _comes_again(table, "reveal", "busy"))


@scenario(
    "Draws new entropy for the attempt after a void one, bound to that attempt's number.",
    _SEALING,
    other_brings=True,
)
async def void_attempt(table: Table) -> None:
    await _voided(table)
    table.match.other_bound.discard(1)
    await table.ready("says `ready` for the next attempt")
    if not table.brings:
        raise Fault("brought entropy to the first attempt and none to the second")
    await table.room("sealing")
    await table.reveal()
    await table.room("running")
    await table.plays_on(CARDS[1])


async def _voided(table: Table, forge: Callable[[dict[str, Any]], None] | None = None) -> None:
    """Plays up to the void attempt; shows it, or what is made of it."""
    await table.lobby()
    table.needs_entropy()
    await table.room("sealing")
    await table.reveal()
    table.match.voids()
    room = table.match.room()
    if forge is not None:
        forge(room)
    await table.say({"type": "room", "room": room})


@scenario(
    "Does not bind itself to the same bytes in two attempts.",
    "FAIRNESS.md, The scheme",
    other_brings=True,
)
async def fresh_entropy(table: Table) -> None:
    await _voided(table)
    message = await table.ready("says `ready` for the next attempt")
    old = bytes.fromhex(table.match.revealed[0])
    if message.get("commitment") in (table.match.bound(0, 0, old), table.match.bound(1, 0, old)):
        raise Fault("used the entropy of the void attempt again")


# --- Lies ---------------------------------------------------------------------------------------

WRONG = "ee" * 32


def _sealed(forge: Callable[[dict[str, Any], Table], None]) -> Callable[[Table], Any]:
    """Returns a script that lies when it first shows the sealing room."""

    async def script(table: Table) -> None:
        await table.lobby()
        table.needs_entropy()
        table.match.state = "sealing"
        room = table.match.room()
        forge(room, table)
        await table.say({"type": "room", "room": room})
        await table.quiet("nothing is revealed after a lie")
        await table.room("sealing")
        await table.quiet("nothing is revealed after a lie, whatever is shown later")

    return script


def _void(forge: Callable[[dict[str, Any], Table], None]) -> Callable[[Table], Any]:
    """Returns a script that lies about a void attempt."""

    async def script(table: Table) -> None:
        await _voided(table, lambda room: forge(room, table))
        try:
            message = await table.next("goes on", table.silence_s)
        except Fault:
            if table.peer.fault is not None:
                raise
            return
        if message.get("commitment") or message["type"] == "reveal":
            raise Fault(f"went on with the deal after a lie: sent {shown(message)}")

    return script


def _server(room: dict[str, Any], table: Table) -> None:
    room["fairness"]["commitment"] = WRONG


def _data(room: dict[str, Any], table: Table) -> None:
    room["fairness"]["data"] = WRONG


def _options(room: dict[str, Any], table: Table) -> None:
    room["options"]["undo"] = "off"


def _not_required(room: dict[str, Any], table: Table) -> None:
    room["entropy"] = "optional"


def _other_commitment(room: dict[str, Any], table: Table) -> None:
    room["fairness"]["seats"][0]["commitment"] = table.match.bound(0, 0, bytes(32))


def _more_seats(room: dict[str, Any], table: Table) -> None:
    room["fairness"]["seats"].append({"commitment": None, "entropy": None})


def _skipped(room: dict[str, Any], table: Table) -> None:
    room["fairness"]["attempt"] = 1


def _late(room: dict[str, Any], table: Table) -> None:
    voided = room["fairness"]["voided"][0]
    voided["seats"][1] = {"commitment": table.match.bound(0, 1, bytes(32)), "entropy": None}


def _secret(room: dict[str, Any], table: Table) -> None:
    room["fairness"]["voided"][0]["server_secret"] = WRONG


def _for_us(room: dict[str, Any], table: Table) -> None:
    voided = room["fairness"]["voided"][0]
    voided["seats"][0]["entropy"] = None
    voided["missing"] = [0, 1]


def _nobody(room: dict[str, Any], table: Table) -> None:
    room["fairness"]["voided"][0]["missing"] = []


def _forgotten(room: dict[str, Any], table: Table) -> None:
    room["fairness"]["voided"] = []


_LIES_TOLD: list[tuple[str, str, Callable[[Table], Any], dict[str, Any]]] = [
    ("lie_server", "another commitment of the server", _sealed(_server), {}),
    ("lie_data", "other component data before the reveal", _sealed(_data), {}),
    ("lie_options", "other options before the reveal", _sealed(_options), {}),
    ("lie_required", "entropy that is no longer required", _sealed(_not_required), {"entropy": "required"}),
    ("lie_own_seat", "a commitment at its seat that is not its own", _sealed(_other_commitment), {}),
    ("lie_seats", "a seat more in the deal", _sealed(_more_seats), {}),
    ("lie_attempt", "an attempt without the one before", _sealed(_skipped), {}),
    ("lie_late", "a commitment that comes late", _void(_late), {"other_brings": True}),
    ("lie_secret", "a void attempt with another secret", _void(_secret), {"other_brings": True}),
    (
        "lie_accused",
        "a void attempt that names a seat which revealed",
        _void(_for_us),
        {"other_brings": True},
    ),
    ("lie_nobody", "a void attempt that names nobody", _void(_nobody), {"other_brings": True}),
    ("lie_forgotten", "a void attempt that is left out", _void(_forgotten), {"other_brings": True}),
]

SCENARIOS += [
    Scenario(name, f"Reveals nothing and brings nothing after {lie}.", _LIES, script, table)
    for name, lie, script, table in _LIES_TOLD
]
