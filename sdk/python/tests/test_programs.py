"""A bot that announces itself plays wherever a host seats it, also after the server has forgotten it."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

import entente
from entente import Api, Client, RandomBot, RequestRefused, Result
from entente.programs import _Program
from entente.types import AnnounceProgram, GivenSeat
from support.server import HANG_S


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
        announced = asyncio.Event()
        results: asyncio.Queue[Result] = asyncio.Queue()
        waits = asyncio.create_task(
            entente.offer_async(
                RandomBot,
                server=server,
                games=["europe-divided"],
                level="plays by chance",
                author="bo@example.org",
                rooms=2,
                name="Greedy",
                say=lambda _: announced.set(),
                on_result=results.put_nowait,
            )
        )
        async with Api(server) as api:
            await asyncio.wait_for(announced.wait(), HANG_S)
            found = await api.programs("europe-divided")
            own = next(one for one in found if one["name"] == "Greedy")
            assert (own["contact"], own.get("level"), own["free"]) == (
                "bo@example.org",
                "plays by chance",
                2,
            )
            played = await asyncio.gather(*(plays_against(api, own["id"]) for _ in range(2)))
            offered = [await asyncio.wait_for(results.get(), HANG_S) for _ in played]
            waits.cancel()
            await asyncio.gather(waits, return_exceptions=True)
            gone = await api.programs("europe-divided")
            assert own["id"] not in [one["id"] for one in gone], "it is withdrawn"
        return played, offered

    played, results = asyncio.run(tried())
    # Both sides have checked the record, the program's entropy in it.
    assert all(one.report for one in [*played, *results])
    assert {one.room for one in played} == {one.room for one in results}
    assert all(one.seat == 1 for one in results)


def test_what_the_server_refuses_is_an_error(server: str) -> None:
    with pytest.raises(entente.RequestRefused) as refused:
        entente.offer(RandomBot, server=server, games=["no-such-game"], say=lambda _: None)
    assert refused.value.code == "game_unknown"


class Desk:
    """The part of a server that programs announce themselves to; it answers what a test puts in."""

    server = "http://desk.test"

    def __init__(self) -> None:
        self.announcements = 0
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.answers: asyncio.Queue[list[GivenSeat] | RequestRefused] = asyncio.Queue()

    async def next(self) -> str:
        """Returns what the program did next."""
        return await asyncio.wait_for(self.said.get(), HANG_S)

    async def announce(self, program: AnnounceProgram) -> dict[str, Any]:
        self.announcements += 1
        self.said.put_nowait(f"{self.announcements} offers {program['rooms']}")
        return {"program": {"id": str(self.announcements)}, "token": "secret"}

    async def given_seats(self, program: str, token: str, *, after: int, wait_ms: int) -> list[GivenSeat]:
        answer = await self.answers.get()
        if isinstance(answer, RequestRefused):
            raise answer
        return answer

    async def withdraw(self, program: str, token: str) -> None:
        self.said.put_nowait(f"{program} is withdrawn")

    def forget(self) -> None:
        """Answers that no such program is announced."""
        self.answers.put_nowait(RequestRefused(404, "program_unknown", "no such program", None))

    def give(self, number: int, room: str) -> None:
        """Gives a seat."""
        seat: GivenSeat = {"number": number, "room": room, "game": "europe", "seat": 1, "token": "secret"}
        self.answers.put_nowait([seat])


class Waiting(_Program):
    """A program with matches that last until a test ends them."""

    def __init__(self, desk: Desk, rooms: int) -> None:
        wanted: AnnounceProgram = {
            "name": "Bo",
            "contact": "-",
            "games": [{"game": "europe"}],
            "rooms": rooms,
        }
        super().__init__(RandomBot, cast(Api, desk), wanted, lambda _: None, None)
        self.desk = desk
        self.ends: dict[str, asyncio.Event] = {}

    async def play(self, seat: GivenSeat) -> None:
        self.ends[seat["room"]] = asyncio.Event()
        self.desk.said.put_nowait(f"plays {seat['room']}")
        await self.ends[seat["room"]].wait()


def test_rooms_that_matches_of_before_leave_are_offered_again() -> None:
    async def tried() -> list[str]:
        desk = Desk()
        program = Waiting(desk, rooms=3)
        running = asyncio.create_task(program.run())
        said = [await desk.next()]
        desk.give(1, "A")
        said.append(await desk.next())
        desk.give(2, "B")
        said.append(await desk.next())
        desk.forget()
        said.append(await desk.next())
        # All is taken, and nothing has ended.
        desk.give(1, "C")
        said.append(await desk.next())
        program.ends["A"].set()
        said += [await desk.next(), await desk.next()]
        # There is room, but hosts may still take what is offered: nothing is to be announced.
        program.ends["B"].set()
        desk.give(1, "D")
        said += [await desk.next(), await desk.next(), await desk.next()]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return [*said, await desk.next()]

    assert asyncio.run(tried()) == [
        *("1 offers 3", "plays A", "plays B"),
        *("2 offers 1", "plays C", "2 is withdrawn"),
        *("3 offers 1", "plays D", "3 is withdrawn"),
        *("4 offers 1", "4 is withdrawn"),
    ]


@pytest.mark.parametrize("answered", [False, True], ids=["at once", "after an answer"])
def test_a_program_that_is_forgotten_again_and_again_waits(
    answered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[int] = []

    def wait_ms(count: int, hint_ms: int | None, chance: float) -> float:
        failures.append(count)
        return 0.0

    monkeypatch.setattr("entente.programs.wait_ms", wait_ms)

    async def tried() -> None:
        desk = Desk()
        for _ in range(3):
            if answered:
                desk.answers.put_nowait([])
            desk.forget()
        desk.answers.put_nowait(RequestRefused(403, "forbidden", "enough", None))
        await asyncio.wait_for(Waiting(desk, rooms=1).run(), HANG_S)

    with pytest.raises(RequestRefused, match="forbidden"):
        asyncio.run(tried())
    assert failures == ([1, 1, 1] if answered else [1, 2, 3])
