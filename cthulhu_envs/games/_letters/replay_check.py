"""Whether the round of a state, replayed from its log by the rules, leads to that state."""

from __future__ import annotations

from typing import Any

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.state_checks import demand
from cthulhu_envs.games._letters.limits import NO_CARD

REPLAYED, NO_DEAL, NO_PLAY = 0, 1, 2  # what came of a replay


@kernel
def is_offered(ids, number, action):
    """Whether an action is among the first `number` ids, which are the legal ones."""
    for k in range(number):
        if ids[k] == action:
            return True
    return False


@kernel
def is_whole(kit, t):
    """Whether `t.deck` has the copies of each card that the deck has; counts them in `t.lying`."""
    t.lying[:] = 0
    for position in range(int(kit.deck_size)):
        card = t.deck[position]
        if card == NO_CARD:
            return False
        t.lying[card] += 1
    for card in range(t.lying.shape[0]):
        if t.lying[card] != kit.copies[card]:
            return False
    return True


def demand_same(replayed: Any, s: Any) -> None:
    """A fault unless the replay has led to the same state."""
    if replayed.tobytes() != s.tobytes():
        differing = [n for n in replayed.dtype.names if not np.array_equal(replayed[n], s[n])]
        demand(not differing, f"{differing[0]} is not as the round's turns have left it")
