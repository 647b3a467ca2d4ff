"""What the last action paid."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING


@kernel(inline=True)
def score(kit, s, rewards):
    """R3.15: at the end the winner gets +1 and the loser -1; a turn limit pays nobody."""
    rewards[0] = 0.0
    rewards[1] = 0.0
    if s.ending != 0 and s.winner != NOTHING:
        rewards[s.winner] = 1.0
        rewards[1 - s.winner] = -1.0
