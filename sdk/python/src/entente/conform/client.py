"""Tries a client on all scripts and judges it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from . import scripts_back, scripts_deal, scripts_play, scripts_wire
from .fault import Fault, NotApplicable
from .program import Start
from .report import Finding, Verdict
from .scenario import SCENARIOS, Scenario
from .table import Table

#: The modules whose scripts there are.
SCRIPTS = (scripts_wire, scripts_play, scripts_back, scripts_deal)

#: The most time for one scenario, in seconds.
SCENARIO_S = 60.0
#: Scenarios that are played at the same time, unless told otherwise.
AT_ONCE = 4


async def tried(scenario: Scenario, start: Start) -> Finding:
    """Plays one scenario with one client."""
    began = time.monotonic()
    table = Table(**scenario.table)
    await table.stage.open()

    async def running() -> None:
        try:
            table.stage.ended_with = await start(table.stage.url, table.match.token)
        except Fault as fault:
            table.stage.ended_with = str(fault)
        table.stage.ended.set()

    program = asyncio.create_task(running())
    verdict: Verdict = "holds"
    why = ""
    try:
        await asyncio.wait_for(scenario.script(table), SCENARIO_S)
    except NotApplicable as reason:
        verdict, why = "skipped", str(reason)
    except Fault as fault:
        verdict, why = "fault", str(fault)
    except asyncio.TimeoutError:
        verdict, why = "fault", f"was not done after {SCENARIO_S:g} s"
    finally:
        program.cancel()
        await asyncio.gather(program, return_exceptions=True)
        await table.stage.close()
    return Finding(scenario.name, scenario.must, scenario.page, verdict, why, time.monotonic() - began)


async def conform_client(
    start: Start, only: Sequence[str] = (), at_once: int = AT_ONCE
) -> list[Finding]:
    """Plays all scenarios, or those that are named, with a client; returns what was found, in order.

    `start` starts the client. Raises `ValueError` for a name that there is not.
    """
    unknown = set(only) - {scenario.name for scenario in SCENARIOS}
    if unknown:
        raise ValueError(f"there is no scenario {', '.join(sorted(unknown))}")
    slots = asyncio.Semaphore(at_once)

    async def one(scenario: Scenario) -> Finding:
        async with slots:
            return await tried(scenario, start)

    chosen = [scenario for scenario in SCENARIOS if not only or scenario.name in only]
    return list(await asyncio.gather(*map(one, chosen)))
