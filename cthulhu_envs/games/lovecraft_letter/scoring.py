"""What an action pays (R7.6, R7.7)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NOBODY
from cthulhu_envs.games.lovecraft_letter.state import Ending


@kernel(inline=True)
def score(kit, s, rewards):
    """+1 for the winner and -1 shared by the others at the end; or one for each token gained."""
    players = kit.num_players
    if kit.pay_tokens:
        for seat in range(players):
            rewards[seat] = s.gained[seat]
        return
    rewards[:] = 0.0
    if s.ending == Ending.GOING_ON or s.ending == Ending.ROUND_CAP or s.winner == NOBODY:
        return
    for seat in range(players):
        rewards[seat] = 1.0 if seat == s.winner else -1.0 / (players - 1)
