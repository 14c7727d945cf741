#!/usr/bin/env python3
"""Tells a chat room about a match: a line whenever somebody else is to move, and the end.

    python3 notifier.py http://127.0.0.1:8080/r/K7P2XR https://discord.com/api/webhooks/...

The webhook gets what Discord and Slack read: a JSON object with `content` and `text`. (To be notified of
your own turn alone you need no program: give your seat the webhook itself, docs/PROTOCOL.md, "Notices".)
"""

from __future__ import annotations

import asyncio
import sys

import httpx

import entente
from entente.address import room_address


async def post(http: httpx.AsyncClient, webhook: str, line: str) -> None:
    # Names are what strangers wrote: nobody is called by an "@everyone" in one.
    body = {"content": line, "text": line, "allowed_mentions": {"parse": []}}
    answer = await http.post(webhook, json=body)
    if answer.is_error:
        print(f"the webhook answered with {answer.status_code}", file=sys.stderr)


async def notify(link: str, webhook: str) -> None:
    room = room_address(link)
    if room.server is None:
        raise SystemExit("the link of a room is wanted")
    async with entente.Client(room.server, room.code) as client, httpx.AsyncClient() as http:
        before: list[int] = []
        async for update in client.updates():
            assert client.room is not None
            names = [seat.get("name") or "nobody" for seat in client.room["seats"]]
            outcome = update.get("outcome")
            if outcome is not None:
                winners = " and ".join(names[seat] for seat in outcome["winners"]) or "nobody"
                await post(http, webhook, f"The match in room {room.code} is over: {winners} won.")
            elif update["awaiting"] != before:
                awaited = " and ".join(names[seat] for seat in update["awaiting"])
                await post(http, webhook, f"Room {room.code} waits for {awaited}: {link}")
            before = update["awaiting"]


if __name__ == "__main__":
    asyncio.run(notify(sys.argv[1], sys.argv[2]))
