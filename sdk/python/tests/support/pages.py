"""The examples of the documents, and how they are run: as programs of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from support.server import HANG_S, ROOT

#: The server of the documents.
SERVER = "http://127.0.0.1:8080"


def block(page: str, mark: str, server: str) -> str:
    """Returns the example with this mark on a page of the repository, against the server of the tests."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(rf"^```{re.escape(mark)}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(found) == 1, (page, mark)
    return str(found[0]).replace(SERVER, server)


def program(*arguments: str, cwd: Path, stdin: str | None = None) -> subprocess.Popen[str]:
    """Starts a program; `stdin` is what is typed."""
    process = subprocess.Popen(
        [sys.executable, "-X", "utf8", *arguments],
        cwd=cwd,
        stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if stdin is not None and process.stdin is not None:
        process.stdin.write(stdin)
        process.stdin.close()
        process.stdin = None
    return process


def output(process: subprocess.Popen[str]) -> str:
    """Waits for a program, which must succeed; returns what it said."""
    said, _ = process.communicate(timeout=HANG_S)
    assert process.returncode == 0, said
    return said
