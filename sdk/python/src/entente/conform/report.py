"""The result, as a table for people and as JSON for programs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, cast

from .. import _vd1 as _unannotated
from .fault import Fault, NotApplicable

#: It held; it did not; it is about something that the other side does not do and need not.
Verdict: TypeAlias = Literal["holds", "fault", "skipped"]


@dataclass(frozen=True)
class Finding:
    """The result of one scenario."""

    #: The scenario's name, for `--only`.
    name: str
    #: The sentence about what must be done, and where the documents say so.
    must: str
    page: str
    verdict: Verdict
    #: The reason, empty if it held.
    why: str
    #: The time that it took, in seconds.
    seconds: float


async def judged(trial: Awaitable[None], limit_s: float) -> tuple[Verdict, str]:
    """Returns the verdict of a trial that may take so many seconds, and its reason, empty if it held."""
    try:
        await asyncio.wait_for(trial, limit_s)
    except NotApplicable as reason:
        return "skipped", str(reason)
    except Fault as fault:
        return "fault", str(fault)
    except asyncio.TimeoutError:
        return "fault", f"was not done after {limit_s:g} s"
    return "holds", ""


def as_json(findings: Sequence[Finding]) -> str:
    """Returns the result as one JSON object."""
    counts = {verdict: _count(findings, verdict) for verdict in ("holds", "fault", "skipped")}
    return json.dumps({**counts, "scenarios": [asdict(finding) for finding in findings]}, indent=1)


def as_table(findings: Sequence[Finding]) -> str:
    """Returns the result as lines: each scenario with its verdict, a fault with what must be done."""
    lines = []
    width = max((len(finding.name) for finding in findings), default=0)
    for finding in findings:
        lines.append(f"{finding.verdict:<8} {finding.name:<{width}} {finding.seconds:5.1f} s  {finding.must}")
        if finding.why:
            lines.append(f"{'':<8} {'':<{width}}          {printable(finding.why)} ({finding.page})")
    faults, skipped = _count(findings, "fault"), _count(findings, "skipped")
    lines.append(f"{_count(findings, 'holds')} hold, {faults} do not, {skipped} were skipped")
    return "\n".join(lines)


def printable(text: str) -> str:
    """Returns a text that cannot steer a terminal, in one line."""
    return cast(str, cast(Any, _unannotated).printable(" ".join(text.split())))


def _count(findings: Sequence[Finding], verdict: str) -> int:
    return sum(finding.verdict == verdict for finding in findings)
