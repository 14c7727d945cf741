"""Every example runs: the README page's, and the programs of examples/python."""

from __future__ import annotations

import ast
import asyncio
import http.server
import json
import queue
import random
import re
import subprocess
import threading
from pathlib import Path

import pytest

import entente
from support.pages import block, output, program
from support.server import HANG_S, ROOT, Server

PAGE = "sdk/python/README.md"
EXAMPLES = ROOT / "examples" / "python"
SERVER = "http://127.0.0.1:8080"
#: The seed by which the server for authors deals.
DEAL = 1


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def plays_as_a_person(link: str) -> entente.Result:
    """Takes the other seat, as somebody with a browser would, and plays to the end."""
    return entente.run(entente.RandomBot, room=link, name="Ada")


def link_in(text: str) -> str:
    found = re.search(r"http://\S+/r/\w{6}", text)
    assert found, text
    return found[0]


def test_the_first_bot_plays_a_person(server: str, tmp_path: Path) -> None:
    code = block(PAGE, "python bot", server)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    (tmp_path / "first.py").write_text(code, encoding="utf-8")
    bot = program("first.py", cwd=tmp_path)
    ours = plays_as_a_person(link_in(line_of(bot)))
    assert ("did not win" in output(bot)) == (1 in ours.outcome["winners"])


def test_the_arena_of_the_page(server: str, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(block(PAGE, "python bot", server), encoding="utf-8")
    (tmp_path / "arena.py").write_text(block(PAGE, "python arena", server), encoding="utf-8")
    assert output(program("arena.py", cwd=tmp_path)).startswith("Hasty against First: ")


def test_the_offer_of_the_page(server: str) -> None:
    exec(block(PAGE, "python", server), {"entente": entente})


def test_the_client_of_the_page(server: str, tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(block(PAGE, "python client", server), encoding="utf-8")
    said = output(program("client.py", cwd=tmp_path))
    assert "'reason': 'resigned'" in said
    assert "the deal holds" in said
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_the_blocking_client_of_the_page(server: str, tmp_path: Path) -> None:
    async def opened() -> tuple[str, str]:
        async with entente.Api(server) as api:
            seated = await api.create("balance-of-power", "Ada", options={"max_turns": 10})
            await api.add_bot(seated["room"]["code"], 1, seated["token"], "easy")
            return seated["room"]["code"], seated["token"]

    code, token = asyncio.run(opened())
    text = block(PAGE, "python blocking", server).replace("CODE", repr(code)).replace("TOKEN", repr(token))
    (tmp_path / "blocking.py").write_text(text, encoding="utf-8")
    output(program("blocking.py", cwd=tmp_path))


@pytest.mark.parametrize("arguments", [["first.py:First"], ["random", "--game", "balance-of-power",
                         "--options", '{"max_turns": 10}']])  # fmt: skip
def test_the_command_line_plays(server: str, tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "first.py").write_text(block(PAGE, "python bot", server), encoding="utf-8")
    run = ["-m", "entente", "play", *arguments, "--server", server, "--opponents", "easy", "--keep", "kept"]
    said = output(program(*run, cwd=tmp_path))
    assert said.splitlines()[-1] == "the record holds"


def test_the_command_line_lists_and_verifies(server: str, tmp_path: Path) -> None:
    async def played() -> tuple[str, bytes, str]:
        async with entente.Api(server) as api:
            seated = await api.create("europe-divided", "Ada\u202eda", listed=True)
            code, token = seated["room"]["code"], seated["token"]
            listing = output(program("-m", "entente", "rooms", "--server", server, cwd=tmp_path))
            await api.add_bot(code, 1, token, "easy")
            async with entente.Client(server, code, token) as client:
                await client.ready()
                await client.wait_for(lambda: client.update is not None)
                await client.resign()
                await client.wait_for(lambda: client.over)
                await client.check_record()
                return f"{code}\n{listing}", await api.record(code), client.kept

    listing, record, kept = asyncio.run(played())
    code, _, rows = listing.partition("\n")
    assert re.search(rf"^{code}  europe-divided  lobby  Adada, free$", rows, re.MULTILINE)
    (tmp_path / "record.json").write_bytes(record)
    (tmp_path / "kept.txt").write_text(kept, encoding="utf-8")
    verify = ["-m", "entente", "verify", "record.json", "--heads", "kept.txt"]
    assert "facts of the deal that a client kept" in output(program(*verify, cwd=tmp_path))
    (tmp_path / "record.json").write_bytes(record.replace(b"resign", b"claims"))
    refused = program(*verify, cwd=tmp_path)
    assert "REFUSED" in refused.communicate(timeout=HANG_S)[0]
    assert refused.returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["arena", "random", "random", "--server", SERVER, "--at-once", "0"],
        ["arena", "random", "random", "--server", SERVER, "--games", "-1"],
        ["offer", "random", "--server", SERVER, "--rooms", "0"],
    ],
)
def test_numbers_that_would_wait_for_ever_are_wrong_usage(tmp_path: Path, arguments: list[str]) -> None:
    process = program("-m", "entente", *arguments, cwd=tmp_path)
    said, _ = process.communicate(timeout=HANG_S)
    assert process.returncode == 2, said
    assert "invalid positive value" in said


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["play", "none.py", "--server", SERVER], "none.py is no Python file"),
        (["play", "two.py", "--server", SERVER], "two.py has 2 bots: say which one"),
        (["play", "two.py:Other", "--server", SERVER], "two.py has no bot Other: One, Two"),
        (["play", "random", "--server", SERVER, "--options", "{"], "the options are no JSON"),
    ],
)
def test_wrong_usage_is_said(tmp_path: Path, arguments: list[str], why: str) -> None:
    bots = "import entente\nclass One(entente.Bot): pass\nclass Two(entente.Bot): pass\n"
    (tmp_path / "two.py").write_text(bots, encoding="utf-8")
    process = program("-m", "entente", *arguments, cwd=tmp_path)
    said, _ = process.communicate(timeout=HANG_S)
    assert process.returncode == 2, said
    assert said.startswith(f"entente: {why}")


def test_the_random_bot_of_the_examples(server: str, tmp_path: Path) -> None:
    bot = program(str(EXAMPLES / "random_bot.py"), server, cwd=tmp_path)
    link = link_in(line_of(bot))
    ours = program(str(EXAMPLES / "random_bot.py"), link, cwd=tmp_path)
    found = [re.search(r"^(won|did not win) (\{.*\})$", output(one), re.MULTILINE) for one in (bot, ours)]
    assert found[0]
    assert found[1]
    outcome = ast.literal_eval(found[0][2])
    assert ast.literal_eval(found[1][2]) == outcome
    # Nobody wins a draw.
    assert [one and one[1] for one in found].count("won") == len(outcome["winners"])


def test_the_greedy_bot_of_the_examples() -> None:
    """It is greedy, not lucky: 5 of 6 against chance would happen to chance once in nine."""
    print(f"dealt by the seed {DEAL}")
    with Server("--dev", "--seed", str(DEAL)) as authors:
        run = ["-m", "entente", "arena", str(EXAMPLES / "greedy_bot.py"), "random", "--server", authors.url]
        said = output(program(*run, "--games", "6", "--options", '{"max_turns": 20}', cwd=ROOT))
    found = re.match(r"Greedy against RandomBot: (\d) won", said)
    assert found, said
    assert int(found[1]) >= 5, said


class Chat(http.server.BaseHTTPRequestHandler):
    """A chat's webhook: puts the lines that it is sent into a queue."""

    lines: queue.Queue[str]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.lines.put(json.loads(body)["content"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_the_viewer_and_the_notifier_of_the_examples(server: str, tmp_path: Path) -> None:
    Chat.lines = queue.Queue()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Chat) as chat:
        threading.Thread(target=chat.serve_forever, daemon=True).start()
        webhook = f"http://127.0.0.1:{chat.server_address[1]}/hook"

        async def played() -> tuple[str, str]:
            async with entente.Api(server) as api:
                seated = await api.create("europe-divided", "Ada", spectators="open")
                code, token = seated["room"]["code"], seated["token"]
                joined = await api.join(code, "Bo\x1b[2J")
            link = f"{server}/r/{code}"
            watching = [
                program(str(EXAMPLES / "viewer.py"), link, cwd=tmp_path),
                program(str(EXAMPLES / "notifier.py"), link, webhook, cwd=tmp_path),
            ]
            async with (
                entente.Client(server, code, token) as ada,
                entente.Client(server, code, joined["token"]) as bo,
            ):
                await ada.wait_for(lambda: bool(ada.room and ada.room["spectators"] == 2))
                await asyncio.gather(ada.ready(), bo.ready())
                await ada.wait_for(lambda: len(ada.offers) > 0)
                await bo.wait_for(lambda: len(bo.offers) > 0)
                first = await asyncio.to_thread(Chat.lines.get, timeout=HANG_S)
                await ada.command(ada.offers.sample(random.Random(1)))
                second = await asyncio.to_thread(Chat.lines.get, timeout=HANG_S)
                assert re.match(r"Room \w{6} waits for Bo\S*: http://", second), second
                await bo.resign()
            viewer, _ = [await asyncio.to_thread(output, process) for process in watching]
            return viewer, first

        viewer, first = asyncio.run(played())
        chat.shutdown()
    lines = [first, *(Chat.lines.get_nowait() for _ in range(Chat.lines.qsize()))]
    assert re.match(r"Room \w{6} waits for Ada and Bo\S*: http://", lines[0]), lines
    assert re.search(r"is over: Ada won\.$", lines[-1]), lines
    assert "waiting for" in viewer
    assert viewer.endswith("the record holds\n")
    assert "\x1b" not in viewer
