"""What an action pays (R7.5-R7.7)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.love_letter.state import Ending


@kernel(inline=True)
def is_winner(kit, s, seat):
    """R7.2: at the goal, or in a single round R7.5: winner of the round."""
    return s.won[seat] if kit.single else s.tokens[seat] >= kit.goal


@kernel(inline=True)
def score(kit, s, rewards):
    """Winners share +1 and losers -1 at the end; or one for each token as it is gained."""
    players = kit.num_players
    if kit.pay_tokens:
        for seat in range(players):
            rewards[seat] = s.gained[seat]
        return
    rewards[:] = 0.0
    if s.ending == Ending.GOING_ON:
        return
    winners = 0
    for seat in range(players):
        winners += is_winner(kit, s, seat)
    if winners == players:
        return
    for seat in range(players):
        rewards[seat] = 1.0 / winners if is_winner(kit, s, seat) else -1.0 / (players - winners)
