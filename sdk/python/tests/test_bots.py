"""Bots that do wrong end cleanly; bots that think keep their connection; two bots are compared."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import entente
from entente import Bot, Command, Offers, RandomBot, View
from entente.conform.deal import CODE
from entente.conform.table import Table
from entente.types import Request
from support.server import HANG_S

MINE: dict[str, Any] = {"game": "europe-divided", "opponents": "easy", "say": lambda _: None}


class First(Bot):
    games = ("europe-divided",)

    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
        return next(offers.all(limit=1))


class Raises(First):
    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
        raise ValueError("no idea")


class Exits(First):
    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
        raise SystemExit(3)


class Nonsense(First):
    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
        return {"type": "win", "why": "x" * 500}


class Text(First):
    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Any:
        return "pass"


class Waits(First):
    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
        return None


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (Raises, r"^Raises: `choose` raised ValueError: no idea \(room \w{6}, seat 0\)$"),
        (Exits, r"^Exits: `choose` raised RuntimeError: SystemExit: 3 "),
        (Nonsense, r"^Nonsense: `choose` returned what no offer admits: \{'type': 'win', .{150,200}\.\.\. "),
        (Text, r"^Text: `choose` returned no command: 'pass' "),
        (Waits, r"^Waits: `choose` returned nothing, and everybody waits for it "),
    ],
)
def test_a_bot_that_does_wrong_ends_with_a_clear_error(server: str, bot: type[Bot], why: str) -> None:
    with pytest.raises(entente.BotFailed, match=why) as failed:
        entente.run(bot, server=server, **MINE)
    if bot is Raises:
        assert isinstance(failed.value.__cause__, ValueError)


def test_a_repaired_bot_goes_on_with_its_seat(server: str) -> None:
    async def opened() -> tuple[str, str]:
        async with entente.Api(server) as api:
            seated = await api.create("europe-divided", "Ada")
            await api.add_bot(seated["room"]["code"], 1, seated["token"], "easy")
            return seated["room"]["code"], seated["token"]

    code, token = asyncio.run(opened())
    with pytest.raises(entente.BotFailed) as failed:
        entente.run(Raises, server=server, room=code, token=token)
    assert (failed.value.room, failed.value.seat) == (code, 0)
    result = entente.run(First, room=f"{server}/r/{code}#seat={token}")
    assert result.room == code
    assert result.report is not None


def test_the_connection_lives_while_a_bot_thinks(server: str) -> None:
    """The thought ends when a line of chat has come in, which takes the event loop."""
    arrived = threading.Event()

    class Thinks(First):
        def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
            assert arrived.wait(HANG_S)
            return next(offers.all(limit=1))

    async def played() -> entente.Result:
        async with entente.Api(server) as api:
            seated = await api.create("europe-divided", "Ada")
            code, token = seated["room"]["code"], seated["token"]
            await api.add_bot(code, 1, token, "easy")
            data = await api.data(seated["room"]["fairness"]["data"])
        async with entente.Client(server, code, token) as client, entente.Client(server, code) as watcher:
            playing = asyncio.create_task(entente.play(Thinks(), client, random.Random(1), data))
            await client.wait_for(lambda: len(client.offers) > 0)
            assert await watcher.say("are you there?")
            await watcher.wait_for(lambda: bool(watcher.chat))
            assert await client.say("yes")
            await client.wait_for(lambda: any(line["text"] == "yes" for line in client.chat))
            arrived.set()
            return await playing

    assert asyncio.run(played()).commands > 0


async def scripted(bot: type[Bot], script: Callable[[Table], Awaitable[None]]) -> entente.Result:
    """Has a bot play at the scripted table; returns its result."""
    table = Table()
    await table.stage.open()
    url, token = table.stage.url, table.match.token
    playing = asyncio.create_task(entente.run_async(bot, server=url, room=CODE, token=token))
    try:
        await asyncio.wait_for(script(table), HANG_S)
        return await asyncio.wait_for(playing, HANG_S)
    finally:
        playing.cancel()
        await table.stage.close()


async def asks_for_consent(table: Table) -> None:
    room = table.match.room()
    request = {"id": "3b5ab1f0-0f68-4f60-b0d8-1d2b3ad4c9e0", "kind": "undo", "by": 1, "until_ms": 300_000}
    room["requests"] = [{**request, "to": 0, "moves": 1}]
    await table.say({"type": "room", "room": room})


def test_a_bot_whose_answer_to_a_request_fails_ends_its_match() -> None:
    class Refuses(First):
        def agrees(self, request: Request) -> bool:
            raise ValueError("no opinion")

    async def script(table: Table) -> None:
        await table.begin()
        await asks_for_consent(table)

    with pytest.raises(entente.BotFailed, match="`agrees` raised ValueError: no opinion"):
        asyncio.run(scripted(Refuses, script))


def test_a_bot_may_think_about_a_request() -> None:
    answering = threading.Event()

    class Slow(First):
        def agrees(self, request: Request) -> bool:
            assert answering.wait(HANG_S), "the match stands still while it thinks"
            return False

    async def script(table: Table) -> None:
        await table.begin()
        await asks_for_consent(table)
        await table.plays_on()
        answering.set()
        assert (await table.expect("consent", "answers"))["agree"] is False
        await table.finish()

    assert asyncio.run(scripted(Slow, script)).commands == 1


def test_after_a_restore_a_bot_is_shown_what_happens() -> None:
    shown: list[list[int]] = []

    class Reads(First):
        def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
            shown.append([event["seq"] for event in view.events])
            return super().choose(view, offers, rng)

    async def script(table: Table) -> None:
        await table.begin()
        await table.plays_on()
        await table.plays_on()
        table.peer.drop()
        await table.again()
        # The last three of four entries are gone.
        del table.match.entries[1:]
        table._events_from = 1
        await table.say({"type": "error", "code": "rolled_back", "detail": "restored from older data"})
        await table.wait()
        await table.plays_on()
        await table.finish()

    asyncio.run(scripted(Reads, script))
    assert shown == [[0, 1], [2, 3], [1, 2]]


def test_a_seed_repeats_the_choices() -> None:
    offers = Offers([{"command": {"type": f"t{n}"}, "text": "", "rule": ""} for n in range(20)])
    first, again, other = (
        [offers.sample(random.Random(f"{seed}/{n}")) for n in range(20)] for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_bot_says_that_it_is_a_program(server: str) -> None:
    """Everybody at the table sees it, and how to reach its author, where the server knows programs."""

    class Reachable(First):
        contact = "https://bots.example.org"

        def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> Command | None:
            raise AssertionError(dict(view.room["seats"][view.seat]))

    async def features() -> frozenset[str]:
        async with entente.Api(server) as api:
            return await api.features()

    with pytest.raises(entente.BotFailed) as failed:
        entente.run(Reachable, server=server, **MINE)
    shown = str(failed.value)
    if "programs" in asyncio.run(features()):
        assert "'kind': 'program'" in shown
        assert "https://bots.example.org" in shown
    else:
        assert "'kind': 'person'" in shown


def test_an_arena_counts_and_changes_seats(server: str) -> None:
    result = entente.arena(RandomBot, First, server=server, games=4, seed=5, check=True)
    assert [game.seat for game in result.games] == [0, 1, 0, 1]
    assert [game.number for game in result.games] == [0, 1, 2, 3]
    low, high = result.interval
    assert 0 <= low <= result.share <= high <= 1
    assert str(result).startswith("RandomBot against First: ")
    for game in result.games:
        # Of equal scores either wins, by contested cards, or neither does.
        best = {seat for seat in (0, 1) if game.scores[seat] == max(game.scores)}
        assert set(game.winners) <= best
        assert game.winners or len(best) == 2


@pytest.mark.parametrize(
    ("seat", "winners", "points"),
    [(0, (0,), 1.0), (1, (0,), 0.0), (1, (1,), 1.0), (0, (), 0.5), (1, (0, 1), 0.5)],
)
def test_a_win_is_a_point_and_a_draw_half_of_one(seat: int, winners: tuple[int, ...], points: float) -> None:
    game = entente.ArenaGame(
        number=0, room="K7P2XR", seat=seat, winners=winners, scores=(1, 1), reason="prestige"
    )
    assert game.points == points
    result = entente.ArenaResult("A", "B", (game,))
    assert (result.wins, result.draws, result.losses) == (points == 1, points == 0.5, points == 0)


def test_a_bot_that_fails_ends_the_arena(server: str) -> None:
    with pytest.raises(entente.BotFailed, match="no idea"):
        entente.arena(First, Raises, server=server, games=3)


def test_the_interval_of_wilson() -> None:
    # Values of the score interval without correction (Newcombe 1998, table I, method 3).
    for successes, trials, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
    ]:
        found = entente.wilson(successes, trials)
        assert found == pytest.approx((low, high), abs=5e-5)
    assert entente.wilson(0, 0) == (0.0, 1.0)


def test_a_bot_is_refused_what_it_does_not_play(server: str) -> None:
    with pytest.raises(entente.EntenteError, match="First plays europe-divided, not europe"):
        entente.run(First, server=server, game="europe")
    with pytest.raises(entente.EntenteError, match="RandomBot plays every game: say which one"):
        entente.run(RandomBot, server=server)
    with pytest.raises(entente.EntenteError, match="say which server"):
        entente.run(RandomBot, room="K7P2XR")
    with pytest.raises(entente.RequestRefused) as refused:
        entente.run(First, server=server, room="CDFHJK")
    assert (refused.value.status, refused.value.code) == (404, "room_unknown")
    with pytest.raises(entente.ConnectionEnded) as ended:
        entente.run(First, server=server, room=_room(server), token="x" * 43)
    assert ended.value.reason == "token_unknown"


def _room(server: str) -> str:
    async def opened() -> str:
        async with entente.Api(server) as api:
            return (await api.create("europe-divided", "Ada"))["room"]["code"]

    return asyncio.run(opened())
