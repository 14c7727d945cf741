"""Matches: they end, can be copied and kept, and refuse what is wrong with a typed exception."""

from __future__ import annotations

import copy
import json
import pickle
import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

import entente_engine
from entente_engine import (
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
)
from support import NAMES, SETTINGS, chosen, moments


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_random_matches_end(game: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        state = State(game, options, seed)
        while not state.over:
            assert state.actor in state.awaiting
            assert state.outcome() is None
            state.act(chosen(state, rng))
        outcome = state.outcome()
        assert outcome is not None
        returns = state.returns()
        assert abs(sum(returns)) < 1e-6
        assert all((value > 0) == (seat in outcome["winners"]) or value == 0
                   for seat, value in enumerate(returns))  # fmt: skip
        assert state.legal_actions() == []
        with pytest.raises(MatchOver):
            state.act(0)


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_a_seed_repeats_a_match_and_another_does_not(game: str, options: dict[str, Any]) -> None:
    def played(seed: int) -> State:
        rng = random.Random(1)
        state = State(game, options, seed)
        for _ in range(60):
            if not state.over:
                state.act(chosen(state, rng))
        return state

    assert played(5) == played(5)
    assert played(5) != played(6)


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_bytes_make_the_same_match_again(game: str, options: dict[str, Any]) -> None:
    rng = random.Random(2)
    for state in islice(moments(game, options, 2, rng, share=0.02), 12):
        if rng.random() < 0.3:
            state = state.redeal(rng.randrange(state.seats), rng.getrandbits(64))
        for again in (State.from_bytes(state.to_bytes()), pickle.loads(pickle.dumps(state)),
                      copy.deepcopy(state), state.clone()):  # fmt: skip
            assert again == state
            assert again.unfinished() == state.unfinished()
            # It also goes on in the same way, hidden cards and dice included.
            one, other = again.clone(), state.clone()
            for _ in range(40):
                if not one.over:
                    action = chosen(one, rng)
                    assert one.act(action) == other.act(action)
            assert one == other
            assert again == state


def test_a_copy_goes_its_own_way() -> None:
    state = State("europe-divided", seed=1)
    copied = state.clone()
    copied.act(copied.legal_actions()[0])
    assert copied != state
    assert state.unfinished() == []


def test_bytes_of_another_version_are_refused() -> None:
    stored = json.loads(State("europe-divided", seed=1).to_bytes())
    encoding = entente_engine.ENCODING_VERSION
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"format": 2}, "stored in format 2, and this version reads format 1"),
        ({"rules": 99}, f"stored under rules 99 and encoding {encoding}, and this version has"),
        ({"encoding": 99}, "encoding 99"),
        ({"more": 1}, "unknown field `more`"),
        ({"done": [{"act": [0, 0]}]}, "no match goes so"),
        ({"done": [{"leave": 0}]}, "unknown variant `leave`"),
    ]
    for changed, why in wrong:
        with pytest.raises(BadBytes, match=why):
            State.from_bytes(json.dumps({**stored, **changed}).encode())
    with pytest.raises(UnknownGame):
        State.from_bytes(json.dumps({**stored, "game": "chess"}).encode())
    with pytest.raises(BadBytes, match="at most 16 MiB"):
        State.from_bytes(b" " * ((16 << 20) + 1))
    for nothing in (b"", b"{", b"[]", b"\xff\xfe", b"null"):
        with pytest.raises(BadBytes):
            State.from_bytes(nothing)


def test_long_matches_are_let_go_of() -> None:
    """A history of many entries is freed without a stack as deep as it is long."""
    state = State("europe", {"players": 4, "max_rounds": 20}, 1)
    rng = random.Random(1)
    for _ in range(20_000):
        state.act(chosen(state, rng))
    del state


def test_what_is_wrong_raises_what_it_is() -> None:
    state = State("europe-divided", seed=1)
    before = state.clone()
    with pytest.raises(UnknownGame, match='there is no game "chess"'):
        State("chess")
    for options in ({"edition": "third"}, {"colour": "red"}, {"handicap": -1}, {"edition": {1, 2}}):
        with pytest.raises(InvalidOptions):
            State("europe-divided", options)
    for action in (-1, 0, 3, 10**6, 2**40):
        with pytest.raises(IllegalAction):
            state.act(action)
    for seat in (2, 7, 255):
        for call in (state.act, state.observation, state.legal_actions, state.view, state.offers,
                     state.unfinished, state.resign, lambda seat: state.redeal(seat, 1)):  # fmt: skip
            with pytest.raises(NoSuchSeat):
                call(1, seat) if call == state.act else call(seat)
    with pytest.raises(Refused) as refused:
        state.apply({"type": "pass"})
    assert refused.value.args[1] == "illegal"
    for command in ({}, {"type": "fly"}, {"type": "pass", "more": 1}, {"type": {1}}):
        with pytest.raises(IllegalAction):
            state.apply(command)
        with pytest.raises(IllegalAction):
            state.actions_of(command)
    with pytest.raises(IllegalAction, match="there is no action 5000"):
        state.action_name(5000)
    assert state == before
    state.resign(1)
    assert state.returns() == [1.0, -1.0]
    with pytest.raises(MatchOver):
        state.resign(0)
    with pytest.raises(MatchOver):
        state.observation()


def test_a_question_refuses_what_no_server_sends() -> None:
    state = State("europe-divided", seed=1)
    view, offers = state.view(0), state.offers(0)
    good: list[Any] = [view["public"], view["private"], offers]
    assert Question("europe-divided", *good).legal_actions() == state.legal_actions(0)
    odd = {"command": {"type": "keep_advantages", "keep": {"$guess": 1}}, "text": "", "rule": ""}
    for place, bad in [(0, {}), (1, []), (2, {}), (2, [{}]), (2, [odd]), (0, {1, 2}), (1, view["public"]),
                       (2, [{"command": {"type": "fly"}}])]:  # fmt: skip
        wrong = good.copy()
        wrong[place] = bad
        with pytest.raises(BadView):
            Question("europe-divided", *wrong)
    with pytest.raises(UnknownGame):
        Question("chess", *good)


def test_a_batch_refuses_an_action_and_does_nothing() -> None:
    many = Vector("europe-divided", 4, seed=1)
    before = many.observations.copy()
    actions = many.random_actions()
    actions[2] = 0
    with pytest.raises(IllegalAction, match="action 0 is not legal in lane 2"):
        many.step(actions)
    with pytest.raises(IllegalAction, match="3 actions for 4 lanes"):
        many.step(actions[:3].copy())
    assert (many.observations == before).all()
    for lanes in (0, 65_537):
        with pytest.raises(InvalidOptions, match="1 to 65536 lanes"):
            Vector("europe-divided", lanes)


def test_a_batch_plays_the_same_matches() -> None:
    """Each lane is the match of its seed, with the same observations, masks and rewards."""
    many = Vector("europe-divided", 3, seed=10)
    states = [State("europe-divided", seed=seed) for seed in (10, 11, 12)]
    following = 13
    for _ in range(800):
        for lane, state in enumerate(states):
            assert many.actors[lane] == state.actor
            assert (many.observations[lane] == state.observation()).all()
            assert (many.masks[lane] == state.action_mask()).all()
        actions = many.random_actions()
        many.step(actions)
        for lane, state in enumerate(states):
            state.act(int(actions[lane]))
            assert many.dones[lane] == state.over
            assert list(many.rewards[lane]) == state.returns()
            if state.over:
                states[lane] = State("europe-divided", seed=following)
                following += 1
    assert following > 15


def test_no_panic_crosses_into_python() -> None:
    """A hostile caller: whatever it does, it gets an exception of this package or of Python's types."""
    rng = random.Random(int.from_bytes(b"hostile"))
    values: list[Any] = [-1, 0, 1, 2, 255, 256, 2**31, 2**63, 2**64, -(2**70), 1.5, "x", None, [], {}, b"",
                         {"type": "pass"}, {"untimed": True}, np.zeros(3), float("nan")]  # fmt: skip
    allowed = (EntenteError, TypeError, OverflowError)
    state = State("europe", {"players": 3}, 1)
    names = [name for name in dir(state) if not name.startswith("_") and callable(getattr(state, name))]
    names += ["__eq__", "__deepcopy__"]
    for turn in range(6_000):
        if state.over or turn % 500 == 0:
            game, options = SETTINGS[rng.randrange(len(SETTINGS))]
            state = State(game, options, turn)
        arguments = [rng.choice(values) for _ in range(rng.randrange(3))]
        try:
            if rng.random() < 0.3:
                state.act(chosen(state, rng))
            elif rng.random() < 0.1:
                rng.choice([State, Vector, Question])(*arguments)
            elif rng.random() < 0.1:
                stored = bytearray(state.to_bytes())
                stored[rng.randrange(len(stored))] = rng.randrange(256)
                State.from_bytes(bytes(stored))
            else:
                getattr(state, rng.choice(names))(*arguments)
        except allowed:
            continue


def test_questions_of_strange_views_do_no_harm() -> None:
    """Numbers in a view that no match has: an observation all the same, or an exception."""
    rng = random.Random(4)
    for game, options in SETTINGS:
        state = State(game, options, 4)
        for _ in range(40):
            state.act(chosen(state, rng))
        seat = state.actor
        assert seat is not None
        view = state.view(seat)
        for _ in range(200):
            public, private = json.loads(json.dumps([view["public"], view["private"]]))
            spoil(rng.choice([public, private]), rng)
            try:
                question = Question(game, public, private, state.offers(seat))
                assert len(question.observation()) == state.observation_size
            except BadView:
                continue


def spoil(value: Any, rng: random.Random) -> None:
    """Changes one number somewhere in a value."""
    for _ in range(20):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(value[key], int):
            value[key] = rng.choice([0, 1, 7, 99, 255, 65_535])
            return
        if isinstance(value[key], (dict, list)):
            value = value[key]


def test_the_version_is_that_of_the_repository() -> None:
    import tomllib

    from support import ROOT

    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    version = workspace["workspace"]["package"]["version"]
    assert entente_engine.__version__ == version
    for name in ("pyproject.toml", "Cargo.toml"):
        own = tomllib.loads((ROOT / "sdk" / "engine" / name).read_text(encoding="utf-8"))
        assert (own.get("project") or own["package"])["version"] == version
