"""The fixtures for authors: made by the real server, judged by two verifiers, complete."""

from __future__ import annotations

import hashlib
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import make_fixtures
from support.server import BINARY, HANG_S


def test_the_fixtures_are_what_they_say(server: str, tmp_path: Path) -> None:
    folder = tmp_path / "fixtures"
    make_fixtures.make(folder, server, [make_fixtures.TAMPERED])
    index = json.loads((folder / "index.json").read_bytes())
    found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert set(index["files"]) == found - {"index.json"}
    for name, digest in index["files"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    verdicts = json.loads((folder / "verdicts.json").read_bytes())
    assert len(verdicts) == 3 + len(make_fixtures.CHANGES) + len(make_fixtures.KEPT_CHANGES)
    with ThreadPoolExecutor(4) as pool:
        judged = list(pool.map(lambda verdict: _server_s_verdict(folder, verdict), verdicts))
    assert judged == [verdict["holds"] for verdict in verdicts]
    for viewer in ("public", "seat0", "seat1"):
        _whole(folder / "frames" / f"{make_fixtures.TAMPERED}.{viewer}.jsonl", viewer)


def _server_s_verdict(folder: Path, verdict: dict[str, Any]) -> bool:
    """Returns whether the server's own verifier, which knows the rules, takes a record too."""
    kept = [] if verdict["kept"] is None else ["--heads", str(folder / verdict["kept"])]
    command = [BINARY, "verify", str(folder / verdict["record"]), *kept]
    return subprocess.run(command, capture_output=True, timeout=HANG_S).returncode == 0


def _whole(path: Path, viewer: str) -> None:
    """Checks that a viewer's frames are a whole match, with what is private for its seat alone."""
    frames = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    updates = [frame for frame in frames if frame["type"] == "update"]
    assert frames[0]["type"] == "welcome"
    assert updates[-1]["outcome"] is not None
    seat = frames[0]["you"].get("seat")
    assert viewer == ("public" if seat is None else f"seat{seat}")
    assert all(("private" in update) == (seat is not None) for update in updates)
    text = path.read_text(encoding="utf-8")
    assert '"token"' not in text


def test_a_folder_with_other_files_is_left_alone(server: str, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="other files than fixtures"):
        make_fixtures.make(tmp_path, server, [])
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "mine"
