"""Checks of a server that seats programs: one announces itself, is given a seat, and gives it back."""

from __future__ import annotations

import uuid
from typing import Any

from .check import check
from .fault import Fault, NotApplicable
from .world import World

_ANNOUNCE = "PROGRAMS.md, Announce"
_SEAT = "PROGRAMS.md, Take a seat"


def _announced(world: World) -> dict[str, Any]:
    if "announcements" not in world.features or not world.game:
        raise NotApplicable("the server seats no programs")
    return {
        "name": "Conforming",
        "contact": "conform@example.org",
        "level": "plays by chance",
        "games": [{"game": world.game["id"]}],
        "rooms": 1,
    }


async def _announce(world: World, body: dict[str, Any]) -> dict[str, Any]:
    answer = await world.ask("POST", "programs", body)
    found: dict[str, Any] = world.json(answer, 201, "AnnouncedProgram")
    return found


@check("Lists a program that has announced itself, until it is withdrawn.", _ANNOUNCE)
async def announces(world: World) -> None:
    body = _announced(world)
    announced = await _announce(world, body)
    own, token = announced["program"]["id"], announced["token"]
    query = f"programs?game={world.game['id']}"
    listed = world.json(await world.ask("GET", query), 200, "Programs")["programs"]
    found = [one for one in listed if one["id"] == own]
    if not found or (found[0]["name"], found[0]["contact"]) != (body["name"], body["contact"]):
        raise Fault("the list does not have the program as it announced itself")
    if token in str(listed):
        raise Fault("the list shows a program's token")
    world.problem(await world.ask("GET", f"programs/{own}/seats"), 401, "token_unknown")
    path = f"programs/{own}"
    world.problem(await world.ask("GET", f"{path}/seats", token="x" * 43), 404, "program_unknown")
    if (await world.ask("DELETE", path, token=token)).status_code != 204:
        raise Fault("an announcement is not withdrawn")
    world.problem(await world.ask("GET", f"{path}/seats", token=token), 404, "program_unknown")


@check("Refuses announcements with wrong texts, games, options and numbers.", _ANNOUNCE)
async def refuses_announcements(world: World) -> None:
    body = _announced(world)
    wrong: list[tuple[dict[str, Any], int, str]] = [
        ({"name": ""}, 422, "name_invalid"),
        ({"contact": "x" * 101}, 422, "name_invalid"),
        ({"level": "x" * 61}, 422, "name_invalid"),
        ({"games": []}, 422, "option_invalid"),
        ({"games": [{"game": "no-such-game"}]}, 422, "game_unknown"),
        ({"rooms": 0}, 422, "option_invalid"),
        ({"colour": "red"}, 400, "malformed"),
    ]
    for change, status, code in wrong:
        world.problem(await world.ask("POST", "programs", {**body, **change}), status, code)


@check("Gives a program its seat again until it connects, and marks it as a program.", _SEAT)
async def gives_seats(world: World) -> None:
    announced = await _announce(world, _announced(world))
    own, token = announced["program"]["id"], announced["token"]
    body = {"game": world.game["id"], "name": "Ada", "seat": 0}
    seated = world.json(await world.ask("POST", "rooms", body), 201, "Seated")
    code, host = seated["room"]["code"], seated["token"]
    path = f"rooms/{code}/seats/1/program"
    nobody = {"program": str(uuid.uuid4())}
    world.problem(await world.ask("POST", path, nobody, token=host), 404, "program_unknown")
    world.problem(await world.ask("POST", path, {"program": own}), 401, "token_unknown")
    room = world.json(await world.ask("POST", path, {"program": own}, token=host), 201, "Room")
    seat = room["seats"][1]
    if seat["kind"] != "program" or seat.get("program", {}).get("contact") != "conform@example.org":
        raise Fault("the seat is not marked as a program's")
    for _ in range(2):
        asked = await world.ask("GET", f"programs/{own}/seats?wait_ms=10000", token=token)
        given = world.json(asked, 200, "GivenSeats")["seats"]
        if [(one["room"], one["seat"]) for one in given] != [(code, 1)]:
            raise Fault("the program is not given its seat until it has connected")
    line = await world.line(given[0]["token"], code)
    try:
        asked = await world.ask("GET", f"programs/{own}/seats", token=token)
        if world.json(asked, 200, "GivenSeats")["seats"]:
            raise Fault("a seat that the program has taken is given again")
    finally:
        await line.close()
        await world.ask("DELETE", f"rooms/{code}/seats/0", token=host)
        await world.ask("DELETE", f"programs/{own}", token=token)
