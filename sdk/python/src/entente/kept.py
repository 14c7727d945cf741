"""What a client keeps of a deal: heads and facts, in the form that every verifier reads.

A record proves nothing to someone who kept nothing of their own. The lines are those of docs/FAIRNESS.md,
"What is kept". With a path they are on the disk before `sync` returns, which is called before anything is
revealed; without one they are in memory only.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, TypeAlias, cast

from . import _vd1 as _unannotated
from .errors import KeptUnreadable

_vd1 = cast(Any, _unannotated)

#: A new thing; one that was seen before; one that contradicts what was seen before.
Seen: TypeAlias = Literal["new", "same", "differs"]

#: The value of a seat without a commitment.
NONE = "none"

#: The most facts of one deal: three attempts of 30 seats have fewer. An honest server shows no more.
MAX_FACTS = 250
#: The most contradictions kept beside them: each kind, in three attempts.
MAX_CONTRADICTIONS = 24

_HASH = re.compile("[0-9a-f]{64}")
# The head of no entry; it stands for whatever is no hash, so that no record fits it.
_NO_HEAD = "0" * 64


class Fact(NamedTuple):
    """Something that cannot change afterwards: its kind, whose it is, and its value.

    `attempt` is `None` for what is about the room, `seat` for what is about the server. `value` is as it is
    written in a line.
    """

    kind: str
    attempt: int | None
    seat: int | None
    value: str

    def line(self) -> str:
        """Returns the line for the fact, without the sign of a comment."""
        name = "entropy" if self.kind == "required" else self.kind
        parts = (name, self.attempt, self.seat, self.value)
        return " ".join(str(part) for part in parts if part is not None)

    def about(self, other: Fact) -> bool:
        """Checks whether two facts are about the same; a server may contradict itself in several ways."""
        same = self[:3] == other[:3]
        return same and (self.kind != "contradiction" or self.value == other.value)


def _fact(note: str) -> Fact | None:
    """Returns the fact in a line, `None` for another note."""
    contradiction = _vd1.Kept.contradiction(note)
    if contradiction:
        return Fact("contradiction", contradiction[0], None, contradiction[1])
    found = _vd1.Kept.fact(note.removeprefix("another "))
    if not found:
        return None
    kind, (*numbers, value) = found
    attempt = int(numbers[0]) if numbers else None
    seat = int(numbers[1]) if len(numbers) > 1 else None
    return Fact(kind, attempt, seat, value)


def is_number(value: Any) -> bool:
    """Checks whether this is a number from 0 that JSON can carry; `False` and `1.0` are none."""
    return type(value) is int and 0 <= value <= _vd1.MAX_INTEGER


def is_hash(value: Any) -> bool:
    """Checks whether this is the text of a hash, in its only spelling."""
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _cut_tail(file: BinaryIO) -> None:
    """Removes a last line that has no end, or what is added next would become a part of it."""
    if file.seek(0, os.SEEK_END) == 0:
        return
    file.seek(-1, os.SEEK_END)
    if file.read(1) == b"\n":
        return
    file.seek(0)
    file.truncate(file.read().rfind(b"\n") + 1)


class Kept:
    """The heads and facts that one viewer keeps of one match."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """Goes on with the file at a path, if there is one; a folder for it is made.

        Raises `KeptUnreadable` if the file has a line of another form, and `OSError`.
        """
        self.path = None if path is None else Path(path)
        self.facts: list[Fact] = []
        self._heads: dict[int, list[str]] = {}
        self._lines: list[str] = []
        self._written = 0
        if self.path is not None and self.path.exists():
            with self.path.open(encoding="utf-8", newline="") as file:
                self._load(file.read())
            self._written = len(self._lines)

    def _load(self, text: str) -> None:
        # A last line without its end was cut off by a crash: what followed from it was never done. It stays
        # in the file until something is added: whoever only reads changes nothing.
        for number, line in enumerate(re.split("\r?\n", text)[:-1], 1):
            read = _vd1.Kept()
            note = line[2:] if line.startswith("# ") else None
            if not (read.head(line) if note is None else read.note(note)):
                raise KeptUnreadable(f"{self.path}: line {number} is no head and no fact")
            back, fact = (_vd1.Kept.BACK.fullmatch(note), _fact(note)) if note else (None, None)
            if back:
                self._drop_after(int(back[1]))
            for seq, head in read.heads:
                self._heads.setdefault(seq, []).append(head)
            # Twice the same is no contradiction: what was cut off by a full disk is written again.
            if fact and fact not in self.facts:
                self.facts.append(fact)
            self._lines.append(line)

    def _drop_after(self, seq: int) -> None:
        self._heads = {at: heads for at, heads in self._heads.items() if at <= seq}

    @property
    def text(self) -> str:
        """All lines, as `check_record` takes them."""
        return "".join(f"{line}\n" for line in self._lines)

    @property
    def contradicted(self) -> bool:
        """`True` once the server has contradicted itself about the deal, also after a restart."""
        return any(
            fact.kind == "contradiction" or any(fact.about(other) for other in self.facts[:index])
            for index, fact in enumerate(self.facts)
        )

    def note(self, seq: int, head: str) -> Seen:
        """Adds the head after an entry. What is no number or no hash becomes a head that no entry has."""
        right = is_number(seq) and is_hash(head)
        seq, head = seq if is_number(seq) else 0, head if right else _NO_HEAD
        known = self._heads.setdefault(seq, [])
        first = known[0] if known else None
        if head not in known:
            known.append(head)
            self._lines.append(f"{seq} {head}")
        if not right:
            return "differs"
        return "new" if first is None else "same" if first == head else "differs"

    @property
    def newest(self) -> int:
        """The newest entry whose head is kept; 0 if there is none."""
        return max(self._heads, default=0)

    def knows(self, seq: int, head: str) -> bool:
        """Returns whether this is the head that was seen of an entry."""
        return head in self._heads.get(seq, ())

    def roll_back(self, seq: int) -> None:
        """Drops the heads after an entry: the server said that it was restored to it."""
        self._drop_after(seq)
        self._lines.append(f"# rolled back to {seq}")

    def learn(self, fact: Fact) -> Seen:
        """Adds a fact. Of two that differ both are kept, and the first counts.

        A fact that no reader would find again in its line differs from all.
        """
        if _fact(fact.line()) != fact:
            return "differs"
        before = [known for known in self.facts if known.about(fact)]
        contradiction = fact.kind == "contradiction"
        if fact not in before:
            alike = sum((one.kind == "contradiction") == contradiction for one in self.facts)
            if alike >= (MAX_CONTRADICTIONS if contradiction else MAX_FACTS):
                return "differs"
            self.facts.append(fact)
            self._lines.append(f"# {'another ' if before else ''}{fact.line()}")
        if not before:
            return "new"
        return "same" if before[0].value == fact.value else "differs"

    def value(self, kind: str, attempt: int | None, seat: int | None) -> str | None:
        """Returns the known value of a fact, `None` if there is none."""
        wanted = (kind, attempt, seat)
        return next((fact.value for fact in self.facts if fact[:3] == wanted), None)

    def sync(self, durable: bool = True) -> None:
        """Writes what is new to the file; `durable` waits for the disk, as before anything is revealed.

        Raises `OSError`.
        """
        new = self._lines[self._written :]
        if self.path is None or not new:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Own entropy is in it: nobody else may read it while the match runs.
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "r+b") as file:
            _cut_tail(file)
            file.write("".join(f"{line}\n" for line in new).encode())
            if durable:
                file.flush()
                os.fsync(file.fileno())
        self._written = len(self._lines)
