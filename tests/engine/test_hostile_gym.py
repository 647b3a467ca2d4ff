"""The Gymnasium environments and odd arguments: one bounded sentence, and the games go on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs import game
from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.gymnasium_vector import GymVectorEnv
from tests.hostile import REFUSED, odd_actions

N = 4
ACTIONS = odd_actions(N, game("love_letter").actions.size)

BAD_GYM = {
    "no games": {"num_envs": 0},
    "more games than memory": {"num_envs": 10**9},
    "a seat that there is not": {"seat": 9},
    "a seat in a list": {"seat": [0]},
    "a seat in words": {"seat": "left" * 200},
    "another mode": {"autoreset_mode": "never" * 200},
    "a mode in a list": {"autoreset_mode": []},
    "no bot": {"opponents": 5},
    "an unknown bot": {"opponents": "x" * 2000},
    "too many bots": {"opponents": ["random"] * 9},
    "another setting": {"colour": "red"},
    "pictures": {"render_mode": "ansi"},
}


@pytest.mark.parametrize("options", BAD_GYM.values(), ids=BAD_GYM)
def test_a_batch_against_bots_that_cannot_be_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(REFUSED) as refusal:
        GymVectorEnv("love_letter", **options)

    assert 10 < len(str(refusal.value)) <= 300


BAD_RESETS: dict[str, dict[str, Any]] = {
    "too few seeds": {"seed": [1, 2]},
    "one bad seed": {"seed": [1, 2, 3, -1]},
    "a seed in words": {"seed": "1234"},
    "half a seed": {"seed": 0.5},
    "a seed in an array": {"seed": np.array(0.5)},
    "options in a list": {"options": ["reset_mask"]},
    "a mask of numbers": {"options": {"reset_mask": [0, 1, 0, 1]}},
    "an empty mask": {"options": {"reset_mask": np.zeros(N, bool)}},
    "unlike rows": {"options": {"reset_mask": [[True], [True, False]]}},
}


@pytest.mark.parametrize("arguments", BAD_RESETS.values(), ids=BAD_RESETS)
def test_a_batch_against_bots_refuses_odd_resets_and_plays_on(arguments: dict[str, Any]) -> None:
    envs, twin = (GymVectorEnv("love_letter", num_envs=N) for _ in range(2))
    _, info = envs.reset(seed=1)
    twin.reset(seed=1)

    with pytest.raises(REFUSED) as refusal:
        envs.reset(**arguments)

    assert 10 < len(str(refusal.value)) <= 300
    actions = info["action_mask"].argmax(axis=1)
    assert all(map(np.array_equal, envs.step(actions)[:4], twin.step(actions)[:4]))
    envs.close()
    with pytest.raises(RuntimeError, match="closed"):
        envs.step(actions)


@pytest.mark.parametrize("actions", ACTIONS.values(), ids=ACTIONS)
def test_a_batch_against_bots_refuses_odd_actions(actions: Any) -> None:
    envs = GymVectorEnv("love_letter", num_envs=N)
    with pytest.raises(RuntimeError, match="reset"):
        envs.step(np.zeros(N, int))
    with pytest.raises(RuntimeError, match="reset"):
        envs.action_masks()
    _, info = envs.reset(seed=1)

    with pytest.raises(REFUSED) as refusal:
        envs.step(actions)

    assert 10 < len(str(refusal.value)) <= 300
    envs.step(info["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("action", [-(2**63), 2**63, 2**64 - 1, -1, 10**30])
@pytest.mark.parametrize("is_batched", [True, False])
def test_a_bot_that_plays_odd_numbers_is_refused_and_never_waits(
    action: int, is_batched: bool
) -> None:
    kind: Any = np.uint64 if 2**63 <= action < 2**64 else None

    def in_batches(obs: Any, mask: Any) -> Any:
        return np.full(len(mask), action, kind)

    bot: Any = in_batches if is_batched else lambda view: action
    envs = GymVectorEnv("love_letter", num_envs=N, opponents=bot, num_players=4)
    with pytest.raises(ValueError) as refusal:
        envs.reset(seed=1)
        for _ in range(50):
            envs.step(envs.action_masks().argmax(axis=1))

    assert len(str(refusal.value)) <= 300


def made() -> GymEnv:
    return GymEnv("love_letter", seat=0)


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore")  # of other libraries, about forks and about themselves
def test_stable_baselines_plays_in_processes_of_its_own(method: str) -> None:
    subproc = pytest.importorskip("stable_baselines3.common.vec_env.subproc_vec_env")
    envs = subproc.SubprocVecEnv([made, made], start_method=method)
    try:
        envs.seed(3)
        envs.reset()
        for _ in range(5):
            masks = np.stack(envs.env_method("action_masks"))
            obs, *_ = envs.step(masks.argmax(axis=1))
    finally:
        envs.close()

    assert obs.shape == (2, game("love_letter").observations.size)
