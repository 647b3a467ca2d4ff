"""Masks, agents, rewards, infos and observations are what PettingZoo's users count on, after
every step.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from cthulhu_envs.authoring.game import Game
from tests.every_game.play import choose, is_over, play, positions, raw, record, steps


def test_masks_are_int8_and_the_same_in_observation_and_info(variant: Game) -> None:
    for env in positions(variant):
        if is_over(env):
            break
        seen = env.observe(env.agent_selection)["action_mask"]

        assert seen.dtype == np.int8
        assert seen.shape == (variant.actions.size,)
        assert np.array_equal(seen, env.infos[env.agent_selection]["action_mask"])
        assert np.array_equal(seen, env.last()[0]["action_mask"])
        assert set(np.unique(seen)) <= {0, 1} and seen.any()


def test_masks_of_all_who_are_not_to_move_are_zero(game: Game) -> None:
    for env in steps(game):
        decides = None if is_over(env) else env.possible_agents[record(env).seat]
        for agent in set(env.possible_agents) - {decides}:
            assert not env.observe(agent)["action_mask"].any()
            assert agent not in env.infos or not env.infos[agent]["action_mask"].any()


def test_agents_who_have_finished_still_have_an_observation_and_a_mask_of_zeros(game: Game) -> None:
    env = play(raw(game))

    for agent in env.agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert not seen["action_mask"].any()


def test_a_mask_once_handed_out_stays_as_it_was(game: Game) -> None:
    env = raw(game)
    kept = env.observe(env.agent_selection)["action_mask"]
    before = kept.copy()

    play(env, steps=5)

    assert (kept == before).all()


def test_an_observation_once_handed_out_stays_as_it_was(game: Game) -> None:
    env = raw(game)
    kept = [env.observe(agent)["observation"] for agent in env.possible_agents]
    before = [seen.copy() for seen in kept]

    play(env, steps=5)

    assert all((now == then).all() for now, then in zip(kept, before, strict=True))


def test_the_books_have_one_entry_for_each_agent_after_every_step(variant: Game) -> None:
    for env in steps(variant):
        agents = set(env.agents)

        assert env.agent_selection in agents
        assert agents <= set(env.possible_agents)
        for book in (env.rewards, env.terminations, env.truncations, env.infos):
            assert set(book) == agents
        assert all(type(flag) is bool for flag in env.terminations.values())
        assert all(type(flag) is bool for flag in env.truncations.values())


def test_finished_agents_leave_one_by_one_until_nobody_is_left(game: Game) -> None:
    env = play(raw(game))
    left = list(env.agents)

    while env.agents:
        leaving = env.agent_selection
        env.step(None)
        left.remove(leaving)
        assert env.agents == left

    assert env.rewards == env.infos == env.terminations == {}


def test_last_pays_each_agent_all_that_it_has_earned(variant: Game) -> None:
    env = raw(variant)
    rng = np.random.default_rng(0)
    earned = dict.fromkeys(env.agents, 0.0)
    paid = dict.fromkeys(env.agents, 0.0)

    while env.agents:
        agent = env.agent_selection
        paid[agent] += env.last()[1]
        action = choose(env, rng)
        env.step(action)
        if action is not None:
            for other, reward in env.rewards.items():
                earned[other] += reward

    assert paid == earned


def test_rewards_lie_in_the_range_the_game_declares(variant: Game) -> None:
    low, high = variant.reward_range

    for seed in range(3):
        for env in steps(variant, seed):
            assert all(low <= reward <= high for reward in env.rewards.values())


def test_the_end_has_a_name_that_every_agent_is_told(variant: Game) -> None:
    names = {ending.name.lower() for ending in variant.endings if ending}

    env = play(raw(variant))

    told = {env.infos[agent]["ending"] for agent in env.agents}
    assert len(told) == 1 and told <= names


def test_infos_hold_nothing_but_the_mask_and_the_ending(game: Game) -> None:
    for env in steps(game):
        for info in env.infos.values():
            assert set(info) <= {"action_mask", "ending"}


def test_observations_lie_in_their_space_for_every_seat(variant: Game) -> None:
    for env in positions(variant):
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))


def test_sizes_are_what_the_tables_say(variant: Game) -> None:
    env = raw(variant)
    seen = env.observe(env.agent_selection)

    assert seen["observation"].shape == (variant.observations.size,)
    assert seen["observation"].dtype == np.float32
    assert env.action_space(env.agent_selection).n == variant.actions.size


def test_state_is_what_all_seats_see_end_to_end(game: Game) -> None:
    for env in positions(game, most=30):
        views = [env.observe(agent)["observation"] for agent in env.possible_agents]

        assert env.state_space.contains(env.state())
        assert (env.state() == np.concatenate(views)).all()


def test_a_second_game_reads_no_file(variant: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    env = raw(variant)

    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("a file is read at every reset")

    monkeypatch.setattr("builtins.open", refuse)
    for name in ("open", "read_text", "read_bytes"):
        monkeypatch.setattr(Path, name, refuse)
    env.reset(seed=1)
