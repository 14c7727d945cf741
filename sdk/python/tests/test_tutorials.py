"""The tutorials of docs/, and the repository to copy: each of their examples runs as it stands."""

from __future__ import annotations

import random
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import entente
from support.pages import block, output, program
from support.server import HANG_S, ROOT

FIRST = "docs/FIRST-BOT.md"
BOARD = "docs/OWN-BOARD.md"
TEMPLATE = ROOT / "examples" / "template-bot"


def saved(folder: Path, server: str, page: str, *names: str) -> None:
    """Saves examples of a page as the page says."""
    for name in names:
        (folder / f"{name}.py").write_text(block(page, f"python {name}", server), encoding="utf-8")


def test_the_first_bot_plays(server: str, tmp_path: Path) -> None:
    saved(tmp_path, server, FIRST, "first")
    assert re.search(r"^(won|did not win) \[", output(program("first.py", cwd=tmp_path)), re.MULTILINE)


def test_the_second_bot_attacks_where_it_will_probably_win(server: str, tmp_path: Path) -> None:
    found: Any = {}
    exec(block(FIRST, "python careful", server), found)
    attacks: list[int] = []

    careful: Any = found["Careful"]

    class Watched(careful):  # type: ignore[misc]
        def choose(self, view: Any, offers: entente.Offers, rng: random.Random) -> entente.Command:
            command: entente.Command = super().choose(view, offers, rng)
            attacks.extend(
                one["chances"][0]
                for one in view.public.get("attacks", [])
                if command["type"].startswith("attack")
                and (one["from"], one["to"]) == (command["from"], command["to"])
            )
            return command

    entente.run(Watched, server=server, opponents="easy", options={"max_turns": 20}, seed=1)
    assert len(attacks) > 3
    assert min(attacks) >= found["PROBABLE"]


def test_the_arena_compares_them(server: str, tmp_path: Path) -> None:
    saved(tmp_path, server, FIRST, "first", "careful", "arena")
    assert re.match(r"Careful against First: \d+ won, .+ of 10; ", output(program("arena.py", cwd=tmp_path)))


def test_the_board_in_a_terminal(server: str, tmp_path: Path) -> None:
    saved(tmp_path, server, BOARD, "board")
    # The last offer ends a step where one can be ended; 99 is no offer, and neither is nothing.
    typed = "99\n\n" + "1\n" * 2_000
    said = output(program("board.py", cwd=tmp_path, stdin=typed))
    assert re.search(r"^italy +(red|blue|neutral) +\d+$", said, re.MULTILINE), said
    assert re.search(r"(won|did not win)$", said.strip()), said[-500:]


def test_the_repository_to_copy(tmp_path: Path) -> None:
    """Its workflow is green: each of its commands, but that which installs what is here already."""
    folder = tmp_path / "my-bot"
    shutil.copytree(TEMPLATE, folder)
    workflow = (folder / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    commands = re.findall(r"^      - run: (.+)$", workflow, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["pip", "ruff", "mypy", "pytest", "python"]
    # The page shows the same commands; of the scenarios it plays the first few.
    page = (folder / "README.md").read_text(encoding="utf-8")
    for command in commands[:-1]:
        assert f"\n{command}\n" in page, command
    bin_folder = Path(sys.executable).parent
    for command in commands[1:]:
        name, *arguments = shlex.split(command)
        if "conform" in arguments:
            only = ["--only", "busy", "--only", "lost_answer", "--only", "stale"]
            assert f"{shlex.join(only)} -- python my_bot.py {{url}} {{room}} {{token}}" in page
            at = arguments.index("--")
            arguments = [*arguments[:at], *only, *arguments[at:]]
        ran = subprocess.run(
            [bin_folder / name, *arguments],
            cwd=folder,
            env={"PATH": f"{bin_folder}:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=HANG_S,
            check=False,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"


def test_the_repository_to_copy_can_be_packed(tmp_path: Path) -> None:
    folder = tmp_path / "my-bot"
    shutil.copytree(TEMPLATE, folder)
    output(program("-m", "build", "--no-isolation", "--skip-dependency-check", "--wheel", ".", cwd=folder))
    assert [path.name for path in (folder / "dist").iterdir()] == ["my_bot-0.1.0-py3-none-any.whl"]
