"""Somebody else's game: players who leave for good, an ending that truncates, the public laws."""

from __future__ import annotations

from typing import Any

import pytest
from pettingzoo.test import api_test

import cthulhu_envs
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.law import BrokenLawError
from cthulhu_envs.tools.laws import LAWS, check, worlds_tell_nothing
from tests.engine.toy_game import DAWN, GAME

STAY, LEAVE = 0, 1


def table(players: int = 3) -> RawEnv:
    env = RawEnv(GAME.configure(num_players=players))
    env.reset(seed=1)
    return env


def test_worlds_that_depend_on_a_secret_break_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here they carry a trace of the true random stream."""
    honest = View.sample_worlds

    def leaky(view: View, count: int, seed: int) -> Any:
        worlds = honest(view, count, seed)
        worlds["turns"] = int(view._View__lanes.states[0].rng) % 7  # type: ignore[attr-defined]
        return worlds

    game = find("love_letter").configure(num_players=2)
    monkeypatch.setattr(View, "sample_worlds", leaky)

    with pytest.raises(BrokenLawError, match="depend on a secret"):
        worlds_tell_nothing(game, seed=0)


def test_the_public_laws_hold_for_it() -> None:
    promises: list[str] = []

    check(GAME, seeds=2, progress=promises.append)

    assert len(promises) == len(LAWS) * len(GAME.players)


def test_a_law_that_is_broken_is_named() -> None:
    import dataclasses

    def broken(game: object, s: object) -> None:
        raise AssertionError("a candle was lost")

    with pytest.raises(BrokenLawError, match="a candle was lost"):
        check(dataclasses.replace(GAME, check_state=broken), seeds=1)


@pytest.mark.filterwarnings("ignore:Observation is not NumPy array")
@pytest.mark.filterwarnings("ignore:.*observation.*:UserWarning")
def test_it_passes_pettingzoos_own_test() -> None:
    api_test(cthulhu_envs.make(GAME, num_players=4), num_cycles=200)


def test_an_agent_that_leaves_terminates_and_the_others_play_on() -> None:
    env = table()
    first = env.agent_selection

    env.step(LEAVE)

    assert env.agent_selection == first and env.terminations[first]
    assert env.last()[1] == -0.5
    env.step(None)
    assert first not in env.agents and len(env.agents) == 2
    assert not any(env.terminations.values()) and env.agent_selection in env.agents


def test_the_last_one_wins() -> None:
    env = table()
    left = []

    for _ in range(2):
        left.append(env.agent_selection)
        env.step(LEAVE)
        if len(left) == 1:
            env.step(None)

    (last,) = set(env.possible_agents) - set(left)
    assert env.rewards[last] == 1.0 and env.terminations[last]
    assert env.infos[last]["ending"] == "last_candle"


def test_morning_truncates() -> None:
    env = table()

    for _ in range(DAWN):
        env.step(STAY)

    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.infos[env.agent_selection]["ending"] == "morning"


def test_copies_in_mid_farewell_go_on_alike() -> None:
    env = table()
    env.step(LEAVE)

    twin = env.clone()

    for each in (env, twin):
        each.step(None)
        each.step(STAY)
    assert twin.agents == env.agents and twin.agent_selection == env.agent_selection


def test_it_can_be_registered_beside_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    from cthulhu_envs.api import registry

    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    cthulhu_envs.register("last_candle-v0", GAME.home)

    assert find("last_candle") is GAME
    with pytest.raises(ValueError, match="registered already"):
        cthulhu_envs.register("last_candle-v0", "elsewhere:GAME")
