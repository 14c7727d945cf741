"""What the tests share: one real server, started by the support of the other package's tests."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from support import ROOT


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server of its own."""
    place = ROOT / "sdk" / "python" / "tests" / "support" / "server.py"
    spec = importlib.util.spec_from_file_location("entente_server", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with module.Server() as running:
        yield running.url
