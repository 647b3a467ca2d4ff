"""Sparse observations are the dense ones without their zeros, in every game."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from cthulhu_envs import SparseObs, make_vec
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from tests.every_game.test_environments_agree import any_legal

LANES = 7
STEPS = 60


def assert_same_rows(sparse: SparseObs, dense: NDArray[np.float32]) -> None:
    assert np.array_equal(sparse.to_dense(), dense)
    assert (sparse.values != 0).all()
    assert len(sparse.indices) == len(sparse.values) == sparse.offsets[-1]


def test_sparse_observations_are_the_dense_ones(variant: Game) -> None:
    """Lanes that wait show the same again."""
    dense, sparse = VectorEnv(variant, LANES), VectorEnv(variant, LANES, obs="sparse")
    rng = np.random.default_rng(4)
    shown, same = dense.reset(seed=9), sparse.reset(seed=9)

    for _ in range(STEPS):
        assert_same_rows(same[0], shown[0])
        for one, other in zip(same[1:], shown[1:], strict=True):
            assert np.array_equal(one, other)
        actions, waits = any_legal(shown[1], rng), rng.random(LANES) < 0.2
        shown, same = dense.step(actions, waits), sparse.step(actions, waits)


@pytest.mark.parametrize("reuse", [False, True], ids=["copies", "reuse"])
@pytest.mark.parametrize("threads", [1, 3])
def test_threads_and_reuse_show_the_same(game: Game, threads: int, reuse: bool) -> None:
    dense = VectorEnv(game, LANES)
    sparse = VectorEnv(game, LANES, threads, reuse=reuse, obs="sparse")
    rng = np.random.default_rng(5)
    shown, same = dense.reset(seed=9), sparse.reset(seed=9)

    for _ in range(STEPS):
        assert_same_rows(same[0], shown[0])
        actions = any_legal(shown[1], rng)
        kept, before = same[0], shown[0]
        shown, same = dense.step(actions), sparse.step(actions)
        if not reuse:
            assert_same_rows(kept, before)  # copies are the caller's to keep
    sparse.close()


def test_more_room_is_made_when_it_is_needed(game: Game) -> None:
    dense, sparse = VectorEnv(game, LANES), VectorEnv(game, LANES, obs="sparse")
    rng = np.random.default_rng(6)
    shown, _ = dense.reset(seed=9), sparse.reset(seed=9)

    for _ in range(STEPS):
        sparse._lanes._make_room(1)
        actions = any_legal(shown[1], rng)
        shown, same = dense.step(actions), sparse.step(actions)
        assert_same_rows(same[0], shown[0])
        assert np.array_equal(same[1], shown[1])


def test_a_saved_batch_goes_on(game: Game) -> None:
    sparse, other = (VectorEnv(game, LANES, obs="sparse") for _ in range(2))
    _, mask, _ = sparse.reset(seed=9)
    obs, mask, _, _, _ = sparse.step(any_legal(mask, np.random.default_rng(7)))

    again, same_mask, _ = other.load(sparse.save())

    assert np.array_equal(again.to_dense(), obs.to_dense())
    assert np.array_equal(same_mask, mask)


def test_only_two_forms_are_known() -> None:
    with pytest.raises(ValueError, match="obs must be dense or sparse, not 'csr'"):
        make_vec("love_letter", 2, obs="csr")
