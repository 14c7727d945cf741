"""The native part of the package."""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__version__: str
#: The version of the numbering of actions and observations.
ENCODING_VERSION: int

class EntenteError(ValueError):
    """Whatever this package refuses."""

class UnknownGame(EntenteError):
    """There is no such game."""

class InvalidOptions(EntenteError):
    """The game refuses these options."""

class IllegalAction(EntenteError):
    """The action is not legal now, or no command can be read."""

class Refused(EntenteError):
    """The rules refuse the command: its arguments are the reason, and the code."""

class MatchOver(EntenteError):
    """The match is over."""

class NoSuchSeat(EntenteError):
    """The match has no such seat."""

class BadBytes(EntenteError):
    """These bytes are no stored state, or one of another version."""

class BadView(EntenteError):
    """A view or an offer that cannot be read."""

class Described(TypedDict):
    game: str
    version: int
    blocks: list[tuple[str, int, int]]
    actions: list[str]
    observation: list[str]

class Outcome(TypedDict):
    winners: list[int]
    scores: list[int]
    reason: str

def games() -> list[str]:
    """Returns the ids of the games."""

def encoding(game: str) -> Described:
    """Returns the numbering of a game; see `entente_engine.encoding`."""

def rust_loop(game: str, commands: int, options: dict[str, Any] | None = None, seed: int = 0) -> float:
    """Plays so many commands by chance with the bare rules; returns the seconds that it took."""

class State:
    """A match in play."""

    def __new__(
        cls,
        game: str,
        options: dict[str, Any] | None = None,
        seed: int = 0,
        *,
        step_ms: int = 1000,
    ) -> Self:
        """Deals a match. Every card and every die follows from the seed. Where a clock runs, a command takes
        `step_ms` of match time. Raises `UnknownGame`, `InvalidOptions`."""
    @staticmethod
    def from_bytes(data: bytes) -> State:
        """Makes a stored match again. Raises `BadBytes`."""
    def to_bytes(self) -> bytes:
        """Returns the match in a form that `from_bytes` reads: seed, options, and all that was done. It holds
        every secret of the match, also of one that was dealt anew."""
    def clone(self) -> State:
        """Returns a match that goes on from here by itself."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    @property
    def game(self) -> str:
        """The game's id."""
    @property
    def options(self) -> dict[str, Any]:
        """The options, with those that were not given."""
    @property
    def seed(self) -> int:
        """The seed of the deal."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def num_actions(self) -> int:
        """The number of actions of the game."""
    @property
    def observation_size(self) -> int:
        """The number of entries of an observation."""
    @property
    def now_ms(self) -> int:
        """The match time, in milliseconds."""
    @property
    def actor(self) -> int | None:
        """The seat whose turn it is; `None` once the match is over."""
    @property
    def awaiting(self) -> list[int]:
        """The seats that may act: several in a secret simultaneous choice, and where all act at once."""
    @property
    def over(self) -> bool:
        """Whether the match is over."""
    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Returns the legal actions of a seat, by default of the one whose turn it is; none if nothing is
        asked of it. Raises `NoSuchSeat`."""
    def action_mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """Returns 1 for each legal action, and 0 for the others."""
    def observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """Returns what a seat observes. Raises `NoSuchSeat`, `MatchOver` without a seat."""
    def unfinished(self, seat: int | None = None) -> list[int]:
        """Returns the actions of the command that a seat has begun."""
    def action_name(self, action: int) -> str:
        """Returns an action in words. Raises `IllegalAction` if there is no such action."""
    def act(self, action: int, seat: int | None = None) -> Literal["unfinished", "done", "refused", "raced"]:
        """Takes an action, by default for the seat whose turn it is. `unfinished`: its command needs further
        actions; `done`; `refused`: the game refused a command that is only loosely offered, and nothing has
        changed; `raced`: what the seat had begun has become impossible, and nothing was done. Raises
        `IllegalAction`, `NoSuchSeat`, `MatchOver`; then nothing has changed."""
    def apply(self, command: dict[str, Any], seat: int | None = None) -> None:
        """Carries out a whole command, as a server takes it. Raises `Refused`, `IllegalAction`,
        `NoSuchSeat`, `MatchOver`; then nothing has changed."""
    def actions_of(self, command: dict[str, Any], seat: int | None = None) -> list[int]:
        """Returns the actions with which a seat that has begun nothing gives a command, as a server takes it.
        Raises `IllegalAction` if it may not, `NoSuchSeat`, `MatchOver`."""
    def resign(self, seat: int) -> None:
        """Has a seat resign. Raises `NoSuchSeat`, `MatchOver`."""
    def redeal(self, viewer: int | None, seed: int) -> State:
        """Returns a match that looks the same to a seat (`None`: to the public), with all that it cannot know
        dealt anew. Raises `NoSuchSeat`."""
    def view(self, viewer: int | None = None) -> dict[str, Any]:
        """Returns what a seat sees, as a server sends it: `public`, and with a seat `private`. Raises
        `NoSuchSeat`."""
    def offers(self, seat: int | None = None) -> list[dict[str, Any]]:
        """Returns what a server would offer to a seat. Raises `NoSuchSeat`, `MatchOver` without a seat."""
    def scores(self) -> list[int]:
        """Returns the score of each seat."""
    def outcome(self) -> Outcome | None:
        """Returns winners, scores and the reason of the end; `None` while the match goes on."""
    def returns(self) -> list[float]:
        """Returns what each seat gets in the end: winners share 1, the others share -1; 0 where all win or
        nobody does, and while the match goes on."""

class Vector:
    """Many matches at once. One that is over is dealt again with the next seed."""

    def __new__(
        cls,
        game: str,
        lanes: int,
        options: dict[str, Any] | None = None,
        seed: int = 0,
        *,
        step_ms: int = 1000,
    ) -> Self:
        """Deals `lanes` matches, with the seeds from `seed` on. Raises `UnknownGame`, `InvalidOptions`."""
    def reset(self, seed: int) -> None:
        """Deals all matches again."""
    def step(self, actions: NDArray[np.int32]) -> None:
        """Takes an action in every match. Raises `IllegalAction`; then nothing was done in any."""
    def random_actions(self) -> NDArray[np.int32]:
        """Returns a legal action of every match by chance, which the seed of the last deal repeats."""
    @property
    def lanes(self) -> int:
        """The number of matches."""
    @property
    def observations(self) -> NDArray[np.float32]:
        """What the seat observes whose turn it is: a row for each match. This array and the others are
        written over at every step."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """The legal actions: a row for each match."""
    @property
    def actors(self) -> NDArray[np.int8]:
        """The seat whose turn it is, of each match."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each seat got in the last step: a row for each match."""
    @property
    def dones(self) -> NDArray[np.bool_]:
        """Whether a match ended in the last step; it is dealt again."""

class Question:
    """A question that a server puts to a seat, as numbers."""

    def __new__(
        cls,
        game: str,
        public: object,
        private: object,
        offers: Sequence[object],
        *,
        now_ms: int = 0,
    ) -> Self:
        """Reads the views of a seat and its offers as a server sends them, as JSON values. Raises
        `UnknownGame`, `BadView`."""
    def legal_actions(self) -> list[int]:
        """Returns the legal actions."""
    def action_mask(self) -> NDArray[np.int8]:
        """Returns 1 for each legal action, and 0 for the others."""
    def observation(self) -> NDArray[np.float32]:
        """Returns what the seat observes."""
    def actions_of(self, command: dict[str, Any]) -> list[int]:
        """Returns the actions that choose a command, if nothing was chosen yet. Raises `IllegalAction` if no
        offer admits it."""
    def act(self, action: int) -> dict[str, Any] | None:
        """Takes an action; returns the command once it is complete. Raises `IllegalAction`."""
