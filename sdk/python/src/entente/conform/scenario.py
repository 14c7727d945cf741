"""The scenarios that a client is tried with; scripts add theirs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from .table import Table


@dataclass(frozen=True)
class Scenario:
    """One script: its name, what a client must do, where the page says so, and the server's part."""

    name: str
    must: str
    page: str
    script: Callable[[Table], Awaitable[None]]
    #: How the table is set up.
    table: dict[str, Any] = field(default_factory=dict)


#: All scenarios, in the order in which they are reported.
SCENARIOS: list[Scenario] = []


def scenario(must: str, page: str, **table: Any) -> Callable[..., Callable[[Table], Awaitable[None]]]:
    """Adds a script under the name of its function."""

    def add(script: Callable[[Table], Awaitable[None]]) -> Callable[[Table], Awaitable[None]]:
        SCENARIOS.append(Scenario(script.__name__, must, page, script, table))
        return script

    return add
