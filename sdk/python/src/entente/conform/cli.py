"""The command line of the conformance kit."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
from typing import Any

from .client import AT_ONCE, conform_client, scenarios
from .program import command
from .report import Finding, as_json, as_table
from .server import conform_server
from .stage import PATIENCE_S


def add_parser(commands: Any) -> None:
    """Adds `conform` to the commands of the package."""
    conform = commands.add_parser("conform", help="test a client or a server against the protocol")
    kinds = conform.add_subparsers(dest="kind", required=True)
    client = kinds.add_parser(
        "client",
        help="play a scripted server to a client",
        description="Starts CMD once a scenario; {url}, {room} and {token} in its arguments are replaced.",
    )
    client.add_argument(
        "--only", metavar="NAME", action="append", default=[], help="this scenario, repeatable"
    )
    client.add_argument("--json", action="store_true", help="print the result as JSON")
    client.add_argument("--list", action="store_true", help="list the scenarios and do nothing")
    client.add_argument("--at-once", type=int, default=AT_ONCE, help="scenarios at a time")
    client.add_argument(
        "--patience",
        type=float,
        default=PATIENCE_S,
        metavar="S",
        help="seconds for what the client has to do",
    )
    client.add_argument("cmd", nargs="*", metavar="CMD", help="the client's command, after --")
    client.set_defaults(run=client_command)

    server = kinds.add_parser(
        "server",
        help="test a server from outside",
        description="Opens one room, plays a short match in it, and uses its own address's budget up.",
    )
    server.add_argument("url", metavar="URL")
    server.add_argument(
        "--game", help="the game of the match; by default Europe Divided, or the first of two seats"
    )
    server.add_argument("--json", action="store_true", help="print the result as JSON")
    server.set_defaults(run=server_command)


def server_command(arguments: argparse.Namespace) -> int:
    return _report(asyncio.run(conform_server(arguments.url, arguments.game)), arguments.json)


def _report(findings: list[Finding], json: bool) -> int:
    print(as_json(findings) if json else as_table(findings))
    return int(any(finding.verdict == "fault" for finding in findings))


def client_command(arguments: argparse.Namespace) -> int:
    if arguments.list:
        for scenario in scenarios():
            print(f"{scenario.name:<20} {scenario.must} ({scenario.page})")
        return 0
    if not arguments.cmd:
        print("entente: say the client's command, after --", file=sys.stderr)
        return 2
    if shutil.which(arguments.cmd[0]) is None:
        print(f"entente: there is no program {arguments.cmd[0]}", file=sys.stderr)
        return 2
    if not any("{url}" in part for part in arguments.cmd):
        print("entente: the command must have {url} among its arguments", file=sys.stderr)
        return 2
    try:
        findings = asyncio.run(
            conform_client(
                command(arguments.cmd),
                arguments.only,
                at_once=max(1, arguments.at_once),
                patience_s=arguments.patience,
            )
        )
    except ValueError as error:
        print(f"entente: {error}", file=sys.stderr)
        return 2
    return _report(findings, arguments.json)
