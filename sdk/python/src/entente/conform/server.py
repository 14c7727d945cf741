"""Tries a server from outside, within its budgets, and judges it."""

from __future__ import annotations

import time

from . import checks_http, checks_match, checks_programs, checks_socket
from .check import CHECKS, Check
from .report import Finding, Verdict, judged
from .world import World

#: The modules whose checks there are, in the order in which they run.
MODULES = (checks_http, checks_socket, checks_match, checks_programs)
#: The most time for one check, in seconds: a budget may have to refill.
CHECK_S = 180.0


def checks() -> list[Check]:
    """Returns all checks in the order in which they run; the one that uses the budget up comes last."""
    order = [module.__name__ for module in MODULES]
    return sorted(CHECKS, key=lambda one: (one.name == "limits", order.index(one.run.__module__)))


async def conform_server(server: str, game: str | None = None) -> list[Finding]:
    """Runs all checks against a server and returns what was found, in order.

    They open one room and play a short match of `game` in it, by default of Europe Divided, or the first
    game of two seats.
    Raises `EntenteError` for an address that is none.
    """
    world = World(server, game)
    try:
        return [await _tried(one, world) for one in checks()]
    finally:
        await world.close()


async def _tried(one: Check, world: World) -> Finding:
    began = time.monotonic()
    verdict: Verdict
    try:
        verdict, why = await judged(one.run(world), CHECK_S)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        # Whatever the server sent has another form than the pages say.
        verdict, why = "fault", f"the answer has another form: {type(error).__name__}: {error}"
    return Finding(one.name, one.must, one.page, verdict, why, time.monotonic() - began)
