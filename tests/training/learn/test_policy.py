"""Learned policies: what they compute, their files, and who refuses them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from cthulhu_agents.learned.policy import LearnedPolicy, sample_actions
from cthulhu_agents.learned.shipped import shipped
from cthulhu_training.ppo.batch import DenseBatch
from cthulhu_training.ppo.lean import LeanPPO

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.api.vector import VectorEnv
from tests.training.learn.runs import LL6, small

GAME = find("love_letter").configure(**LL6)


@pytest.fixture(scope="module")
def learner() -> LeanPPO:
    made = LeanPPO(small())
    made.update()
    return made


@pytest.fixture
def path(learner: LeanPPO, tmp_path: Path) -> Path:
    learner.policy().write(tmp_path / "policy.npz")
    return tmp_path / "policy.npz"


def test_probs_and_values_are_those_of_the_network(learner: LeanPPO) -> None:
    vec = VectorEnv(GAME, 64)
    obs, mask, _ = vec.reset(seed=5)
    policy = learner.policy()

    with torch.no_grad():
        log_probs, values = learner.ema(DenseBatch.of(obs, mask, policy.scale))
        probs = log_probs.exp().numpy().reshape(mask.shape)

    assert np.allclose(policy.probs(obs, mask), probs, atol=1e-6)
    assert np.allclose(policy.values(obs), values.numpy(), atol=1e-5)


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_sparse_and_dense_observations_are_played_alike(path: Path) -> None:
    policy = LearnedPolicy.read(path)
    obs, mask, _ = VectorEnv(policy.game, 16).reset(seed=8)
    sparse = SparseObs.from_dense(obs)
    rows = obs * policy.scale
    for number, (weights, biases) in enumerate(policy.actor):
        rows = (np.tanh(rows) if number else rows) @ weights + biases

    assert np.allclose(policy.logits(obs, mask)[mask > 0], rows[mask > 0], atol=1e-4)
    assert np.array_equal(policy.logits(obs, mask), policy.logits(sparse, mask))


def test_probs_add_up_and_no_illegal_action_has_any(learner: LeanPPO) -> None:
    obs, mask, _ = VectorEnv(GAME, 64).reset(seed=6)

    for temperature in (0.0, 0.5, 1.0):
        probs = learner.policy().probs(obs, mask, temperature)
        assert np.allclose(probs.sum(axis=1), 1.0)
        assert (probs[mask == 0] == 0).all()
    likeliest = learner.policy().probs(obs, mask, 0.0)
    assert ((likeliest == 0) | (likeliest == 1)).all()


def test_actions_are_drawn_by_their_probs() -> None:
    probs = np.tile(np.array([0.0, 0.25, 0.0, 0.75], np.float32), (5, 1))

    found = sample_actions(probs, np.array([0.0, 0.2499, 0.25, 0.5, 0.999999]))

    assert found.tolist() == [1, 1, 3, 3, 3]


def test_a_policy_comes_back_from_its_file_and_plays(path: Path, learner: LeanPPO) -> None:
    again = LearnedPolicy.read(path)
    obs, mask, _ = VectorEnv(GAME, 32).reset(seed=7)

    assert again.game.values == GAME.values
    assert again.facts["steps"] == learner.steps
    assert np.array_equal(again.probs(obs, mask), learner.policy().probs(obs, mask))
    agent = make_agent(f"ppo:{path}", GAME, seed=1)
    assert (mask[np.arange(32), agent.act_batch(obs, mask)] == 1).all()
    assert np.allclose(agent.policy_batch(obs, mask), again.probs(obs, mask))


@pytest.mark.parametrize(
    ("game", "settings", "fault"),
    [
        ("lovecraft_letter", {"num_players": 2}, "plays love_letter-v1, not lovecraft_letter-v1"),
        (
            "love_letter",
            {**LL6, "num_players": 3, "deck": "ll-8"},
            r"trained with num_players=2, deck=\"ll-6\" \(typed: -p 2 --set deck=ll-6\)",
        ),
        ("love_letter", {**LL6, "history": 1}, "trained with history=None"),
    ],
    ids=["game", "players", "shape"],
)
def test_a_policy_for_another_table_is_refused(
    path: Path, game: str, settings: dict[str, object], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        make_agent(f"ppo:{path}", find(game).configure(**settings))


def test_damaged_missing_and_other_files_are_refused(path: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(path.read_bytes()[:-200])
    for spec, fault in (
        (f"ppo:{damaged}", "damaged"),
        (f"ppo:{tmp_path / 'none.npz'}", "there is no file"),
        ("ppo", "no policy of the package was trained with deck="),
        (f"ppo:{path},temperature=-1", "temperature must be at least 0"),
    ):
        with pytest.raises(ValueError, match=fault):
            make_agent(spec, GAME)


def test_a_file_whose_layers_do_not_fit_is_refused(learner: LeanPPO, tmp_path: Path) -> None:
    policy = learner.policy()
    wrong = LearnedPolicy(GAME, policy.actor[1:], policy.critic, {})
    wrong.write(tmp_path / "wrong.npz")

    with pytest.raises(ValueError, match="do not fit the game"):
        LearnedPolicy.read(tmp_path / "wrong.npz")
