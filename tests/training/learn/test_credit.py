"""Every seat is credited with what its own decisions led to, and with nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cthulhu_training.ppo.credit import gae_by_seat

ALL, NONE = 1.0, 0.0  # of the trace: returns to the end, or one decision ahead


def column(values: list[float]) -> np.ndarray:
    """One lane: (T, 1)."""
    return np.array(values, np.float32)[:, None]


def test_the_loser_is_charged_for_a_loss_by_the_other_ones_move() -> None:
    """Seat 0, seat 1, seat 0 decide; seat 0's last move wins, and pays seat 1 its -1."""
    seat = np.array([[0], [1], [0]], np.int8)
    reward = np.zeros((3, 1, 2), np.float32)
    reward[2, 0] = [1, -1]
    done = np.array([[False], [False], [True]])
    value = column([0.5, 0.25, 0.75])

    advantage, weight = gae_by_seat(seat, reward, done, value, 1.0, ALL)

    assert advantage[:, 0].tolist() == [0.5, -1.25, 0.25]
    assert weight.all()


def test_one_decision_ahead_a_seat_hopes_for_the_value_of_its_own_next_decision() -> None:
    seat = np.array([[0], [1], [0], [1]], np.int8)
    reward = np.zeros((4, 1, 2), np.float32)
    reward[1, 0] = [0.5, 0.0]  # the other one's move pays me before I decide again
    done = np.array([[False]] * 3 + [[True]])
    value = column([1.0, 8.0, 3.0, 16.0])

    advantage, _ = gae_by_seat(seat, reward, done, value, 0.5, NONE)

    assert advantage[0, 0] == 0.5 + 0.5 * 3.0 - 1.0
    assert advantage[1, 0] == 0.5 * 16.0 - 8.0


def test_what_lies_beyond_the_rollout_is_not_learned_from() -> None:
    seat = np.array([[0], [1], [0]], np.int8)
    done = np.zeros((3, 1), np.bool_)

    _, weight = gae_by_seat(
        seat, np.zeros((3, 1, 2), np.float32), done, column([0, 0, 0]), 1.0, ALL
    )

    assert weight[:, 0].tolist() == [1, 0, 0]


def test_a_game_that_ended_says_nothing_of_the_next_one() -> None:
    seat = np.array([[0], [0], [0]], np.int8)
    reward = np.zeros((3, 1, 2), np.float32)
    reward[0, 0], reward[2, 0] = [1, -1], [-1, 1]
    done = np.array([[True], [False], [True]])

    advantage, weight = gae_by_seat(seat, reward, done, column([0, 0, 0]), 1.0, ALL)

    assert advantage[:, 0].tolist() == [1, -1, -1]
    assert weight.all()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_it_is_what_the_definition_says_for_every_chain(players: int, trace: float) -> None:
    rng = np.random.default_rng(players)
    steps, lanes, gamma = 40, 6, 0.9
    seat = rng.integers(players, size=(steps, lanes)).astype(np.int8)
    reward = rng.normal(size=(steps, lanes, players)).astype(np.float32)
    done = rng.random((steps, lanes)) < 0.15
    value = rng.normal(size=(steps, lanes)).astype(np.float32)

    advantage, weight = gae_by_seat(seat, reward, done, value, gamma, trace)

    for lane in range(lanes):
        for t in range(steps):
            found = by_definition(seat, reward, done, value, gamma, trace, t, lane)
            assert (weight[t, lane] == 1.0) == (found is not None)
            if found is not None:
                assert advantage[t, lane] == pytest.approx(found, abs=1e-4)


def by_definition(seat, reward, done, value, gamma, trace, t, lane):  # type: ignore[no-untyped-def]
    """One decision's advantage, looked up forwards; None if its sequel is not in the rollout."""
    me, paid = seat[t, lane], 0.0
    for later in range(t, len(seat)):
        if later > t and seat[later, lane] == me:
            surprise = paid + gamma * value[later, lane] - value[t, lane]
            after = by_definition(seat, reward, done, value, gamma, trace, later, lane)
            return surprise + gamma * trace * (after or 0.0)
        paid += reward[later, lane, me]
        if done[later, lane]:
            return paid - value[t, lane]
    return None


ROLLOUT = {
    "seat": np.zeros((3, 2), np.int8),
    "reward": np.zeros((3, 2, 2), np.float32),
    "done": np.zeros((3, 2), np.bool_),
    "value": np.zeros((3, 2), np.float32),
}
HOSTILE: dict[str, tuple[dict[str, Any], str]] = {
    "a seat far away": ({"seat": np.full((3, 2), 100)}, "seats are from 0 to 1"),
    "a seat below zero": ({"seat": np.full((3, 2), -100)}, "seats are from 0 to 1"),
    "seats in halves": ({"seat": np.full((3, 2), 0.5)}, "seat must be whole numbers"),
    "more seats than rewards": ({"seat": np.zeros((9, 2), np.int8)}, "seat .* of other rollouts"),
    "fewer values": ({"value": np.zeros((3, 1), np.float32)}, "value .* of other rollouts"),
    "an end too few": ({"done": np.zeros((2, 2), np.bool_)}, "done .* of other rollouts"),
    "ends in numbers": ({"done": np.zeros((3, 2), np.int8)}, "done must be truth values"),
    "rewards of nobody": ({"reward": np.zeros((3, 2), np.float32)}, "reward must be"),
    "a list": ({"reward": [[[0.0]]]}, "reward must be .*list"),
}


@pytest.mark.parametrize(("parts", "words"), HOSTILE.values(), ids=HOSTILE)
def test_arrays_that_do_not_fit_are_refused(parts: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gae_by_seat(**(ROLLOUT | parts), gamma=1.0, gae_lambda=1.0)
