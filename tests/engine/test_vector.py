"""The vector environment refuses what it cannot do, in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.vector import VectorEnv
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
            _, mask, *_ = vec.step(kind(mask.argmax(axis=1)))
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


def test_what_is_handed_out_is_the_callers_to_keep() -> None:
    vec, twin = VectorEnv(GAME, 4), VectorEnv(GAME, 4)
    given = list(vec.reset(seed=0))
    twin.reset(seed=0)
    for _ in range(6):
        given += [*vec.step(vec._lanes.mask.argmax(axis=1)), vec.ending]
        twin.step(twin._lanes.mask.argmax(axis=1))
    given += vec.load(vec.save())
    before = [array.tobytes() for array in given]

    for shown in (vec.step(vec._lanes.mask.argmax(axis=1)), vec.load(twin.save())):
        for array in shown:
            array[...] = 1  # a caller may write into what is its own
    for each in (vec, twin):
        each.step(each._lanes.mask.argmax(axis=1))

    assert [array.tobytes() for array in given] == before
    assert vec.states.tobytes() == twin.states.tobytes()


@pytest.mark.parametrize("threads", [1, 2])
def test_reuse_hands_out_the_same_buffers_with_the_same_games(threads: int) -> None:
    vec, keeper = VectorEnv(GAME, 4, threads, reuse=True), VectorEnv(GAME, 4, threads)
    shown, copies = vec.reset(seed=5), keeper.reset(seed=5)
    for _ in range(30):
        actions = copies[1].argmax(axis=1)
        stepped, copies = vec.step(actions), keeper.step(actions)

        assert all(one is other for one, other in zip(shown, stepped, strict=False))
        assert all(map(np.array_equal, stepped, copies))
        assert np.array_equal(vec.ending, keeper.ending)
    vec.close()
    keeper.close()


def test_lanes_that_wait_are_left_alone() -> None:
    vec = VectorEnv(GAME, 6)
    vec.reset(seed=1)
    waits = np.array([True, False] * 3)
    before = [array[waits].tobytes() for array in (vec.states, vec._lanes.obs, vec._lanes.mask)]
    moved = vec.states[~waits].tobytes()

    actions = np.where(waits, -1, vec._lanes.mask.argmax(axis=1))  # whatever stands there
    _, _, _, reward, done = vec.step(actions, waits)

    after = [array[waits].tobytes() for array in (vec.states, vec._lanes.obs, vec._lanes.mask)]
    assert after == before
    assert vec.states[~waits].tobytes() != moved
    assert not reward[waits].any() and not done[waits].any()


def test_a_lane_that_has_waited_goes_on_like_one_that_has_not() -> None:
    steady, late = VectorEnv(GAME, 4), VectorEnv(GAME, 4)
    for vec in (steady, late):
        vec.reset(seed=2)

    for number in range(60):
        if number % 3 == 0:
            late.step(np.zeros(4, np.int64), np.ones(4, np.bool_))
        for vec in (steady, late):
            vec.step(vec._lanes.mask.argmax(axis=1))

    assert late.states.tobytes() == steady.states.tobytes()


def test_waiting_is_not_said_by_an_action() -> None:
    vec = VectorEnv(GAME, 2)
    vec.reset(seed=1)

    with pytest.raises(ValueError, match="is not an action; use `waits` to skip lanes"):
        vec.step(np.full(2, -(2**63)))


def test_a_saved_batch_goes_on_exactly() -> None:
    vec, twin = VectorEnv(GAME, 5), VectorEnv(GAME, 5, threads=2)
    vec.reset(seed=3)
    for _ in range(20):
        vec.step(vec._lanes.mask.argmax(axis=1))

    shown = twin.load(vec.save())

    assert [part.tobytes() for part in shown] == [
        part.tobytes() for part in (vec._lanes.obs, vec._lanes.mask, vec._lanes.seat)
    ]
    for _ in range(40):
        for each in (vec, twin):
            each.step(each._lanes.mask.argmax(axis=1))
    assert twin.states.tobytes() == vec.states.tobytes()
    assert [twin.lane_seed(lane) for lane in range(5)] == [vec.lane_seed(lane) for lane in range(5)]
    twin.close()


def test_a_saved_batch_goes_on_from_a_file(tmp_path: Path) -> None:
    vec, twin = VectorEnv(GAME, 5), VectorEnv(GAME, 5)
    vec.reset(seed=3)
    np.savez(tmp_path / "batch.npz", **vec.save())

    with np.load(tmp_path / "batch.npz") as saved:
        twin.load(saved)

    assert twin.states.tobytes() == vec.states.tobytes()


def test_a_batch_of_another_size_is_not_loaded() -> None:
    vec, other = VectorEnv(GAME, 5), VectorEnv(GAME, 4)
    vec.reset(seed=3)
    other.reset(seed=3)
    before = other.states.tobytes()

    for saved in (vec.save(), {}):
        with pytest.raises(ValueError, match="is not of 4 games of love_letter-v1"):
            other.load(saved)

    assert other.states.tobytes() == before
