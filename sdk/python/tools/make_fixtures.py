"""Makes the fixtures for authors of clients and verifiers: `make kit-fixtures`.

    python tools/make_fixtures.py FOLDER

A match of each game is played on a real server by bots whose chance comes from a seed; the deals are the
server's. The folder is written anew:

- `frames/GAME.VIEWER.jsonl`: every message that a viewer was sent, one a line
- `records/GAME.json` and `records/GAME.VIEWER.txt`: the record, and what the viewer's client kept
- `tampered/NAME.json`: records that do not hold; `tampered/NAME.txt`: kept facts that the true record breaks
- `verdicts.json`: the verdict on each record with what was kept: the fault and its place, or that it holds
- `index.json`: all files with their SHA-256
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import hashlib
import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import entente
from entente.bot import together
from support.server import Server

SEED = 7
#: Each game with the options of its match, which is a short one.
GAMES: dict[str, dict[str, Any]] = {
    "europe-divided": {},
    "balance-of-power": {"max_turns": 12},
    "europe": {"untimed": True, "max_rounds": 2},
}
#: The game whose record is tampered with, and the viewer that kept something of it.
TAMPERED = "europe-divided"

WRONG = "ee" * 32
Record = dict[str, Any]


class Recorder(entente.Client):
    """A client that keeps every message that it was sent."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.frames: list[dict[str, Any]] = []
        super().__init__(*arguments, **more)

    async def _receive(self, message: dict[str, Any]) -> None:
        self.frames.append(message)
        await super()._receive(message)


def put(*path: Any) -> Callable[[Record], None]:
    """Returns a change that puts the last part at the place that the parts before it lead to."""
    *way, last, value = path

    def change(record: Record) -> None:
        place: Any = record
        for key in way:
            place = place[key]
        place[last] = value

    return change


def without(*path: Any) -> Callable[[Record], None]:
    """Returns a change that takes what is at a place away."""
    *way, last = path

    def change(record: Record) -> None:
        place: Any = record
        for key in way:
            place = place[key]
        del place[last]

    return change


def drawn_twice(record: Record) -> None:
    record["draws"].append(copy.deepcopy(record["draws"][0]))


def swapped_cards(record: Record) -> None:
    result = next(draw for draw in record["draws"] if draw["kind"] == "shuffle")["result"]
    result[0], result[1] = result[1], result[0]


def swapped_entries(record: Record) -> None:
    entries = record["entries"]
    entries[0]["input"], entries[1]["input"] = entries[1]["input"], entries[0]["input"]


def later(record: Record) -> None:
    record["entries"][-1]["at"] += 1


#: Each change by a name, with the word that verifiers refuse the record with.
CHANGES: list[tuple[str, str, Callable[[Record], None]]] = [
    ("unknown-field", "form", put("comment", "no such field")),
    ("field-missing", "form", without("draws")),
    ("null", "json", put("head", None)),
    ("other-scheme", "scheme", put("scheme", "vd2")),
    ("other-rules", "rules", put("header", "rules", "chess/1")),
    ("room-in-capitals", "room", put("header", "room", "CD4C370E-FD1D-465D-A17C-FDA6404153DE")),
    ("other-room", "server_commitment", put("header", "room", "cd4c370e-fd1d-465d-a17c-fda6404153de")),
    ("head-in-capitals", "hex", put("head", "AA" * 32)),
    ("skipped-attempt", "attempts", put("header", "attempt", 1)),
    ("other-secret", "server_commitment", put("server_secret", WRONG)),
    ("other-commitment", "server_commitment", put("header", "commitment", WRONG)),
    ("other-entropy", "seat_commitment", put("header", "seats", 0, "entropy", WRONG)),
    ("no-entropy", "seat_parts", without("header", "seats", 0, "entropy")),
    ("entry-left-out", "entry", without("entries", 0)),
    ("last-entry-left-out", "head", without("entries", -1)),
    ("entries-swapped", "head", swapped_entries),
    ("entry-later", "head", later),
    ("other-name", "head", put("header", "seats", 1, "name", "Mallory")),
    ("other-head", "head", put("head", WRONG)),
    ("other-label", "draw_label", put("draws", 0, "label", "deck/nothing/7")),
    ("drawn-twice", "draw_order", drawn_twice),
    ("cards-swapped", "draw_result", swapped_cards),
    ("no-winners", "result", without("result", "winners")),
    ("winner-without-seat", "result", put("result", "winners", [9])),
]


async def played(server: str, game: str, folder: Path) -> None:
    """Plays a match and writes down what each viewer was sent and kept, and the record."""
    async with entente.Api(server) as api:
        created = await api.create(game, "Ada", options=GAMES[game], spectators="open")
        code = created["room"]["code"]
        data = await api.data(created["room"]["fairness"]["data"])
        seats = len(created["room"]["seats"])
        tokens = [created["token"], *[(await api.join(code, f"Bot {n}"))["token"] for n in range(1, seats)]]
        viewers: dict[str, Recorder] = {"public": Recorder(server, code)}
        await viewers["public"].open()

        async def seat(number: int, token: str) -> None:
            viewer = viewers[f"seat{number}"] = Recorder(server, code, token)
            async with viewer:
                chance = random.Random(f"{SEED}/{game}/{number}")
                await entente.play(entente.RandomBot(), viewer, chance, data)

        await together(*(seat(number, token) for number, token in enumerate(tokens)))
        await viewers["public"].wait_for(lambda: viewers["public"].over)
        await viewers["public"].close()
        (folder / "records" / f"{game}.json").write_bytes(await api.record(code))
    for name, viewer in viewers.items():
        lines = "".join(json.dumps(frame, ensure_ascii=False) + "\n" for frame in viewer.frames)
        (folder / "frames" / f"{game}.{name}.jsonl").write_text(lines, encoding="utf-8")
        (folder / "records" / f"{game}.{name}.txt").write_text(viewer.kept, encoding="utf-8")


def verdict(record: bytes, kept: str) -> dict[str, Any]:
    """Returns the verdict of the verifier."""
    try:
        entente.check_record(record, kept)
    except entente.RecordRefused as refused:
        return {"holds": False, "fault": refused.fault, "place": refused.place}
    return {"holds": True, "fault": None, "place": None}


#: Changes of what a seat kept, with the word that the true record is then refused with.
KEPT_CHANGES = [
    ("kept-head", "kept_head", r"(?m)^([1-9][0-9]*) [0-9a-f]{64}$", rf"\1 {WRONG}"),
    ("kept-data", "kept_data", r"(?m)^# data [0-9a-f]{64}$", f"# data {WRONG}"),
    ("kept-nothing-of-seat", "kept_seat", r"(?m)^# seat 0 1 [0-9a-f]{64}$", "# seat 0 1 none"),
    ("kept-contradiction", "kept_server", r"(?m)^# dealt 0$", "# dealt 0\n# contradiction 0 server"),
]


def tamper(folder: Path) -> None:
    """Writes what was tampered with, and the verdicts. Raises `ValueError` for an unexpected one."""
    content = (folder / "records" / f"{TAMPERED}.json").read_bytes()
    kept = (folder / "records" / f"{TAMPERED}.seat0.txt").read_text(encoding="utf-8")
    verdicts: list[dict[str, Any]] = []

    def judged(record: str, kept_file: str | None, expected: str | None) -> None:
        text = "" if kept_file is None else (folder / kept_file).read_text(encoding="utf-8")
        found = verdict((folder / record).read_bytes(), text)
        if found["fault"] != expected:
            raise ValueError(f"{record} {kept_file}: {found}, expected was {expected}")
        verdicts.append({"record": record, "kept": kept_file, **found})

    for path in sorted((folder / "records").glob("*.json")):
        for own in sorted((folder / "records").glob(f"{path.stem}.*.txt")):
            judged(f"records/{path.name}", f"records/{own.name}", None)
    for name, fault, change in CHANGES:
        record = copy.deepcopy(json.loads(content))
        change(record)
        changed = json.dumps(record, ensure_ascii=False).encode()
        (folder / "tampered" / f"{name}.json").write_bytes(changed)
        judged(f"tampered/{name}.json", None, fault)
    for name, fault, form, put_in in KEPT_CHANGES:
        (folder / "tampered" / f"{name}.txt").write_text(
            re.sub(form, put_in, kept, count=1), encoding="utf-8"
        )
        judged(f"records/{TAMPERED}.json", f"tampered/{name}.txt", fault)
    (folder / "verdicts.json").write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")


def index(folder: Path) -> None:
    """Writes the list of all files with their SHA-256."""
    files = {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    about = {"entente": entente.__version__, "protocol": 1, "scheme": "vd1", "seed": SEED, "files": files}
    (folder / "index.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def make(folder: Path, server: str, games: list[str]) -> None:
    """Writes the fixtures of these games. Raises `ValueError` if the folder has something else in it."""
    if folder.exists():
        if any(folder.iterdir()) and not (folder / "index.json").is_file():
            raise ValueError(f"{folder} has other files than fixtures in it")
        shutil.rmtree(folder)
    for part in ("frames", "records", "tampered"):
        (folder / part).mkdir(parents=True)
    for game in games:
        asyncio.run(played(server, game, folder))
    tamper(folder)
    index(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the fixtures for authors of clients and verifiers.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    with Server() as server:
        make(folder, server.url, list(GAMES))
    print(f"{len(list(folder.rglob('*.*')))} files in {folder}")


if __name__ == "__main__":
    main()
