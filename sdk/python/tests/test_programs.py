"""A bot that announces itself plays wherever a host seats it, also after the server was killed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import entente
from entente import Api, Client, RandomBot, Result


async def until(found: Any) -> Any:
    """Returns the first answer that is not empty."""
    while True:
        answer = await found()
        if answer:
            return answer
        await asyncio.sleep(0.05)


async def plays_against(api: Api, program: str) -> Result:
    """Plays a match as the host, by chance, against a program."""
    seated = await api.create("europe-divided", "Ada")
    code, token = seated["room"]["code"], seated["token"]
    room = await api.add_program(code, 1, token, program)
    assert (room["seats"][1]["kind"], room["seats"][1]["name"]) == ("program", "Greedy")
    async with Client(api.server, code, token) as client:
        assert client.room is not None
        data = await api.data(client.room["fairness"]["data"])
        return await entente.play(RandomBot(), client, __import__("random").Random(1), data)


def test_a_bot_plays_two_hosts_at_the_same_time(server: str) -> None:
    async def tried() -> tuple[list[Result], list[Result]]:
        results: list[Result] = []
        waits = asyncio.create_task(
            entente.offer_async(
                RandomBot,
                server=server,
                games=["europe-divided"],
                level="plays by chance",
                author="bo@example.org",
                rooms=2,
                name="Greedy",
                say=lambda _: None,
                on_result=results.append,
            )
        )
        async with Api(server) as api:
            found = await until(lambda: api.programs("europe-divided"))
            own = next(one for one in found if one["name"] == "Greedy")
            assert (own["contact"], own.get("level"), own["free"]) == (
                "bo@example.org",
                "plays by chance",
                2,
            )
            played = await asyncio.gather(*(plays_against(api, own["id"]) for _ in range(2)))
            await until(lambda: asyncio.sleep(0, len(results) == 2))
            waits.cancel()
            await asyncio.gather(waits, return_exceptions=True)
            gone = await api.programs("europe-divided")
            assert own["id"] not in [one["id"] for one in gone], "it is withdrawn"
        return played, results

    played, results = asyncio.run(tried())
    # Both sides have checked the record, the program's entropy in it.
    assert all(one.report for one in [*played, *results])
    assert {one.room for one in played} == {one.room for one in results}
    assert all(one.seat == 1 for one in results)


def test_what_the_server_refuses_is_an_error(server: str) -> None:
    with pytest.raises(entente.RequestRefused) as refused:
        entente.offer(RandomBot, server=server, games=["no-such-game"], say=lambda _: None)
    assert refused.value.code == "game_unknown"
