"""Bad actions: one sentence that says who tried what and what was legal, and nothing changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import facts, mask, play, positions, raw, say_farewell

NOT_ACTIONS = [-1, 10**6, 10**30, -(10**30), 1.0, "1", None, np.float64(1), [1], np.array([1, 2])]


def test_every_illegal_action_is_refused_in_words_and_changes_nothing(game: Game) -> None:
    for env in positions(game, most=12):
        before = facts(env)
        legal = np.flatnonzero(mask(env))
        for action in np.flatnonzero(mask(env) == 0):
            with pytest.raises(ValueError) as refusal:
                env.step(action)
            said = str(refusal.value)
            assert env.agent_selection in said
            assert f"{action} ({game.actions.text(action)})" in said.partition("legal:")[0]
            assert f"{legal[0]} ({game.actions.text(legal[0])})" in said.partition("legal:")[2]
        assert facts(env) == before


@pytest.mark.parametrize("action", NOT_ACTIONS, ids=repr)
def test_what_is_no_action_at_all_is_refused_in_words_and_changes_nothing(
    game: Game, action: Any
) -> None:
    env = play(raw(game), 3)
    before = facts(env)

    with pytest.raises(ValueError) as refusal:
        env.step(action)

    said = str(refusal.value)
    assert env.agent_selection in said and repr(action) in said and "legal:" in said
    assert facts(env) == before


def test_numpy_integers_of_every_kind_are_actions(game: Game) -> None:
    for kind in (np.int8, np.uint8, np.int32, np.int64, np.uint64):
        env, twin = raw(game), raw(game)
        action = int(np.flatnonzero(mask(env))[0])
        if action > np.iinfo(kind).max:
            continue

        env.step(kind(action))
        twin.step(action)

        assert facts(env) == facts(twin)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("wrong", [-1, 10**6, 2**63 - 1, "illegal"])
def test_one_bad_action_in_a_batch_stops_every_lane(game: Game, wrong: Any, threads: int) -> None:
    vec = VectorEnv(game, 6, threads)
    vec.reset(seed=1)
    for lane in (0, 3, 5):
        actions = vec._lanes.mask.argmax(axis=1)
        bad = int(vec._lanes.mask[lane].argmin()) if wrong == "illegal" else wrong
        actions[lane] = bad
        lanes = vec._lanes
        kept = (lanes.obs, lanes.mask, lanes.seat, lanes.reward, lanes.done, vec.states)
        before = [part.tobytes() for part in (*kept, lanes.streams, lanes.seeds)]

        with pytest.raises(ValueError) as refusal:
            vec.step(actions)

        said = str(refusal.value)
        assert f"lane {lane}" in said and str(bad) in said and "legal:" in said
        assert [part.tobytes() for part in (*kept, lanes.streams, lanes.seeds)] == before
    vec.step(vec._lanes.mask.argmax(axis=1))
    vec.close()


def test_an_illegal_action_against_bots_ends_the_episode_with_the_worst_reward(game: Game) -> None:
    env = GymEnv(game.id, num_players=game.num_players)
    env.reset(seed=1)
    illegal = int(env.action_masks().argmin())

    _, reward, terminated, truncated, info = env.step(illegal)

    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"]


@pytest.mark.parametrize("action", [-1, 10**6, 1.0, None], ids=repr)
def test_what_is_no_action_at_all_is_refused_against_bots_too(game: Game, action: Any) -> None:
    env = GymEnv(game.id, num_players=game.num_players)
    env.reset(seed=1)
    before = facts(env._raw)

    with pytest.raises(ValueError, match="legal:"):
        env.step(action)

    assert facts(env._raw) == before


def test_an_episode_against_bots_pays_what_the_game_pays_the_learner(variant: Game) -> None:
    """Also when games before it ended before the learner's first decision."""
    env = GymEnv(variant.id, **variant.chosen)
    for seed in range(10):
        env.reset(seed=seed)
        paid, over = 0.0, False
        while not over:
            action = int(env.action_masks().argmax())
            _, reward, terminated, truncated, _ = env.step(action)
            paid, over = paid + float(reward), terminated or truncated

        assert paid == pytest.approx(earned(env))


def earned(env: GymEnv) -> float:
    """What the game just played pays the learner's seat, played again."""
    replay = env._raw.replay()
    twin = raw(env.game, replay.seed)
    total = 0.0
    for action in replay.actions:
        twin.step(action)
        total += twin.rewards.get(env._me, 0.0)
        say_farewell(twin)
    return total
