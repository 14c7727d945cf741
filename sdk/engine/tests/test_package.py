"""The wheel as it would be published: installed where nothing else is, and played with."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from support import HANG_S, ROOT

#: Downloaded with the tools of these tests: a test asks no registry.
WHEELS = Path(sys.prefix) / "wheels"
BUILT = Path(sys.prefix) / "engine"

MATCH = """
import random
import entente_engine
state, rng = entente_engine.State("europe", {"players": 3, "max_rounds": 1}, 1), random.Random(1)
while not state.over:
    state.act(rng.choice(state.legal_actions()))
assert entente_engine.State.from_bytes(state.to_bytes()) == state
print(entente_engine.__version__, entente_engine.__file__)
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=HANG_S)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_built_wheel_plays_in_an_empty_environment(tmp_path: Path) -> None:
    (wheel,) = BUILT.glob("entente_engine-*.whl")
    # One wheel for every Python from 3.10.
    assert "-cp310-abi3-" in wheel.name
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        for name in ("_native.pyi", "py.typed", "aec.py", "gym.py", "parallel.py"):
            assert f"entente_engine/{name}" in names
        licences = {name.rsplit("/", 1)[-1]: files.read(name) for name in names if "/licenses/" in name}
    assert licences["LICENSE"] == (ROOT / "LICENSE").read_bytes()
    assert licences["LICENCE-EUROPE.md"] == (ROOT / "data" / "europe" / "LICENCE.md").read_bytes()
    venv.create(tmp_path / "empty", with_pip=False)
    python = tmp_path / "empty" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index"]
    run(*pip, "--disable-pip-version-check", "--find-links", WHEELS, wheel, cwd=tmp_path)
    (tmp_path / "match.py").write_text(MATCH, encoding="utf-8")
    said = run(python, "-X", "utf8", "match.py", cwd=tmp_path)
    assert "/empty/" in said
    # The bench needs no PettingZoo, and says so of its figures.
    bench = run(python, "-m", "entente_engine", "bench", "--seconds", "0.01", cwd=tmp_path)
    assert " - " in bench
