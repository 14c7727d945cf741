"""Every example of the page runs, and the agent of the examples learns and plays on a server."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import entente
import pytest

from support import HANG_S, ROOT

PAGE = (ROOT / "sdk" / "engine" / "README.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^```python (\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
LEARN = ROOT / "sdk" / "engine" / "examples" / "learn.py"


def program(*arguments: str | Path, cwd: Path) -> str:
    # Threads of the linear algebra would wait for each other on a busy machine.
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, timeout=HANG_S, env=env
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_has_the_examples_that_are_run() -> None:
    assert set(EXAMPLES) == {"match", "knows", "aec", "gym", "vector", "bot"}
    assert len(EXAMPLES) == PAGE.count("```python")


@pytest.mark.parametrize("name", ["match", "knows", "aec", "gym", "vector"])
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(EXAMPLES[name], encoding="utf-8")
    program("-W", "error", "example.py", cwd=tmp_path)


def test_the_bot_of_the_page_plays_on_a_server(server: str) -> None:
    names: dict[str, Any] = {}
    exec(EXAMPLES["bot"], names)
    result = entente.run(names["Learnt"], server=server, opponents="easy")
    assert result.report is not None
    assert result.refused == 0


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("balance-of-power", {"version": "command_room", "max_turns": 10}),
        ("europe", {"max_rounds": 1, "untimed": True}),
    ],
)
def test_a_question_plays_the_other_games_on_a_server(
    server: str, game: str, options: dict[str, Any]
) -> None:
    names: dict[str, Any] = {}
    exec(EXAMPLES["bot"].replace('"europe-divided"', f'"{game}"'), names)
    result = entente.run(names["Learnt"], server=server, opponents="easy", options=options)
    # Balance of Power knows a draw.
    assert result.outcome["winners"] or result.outcome["reason"] == "draw"


def test_the_agent_learns_and_plays_in_the_arena(server: str, tmp_path: Path) -> None:
    """A few updates teach it little, but it has not unlearnt to play, and its net plays on a server."""
    said = program(LEARN, "train", "agent.npz", "--updates", "4", "--seed", "3", cwd=tmp_path)
    share = re.search(r"(\d+)% of 400 matches won against chance", said)
    assert share, said
    assert int(share[1]) >= 45, said
    spec = importlib.util.spec_from_file_location("learn", LEARN)
    assert spec is not None
    assert spec.loader is not None
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    learn.Learnt.path = tmp_path / "agent.npz"
    result = entente.arena(learn.Learnt, entente.RandomBot, server=server, games=2, seed=1)
    assert "Learnt against RandomBot" in str(result)


def test_the_command_line(tmp_path: Path) -> None:
    said = program("-m", "entente_engine", "playthrough", "europe-divided", "--seed", "1", cwd=tmp_path)
    assert said == (ROOT / "tests" / "fixtures" / "engine" / "europe-divided.txt").read_text(encoding="utf-8")
    assert '"wait"' in program("-m", "entente_engine", "encoding", "europe", cwd=tmp_path)
    said = program("-m", "entente_engine", "bench", "--seconds", "0.01", cwd=tmp_path)
    assert len(said.splitlines()) == 8
    wrong = ["-m", "entente_engine", "playthrough", "europe", "--options", '{"players": 9}']
    done = subprocess.run(
        [sys.executable, *wrong], cwd=tmp_path, capture_output=True, text=True, timeout=HANG_S
    )
    assert done.returncode == 2
    assert done.stderr.startswith("entente_engine: players: a whole number from 2 to 4")
