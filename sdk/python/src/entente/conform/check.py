"""The checks that a server is tried with; later ones use what earlier ones made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from .world import World


@dataclass(frozen=True)
class Check:
    """One check: its name, what a server must do, where the page says so, and the test."""

    name: str
    must: str
    page: str
    run: Callable[[World], Awaitable[None]]


CHECKS: list[Check] = []


def check(must: str, page: str) -> Callable[..., Callable[[World], Awaitable[None]]]:
    """Adds a check under the name of its function."""

    def add(run: Callable[[World], Awaitable[None]]) -> Callable[[World], Awaitable[None]]:
        CHECKS.append(Check(run.__name__, must, page, run))
        return run

    return add
