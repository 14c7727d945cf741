"""The scripted server catches a client that does one thing wrong, each at the scenario that is about it."""

from __future__ import annotations

import asyncio

import pytest

from entente.conform import Finding, conform_client
from entente.conform.client import scenarios
from entente.conform.program import Start
from support.server import HANG_S
from support.wrong import WrongClient

#: What the client does wrong, the scenario that catches it, and a part of what is said of it.
FAULTS = [
    ("no token", "hello_first", "without the token"),
    ("ready first", "hello_first", "the first message is `hello`"),
    ("no subprotocol", "hello_first", "subprotocol"),
    ("unknown field", "single_question", "a field `client`"),
    ("decision as text", "single_question", "a field `decision` of another form"),
    ("short id", "single_question", "a field `id` of another form"),
    ("no pongs", "pings", "a ping was not answered"),
    ("cannot inflate", "compression", "opens a socket|closed the socket"),
    ("reads little", "long_messages", "300 KiB"),
    ("dies of unknown types", "unknown_types", "ended before|closed the socket"),
    ("strict fields", "unknown_fields", "ended before|closed the socket"),
    ("dies of unknown events", "unknown_members", "ended before|closed the socket"),
    ("ids always", "old_server", "without the feature `answers`"),
    ("plays on", "the_end", "after the end"),
    ("too much", "placeholder_int", "no offer admits"),
    ("texts for values", "placeholder_one", "no offer admits"),
    ("picks twice", "placeholder_pick", "no offer admits"),
    ("picks few", "placeholder_pick", "no offer admits"),
    ("bags nothings", "placeholder_bag", "no offer admits"),
    ("bags little", "placeholder_bag", "no offer admits"),
    ("leaves holes", "placeholder_deep", "no offer admits"),
    ("two in flight", "one_in_flight", "before the answer to the one in flight"),
    ("impatient", "late_answer", "while an answer is late"),
    ("acts unasked", "not_asked", "without a question"),
    ("answers again", "single_question", "not answered again"),
    ("answers twice", "late_answer", "while an answer is late"),
    ("standing once", "standing_question", "acts again"),
    ("keeps the first question", "changed_under_it", "a command for question|no offer admits"),
    ("counts entries", "skipped_updates", "ended before|closed the socket"),
    ("decides anew", "busy", "under another id"),
    ("too early", "busy", "900 ms"),
    ("busy is final", "draining", "nothing came"),
    ("other content", "storage_unavailable", "`id_reused`"),
    ("insists", "stale", "after `stale`"),
    ("insists", "raced", "after `offer_closed`"),
    ("dies of unknown codes", "unknown_code", "ended before|closed the socket"),
    ("forgets the lost", "lost_command", "under another id"),
    ("lost anew", "lost_command", "under another id"),
    ("lost otherwise", "lost_command", "other content"),
    ("lost twice", "lost_command", "once"),
    ("forgets the lost", "lost_answer", "under another id"),
    ("lost anew", "lost_twice", "under another id"),
    ("resends answered", "answered_before", "not sent again"),
    ("never returns", "restart", "ended"),
    ("ignores hints", "restart", "1500 ms were asked for"),
    ("ignores hints", "refused_handshake", "Retry-After was 1 s"),
    ("hammers", "back_off", "hardly waits"),
    ("forgets its place", "resumes", "`hello` with after 0"),
    ("never goes back", "rolled_back", "goes on with the next question"),
    ("returns replaced", "replaced", "4009"),
    ("returns replaced, slowly", "replaced", "4009"),
    ("returns revoked", "token_revoked", "4001"),
    ("returns to no room", "room_gone", "4004"),
    ("gives up", "comes_back", "ended before"),
    ("other commitment", "ready_again", "another commitment"),
    ("reveals early", "reveals_late", "in the lobby|goes on with the next question"),
    ("reveals once ever", "sealing_again", "reveals its entropy"),
    ("reveals each time", "reveals_once", "once on a connection"),
    ("deals once", "ready_refused", "sends `ready` again"),
    ("deals once", "reveal_refused", "sends `reveal` again"),
    ("sent is revealed", "reveal_refused_void", "says `ready` for the next attempt"),
    ("sent is revealed", "reveal_refused_error", "says `ready` for the next attempt"),
    ("same entropy", "fresh_entropy", "entropy of the void attempt"),
    ("wrong attempt", "void_attempt", "does not open"),
    ("brings once", "void_attempt", "none to the second"),
    *(("trusts", one.name, "lie") for one in scenarios() if one.name.startswith("lie_")),
]


#: Faults of a client that does not wait, tried with nothing beside them: who is held up seems to wait.
HASTY = {"hammers", "ignores hints", "too early"}

#: Faults that are tried at the same time: a client that starves among more of them ends for another reason.
AT_ONCE = 24
#: The most time for what the client has to do: it runs in this process, and backs off for a second at most.
PATIENCE_S = 10.0


def client(fault: str) -> Start:
    async def start(url: str, token: str) -> str:
        return await WrongClient(url, token, fault).run()

    return start


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    """What was found of each fault, many tried at once: most of the time is silence."""

    async def tried(number: int) -> Finding:
        fault, name, _ = FAULTS[number]
        [finding] = await conform_client(client(fault), [name], patience_s=PATIENCE_S)
        return finding

    async def all_tried() -> list[Finding]:
        slots = asyncio.Semaphore(AT_ONCE)

        async def beside(number: int) -> Finding:
            async with slots:
                return await tried(number)

        together = [number for number, (fault, _, _) in enumerate(FAULTS) if fault not in HASTY]
        found = dict(zip(together, await asyncio.gather(*map(beside, together)), strict=True))
        for number in range(len(FAULTS)):
            if number not in found:
                found[number] = await tried(number)
        return [found[number] for number in range(len(FAULTS))]

    return asyncio.run(all_tried())


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[f"{one[0]}: {one[1]}" for one in FAULTS])
def test_caught(findings: list[Finding], number: int) -> None:
    _, _, why = FAULTS[number]
    assert findings[number].verdict == "fault"
    assert any(part in findings[number].why for part in why.split("|")), findings[number].why


def test_without_a_fault_all_holds() -> None:
    found = asyncio.run(conform_client(client(""), at_once=AT_ONCE, patience_s=HANG_S))
    assert {finding.name: finding.why for finding in found if finding.verdict != "holds"} == {}


def test_every_kind_of_mistake_has_a_scenario() -> None:
    assert len({fault for fault, _, _ in FAULTS}) >= 30
    uncaught = {scenario.name for scenario in scenarios()} - {name for _, name, _ in FAULTS}
    assert uncaught == {"no_compression", "any_text", "undone"}
