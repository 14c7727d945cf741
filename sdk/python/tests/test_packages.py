"""The packages as they would be published: built, installed where nothing else is, and played with."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

from support.server import HANG_S, ROOT

#: What the package needs, downloaded with the tools of these tests: a test asks no registry.
WHEELS = Path(sys.prefix) / "wheels"

BOT = """
import entente

class First(entente.Bot):
    games = ["europe-divided"]

    def choose(self, view, offers, rng):
        return offers.sample(rng)

result = entente.run(First, server="SERVER", opponents="easy")
assert entente.check_record and result.report, result
print(entente.__version__, entente.__file__)
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=HANG_S)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_built_wheel_plays_in_an_empty_environment(server: str, tmp_path: Path) -> None:
    built = tmp_path / "built"
    # The wheel is built of the source distribution, as an installer that gets only that one would.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", built, ROOT / "sdk/python", cwd=tmp_path)
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    licence = (ROOT / "LICENSE").read_bytes()
    verifier = (ROOT / "docs" / "verify.py").read_bytes()
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith("/licenses/LICENSE"))
        assert files.read(name) == licence
        assert files.read("entente/_vd1.py") == verifier
        assert "entente/py.typed" in files.namelist()
    with tarfile.open(source) as archive:
        for end, content in (("/LICENSE", licence), ("/src/entente/_vd1.py", verifier)):
            (member,) = (one for one in archive.getmembers() if one.name.endswith(end))
            file = archive.extractfile(member)
            assert member.isreg()
            assert file is not None
            assert file.read() == content

    venv.create(tmp_path / "empty", with_pip=False)
    python = tmp_path / "empty" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index"]
    run(*pip, "--disable-pip-version-check", "--find-links", WHEELS, wheel, cwd=tmp_path)
    (tmp_path / "bot.py").write_text(BOT.replace("SERVER", server), encoding="utf-8")
    said = run(python, "bot.py", cwd=tmp_path).splitlines()
    assert "/empty/" in said[-1]
    listed = run(tmp_path / "empty" / "bin" / "entente-py", "rooms", "--server", server, cwd=tmp_path)
    assert listed.strip()
    # The position of the scripts is a file of the package.
    scripts = run(python, "-m", "entente", "conform", "client", "--list", cwd=tmp_path)
    assert "lost_answer" in scripts
