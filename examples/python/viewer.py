#!/usr/bin/env python3
"""Watches a room in the terminal: what happens, in words, and whom the match waits for.

python3 viewer.py http://127.0.0.1:8080/r/K7P2XR
"""

from __future__ import annotations

import asyncio
import sys

import entente
from entente.address import room_address


def clean(text: str) -> str:
    """Names are data that strangers wrote: nothing in them may steer the terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


async def watch(link: str) -> None:
    room = room_address(link)
    if room.server is None:
        raise SystemExit("the link of a room is wanted")
    async with entente.Client(room.server, room.code) as client:
        assert client.room is not None
        names = [clean(seat.get("name") or "nobody yet") for seat in client.room["seats"]]
        print(f"{client.room['game']}: {' against '.join(names)}, {client.room['state']}", flush=True)
        seen = -1
        async for update in client.updates():
            for event in client.events:
                if event["seq"] > seen:
                    print(f"{event['seq']:4}  {clean(event['text'])}")
            seen = update["seq"]
            if update.get("outcome") is None:
                print(f"      waiting for {', '.join(names[seat] for seat in update['awaiting'])}")
        if client.update is not None:
            print(f"over: {client.update.get('outcome')}")
            await client.check_record()
            print("the record holds")


if __name__ == "__main__":
    asyncio.run(watch(sys.argv[1]))
