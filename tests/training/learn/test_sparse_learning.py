"""Learning from sparse observations is learning from dense ones: the same numbers, less memory."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from cthulhu_training.ppo import sparse_ops
from cthulhu_training.ppo.batch import DenseBatch, SparseBatch
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.network import ActorCritic
from cthulhu_training.ppo.settings import Settings
from torch import Tensor

from cthulhu_envs.api.registry import find
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.api.vector import VectorEnv
from tests.training.learn.runs import small

CALL_OF_CTHULHU = {"game": "call_of_cthulhu", "table": {"num_players": 2}}


def batches(name: str) -> tuple[SparseBatch, DenseBatch]:
    """The same 24 positions in both forms."""
    game = find(name).configure(num_players=2)
    vec = VectorEnv(game, 24)
    obs, mask, _ = vec.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(20):
        obs, mask, *_ = vec.step((rng.random(mask.shape) * mask).argmax(axis=1))
    scale = np.ones(game.observations.size, np.float32)
    return SparseBatch.of(SparseObs.from_dense(obs), mask, scale), DenseBatch.of(obs, mask, scale)


def gradients(net: ActorCritic, loss: Tensor) -> list[Tensor]:
    return list(torch.autograd.grad(loss, list(net.parameters())))


@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("name", ["love_letter", "unspeakable_words"])
def test_both_forms_give_the_same_outputs_and_gradients(name: str, activation: str) -> None:
    sparse, dense = batches(name)
    torch.manual_seed(1)
    hidden = (12, 10)
    inputs, actions = dense.obs.shape[1], dense.mask.shape[1]
    net = ActorCritic(inputs, hidden, actions, activation)
    rows = torch.tensor([5, 0, 23, 5])
    weights = torch.randn(4)
    found = []
    for batch in (sparse[rows], dense[rows]):
        log_probs, values = net(batch)
        probs = log_probs.exp()
        legal = batch.starts() + torch.zeros(4, dtype=torch.int64)
        if isinstance(batch, DenseBatch):
            legal = batch.starts() + batch.mask.int().argmax(1)
        loss = (log_probs[legal] * weights).sum() - (probs * log_probs).sum()
        loss = loss + (values * weights).sum()
        found.append((loss, values, gradients(net, loss)))

    assert torch.allclose(found[0][0], found[1][0], atol=1e-5)
    assert torch.allclose(found[0][1], found[1][1], atol=1e-5)
    for one, other in zip(found[0][2], found[1][2], strict=True):
        assert torch.allclose(one, other, atol=1e-4)


def test_batches_are_put_together_and_taken_apart() -> None:
    sparse, dense = batches("love_letter")
    rows = torch.tensor([3, 1, 1])

    for one in (sparse[rows], SparseBatch.cat([sparse[rows[:1]], sparse[rows[1:]]])):
        obs = SparseObs(one.indices.numpy(), one.values.numpy(), one.offsets.numpy(),
                        dense.obs.shape[1])  # fmt: skip
        assert np.array_equal(obs.to_dense(), dense.obs[rows].numpy())
        legal = [one.legal[a:b].tolist() for a, b in torch.stack(
            [one.legal_offsets[:-1], one.legal_offsets[1:]], 1).tolist()]  # fmt: skip
        assert legal == [row.nonzero()[:, 0].tolist() for row in dense.mask[rows]]


def test_the_operations_for_a_gpu_do_the_same() -> None:
    sparse, dense = batches("love_letter")
    torch.manual_seed(2)
    inputs, actions = dense.obs.shape[1], dense.mask.shape[1]
    weights, biases = torch.randn(inputs, 6, requires_grad=True), torch.randn(6)
    head, head_biases = torch.randn(actions, 6, requires_grad=True), torch.randn(actions)
    rows = torch.tensor([4, 4, 0, 20])
    found = []
    for gather, score, select in (
        (sparse_ops.gather_layer, sparse_ops.legal_log_probs, sparse_ops.select_rows),
        (
            sparse_ops.gather_layer_torch,
            sparse_ops.legal_log_probs_torch,
            sparse_ops.select_rows_torch,
        ),
    ):
        offsets, indices, values = select(sparse.offsets, rows, sparse.indices, sparse.values)
        legal_offsets, legal = select(sparse.legal_offsets, rows, sparse.legal)
        hidden = gather(weights, biases, indices, values, offsets).tanh()
        log_probs = score(hidden, head, head_biases, legal, legal_offsets)
        scores = (log_probs * torch.arange(len(log_probs))).sum()
        found.append([log_probs, *torch.autograd.grad(scores, [weights, head])])

    for one, other in zip(*found, strict=True):
        assert torch.allclose(one, other, atol=1e-4)


def test_actions_are_drawn_by_their_probabilities_and_found_again() -> None:
    sparse, dense = batches("love_letter")
    net = ActorCritic(dense.obs.shape[1], (8,), dense.mask.shape[1])
    uniform = np.random.default_rng(2).random(len(dense))
    with torch.no_grad():
        drawn = sparse.sample(net(sparse)[0], uniform)
        same = dense.sample(net(dense)[0], uniform)

    assert np.array_equal(drawn, same)
    places = sparse.starts().numpy() + sparse.choices(drawn)
    assert np.array_equal(sparse.legal.numpy()[places], drawn)


def test_an_update_from_either_form_learns_the_same() -> None:
    learners = [LeanPPO(small(obs=obs)) for obs in ("sparse", "dense")]

    facts = [learner.update() for learner in learners]

    assert facts[0] == pytest.approx(facts[1], abs=1e-3)
    for one, other in zip(*(learner.net.parameters() for learner in learners), strict=True):
        assert torch.allclose(one, other, atol=2e-3)


def test_a_rollout_of_call_of_cthulhu_takes_a_tenth_of_the_memory() -> None:
    sizes = [
        LeanPPO(
            Settings(**CALL_OF_CTHULHU, num_envs=64, num_steps=32, hidden="8", obs=obs)
        ).collect().batch.nbytes
        for obs in ("sparse", "dense")
    ]  # fmt: skip

    assert 10 * sizes[0] <= sizes[1]
