"""What an action pays (R9.8, R9.9)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.state import Ending


@kernel
def score(kit, s, rewards):
    """R9.8: the same to everybody, the dead included."""
    reward = 0.0
    if kit.pay_progress:
        reward = s.progress - s.progress_before
    if s.ending == Ending.VICTORY:
        reward += 1.0
    elif s.ending != Ending.GOING_ON:
        reward -= 1.0
    for seat in range(kit.num_players):
        rewards[seat] = reward
