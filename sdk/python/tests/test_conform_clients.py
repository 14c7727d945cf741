"""Our own clients do all that the scripted server asks of a client."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys

import pytest

import entente
from entente.bot import DOUBT_S
from entente.conform import Finding, command, conform_client
from entente.conform.client import scenarios
from entente.conform.deal import CODE
from entente.conform.server import checks
from entente.conform.table import Table
from support.server import HANG_S, ROOT

#: Scripts that run at the same time: most of their time is silence that must stay one.
AT_ONCE = 24
TERMINAL = os.environ.get("ENTENTE_BINARY", str(ROOT / "target" / "debug" / "entente"))


def faults(findings: list[Finding]) -> dict[str, str]:
    return {finding.name: finding.why for finding in findings if finding.verdict != "holds"}


def test_the_python_bot() -> None:
    """In this process, so that not every scenario starts an interpreter."""

    async def start(url: str, token: str) -> str:
        try:
            return str(await entente.run_async(entente.RandomBot, server=url, room=CODE, token=token))
        except entente.EntenteError as error:
            return f"{type(error).__name__}: {error}"

    findings = asyncio.run(conform_client(start, at_once=AT_ONCE, patience_s=HANG_S))
    assert faults(findings) == {}
    assert len(findings) == len(scenarios())


def test_the_typescript_bot() -> None:
    node = shutil.which("node")
    assert node is not None, "the TypeScript package is tested with node"
    script = ROOT / "sdk" / "ts" / "tests" / "support" / "conform-bot.js"
    start = command([node, "--experimental-websocket", str(script), "{url}", "{room}", "{token}"])
    assert faults(asyncio.run(conform_client(start, at_once=AT_ONCE, patience_s=HANG_S))) == {}


def test_the_terminal_bot() -> None:
    start = command([TERMINAL, "bot", "--join", "{url}/r/{room}"])
    assert faults(asyncio.run(conform_client(start, at_once=AT_ONCE, patience_s=HANG_S))) == {}


def test_a_bot_without_entropy_is_not_blamed_for_it() -> None:
    start = command([TERMINAL, "bot", "--no-entropy", "--join", "{url}/r/{room}"])
    only = [one.name for one in scenarios() if one.script.__module__.endswith("scripts_deal")]
    findings = asyncio.run(conform_client(start, only, at_once=AT_ONCE, patience_s=HANG_S))
    assert set(faults(findings).values()) == {"the client brings no entropy"}


def test_a_slow_machine_makes_no_scenario_outlast_a_clients_patience() -> None:
    table = Table()
    table._slowest_s = 60.0
    assert table.silence_s < DOUBT_S, "the bot leaves before the next question comes"


def test_each_scenario_names_its_place_in_the_documents() -> None:
    pages = [(one.name, one.page) for one in scenarios()] + [(one.name, one.page) for one in checks()]
    for name, whole in pages:
        page, _, place = whole.partition(", ")
        if not page.startswith("RFC "):
            text = (ROOT / "docs" / page).read_text(encoding="utf-8")
            heading = re.escape(place.partition(" (")[0])
            assert re.search(rf"^(#+ |\*\*){heading}", text, re.MULTILINE), (name, whole)


def conform(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "entente", "conform", *arguments],
        capture_output=True,
        text=True,
        timeout=HANG_S,
    )


def test_the_command_line_says_what_it_found() -> None:
    bot = [sys.executable, "-m", "entente", "play", "random", "--room", "{url}/r/{room}#seat={token}"]
    done = conform("client", "--only", "busy", "--json", "--", *bot)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["holds"], found["fault"], found["skipped"]) == (1, 0, 0)
    assert found["scenarios"][0]["name"] == "busy"
    fails = conform("client", "--only", "busy", "--", sys.executable, "-c", "print('{url}\\x1b[2J')")
    assert fails.returncode == 1
    assert "opens a socket: the program ended before (exit code 0: http://127.0.0.1:" in fails.stdout
    assert "\x1b" not in fails.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["client"], "say the client's command"),
        (["client", "--", "no-such-program", "{url}"], "there is no program no-such-program"),
        (["client", "--", "true"], "must have {url}"),
        (["client", "--only", "nothing", "--", "true", "{url}"], "there is no scenario nothing"),
    ],
)
def test_wrong_usage(arguments: list[str], why: str) -> None:
    done = conform(*arguments)
    assert done.returncode == 2
    assert why in done.stderr
