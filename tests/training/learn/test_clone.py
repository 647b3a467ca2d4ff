"""Behaviour cloning: the network learns a bot's moves, and PPO goes on from there."""

from __future__ import annotations

import numpy as np
import pytest
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.settings import Settings

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.vector import VectorEnv
from tests.training.learn.runs import LL6, small

CLONE = {"clone": "heuristic", "table": LL6, "num_envs": 128, "num_steps": 16, "hidden": "32"}


@pytest.fixture(scope="module")
def clone() -> LeanPPO:
    settings = Settings(**CLONE, steps=60_000, clone_steps=60_000, learning_rate=1e-2)
    learner = LeanPPO(settings)
    while not learner.is_done:
        learner.update()
    return learner


def test_a_clone_plays_as_the_bot_does(clone: LeanPPO) -> None:
    vec = VectorEnv(clone.game, 256)
    obs, mask, _ = vec.reset(seed=77)
    bot = make_agent("heuristic", clone.game, seed=3)
    for _ in range(3):
        obs, mask, *_ = vec.step(bot.act_batch(obs, mask))

    likeliest = clone.policy().probs(obs, mask, temperature=0.0).argmax(axis=1)

    agree = np.mean(likeliest == bot.act_batch(obs, mask))
    untrained = LeanPPO(clone.settings).policy().probs(obs, mask, 0.0).argmax(axis=1)
    assert agree > 0.9
    assert agree > np.mean(untrained == bot.act_batch(obs, mask)) + 0.2


def test_the_critic_of_a_clone_knows_more_than_nothing(clone: LeanPPO) -> None:
    rollout = clone.collect(by_teacher=True)
    guess = rollout.target.square().mean()

    rows = rollout.batch
    said = clone.net(rows)[1].detach()

    assert (said - rollout.target).square().mean() < 0.9 * guess


def test_updates_are_the_clones_first_and_then_those_of_ppo() -> None:
    learner = LeanPPO(small(clone="heuristic", clone_steps=1024))
    facts = []
    while not learner.is_done:
        facts.append(learner.update())

    assert ["imitation" in one for one in facts] == [True, True, False, False]
    assert ["entropy" in one for one in facts] == [False, False, True, True]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"clone": "heuristic", "clone_steps": 5000}, "part of steps: at most 2048"),
        ({"clone": "heuristic", "trainer": "sb3"}, "only the lean trainer knows clone"),
        ({"clone_steps": -1}, "clone_steps must be a whole number of at least 0"),
    ],
    ids=str,
)
def test_what_cannot_be_cloned_is_refused(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        small(**{"clone_steps": 1024, **changes})


def test_a_bot_that_plays_one_game_at_a_time_cannot_be_cloned() -> None:
    with pytest.raises(ValueError, match="training needs bots with act_batch"):
        LeanPPO(small(clone="ismcts:iters=8", clone_steps=1024))
