"""The environments, by the tests of PettingZoo and Gymnasium themselves."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test.api_test import api_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.performance_benchmark import performance_benchmark
from pettingzoo.test.seed_test import seed_test

from entente_engine import IllegalAction, NoSuchSeat, aec, parallel
from entente_engine.gym import EntenteGym
from support import NAMES, SETTINGS


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_aec(game: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # It expects a box, and takes a dictionary with a mask all the same.
        warnings.filterwarnings("ignore", message="Observation (space|is not)")
        api_test(aec.env(game, options), num_cycles=300)  # type: ignore[no-untyped-call]
    seed_test(lambda: aec.env(game, options), num_cycles=100)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_parallel(game: str, options: dict[str, Any]) -> None:
    parallel_api_test(parallel.env(game, options), num_cycles=300)
    assert parallel_match(game, options, 7) == parallel_match(game, options, 7)
    assert parallel_match(game, options, 7) != parallel_match(game, options, 8)


def parallel_match(game: str, options: dict[str, Any], seed: int) -> bytes:
    """Plays some steps with a seed; PettingZoo's own test of seeds samples without masks."""
    env, rng = parallel.env(game, options), random.Random(1)
    observed, _ = env.reset(seed=seed)
    seen = []
    for _ in range(100):
        if env.agents:
            legal = {agent: np.flatnonzero(observed[agent]["action_mask"]) for agent in env.agents}
            observed, *_ = env.step({agent: int(rng.choice(legal[agent])) for agent in env.agents})
            seen += [observed[agent]["observation"].tobytes() for agent in env.possible_agents]
    return b"".join(seen)


def test_the_benchmark_of_pettingzoo_runs(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    import time

    # Its five seconds need not pass.
    clock = iter(range(0, 10_000, 3))
    monkeypatch.setattr(time, "time", lambda: next(clock))
    performance_benchmark(aec.env("europe-divided"))  # type: ignore[no-untyped-call]
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_gymnasium(game: str, options: dict[str, Any]) -> None:
    for seat in (0, 1):
        with warnings.catch_warnings():
            # It wants to be made by a name, which a match of a room's options has not.
            warnings.simplefilter("ignore")
            check_env(EntenteGym(game, options, seat=seat), skip_render_check=True)


def test_gymnasium_against_an_opponent_to_the_end() -> None:
    asked = []

    def first(observation: Any, legal: list[int], rng: random.Random) -> int:
        asked.append(observation.shape)
        return legal[0]

    env = EntenteGym("europe-divided", seat=1, opponent=first, illegal="raise")
    observed, _ = env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(0)
    over, reward = False, 0.0
    while not over:
        assert reward == 0
        action = env.action_space.sample(observed["action_mask"])
        observed, reward, over, cut, info = env.step(action)
        assert env.observation_space.contains(observed)
        assert not cut
        assert info["step"] in ("done", "unfinished")
    assert reward in (1.0, -1.0)
    assert asked
    with pytest.raises(NoSuchSeat):
        EntenteGym("europe-divided", seat=2)


def test_an_illegal_action_loses_in_gymnasium_and_raises_elsewhere() -> None:
    gym = EntenteGym("europe-divided")
    gym.reset(seed=1)
    assert gym.step(0)[1:4] == (-1.0, True, False)
    env = aec.env("europe-divided")
    env.reset(seed=1)
    before = env.match.clone()
    with pytest.raises(IllegalAction):
        env.step(0)
    assert env.match == before
    both = parallel.env("europe-divided")
    both.reset(seed=1)
    with pytest.raises(IllegalAction, match="not legal for seat_0"):
        both.step({"seat_0": 0, "seat_1": 0})


def test_seats_act_in_turn_where_all_may_act() -> None:
    """Europe in real time: the next seat that is awaited, a second for each command; waits jump ahead."""
    env = aec.env("europe", {"players": 3})
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    while env.match.view()["public"]["phase"] != "play":
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    begun = env.match.now_ms
    crisis = env.match.view()["public"]["next_crisis_ms"]
    order = []
    for _ in range(3):
        order.append(env.agent_selection)
        env.step(0)
    assert sorted(order) == env.possible_agents
    assert begun + 3000 < env.match.now_ms >= crisis


def test_what_another_seat_made_impossible_is_not_carried_out() -> None:
    """Both take the same country at once: the first one has it, and the other is asked again."""
    env = parallel.env("europe")
    observed, _ = env.reset(seed=1)
    action = int(np.flatnonzero(observed["seat_0"]["action_mask"])[3])
    observed, _, _, _, infos = env.step({"seat_0": action, "seat_1": action})
    assert [infos[agent]["step"] for agent in env.possible_agents] == ["done", "raced"]
    assert observed["seat_0"]["action_mask"].nonzero()[0].tolist() == [0]
    assert observed["seat_1"]["action_mask"][action] == 0
