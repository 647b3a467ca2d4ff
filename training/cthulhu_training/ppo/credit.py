"""Whose reward is it? Advantages of every seat's own decisions, in a batch of games.

A row of a rollout is one decision of one lane. Its reward is all that its seat is paid from then
on until that seat decides again, or until the game is over: also what another seat's move brings
or costs it. What the seat hopes for next is the value of its own next decision. So each seat of
each lane is a chain of its own, and a loss inflicted by an opponent's last move reaches the loser.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.kernels import kernel

Numbers = NDArray[np.float32]


@kernel
def credit_all(
    seat, reward, done, value, gamma, gae_lambda, owed, hope, gain, known, advantage, weight
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
                    owed[lane, p] = 0.0
                    hope[lane, p] = 0.0
                    gain[lane, p] = 0.0
                    known[lane, p] = True
                owed[lane, p] += reward[t, lane, p]
            me = seat[t, lane]
            surprise = owed[lane, me] + gamma * hope[lane, me] - value[t, lane]
            advantage[t, lane] = surprise + gamma * gae_lambda * gain[lane, me]
            weight[t, lane] = 1.0 if known[lane, me] else 0.0
            owed[lane, me] = 0.0
            hope[lane, me] = value[t, lane]
            gain[lane, me] = advantage[t, lane] if known[lane, me] else 0.0
            known[lane, me] = True


def gae_by_seat(
    seat: NDArray[np.int8],
    reward: Numbers,
    done: NDArray[np.bool_],
    value: Numbers,
    gamma: float,
    gae_lambda: float,
) -> tuple[Numbers, Numbers]:
    """Advantages (T, N) of the decisions of a rollout, and weights (T, N): 0 for the last
    decision of a seat whose sequel lies beyond the rollout, of which nothing is known yet.

    `seat` (T, N) decided, `value` (T, N) was expected, `reward` (T, N, P) and `done` (T, N) came
    of it. `gae_lambda` is the lambda of generalised advantage estimation.
    """
    lanes, players = reward.shape[1:]
    owed, hope, gain = (np.zeros((lanes, players), np.float32) for _ in range(3))
    known = np.zeros((lanes, players), np.bool_)
    advantage, weight = np.zeros_like(value), np.zeros_like(value)
    credit_all(
        seat, reward, done, value, gamma, gae_lambda, owed, hope, gain, known, advantage, weight
    )
    return advantage, weight
