"""Whose turn it is, and who can be chosen (R3, R4, R5)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import absolute


@kernel(inline=True)
def can_choose(kit, s, step):
    """R4.4, R5.2: whether the seat that many steps to the left can be chosen."""
    seat = absolute(step, s.seat, kit.num_players)
    return not s.out[seat] and not s.protected[seat]


@kernel(inline=True)
def next_still_in(kit, s):
    """The next seat to the left of the acting one that is still in."""
    seat = (s.seat + 1) % kit.num_players
    while s.out[seat]:
        seat = (seat + 1) % kit.num_players
    return seat
