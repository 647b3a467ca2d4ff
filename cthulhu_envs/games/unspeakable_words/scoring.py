"""What an action pays (R7.6, R7.7)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.state import Ending


@kernel(inline=True)
def is_winner(s, seat):
    """R7.1, R7.4: who reached the target, or is left alone."""
    if s.ending == Ending.TARGET_REACHED:
        return seat == s.seat
    return s.ending == Ending.LAST_ONE_STANDING and not s.gone[seat]


@kernel(inline=True)
def score(kit, s, rewards):
    """The winner's 1 and the others' shares of -1; or points as they come."""
    players = kit.num_players
    if kit.pay_points:
        for seat in range(players):
            rewards[seat] = s.gained[seat] / kit.target
        return
    in_play = 0
    for seat in range(players):
        rewards[seat] = 0.0
        in_play += not s.gone[seat]
        if s.leaving[seat]:
            rewards[seat] = -1.0 / (players - 1)
    if s.ending == Ending.GOING_ON:
        return
    for seat in range(players):
        if is_winner(s, seat):
            rewards[seat] = 1.0
        elif s.gone[seat]:
            continue
        elif s.ending == Ending.TURN_LIMIT:
            rewards[seat] = (players - in_play) / (players - 1) / in_play
        else:
            rewards[seat] = -1.0 / (players - 1)
