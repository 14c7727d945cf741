"""A client's other parts: watching, chat, requests, records of spectators, addresses, what is kept."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_socket
from websockets.utils import accept_key

import entente
from entente.address import room_address, room_link, socket_url
from entente.backoff import LONGEST_HINT_MS, LONGEST_MS, SHORTEST_MS, wait_ms
from entente.client import WAITING
from entente.conform.deal import CODE
from entente.conform.table import Table
from entente.connection import Connection, Message
from entente.kept import Fact, Kept
from support.server import HANG_S


async def two(server: str, **room: Any) -> tuple[str, str, str]:
    """Opens a room with two people; returns its code and their tokens."""
    async with entente.Api(server) as api:
        seated = await api.create("europe-divided", "Ada", **room)
        code = seated["room"]["code"]
        return code, seated["token"], (await api.join(code, "Bo"))["token"]


async def requested(client: entente.Client) -> str:
    """Returns the id of a request that is made of this seat."""
    await client.wait_for(lambda: bool(client.room and client.room["requests"]))
    assert client.room is not None
    return client.room["requests"][0]["id"]


async def asked(knows: entente.Client, seats: tuple[entente.Client, entente.Client]) -> None:
    """Returns once the seat that the newest update of a client awaits has its offers."""
    assert knows.update is not None
    awaited = seats[knows.update["awaiting"][0]]
    await awaited.wait_for(lambda: bool(awaited.offers))


async def take_back(first: entente.Client, second: entente.Client) -> None:
    """Plays until a seat has something to take back, and has the other one agree."""
    rng = random.Random(1)
    while True:
        seats = [client for client in (first, second) if client.offers]
        for client in seats:
            sent = await client.command(client.offers.sample(rng))
            await client.wait_for(lambda: bool(client.update and client.update["seq"] >= sent))  # noqa: B023
            undo = client.update.get("undo") if client.update else None
            if undo is not None:
                break
        else:
            # Each learns of it over a socket of its own, and wakes only who waits for that one.
            await asked(client, (first, second))
            continue
        other = second if client is first else first
        before = undo["to"]
        asking = asyncio.create_task(client.undo(before))
        await other.consent(await requested(other))
        assert await asking > before
        return


def test_a_match_with_a_spectator_an_undo_and_a_resignation(server: str) -> None:
    async def played() -> None:
        code, ada, bo = await two(server, options={"undo": "consent"}, listed=True)
        async with (
            entente.Client(server, code, ada) as first,
            entente.Client(server, code, bo) as second,
            entente.spectate(server, code) as watcher,
        ):
            async with entente.Api(server) as api:
                assert code in [room["code"] for room in (await api.rooms())["rooms"]]
            assert (first.seat, second.seat, watcher.seat) == (0, 1, None)
            await asyncio.gather(first.ready(), second.ready())
            await first.wait_for(lambda: len(first.offers) > 0)
            await second.wait_for(lambda: len(second.offers) > 0)
            await take_back(first, second)
            with pytest.raises(entente.Rejected) as rejected:
                await watcher.resign()
            assert rejected.value.code == "not_seated"
            assert not watcher.offers
            with pytest.raises(entente.NotAdmitted):
                await watcher.command({"type": "pass"})
            assert await second.resign() > 0
            for client in (first, second, watcher):
                await client.wait_for(lambda: client.over)  # noqa: B023
                assert (await client.check_record()) is not None
            assert [update["outcome"] for update in [watcher.update] if update] != [None]
            async with entente.Api(server) as api:
                shown = await api.replay(code)
                assert watcher.update is not None
                assert shown[-1]["head"] == watcher.update["head"]
                again = await api.rematch(code, ada)
                assert again["room"]["code"] != code

    asyncio.run(played())


def test_updates_end_with_the_match_and_messages_with_the_connection(server: str) -> None:
    async def played() -> tuple[list[int], list[str]]:
        code, ada, bo = await two(server)
        async with entente.Client(server, code, ada) as first:
            kinds: list[str] = []

            async def listen() -> None:
                async for message in first.messages():
                    kinds.append(message["type"])

            listening = asyncio.create_task(listen())
            await asyncio.sleep(0)
            async with entente.Client(server, code, bo) as second:
                await asyncio.gather(first.ready(), second.ready())
                await first.wait_for(lambda: len(first.offers) > 0)
                await second.resign()
                numbers = [update["seq"] async for update in first.updates()]
            await first.close()
            await listening
            return numbers, kinds

    numbers, kinds = asyncio.run(played())
    assert numbers == sorted(set(numbers))
    assert {"room", "update"} <= set(kinds)


def test_a_reader_who_leaves_stops_nobody() -> None:
    async def left() -> None:
        client = entente.Client("http://127.0.0.1:9", "CDFHJK")
        leaving, staying = client.messages(), client.messages()
        first = [asyncio.ensure_future(anext(leaving)), asyncio.ensure_future(anext(staying))]
        await asyncio.sleep(0)
        count = WAITING + 1
        for number in range(count):
            await client._receive({"type": "chat", "text": str(number)})
        received = asyncio.ensure_future(client._receive({"type": "chat", "text": str(count)}))
        assert [(await one)["text"] for one in first] == ["0", "0"]
        assert not received.done(), "both take none for long"
        await leaving.aclose()
        texts = [(await anext(staying))["text"] for _ in range(count - 1)]
        last = asyncio.ensure_future(anext(staying))
        # Nothing outside is waited for: a few steps are all that it can take.
        for _ in range(10):
            await asyncio.sleep(0)
        assert received.done(), "nobody is waited for any more"
        assert last.done(), "who stays misses nothing"
        texts.append((await last)["text"])
        assert texts == [str(number) for number in range(1, count + 1)]
        await staying.aclose()

    asyncio.run(left())


def test_a_newer_connection_takes_the_seat(server: str) -> None:
    async def played() -> str:
        code, ada, _ = await two(server)
        async with entente.Client(server, code, ada) as older, entente.Client(server, code, ada):
            with pytest.raises(entente.ConnectionEnded) as ended:
                await older.wait_for(lambda: older.over)
            with pytest.raises(entente.ConnectionEnded):
                await older.resign()
            return ended.value.reason

    assert asyncio.run(played()) == "replaced"


def test_no_server_is_a_clear_error() -> None:
    async def connected() -> None:
        # Nothing listens at port 9 of this machine.
        async with entente.Client("http://127.0.0.1:9", "CDFHJK", give_up_s=0.0):
            pass

    with pytest.raises(entente.ConnectionEnded, match="unreachable"):
        asyncio.run(connected())


def test_a_loss_counts_once_however_many_attempts_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    # The waits themselves are tried below.
    monkeypatch.setattr("entente.connection.wait_ms", lambda *_: 0.0)

    async def lost() -> int:
        back = asyncio.Event()
        welcomes = [True, False, False, True, False, True]

        async def serve(socket: ServerConnection) -> None:
            await socket.recv()
            if welcomes.pop(0):
                await socket.send('{"type": "welcome"}')
            if not welcomes:
                await socket.wait_closed()

        async def receive(message: Message) -> None:
            if not welcomes:
                back.set()

        async with serve_socket(serve, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            connection = Connection(f"ws://127.0.0.1:{port}", lambda: {"type": "hello"}, receive)
            running = asyncio.create_task(connection.run())
            await back.wait()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            return connection.losses

    assert asyncio.run(lost()) == 2


def test_a_client_that_is_stopped_while_it_closes_leaves_no_socket() -> None:
    """The other end never answers the close; whoever waits for the client gives up."""

    async def stopped() -> None:
        gone, greeted = asyncio.Event(), asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            key = re.search(r"Sec-WebSocket-Key: (\S+)", head)
            assert key is not None
            answer = "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            answer += f"Sec-WebSocket-Accept: {accept_key(key[1])}\r\n\r\n"
            writer.write(answer.encode())
            await reader.read(1)
            greeted.set()
            with contextlib.suppress(ConnectionError):
                while await reader.read(4096):
                    pass
            gone.set()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            client = entente.Client(f"http://127.0.0.1:{port}", "AAAAAA", give_up_s=None)
            opening = asyncio.create_task(client.open())
            await greeted.wait()
            opening.cancel()
            closing = asyncio.create_task(client.close())
            # One step, in which the close is sent.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            closing.cancel()
            await asyncio.gather(opening, closing, return_exceptions=True)
            await asyncio.wait_for(gone.wait(), HANG_S)

    asyncio.run(stopped())


def test_a_blocking_client_plays(server: str) -> None:
    async def opened() -> tuple[str, str]:
        async with entente.Api(server) as api:
            seated = await api.create("balance-of-power", "Ada", options={"max_turns": 10})
            await api.add_bot(seated["room"]["code"], 1, seated["token"], "easy")
            return seated["room"]["code"], seated["token"]

    code, token = asyncio.run(opened())
    rng = random.Random(1)
    with entente.BlockingClient(server, code, token) as client:
        client.ready()
        sent = 0
        for _ in client.updates():
            if client.offers:
                if sent == 12:
                    client.say("enough")
                    client.resign()
                    continue
                client.command(client.offers.sample(rng))
                sent += 1
        assert client.over
        assert client.check_record() is not None
    with pytest.raises(entente.ConnectionEnded):
        entente.BlockingClient(server, "CDFHJK").open()


@pytest.mark.parametrize("honest", [True, False])
def test_a_server_that_was_restored_between_two_programs(tmp_path: Path, honest: bool) -> None:
    """The second one asks for what comes after what the first one kept, so that the server can say so."""

    async def played() -> entente.Client:
        table = Table()
        await table.stage.open()

        async def client() -> entente.Client:
            made = entente.Client(table.stage.url, CODE, table.match.token, keep=tmp_path)
            opening = asyncio.create_task(made.open())
            await table.connect()
            await table.welcome()
            await opening
            return made

        first = await client()
        ready = asyncio.create_task(first.ready())
        await table.ready()
        await ready
        await table.room("sealing")
        await table.reveal()
        await table.room("running")
        table.moves(6)
        for seq in (3, 4, 6):
            await table.say({**table.update(), "seq": seq, "head": table.match.heads()[seq]})
        await first.wait_for(lambda: bool(first.update and first.update["seq"] == 6))
        await first.close()
        # Restored to entry 3, and gone on otherwise.
        del table.match.entries[3:]
        table.match.enter(1, "00000000-0000-4000-8000-0000000000ff", {"type": "pass", "number": 0})
        second = await client()
        await table.wait()
        assert (await table.connect("asks for what it misses"))["after"] == 6
        await table.welcome()
        if honest:
            await table.say({"type": "error", "code": "rolled_back", "detail": "restored"})
        await table.wait()
        await second.wait_for(lambda: second.update is not None)
        if honest:
            await table.finish()
            await second.wait_for(lambda: second.over)
            assert await second.check_record() is not None
        await second.close()
        await table.stage.close()
        return second

    second = asyncio.run(asyncio.wait_for(played(), HANG_S))
    assert second.contradictions == (() if honest else ("past",))
    assert second.losses == 0


def test_the_api_waits_where_waiting_helps_and_only_there() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.method} {request.url.path}")
        if request.url.path.endswith("/rooms") and len(asked) < 3:
            problem = {"code": "too_many_requests", "detail": "wait", "retry_after_ms": 1}
            return httpx.Response(429, json=problem)
        if request.url.path.endswith("/games") and asked.count(asked[-1]) < 2:
            return httpx.Response(502, text="<p>a proxy</p>")
        if request.url.path.endswith("/schema.json"):
            return httpx.Response(404, text="<p>another server</p>")
        if request.method == "POST":
            raise httpx.ReadError("gone")
        return httpx.Response(200, json={"rooms": []})

    async def tried() -> None:
        async with entente.Api("http://host.test", transport=httpx.MockTransport(answer)) as api:
            assert await api.rooms() == {"rooms": []}
            assert await api.games() == {"rooms": []}
            with pytest.raises(entente.Unreachable, match="404"):
                await api.schema()
            # It may have arrived: a room must not be opened twice.
            with pytest.raises(entente.Unreachable):
                await api.join("CDFHJK", "Ada")

    asyncio.run(tried())
    assert asked == [
        *["GET /api/v1/rooms"] * 3,
        *["GET /api/v1/games"] * 2,
        "GET /api/v1/schema.json",
        "POST /api/v1/rooms/CDFHJK/seats",
    ]


def test_waits_grow_and_honour_hints() -> None:
    assert wait_ms(1, None, 0.0) == SHORTEST_MS
    assert [wait_ms(n, None, 1.0) for n in (1, 2, 3, 99)] == [500, 1000, 2000, LONGEST_MS]
    assert wait_ms(1, 3000, 0.0) == 3000
    assert wait_ms(1, 3000, 1.0) == 3750
    assert wait_ms(1, 10**9, 0.0) == LONGEST_HINT_MS


def test_addresses_as_people_copy_them() -> None:
    assert room_address("k7p 2x-r") == (None, "K7P2XR", None)
    link = "https://host.test/base/r/K7P2XR#seat=abc"
    assert room_address(link) == ("https://host.test/base", "K7P2XR", "abc")
    assert room_link("https://host.test/base/", "K7P2XR") == "https://host.test/base/r/K7P2XR"
    assert socket_url("https://host.test", "K7P2XR") == "wss://host.test/api/v1/rooms/K7P2XR/socket"
    for wrong in ("", "K7P2X", "K7P2XO", "https://host.test/x", "ftp://host.test/r/K7P2XR"):
        with pytest.raises(entente.EntenteError):
            room_address(wrong)


def test_what_is_kept_outlives_the_program(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "room-0.txt"
    kept = Kept(path)
    assert kept.learn(Fact("commitment", 0, None, "ab" * 32)) == "new"
    assert kept.learn(Fact("required", None, None, "optional")) == "new"
    assert kept.note(3, "cd" * 32) == "new"
    assert kept.note(4, "no hash") == "differs"
    kept.sync()
    assert path.stat().st_mode & 0o777 == 0o600
    with path.open("a") as file:
        file.write("# entropy 0 0 " + "ef" * 20)
    again = Kept(path)
    assert again.learn(Fact("commitment", 0, None, "ab" * 32)) == "same"
    assert again.note(3, "cd" * 32) == "same"
    assert again.value("entropy", 0, 0) is None, "a line that was cut off was never acted upon"
    assert not again.contradicted
    again.roll_back(3)
    assert again.note(4, "ab" * 32) == "new"
    assert again.learn(Fact("commitment", 0, None, "cd" * 32)) == "differs"
    again.sync()
    third = Kept(path)
    assert third.contradicted
    assert third.value("commitment", 0, None) == "ab" * 32
    assert third.note(4, "ab" * 32) == "same"
    assert third.text == path.read_text(), "no line has become a part of another"
    path.write_text("nonsense\n")
    with pytest.raises(entente.KeptUnreadable):
        Kept(path)


CUT = ["5 " + "cd" * 20, "# entropy 0 0 " + "ef" * 20, "# rolled ba"]


@pytest.mark.parametrize("cut", CUT, ids=["head", "fact", "rollback"])
def test_what_follows_a_line_that_was_cut_off_is_a_line_of_its_own(cut: str, tmp_path: Path) -> None:
    path = tmp_path / "room-0.txt"
    kept = Kept(path)
    kept.note(4, "ab" * 32)
    kept.sync()
    whole = path.read_text()
    path.write_text(whole + cut)
    again = Kept(path)
    assert path.read_text() == whole + cut, "whoever only reads changes nothing"
    again.roll_back(3)
    again.note(4, "cd" * 32)
    own = Fact("entropy", 0, 0, "ef" * 32)
    again.learn(own)
    again.sync()
    third = Kept(path)
    assert third.note(4, "cd" * 32) == "same"
    assert third.learn(own) == "same"
    assert path.read_text() == again.text == third.text


@pytest.mark.parametrize("lacks", [20, len("# data \n") + 64], ids=["a part", "a line"])
def test_what_a_full_disk_took_in_part_is_written_again(lacks: int, tmp_path: Path) -> None:
    path = tmp_path / "room-0.txt"
    kept = Kept(path)
    kept.learn(Fact("commitment", 0, None, "ab" * 32))
    kept.learn(Fact("data", None, None, "cd" * 32))
    # As a write leaves it that ends with an error.
    path.write_text(kept.text[:-lacks])
    kept.sync()
    again = Kept(path)
    assert [fact.kind for fact in again.facts] == ["commitment", "data"]
    assert not again.contradicted, "the same line twice accuses nobody"
