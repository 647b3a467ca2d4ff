"""The lean trainer: it learns, repeats itself exactly, and goes on exactly where it was."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_training.ppo import checkpoint
from cthulhu_training.ppo.evaluate import small_table
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.opponents import LEARNER
from cthulhu_training.ppo.settings import Settings

from tests.training.learn.runs import LL6, small


def weights(learner: LeanPPO) -> list[bytes]:
    return [weight.detach().numpy().tobytes() for weight in learner.net.parameters()]


def after(updates: int, settings: Settings) -> LeanPPO:
    learner = LeanPPO(settings)
    for _ in range(updates):
        learner.update()
    return learner


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"kl_coef": 0.1, "ema_decay": 0.9},
        {"opponents": "heuristic"},
        {"obs": "dense", "activation": "relu"},
        {"clone": "heuristic", "clone_steps": 512, "opponents": "random"},
        {"clone": "heuristic", "clone_steps": 1536},
    ],
    ids=repr,
)
def test_a_saved_run_goes_on_as_if_nothing_had_happened(changes: dict[str, Any]) -> None:
    settings = small(**changes)
    straight = after(4, settings)

    halfway = after(2, settings)
    resumed = LeanPPO(settings)
    checkpoint.load(resumed, *checkpoint.save(halfway))
    for _ in range(2):
        resumed.update()

    assert weights(resumed) == weights(straight)
    assert resumed.policy().actor[0][0].tobytes() == straight.policy().actor[0][0].tobytes()


def test_another_seed_learns_something_else() -> None:
    assert weights(after(1, small(seed=1))) != weights(after(1, small(seed=2)))


def test_only_the_learners_own_decisions_are_learned_from() -> None:
    everything = LeanPPO(small(self_play=1.0)).collect()
    half = LeanPPO(small(self_play=0.0, opponents="random", pool_size=0)).collect()

    assert len(everything.choice) > 1.5 * len(half.choice)


def test_an_exploiter_sits_once_at_every_table() -> None:
    learner = LeanPPO(small(only_opponents=True, opponents="heuristic"))
    learner.update()

    assert ((learner.tables[0].opponents.owner == LEARNER).sum(axis=1) == 1).all()
    assert not learner.tables[0].opponents.past


def test_past_selves_join_the_pool_and_the_oldest_leave_it() -> None:
    learner = after(5, small(pool_size=3, pool_every=1))

    assert len(learner.tables[0].opponents.past) == 3
    assert learner.tables[0].opponents.past[-1].learned.facts["steps"] == learner.steps


def test_the_pull_to_the_policy_before_the_update_is_felt() -> None:
    """The same decisions learned from, with `kl` and without: with it the policy moves less."""

    def moved(kl: float) -> float:
        return LeanPPO(small(kl_coef=kl, learning_rate=0.02, epochs=4)).update()["kl"]

    assert 0.0 < moved(20.0) < 0.5 * moved(0.0)


def test_averaged_weights_lag_behind() -> None:
    learner = after(2, small(ema_decay=0.5))

    assert any(
        not np.array_equal(kept.detach().numpy(), weight.detach().numpy())
        for kept, weight in zip(learner.ema.parameters(), learner.net.parameters(), strict=True)
    )


@pytest.mark.parametrize("kl", [0.0, 0.1], ids=["ppo", "mmd"])
def test_it_learns_the_smallest_deck(kl: float) -> None:
    """Random play of LL-6 is exploitable by 0.219."""
    settings = Settings(
        table=LL6,
        steps=120_000,
        num_envs=128,
        num_steps=32,
        learning_rate=2e-3,
        epochs=4,
        kl_coef=kl,
    )
    learner = LeanPPO(settings)
    while not learner.is_done:
        learner.update()
    table = small_table(learner.game)

    assert table is not None
    assert table.exploitability(PolicyPlayer(learner.policy(), 1)) < 0.08


@pytest.mark.parametrize("num_envs, num_steps", [(1, 1), (2, 2), (3, 4)])
def test_updates_with_hardly_a_row_leave_whole_numbers(num_envs: int, num_steps: int) -> None:
    """So little is played that no game ends in some updates, and one row has no spread."""
    table = {"num_players": 2, "edition": "classic", "rounds": "single", "deck": "ll-6"}
    sizes = {
        "num_envs": num_envs,
        "num_steps": num_steps,
        "hidden": "8",
        "minibatches": min(8, num_envs * num_steps),
    }
    learner = LeanPPO(Settings(table=table, steps=400, **sizes))

    for _ in range(30):
        learner.update()

    assert all(torch.isfinite(weight).all() for weight in learner.net.parameters())
