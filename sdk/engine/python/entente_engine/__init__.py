"""The rules of Entente's board games for research: states, encodings, environments.

`State` is a match, `Vector` many matches at once, `Question` what a server asks, as numbers. The modules
`aec`, `parallel` and `gym` have environments for PettingZoo and Gymnasium.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from . import _native
from ._native import (
    ENCODING_VERSION,
    BadBytes,
    BadView,
    EntenteError,
    IllegalAction,
    InvalidOptions,
    MatchOver,
    NoSuchSeat,
    Question,
    Refused,
    State,
    UnknownGame,
    Vector,
    __version__,
    games,
)

#: The action of a seat that does nothing now.
WAIT = 0


@dataclass(frozen=True)
class Block:
    """Actions that belong together: the head of a family, a list of values, a digit."""

    #: The name of the family, of the list, or of the digit.
    name: str
    #: The first action.
    first: int
    #: The number of actions.
    size: int


@dataclass(frozen=True)
class Encoding:
    """The numbering of a game's actions and observations."""

    #: The game's id.
    game: str
    #: The version of the numbering: where it is the same, so are all numbers.
    version: int
    #: The blocks of actions, in order.
    blocks: tuple[Block, ...]
    #: The name of each action.
    actions: tuple[str, ...]
    #: The name of each entry of an observation.
    observation: tuple[str, ...]


@cache
def encoding(game: str) -> Encoding:
    """Returns the numbering of a game. Raises `UnknownGame`."""
    described = _native.encoding(game)
    return Encoding(
        game=described["game"],
        version=described["version"],
        blocks=tuple(Block(*block) for block in described["blocks"]),
        actions=tuple(described["actions"]),
        observation=tuple(described["observation"]),
    )


__all__ = [
    "ENCODING_VERSION",
    "WAIT",
    "BadBytes",
    "BadView",
    "Block",
    "Encoding",
    "EntenteError",
    "IllegalAction",
    "InvalidOptions",
    "MatchOver",
    "NoSuchSeat",
    "Question",
    "Refused",
    "State",
    "UnknownGame",
    "Vector",
    "__version__",
    "encoding",
    "games",
]
