"""Our Gymnasium vector environment beside Gymnasium's own `SyncVectorEnv` of the single one: the
same in every step and every autoreset mode.

The same seed gives other deals: a vector environment draws the deals of each lane from a stream of
its own, so that they do not depend on the number of lanes, and a single environment seeds its bots
and its seat from one generator too. So the single ones are told here which deals to play.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.gymnasium_vector import GymVectorEnv
from cthulhu_envs.api.registry import games

LANES, STEPS, MOST = 4, 60, 5000  # steps, and more until a game has ended


def first_legal(obs: NDArray[Any], mask: NDArray[Any]) -> NDArray[Any]:
    return mask.argmax(axis=1)


class Dealt:
    """Stands for the generator of a single environment: the deal of a lane, and its seat."""

    def __init__(self, envs: GymVectorEnv, lane: int) -> None:
        self.envs, self.lane = envs, lane

    def integers(self, high: int) -> int:
        if high == self.envs.game.num_players:
            return int(self.envs._seat[self.lane])
        return int(self.envs._lanes.seeds[self.lane])


def single(name: str, envs: GymVectorEnv, lane: int) -> GymEnv:
    env = GymEnv(name, opponents=first_legal)
    env.np_random = Dealt(envs, lane)  # type: ignore[assignment]
    return env


def assert_alike(ours: dict[str, Any], theirs: dict[str, Any], which: NDArray[np.bool_]) -> None:
    """Infos, in the lanes where Gymnasium tells of them; `_name` is its note that it does."""
    told = {name for name in theirs if not name.startswith("_")}
    assert told == {name for name in ours if not name.startswith("_")}
    for name in told - {"final_obs", "final_info"}:
        np.testing.assert_array_equal(ours[name][which], theirs[name][which], err_msg=name)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("name", games())
def test_it_does_what_gymnasium_does_with_the_single_one(name: str, mode: AutoresetMode) -> None:
    envs = GymVectorEnv(name, LANES, opponents=first_legal, autoreset_mode=mode)
    makers = [lambda lane=lane: single(name, envs, lane) for lane in range(LANES)]
    beside = SyncVectorEnv(makers, autoreset_mode=mode)
    rng, everywhere = np.random.default_rng(1), np.ones(LANES, np.bool_)
    obs, info = envs.reset(seed=3)
    same, known = beside.reset()
    ends = 0
    for step in range(MOST):
        if step > STEPS and ends:
            break
        np.testing.assert_array_equal(obs, same)
        assert_alike(info, known, everywhere)
        chances = info["action_mask"] * rng.random(info["action_mask"].shape)
        chosen = chances.argmax(axis=1)
        obs, *ours, info = envs.step(chosen)
        same, *theirs, known = beside.step(chosen)
        for one, other in zip(ours, theirs, strict=True):  # reward, terminated, truncated
            np.testing.assert_array_equal(one, other)
        over = ours[1] | ours[2]
        ends += int(over.sum())
        if mode == AutoresetMode.SAME_STEP and over.any():
            np.testing.assert_array_equal(info["_final_obs"], known["_final_obs"])
            assert_alike(info["final_info"], known["final_info"], over)
            for lane in np.flatnonzero(over):
                np.testing.assert_array_equal(info["final_obs"][lane], known["final_obs"][lane])
        if mode == AutoresetMode.DISABLED and over.any():
            obs, info = envs.reset(options={"reset_mask": over})
            same, known = beside.reset(options={"reset_mask": over})
            assert_alike(info, known, over)
            known = info  # of the others Gymnasium tells nothing
    assert ends
    assert envs.metadata["autoreset_mode"] == beside.metadata["autoreset_mode"]
    assert envs.observation_space == beside.observation_space
    assert envs.action_space == beside.action_space
