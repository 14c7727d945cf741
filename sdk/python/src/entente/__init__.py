"""Clients and bots for Entente, a server for board games with secrets.

A bot is one class with one method:

```python
import entente

class Greedy(entente.Bot):
    games = ["europe-divided"]

    def choose(self, view, offers, rng):
        return offers.sample(rng)

entente.run(Greedy, server="https://play.example.org")
```

`Client` is one seat of one room for programs that do more, `Api` the HTTP side of a server, `entente.verify`
the check of a match's record, and `entente.types` everything on the wire.
"""

from importlib.metadata import version

from .api import Api
from .arena import ArenaGame, ArenaResult, arena, arena_async, wilson
from .blocking import BlockingClient
from .bot import Bot, Result, View, play
from .client import Client, spectate
from .errors import (
    BotFailed,
    ConnectionEnded,
    Distrusted,
    EntenteError,
    EntropyLost,
    KeptUnreadable,
    NotAdmitted,
    RecordRefused,
    Rejected,
    RequestRefused,
    RoomClosed,
    Unreachable,
    WrongData,
)
from .offers import Command, Offer, Offers
from .programs import offer, offer_async
from .random_bot import RandomBot
from .table import run, run_async
from .verify import Report, check_record

__version__ = version("entente")

__all__ = [
    "Api",
    "ArenaGame",
    "ArenaResult",
    "BlockingClient",
    "Bot",
    "BotFailed",
    "Client",
    "Command",
    "ConnectionEnded",
    "Distrusted",
    "EntenteError",
    "EntropyLost",
    "KeptUnreadable",
    "NotAdmitted",
    "Offer",
    "Offers",
    "RandomBot",
    "RecordRefused",
    "Rejected",
    "Report",
    "RequestRefused",
    "Result",
    "RoomClosed",
    "Unreachable",
    "View",
    "WrongData",
    "arena",
    "arena_async",
    "check_record",
    "offer",
    "offer_async",
    "play",
    "run",
    "run_async",
    "spectate",
    "wilson",
]
