"""Tries a client on all scripts and judges it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from . import scripts_back, scripts_deal, scripts_play, scripts_wire
from .fault import Fault
from .program import Start
from .report import Finding, judged
from .scenario import SCENARIOS, Scenario
from .stage import PATIENCE_S
from .table import Table

#: The modules whose scripts there are, in the order of the report.
SCRIPTS = (scripts_wire, scripts_play, scripts_back, scripts_deal)

#: The most time for one scenario, in seconds, unless a client has longer for a single step.
SCENARIO_S = 60.0
#: Scenarios that are played at the same time, unless told otherwise.
AT_ONCE = 4


def scenarios() -> list[Scenario]:
    """Returns all scenarios: those about the socket first, those about the deal last."""
    order = [module.__name__ for module in SCRIPTS]
    return sorted(SCENARIOS, key=lambda scenario: order.index(scenario.script.__module__))


async def tried(scenario: Scenario, start: Start, patience_s: float = PATIENCE_S) -> Finding:
    """Plays one scenario with one client."""
    began = time.monotonic()
    table = Table(patience_s=patience_s, **scenario.table)
    await table.stage.open()

    async def running() -> None:
        try:
            table.stage.ended_with = await start(table.stage.url, table.match.token)
        except Fault as fault:
            table.stage.ended_with = str(fault)
        table.stage.ended.set()

    program = asyncio.create_task(running())
    try:
        verdict, why = await judged(scenario.script(table), max(SCENARIO_S, patience_s))
    finally:
        program.cancel()
        await asyncio.gather(program, return_exceptions=True)
        await table.stage.close()
    return Finding(scenario.name, scenario.must, scenario.page, verdict, why, time.monotonic() - began)


async def conform_client(
    start: Start, only: Sequence[str] = (), *, at_once: int = AT_ONCE, patience_s: float = PATIENCE_S
) -> list[Finding]:
    """Plays all scenarios, or those that are named, with a client; returns what was found, in order.

    `start` starts the client; what it has to do it must do within `patience_s` seconds. Raises `ValueError`
    for a name that there is not.
    """
    unknown = set(only) - {scenario.name for scenario in scenarios()}
    if unknown:
        raise ValueError(f"there is no scenario {', '.join(sorted(unknown))}")
    slots = asyncio.Semaphore(at_once)

    async def one(scenario: Scenario) -> Finding:
        async with slots:
            return await tried(scenario, start, patience_s)

    chosen = [scenario for scenario in scenarios() if not only or scenario.name in only]
    return list(await asyncio.gather(*map(one, chosen)))
