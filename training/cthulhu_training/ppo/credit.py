"""Generalised advantage estimation for every seat's own decisions.

A row of a rollout is one decision of one lane. Its reward is all that its seat is paid from then
on until that seat decides again, or until the game is over: also what another seat's move brings
or costs it. The next value is that of the seat's own next decision. So each seat of each lane is a
chain of its own, and a loss inflicted by an opponent's last move reaches the loser.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.kernels import kernel

Numbers = NDArray[np.float32]

WANTED = {  # axes and kinds of numbers of a rollout's arrays
    "reward": (3, "f", "fractions (T, N, P)"),
    "seat": (2, "iu", "whole numbers (T, N)"),
    "done": (2, "b", "truth values (T, N)"),
    "value": (2, "f", "fractions (T, N)"),
}


@kernel
def credit_all(
    seat,
    reward,
    done,
    value,
    gamma,
    gae_lambda,
    reward_sum,
    next_value,
    next_advantage,
    has_next,
    advantage,
    weight,
):
    """Walk back through a rollout; see `gae_by_seat`. The four arrays before the last two are
    scratch space for each lane and seat: reward since the seat's next decision, that decision's
    value and advantage, and whether there is one (or the end of the game) within the rollout.
    """
    steps, lanes = seat.shape
    for lane in range(lanes):
        for t in range(steps - 1, -1, -1):
            for p in range(reward.shape[2]):
                if done[t, lane]:
                    reward_sum[lane, p] = 0.0
                    next_value[lane, p] = 0.0
                    next_advantage[lane, p] = 0.0
                    has_next[lane, p] = True
                reward_sum[lane, p] += reward[t, lane, p]
            me = seat[t, lane]
            delta = reward_sum[lane, me] + gamma * next_value[lane, me] - value[t, lane]
            advantage[t, lane] = delta + gamma * gae_lambda * next_advantage[lane, me]
            weight[t, lane] = 1.0 if has_next[lane, me] else 0.0
            reward_sum[lane, me] = 0.0
            next_value[lane, me] = value[t, lane]
            next_advantage[lane, me] = advantage[t, lane] if has_next[lane, me] else 0.0
            has_next[lane, me] = True


def gae_by_seat(
    seat: NDArray[np.int8],
    reward: Numbers,
    done: NDArray[np.bool_],
    value: Numbers,
    gamma: float,
    gae_lambda: float,
) -> tuple[Numbers, Numbers]:
    """Advantages (T, N) of the decisions of a rollout, and weights (T, N): 0 for the last
    decision of a seat whose next decision lies beyond the rollout.

    `seat` (T, N) decided, `value` (T, N) was expected, `reward` (T, N, P) and `done` (T, N) came
    of it. `gae_lambda` is the lambda of generalised advantage estimation. Arrays that do not fit
    and seats that there are not are a ValueError.
    """
    _check(seat, reward, done, value)
    lanes, players = reward.shape[1:]
    reward_sum, next_value, next_advantage = (
        np.zeros((lanes, players), np.float32) for _ in range(3)
    )
    has_next = np.zeros((lanes, players), np.bool_)
    advantage, weight = np.zeros_like(value), np.zeros_like(value)
    credit_all(
        seat,
        reward,
        done,
        value,
        gamma,
        gae_lambda,
        reward_sum,
        next_value,
        next_advantage,
        has_next,
        advantage,
        weight,
    )
    return advantage, weight


def _check(seat: Any, reward: Any, done: Any, value: Any) -> None:
    """ValueError unless the kernel can read the arrays without looking at them."""
    for name, array in (("reward", reward), ("seat", seat), ("done", done), ("value", value)):
        axes, kinds, wanted = WANTED[name]
        is_array = isinstance(array, np.ndarray)
        if not is_array or array.ndim != axes or array.dtype.kind not in kinds:
            what = f"{array.dtype} of shape {array.shape}" if is_array else type(array).__name__
            raise ValueError(f"{name} must be {wanted}, not {what}")
        if array.shape[:2] != reward.shape[:2]:
            raise ValueError(
                f"{name} {array.shape} and reward {reward.shape} are of other rollouts"
            )
    players = reward.shape[2]
    if seat.size and not (seat.min() >= 0 and seat.max() < players):
        raise ValueError(f"seats are from 0 to {players - 1}, not {seat.min()} to {seat.max()}")
