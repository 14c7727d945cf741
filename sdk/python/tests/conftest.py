"""What all tests share: one real server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.server import Server


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with Server() as running:
        yield running.url
