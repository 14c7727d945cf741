"""What a seat observes and may do follows from what it sees, and every command can be chosen."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest
from entente.offers import Offers

from entente_engine import IllegalAction, Question, Refused, State
from support import NAMES, SETTINGS, moments


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_what_looks_the_same_is_observed_the_same(game: str, options: dict[str, Any]) -> None:
    """Two states with the same view give the same observation and the same mask, in every seat's eyes."""
    compared = different = 0
    for seed in range(3):
        rng = random.Random(seed)
        for state in islice(moments(game, options, seed, rng, share=0.2), 600):
            seat = rng.randrange(state.seats)
            guess = state.redeal(seat, rng.getrandbits(64))
            assert guess.view(seat) == state.view(seat)
            assert (guess.observation(seat) == state.observation(seat)).all(), (seed, seat)
            assert guess.legal_actions(seat) == state.legal_actions(seat), (seed, seat)
            assert guess.unfinished(seat) == state.unfinished(seat)
            compared += 1
            other = (seat + 1) % state.seats
            different += guess.view(other) != state.view(other)
    assert compared > 100
    # The re-deal is one: what others hold was dealt anew.
    assert different > compared // 20


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_an_observation_tells_views_apart(game: str, options: dict[str, Any]) -> None:
    """At each step of a match something is seen to change, if the view of the seat to act does."""
    rng = random.Random(3)
    before: tuple[str, bytes] | None = None
    same = changed = 0
    for state in moments(game, options, 3, rng):
        now = (json.dumps(state.view(state.actor)), state.observation().tobytes())
        if before is not None and before[0] != now[0]:
            changed += 1
            same += before[1] == now[1]
        before = now
    assert changed > 50
    # Of Europe the observation leaves out how a clean-up went and when single offers end.
    assert same <= changed // 100


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_a_server_s_question_has_the_same_numbers(game: str, options: dict[str, Any]) -> None:
    """Views and offers as a server sends them give what the match itself gives, through whole commands."""
    rng = random.Random(4)
    asked = 0
    for state in moments(game, options, 4, rng, share=0.1):
        seat = state.actor
        assert seat is not None
        if state.unfinished():
            continue
        view = state.view(seat)
        wire = json.loads(json.dumps([view["public"], view["private"], state.offers(seat)]))
        question = Question(game, *wire, now_ms=state.now_ms)
        mirror, command = state.clone(), None
        while command is None:
            legal = [action for action in mirror.legal_actions(seat) if action != 0]
            assert question.legal_actions() == legal
            assert (question.observation() == mirror.observation(seat)).all()
            action = rng.choice(legal)
            command = question.act(action)
            status = mirror.act(action, seat)
            assert (status == "unfinished") == (command is None)
        if status == "done":
            done = state.clone()
            done.apply(command, seat)
            assert done.view(seat) == mirror.view(seat)
        asked += 1
    assert asked > 10


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_every_command_can_be_chosen(game: str, options: dict[str, Any]) -> None:
    """Any command that a client may fill in is chosen by legal actions, and has the same effect."""
    rng = random.Random(5)
    tried: set[str] = set()
    for seed in range(2):
        for state in islice(moments(game, options, seed, rng, share=0.3), 600):
            seat = rng.choice(state.awaiting)
            if state.unfinished(seat):
                continue
            for offer in Offers(state.offers(seat)):  # type: ignore[arg-type]
                if offer.type in tried and rng.random() < 0.8:
                    continue
                command = offer.sample(rng)
                by_actions, whole = state.clone(), state.clone()
                try:
                    whole.apply(command, seat)
                except Refused:
                    assert offer.wire.get("loose"), command
                    continue
                for action in state.actions_of(command, seat):
                    status = by_actions.act(action, seat)
                assert status == "done", command
                assert by_actions.view(seat) == whole.view(seat), command
                tried.add(offer.type)
    assert len(tried) >= 9, tried


def test_all_commands_and_no_others_can_be_chosen() -> None:
    """Of Europe Divided: what the actions lead to is what the offers admit, each in one way."""
    for options in ({}, {"edition": "first"}):
        rng = random.Random(6)
        for state in moments("europe-divided", options, 6, rng, share=0.25):
            seat = state.actor
            assert seat is not None
            if state.unfinished():
                continue
            offers = state.offers(seat)
            offered = [normal(command) for command in Offers(offers).all()]  # type: ignore[arg-type]
            view = state.view(seat)
            chosen = list(reached(lambda view=view, offers=offers: Question(
                "europe-divided", view["public"], view["private"], offers)))  # fmt: skip
            assert sorted(chosen) == sorted(offered)


def reached(ask: Any, path: tuple[int, ...] = ()) -> Any:
    """Yields every command to which a question's actions lead."""
    question = ask()
    for action in path:
        question.act(action)
    for action in question.legal_actions():
        again = ask()
        for before in path:
            again.act(before)
        command = again.act(action)
        if command is None:
            yield from reached(ask, (*path, action))
        else:
            yield normal(command)


def normal(command: dict[str, Any]) -> str:
    """Returns a command as text, where the order of a list says nothing."""
    inner = {key: sorted(value) if isinstance(value, list) else value for key, value in command.items()}
    return json.dumps(inner, sort_keys=True)


def test_a_command_that_is_not_legal_has_no_actions() -> None:
    state = State("europe-divided", seed=1)
    with pytest.raises(IllegalAction, match="may not give this command now"):
        state.actions_of({"type": "pass"})


def test_a_refused_command_is_not_offered_again() -> None:
    """A placed map with wrong sums: refused, and the loose family is gone until something happens."""
    state = State("balance-of-power", {"version": "command_room"}, 1)
    seat = state.actor
    names = [state.action_name(action) for action in state.legal_actions()]
    assert names == ["place_map", "auto"]
    before = state.view(seat)
    state.act(state.legal_actions()[0])
    while state.unfinished():
        status = state.act(state.legal_actions()[0])
    assert status == "refused"
    assert state.view(seat) == before
    assert [state.action_name(action) for action in state.legal_actions()] == ["auto"]
