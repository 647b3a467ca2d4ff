"""One game, whichever environment plays it: AEC, batch of any size, one thread or several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import ENDLESS, is_over, record, say_farewell

LANES = 5
STEPS = 150


def any_legal(mask: NDArray[np.int8], rng: np.random.Generator) -> NDArray[Any]:
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def assert_same_position(env: RawEnv, vec: VectorEnv, lane: int) -> None:
    seen = env.observe(env.agent_selection)
    lanes = vec._lanes
    assert env.agent_selection == f"player_{lanes.seat[lane]}"
    assert np.array_equal(seen["observation"], lanes.obs[lane])
    assert np.array_equal(seen["action_mask"], lanes.mask[lane])
    assert record(env).tobytes() == vec.states[lane].tobytes()


def test_every_lane_plays_the_aec_game_of_its_seed_and_restarts(variant: Game) -> None:
    vec = VectorEnv(variant, LANES)
    rng = np.random.default_rng(1)
    vec.reset(seed=6)
    envs = [RawEnv(variant) for _ in range(LANES)]
    for lane, env in enumerate(envs):
        env.reset(seed=vec.lane_seed(lane))
    finished = 0

    for number in range(ENDLESS):
        if number >= STEPS and finished:
            break
        actions = any_legal(vec._lanes.mask, rng)
        _, _, _, reward, done = vec.step(actions)
        for lane, env in enumerate(envs):
            env.step(actions[lane])
            paid = [env.rewards.get(agent, 0.0) for agent in env.possible_agents]  # 0: has left
            assert paid == list(reward[lane])
            assert done[lane] == is_over(env)
            say_farewell(env)
            if done[lane]:
                ending = variant.ending_name(int(vec.ending[lane]))
                assert env.infos[env.agents[0]]["ending"] == ending
                env.reset(seed=vec.lane_seed(lane))
                finished += 1
            assert_same_position(env, vec, lane)

    assert finished


def story(vec: VectorEnv, lanes: int, width: int) -> list[bytes]:
    """All that the first lanes show while all are played by the same random numbers."""
    rng = np.random.default_rng(2)
    shown = [part[:lanes].tobytes() for part in vec.reset(seed=8)]
    for _ in range(STEPS):
        luck = rng.random((width, vec.game.actions.size))[: vec.num_envs]
        arrays = vec.step((luck * vec._lanes.mask).argmax(axis=1))
        shown += [part[:lanes].tobytes() for part in (*arrays, vec.ending, vec.states)]
    vec.close()
    return shown


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_threads_change_nothing(game: Game, threads: int) -> None:
    lanes = 11

    alone = story(VectorEnv(game, lanes), lanes, lanes)
    shared = story(VectorEnv(game, lanes, threads), lanes, lanes)

    assert alone == shared


def test_a_lane_does_not_depend_on_how_many_there_are(game: Game) -> None:
    few, many = 3, 17

    alone = story(VectorEnv(game, few), few, many)
    among_others = story(VectorEnv(game, many), few, many)

    assert alone == among_others


def test_the_lanes_of_a_batch_play_different_games(game: Game) -> None:
    vec = VectorEnv(game, 32)

    vec.reset(seed=0)

    assert len({vec.lane_seed(lane) for lane in range(32)}) == 32
    assert len({state.tobytes() for state in vec.states}) == 32


def test_observations_of_a_batch_lie_in_their_space(variant: Game) -> None:
    vec = VectorEnv(variant, 64)
    rng = np.random.default_rng(3)
    obs, mask, _ = vec.reset(seed=3)

    for _ in range(STEPS):
        obs, mask, *_ = vec.step(any_legal(mask, rng))
        assert mask.any(axis=1).all()
        assert obs.min() >= 0 and (obs <= variant.observations.highs).all()
