"""Checks of a server over HTTP, before any match."""

from __future__ import annotations

import json

from .check import check
from .fault import Fault, NotApplicable
from .schema import Schemas
from .world import World

_HTTP = "PROTOCOL.md, HTTP"
_ROOMS = "PROTOCOL.md, Rooms"
_READING = "PROTOCOL.md, Versions and reading"
#: A code of the right form that no server is likely to have given out.
NOBODY = "CDFHJK"
WRONG_TOKEN = "x" * 43


@check("Publishes the JSON Schema of every message.", _HTTP)
async def schema(world: World) -> None:
    document = world.json(await world.ask("GET", "schema.json"), 200)
    missing = {"ServerMessage", "ClientMessage", "Room", "Problem"} - set(document.get("$defs", {}))
    if missing:
        raise Fault(f"the schema has no {', '.join(sorted(missing))}")
    world.schemas = Schemas(document)


@check("Lists its games, which fit its own schema, and its features.", _HTTP)
async def games(world: World) -> None:
    found = world.json(await world.ask("GET", "games"), 200, "Games")
    ids = [game["id"] for game in found["games"]]
    if not ids or len(set(ids)) != len(ids):
        raise Fault(f"the games are {ids}")
    world.features = frozenset(found.get("features") or ())
    pairs = [game for game in found["games"] if game["seats"]["min"] == 2]
    wanted = [game for game in pairs if world.wanted in (None, game["id"])]
    if not wanted:
        raise NotApplicable(f"no game {world.wanted or ''} of two seats: no match can be tried")
    # It begins with a secret choice, which shows what a server hides.
    world.game = next((game for game in wanted if game["id"] == "europe-divided"), wanted[0])


@check("Describes itself as OpenAPI 3.1 and AsyncAPI 3.0.", _HTTP)
async def documents(world: World) -> None:
    for name, key, version in (("openapi", "openapi", "3.1"), ("asyncapi", "asyncapi", "3.0")):
        document = world.json(await world.ask("GET", f"{name}.json"), 200)
        if not str(document.get(key, "")).startswith(version):
            raise Fault(f"{name}.json says {key} {document.get(key)}")


@check("Opens a room with a seat, whose token is shown once and never in the room.", _HTTP)
async def opens_a_room(world: World) -> None:
    if not world.game:
        raise NotApplicable("there is no game of two seats")
    body = {"game": world.game["id"], "name": "Ada", "seat": 0, "listed": True, "spectators": "open"}
    seated = world.json(await world.ask("POST", "rooms", body), 201, "Seated")
    world.code, world.tokens = seated["room"]["code"], [seated["token"]]
    room = await world.ask("GET", f"rooms/{world.code}")
    shown = world.json(room, 200, "Room")
    if seated["token"] in room.text:
        raise Fault("the room shows a token")
    if (seated["seat"], shown["state"], shown["seats"][0]["name"]) != (0, "lobby", "Ada"):
        raise Fault("the room is not as it was asked for")
    lower = world.json(await world.ask("GET", f"rooms/{world.code[:3].lower()}-{world.code[3:]}"), 200)
    if lower["code"] != world.code:
        raise Fault("case and hyphens of a code matter")


@check("Answers errors with problems, whose codes say what is wrong.", _HTTP)
async def problems(world: World) -> None:
    world.problem(await world.ask("GET", f"rooms/{NOBODY}"), 404, "room_unknown")
    world.problem(await world.ask("GET", "no/such/thing"), 404, "not_found")
    world.problem(await world.ask("DELETE", "games"), 405, "method_not_allowed")


def _need_room(world: World) -> str:
    if not world.code:
        raise NotApplicable("no room was opened")
    return f"rooms/{world.code}/seats"


@check(
    "Reads bodies strictly: no unknown field, key twice, fraction, wrong type or other media type.", _READING
)
async def strict_bodies(world: World) -> None:
    seats = _need_room(world)
    bad = {
        "an unknown field": b'{"name": "Bo", "colour": "red"}',
        "a key twice": b'{"name": "Bo", "name": "Cy"}',
        "a fraction": b'{"name": "Bo", "seat": 1.0}',
        "a negative zero": b'{"name": "Bo", "seat": -0}',
        "a number for a text": b'{"name": 7}',
        "20 levels": b'{"name": "Bo", "seat": ' + b"[" * 20 + b"]" * 20 + b"}",
        "no JSON": b"name=Bo",
        "no UTF-8": b'{"name": "\xff"}',
    }
    for what, body in bad.items():
        answer = await world.ask("POST", seats, raw=body)
        if answer.status_code < 400:
            raise Fault(f"took a body with {what}")
        if answer.status_code != 400 or answer.json().get("code") != "malformed":
            raise Fault(f"a body with {what}: {answer.status_code} {answer.text[:80]}")
    text = await world.ask("POST", seats, {"name": "Bo"}, headers={"Content-Type": "text/plain"})
    if text.status_code != 415:
        raise Fault(f"a body that is text/plain: status {text.status_code} instead of 415")
    world.problem(
        await world.ask("POST", seats, raw=json.dumps({"name": "x" * 20000}).encode()), 413, "too_big"
    )


@check("Refuses wrong names, taken seats, seats that there are not, and tokens of nobody.", _ROOMS)
async def refuses_seats(world: World) -> None:
    seats = _need_room(world)
    world.problem(await world.ask("POST", seats, {"name": "Bo", "seat": 0}), 409, "seat_taken")
    answer = await world.ask("POST", seats, {"name": ""})
    world.problem(answer, answer.status_code, "name_invalid")
    unknown = await world.ask("DELETE", f"{seats}/0", token=WRONG_TOKEN)
    world.problem(unknown, unknown.status_code, "token_unknown")
    if unknown.status_code not in (401, 403):
        raise Fault(f"a token of nobody: status {unknown.status_code}")


@check("Gives a free seat to whoever has the code, and none when all are taken.", _ROOMS)
async def joins(world: World) -> None:
    seats = _need_room(world)
    seated = world.json(await world.ask("POST", seats, {"name": "Bo"}), 201, "Seated")
    if seated["seat"] != 1 or seated["token"] in world.tokens:
        raise Fault("the free seat was 1, and each seat has a token of its own")
    world.tokens.append(seated["token"])
    world.problem(await world.ask("POST", seats, {"name": "Cy"}), 409, "room_full")


@check("Gives a new token for a seat; the old one opens nothing any more.", _ROOMS)
async def new_token(world: World) -> None:
    seats = _need_room(world)
    if len(world.tokens) < 2:
        raise NotApplicable("seat 1 was not taken")
    old = world.tokens[1]
    world.tokens[1] = world.json(await world.ask("POST", f"{seats}/1/token", token=old), 200)["token"]
    answer = await world.ask("POST", f"{seats}/1/token", token=old)
    world.problem(answer, answer.status_code, "token_unknown")


@check("Lists rooms that chose to be listed, by the filters that it names.", _HTTP)
async def lists(world: World) -> None:
    _need_room(world)
    if "filters" not in world.features:
        raise NotApplicable("the server has no feature `filters`")
    game = world.game["id"]
    codes: list[str] = []
    after = ""
    for _ in range(20):
        page = world.json(
            await world.ask("GET", f"rooms?game={game}&state=lobby&limit=50{after}"), 200, "Rooms"
        )
        codes += [room["code"] for room in page["rooms"]]
        if any(room["game"] != game or room["state"] != "lobby" for room in page["rooms"]):
            raise Fault("a room that the filters exclude")
        if not page.get("next"):
            break
        after = f"&after={page['next']}"
    if codes != sorted(set(codes)):
        raise Fault("rooms do not come once each, in the order of their codes")
    one = world.json(await world.ask("GET", "rooms?limit=1"), 200, "Rooms")
    if len(one["rooms"]) > 1:
        raise Fault("limit=1 gave more than one room")
    world.problem(await world.ask("GET", "rooms?colour=red"), 400, "malformed")


@check(
    "Answers a budget that is used up with `too_many_requests` and `retry_after_ms`.", "PROTOCOL.md, Limits"
)
async def limits(world: World) -> None:
    # An unknown code is what costs most; a public budget is worth ten of them.
    for _ in range(15):
        answer = await world.ask("GET", f"rooms/{NOBODY}", patient=False)
        if answer.status_code == 429:
            hint = world.problem(answer, 429, "too_many_requests").get("retry_after_ms")
            if not isinstance(hint, int) or hint <= 0 or not answer.headers.get("retry-after"):
                raise Fault("429 without `retry_after_ms`, or without Retry-After")
            return
    raise NotApplicable("the budget is larger than 15 unknown codes, or there is none")
