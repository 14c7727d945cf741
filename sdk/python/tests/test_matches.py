"""Whole matches against a real server: of each game, over broken connections, and across kill -9."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import entente
from entente import Offers, RandomBot, View
from entente.bot import together
from support.chaos import Chaos
from support.server import HANG_S, Server

GAMES: dict[str, dict[str, Any]] = {
    "europe-divided": {},
    "balance-of-power": {"max_turns": 12},
    "europe": {"untimed": True, "max_rounds": 2},
}


class Careful(RandomBot):
    """Looks at everything that it is offered before it chooses."""

    def choose(self, view: View[Any, Any], offers: Offers, rng: random.Random) -> entente.Command | None:
        for offer in offers:
            some = list(offer.all(limit=20))
            assert some, offer
            assert all(offer.admits(command) for command in some)
            assert len({json.dumps(command, sort_keys=True) for command in some}) == len(some)
            assert offer.admits(offer.sample(rng))
            count = offer.count()
            assert count >= len(some)
            if count <= 50:
                assert len(list(offer.all())) == count
        return super().choose(view, offers, rng)


async def seats(
    server: str, through: str, game: str, options: dict[str, Any], bots: list[type[entente.Bot]], **room: Any
) -> list[entente.Result]:
    """Plays a match of these bots; they connect through another address than the room is opened at."""
    async with entente.Api(server) as api:
        created = await api.create(game, "Ada", options=options, **room)
        code, data = created["room"]["code"], await api.data(created["room"]["fairness"]["data"])
        tokens = [created["token"], *[(await api.join(code, "Bo"))["token"] for _ in bots[1:]]]

    async def seat(number: int, bot: type[entente.Bot]) -> entente.Result:
        async with entente.Client(through, code, tokens[number]) as client:
            return await entente.play(bot(), client, random.Random(number), data)

    playing = together(*itertools.starmap(seat, enumerate(bots)))
    return await asyncio.wait_for(playing, HANG_S)


def commands(record: dict[str, Any], seat: int) -> Iterator[str]:
    """Yields the ids of a seat's commands in a record."""
    for entry in record["entries"]:
        if entry["input"]["type"] == "command" and entry["input"]["seat"] == seat:
            yield entry["input"]["id"]


def assert_nothing_lost(server: str, results: list[entente.Result]) -> None:
    """Checks that what each seat had accepted is in the record, once."""

    async def fetched() -> bytes:
        async with entente.Api(server) as api:
            return await api.record(results[0].room)

    record = json.loads(asyncio.run(fetched()))
    for result in results:
        ids = list(commands(record, result.seat))
        assert len(ids) == len(set(ids)) == result.commands


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_each_game(server: str, game: str) -> None:
    results = asyncio.run(seats(server, server, game, GAMES[game], [Careful, Careful]))
    assert results[0].outcome == results[1].outcome
    assert_nothing_lost(server, results)
    for result in results:
        assert result.report is not None
        assert [seat["entropy"] for seat in result.report["seats"]] == [True, True]
        assert result.commands > 5
        # Where one acts after the other nothing can come too late.
        assert game == "europe" or result.refused == 0


def test_four_act_at_once(server: str) -> None:
    options = {"untimed": True, "max_rounds": 1, "players": 4}
    results = asyncio.run(seats(server, server, "europe", options, [RandomBot] * 4))
    assert len({json.dumps(result.outcome) for result in results}) == 1
    assert_nothing_lost(server, results)


@pytest.mark.parametrize("game", ["europe-divided", "europe"])
def test_broken_connections_double_and_lose_nothing(server: str, game: str) -> None:
    async def played() -> tuple[list[entente.Result], int]:
        async with Chaos(server, seed=7) as chaos:
            results = await seats(server, chaos.url, game, GAMES[game], [RandomBot, RandomBot])
            return results, chaos.cuts

    results, cuts = asyncio.run(played())
    assert cuts >= 4
    # A socket that is cut while it closes is no loss.
    assert sum(result.losses for result in results) >= cuts - 2
    assert_nothing_lost(server, results)


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    with Server() as killed:
        at = itertools.count(1)

        class Killing(RandomBot):
            def choose(
                self, view: View[Any, Any], offers: Offers, rng: random.Random
            ) -> entente.Command | None:
                # The other seat's command may be on its way.
                if next(at) in (5, 12, 20):
                    killed.kill()
                    killed.start()
                return super().choose(view, offers, rng)

        results = asyncio.run(seats(killed.url, killed.url, "europe-divided", {}, [Killing, RandomBot]))
        assert next(at) > 20
        # The one that kills is connected each time; the other may still be on its way back.
        assert results[0].losses >= 3
        assert results[1].losses >= 1
        assert_nothing_lost(killed.url, results)


def test_a_server_killed_while_the_deal_is_sealed(tmp_path: Path) -> None:
    """The room is sealed by one seat alone; the server dies; both go on with the entropy that they kept."""
    with Server() as killed:

        async def played() -> list[entente.Result]:
            async with entente.Api(killed.url) as api:
                created = await api.create("europe-divided", "Ada", entropy="required")
                code, data = created["room"]["code"], await api.data(created["room"]["fairness"]["data"])
                joined = await api.join(code, "Bo")
            tokens = [created["token"], joined["token"]]
            # The first seat says that it is ready and is gone; the second one says so with it away.
            async with entente.Client(killed.url, code, tokens[0], keep=tmp_path) as first:
                await first.ready()
                await first.wait_for(lambda: bool(first.room and first.room["seats"][0]["ready"]))
            async with entente.Client(killed.url, code, tokens[1], keep=tmp_path) as second:
                await second.ready()
                await second.wait_for(lambda: bool(second.room and second.room["state"] == "sealing"))
                killed.kill()
                killed.start()
            # Both are started again, as after a crash of their machine.

            async def seat(number: int) -> entente.Result:
                async with entente.Client(killed.url, code, tokens[number], keep=tmp_path) as client:
                    return await entente.play(RandomBot(), client, random.Random(number), data)

            return await together(seat(0), seat(1))

        results = asyncio.run(played())
        for result in results:
            assert result.report is not None
            assert result.report["attempts"] == 1
            assert all(seat["entropy"] for seat in result.report["seats"])
        assert len(list(tmp_path.glob("*.txt"))) == 2


def test_entropy_is_required(server: str) -> None:
    room = {"entropy": "required"}
    results = asyncio.run(seats(server, server, "europe-divided", {}, [RandomBot, RandomBot], **room))
    assert results[0].report is not None
    assert any("2 of seats" in line for line in results[0].report["checked"])


def test_a_seat_that_brings_nothing_learns_that_it_must(server: str) -> None:
    async def refused() -> str:
        async with entente.Api(server) as api:
            created = await api.create("europe-divided", "Ada", entropy="required")
            code, token = created["room"]["code"], created["token"]
            await api.join(code, "Bo")
            async with entente.Client(server, code, token, entropy=False) as client:
                with pytest.raises(entente.Rejected) as refusal:
                    await client.ready()
                return refusal.value.code

    assert asyncio.run(refused()) == "entropy_required"


def test_a_record_that_was_changed_is_refused(server: str, tmp_path: Path) -> None:
    async def kept() -> tuple[bytes, str]:
        async with entente.Api(server) as api:
            created = await api.create("europe-divided", "Ada")
            code, token = created["room"]["code"], created["token"]
            await api.add_bot(code, 1, token, "easy")
            async with entente.Client(server, code, token) as client:
                await client.ready()
                await client.wait_for(lambda: len(client.offers) > 0)
                await client.resign()
                await client.wait_for(lambda: client.over)
                assert (await client.check_record()) is not None
                return await api.record(code), client.kept

    record, text = asyncio.run(kept())
    assert entente.check_record(record, text)["result"]["winners"] == [1]
    changed = record.replace(b'"Ada"', b'"Eve"')
    with pytest.raises(entente.RecordRefused, match="head"):
        entente.check_record(changed, text)
    with pytest.raises(entente.RecordRefused, match="another room"):
        entente.check_record(record, text, room="00000000-0000-0000-0000-000000000000")
    with pytest.raises(entente.KeptUnreadable):
        entente.check_record(record, "no head")
