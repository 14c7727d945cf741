"""A small agent that learns Europe Divided by playing itself, with numpy alone, and then plays people.

    python learn.py train agent.npz --minutes 5
    python learn.py play agent.npz --server http://127.0.0.1:8080

A net of one hidden layer says how good each action is and how likely the seat is to win; it learns by
proximal policy optimisation. The same class plays in the arena of the package `entente`.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any, ClassVar

import entente
import numpy as np
from numpy.typing import NDArray

import entente_engine

GAME = "europe-divided"
HIDDEN = 64
#: Matches at once, and steps of each between two updates.
LANES, STEPS = 64, 128
EPOCHS, BATCHES = 2, 8
RATE, CLIP, TRACE, ENTROPY = 1e-3, 0.2, 0.95, 0.01

Floats = NDArray[np.float32]


class Net:
    """One hidden layer, a logit for each action, and a value."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights
        self.moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in weights.items()}
        self.updates = 0

    @classmethod
    def new(cls, seed: int) -> Net:
        """Makes a net that knows nothing."""
        made, rng = entente_engine.encoding(GAME), np.random.default_rng(seed)
        entries, actions = len(made.observation), len(made.actions)
        weights = {
            "in": rng.normal(0, 1 / 8, (entries, HIDDEN)),
            "bias": np.zeros(HIDDEN),
            "out": rng.normal(0, 0.01, (HIDDEN, actions)),
            "prior": np.zeros(actions),
            "value": np.zeros(HIDDEN),
        }
        return cls({name: part.astype(np.float32) for name, part in weights.items()})

    @classmethod
    def load(cls, path: Path) -> Net:
        """Reads a net; it must be of this version of the numbers."""
        with np.load(path) as stored:
            if int(stored["version"]) != entente_engine.ENCODING_VERSION:
                raise ValueError(f"{path} was learnt with other numbers")
            return cls({name: stored[name] for name in stored.files if name != "version"})

    def save(self, path: Path) -> None:
        """Writes the net."""
        np.savez(path, version=entente_engine.ENCODING_VERSION, **self.weights)  # type: ignore[arg-type]

    def forward(self, seen: Floats, masks: NDArray[Any]) -> tuple[Floats, Floats, Floats]:
        """Returns the hidden layer, the chances of the actions, and the values."""
        hidden = np.tanh(seen @ self.weights["in"] + self.weights["bias"])
        logits = np.where(masks, hidden @ self.weights["out"] + self.weights["prior"], -1e9)
        chances = np.exp(logits - logits.max(axis=-1, keepdims=True))
        chances /= chances.sum(axis=-1, keepdims=True)
        return hidden, chances, np.tanh(hidden @ self.weights["value"])

    def learn(
        self,
        seen: NDArray[Any],
        masks: NDArray[Any],
        acted: NDArray[Any],
        old: NDArray[Any],
        gains: Floats,
        wanted: Floats,
    ) -> None:
        """Takes one step: towards actions that gained, and values that came true."""
        rows = np.arange(len(acted))
        hidden, chances, values = self.forward(seen, masks)
        ratio = chances[rows, acted] / old
        flat = ((gains > 0) & (ratio > 1 + CLIP)) | ((gains < 0) & (ratio < 1 - CLIP))
        push = np.where(flat, 0, ratio * gains)[:, None]
        logs = np.log(np.maximum(chances, 1e-9))
        even = (chances * logs).sum(axis=1, keepdims=True)
        logits = push * chances + ENTROPY * chances * (logs - even)
        logits[rows, acted] -= push[:, 0]
        value = (values - wanted) * (1 - values**2)
        inner = (logits @ self.weights["out"].T + value[:, None] * self.weights["value"]) * (1 - hidden**2)
        slopes = {"in": seen.T @ inner, "bias": inner.sum(0), "out": hidden.T @ logits,
                  "prior": logits.sum(0), "value": hidden.T @ value}  # fmt: skip
        self.descend({name: slope / len(acted) for name, slope in slopes.items()})

    def descend(self, slopes: dict[str, Floats]) -> None:
        """Moves the weights down the slopes (Adam)."""
        self.updates += 1
        for name, slope in slopes.items():
            mean, square = self.moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            scaled = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-6
            self.weights[name] -= RATE * mean / (1 - 0.9**self.updates) / scaled


def drawn(chances: Floats, rng: np.random.Generator) -> NDArray[np.int32]:
    """Draws an action of each row."""
    sums = chances.cumsum(axis=1)
    found = (sums < rng.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)
    return np.asarray(found, np.int32)


def train(net: Net, updates: int | None, minutes: float, seed: int) -> None:
    """Has a net play against itself: so many updates, or so many minutes."""
    many, rng = entente_engine.Vector(GAME, LANES, seed=seed), np.random.default_rng(seed)
    begun, done = time.monotonic(), 0
    while done < updates if updates is not None else time.monotonic() - begun < 60 * minutes:
        seen, masks, acted, old, actors, values, rewards, dones = ([] for _ in range(8))
        for _ in range(STEPS):
            _, chances, value = net.forward(many.observations, many.masks)
            action = drawn(chances, rng)
            seen.append(many.observations.copy())
            masks.append(many.masks.copy())
            actors.append(many.actors.copy())
            acted.append(action)
            old.append(chances[np.arange(LANES), action])
            values.append(value)
            many.step(action)
            rewards.append(many.rewards[np.arange(LANES), actors[-1]])
            dones.append(many.dones.copy())
        _, _, following = net.forward(many.observations, many.masks)
        gains = np.zeros((STEPS, LANES), np.float32)
        gain, after, whose = np.zeros(LANES, np.float32), following, many.actors.copy()
        for step in reversed(range(STEPS)):
            # What is good for the other seat is bad for this one.
            sign = np.where(dones[step], 0.0, np.where(whose == actors[step], 1.0, -1.0)).astype(np.float32)
            gain = rewards[step] + sign * after - values[step] + TRACE * sign * gain
            gains[step], after, whose = gain, values[step], actors[step]
        inputs, legal, taken, before = (np.concatenate(part) for part in (seen, masks, acted, old))
        wanted = (gains + np.stack(values)).ravel()
        flat = ((gains - gains.mean()) / (gains.std() + 1e-6)).ravel()
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(STEPS * LANES), BATCHES):
                net.learn(inputs[part], legal[part], taken[part], before[part], flat[part], wanted[part])
        done += 1
        if done % 50 == 0:
            print(
                f"update {done}: {against_chance(net, 200, done):.0%} of matches won against chance",
                flush=True,
            )


def against_chance(net: Net, matches: int, seed: int) -> float:
    """Returns the share of matches that a net wins against random actions, changing seats."""
    many, rng = entente_engine.Vector(GAME, 50, seed=seed), np.random.default_rng(seed)
    own, won, ended = np.arange(50) % 2, 0, 0
    while ended < matches:
        _, chances, _ = net.forward(many.observations, many.masks)
        actions = np.where(many.actors == own, drawn(chances, rng), many.random_actions())
        many.step(actions.astype(np.int32))
        won += int((many.rewards[np.arange(50), own] > 0).sum())
        ended += int(many.dones.sum())
    return won / ended


class Learnt(entente.Bot):
    """Plays with a net, wherever a bot of the package `entente` plays."""

    games: ClassVar[list[str]] = [GAME]
    #: The file of the net.
    path: ClassVar[Path] = Path("agent.npz")

    def __init__(self) -> None:
        self.net = Net.load(self.path)

    def choose(
        self, view: entente.View[Any, Any], offers: entente.Offers, rng: random.Random
    ) -> entente.Command | None:
        """Returns the command that the net draws, choice by choice."""
        wire = [offer.wire for offer in offers]
        question = entente_engine.Question(view.game, view.public, view.private, wire, now_ms=view.now_ms)
        coins = np.random.default_rng(rng.getrandbits(64))
        while True:
            seen, mask = question.observation()[None], question.action_mask()[None]
            _, chances, _ = self.net.forward(seen, mask)
            command = question.act(int(drawn(chances, coins)[0]))
            if command is not None:
                return command


def main() -> None:
    """Trains, or plays."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=["train", "play"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--updates", type=int, help="train so many updates instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--server", default="http://127.0.0.1:8080")
    parser.add_argument("--opponents", help="a level of the server's bots; without it a link for a person")
    given = parser.parse_args()
    if given.what == "train":
        net = Net.new(given.seed)
        train(net, given.updates, given.minutes, given.seed)
        net.save(given.file)
        print(f"{against_chance(net, 400, given.seed + 1):.0%} of 400 matches won against chance")
    else:
        Learnt.path = given.file
        result = entente.run(Learnt, server=given.server, opponents=given.opponents)
        print("won" if result.won else "did not win", result.outcome["scores"])


if __name__ == "__main__":
    main()
