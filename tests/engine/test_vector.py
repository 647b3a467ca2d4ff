"""The batched face refuses what it cannot do, in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs.engine.vector import VectorEnv
from tests.every_game.play import TABLES

GAME = TABLES[0]


@pytest.mark.parametrize("number", [0, -1, 1.0, "2", None, True], ids=repr)
def test_counts_must_be_whole_numbers_of_at_least_one(number: Any) -> None:
    with pytest.raises(ValueError, match="num_envs must be a whole number of at least 1"):
        VectorEnv(GAME, number)
    with pytest.raises(ValueError, match="threads must be a whole number of at least 1"):
        VectorEnv(GAME, 4, number)


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(3, int),
        np.zeros(5, int),
        np.zeros((4, 1), int),
        np.zeros(4),
        np.zeros(4, bool),
        np.int64(0),
        0,
        [],
        [0.0] * 4,
        ["0"] * 4,
        None,
        [None] * 4,
        [10**30] * 4,
    ],
    ids=repr,
)
@pytest.mark.parametrize("threads", [1, 2])
def test_actions_must_be_one_whole_number_for_each_lane(actions: Any, threads: int) -> None:
    vec = VectorEnv(GAME, 4, threads)
    vec.reset(seed=0)
    before = vec.states.tobytes()

    with pytest.raises(ValueError, match="4 whole numbers"):
        vec.step(actions)

    assert vec.states.tobytes() == before
    vec.close()


def test_unsigned_numbers_too_large_are_refused() -> None:
    vec = VectorEnv(GAME, 4)
    vec.reset(seed=0)

    with pytest.raises(ValueError, match="legal:"):
        vec.step(np.full(4, 2**64 - 1, np.uint64))


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        VectorEnv(GAME, 4).step(np.zeros(4, int))


@pytest.mark.parametrize("seed", [-1, 1.5, "1", 2**64])
def test_a_wrong_seed_is_refused_and_changes_nothing(seed: Any) -> None:
    vec = VectorEnv(GAME, 4)
    vec.reset(seed=0)
    before = vec.states.tobytes()

    with pytest.raises(ValueError, match="seed must be a whole number"):
        vec.reset(seed=seed)

    assert vec.states.tobytes() == before


def test_lists_and_all_integer_types_are_actions() -> None:
    ends = set()
    for kind in (list, lambda a: a.astype(np.int8), lambda a: a.astype(np.uint64)):
        vec = VectorEnv(GAME, 4)
        _, mask, _ = vec.reset(seed=0)
        for _ in range(5):
            vec.step(kind(mask.argmax(axis=1)))
        ends.add(vec.states.tobytes())

    assert len(ends) == 1


def test_arrays_have_the_shapes_that_the_tables_say() -> None:
    vec = VectorEnv(GAME, 4)

    obs, mask, seat = vec.reset(seed=0)
    *_, reward, done = vec.step(mask.argmax(axis=1))

    assert obs.shape == (4, GAME.observations.size) and obs.dtype == np.float32
    assert mask.shape == (4, GAME.actions.size) and mask.dtype == np.int8
    assert seat.shape == done.shape == (4,) and done.dtype == np.bool_
    assert reward.shape == (4, GAME.num_players) and reward.dtype == np.float32
    assert vec.nbytes >= obs.nbytes + mask.nbytes
