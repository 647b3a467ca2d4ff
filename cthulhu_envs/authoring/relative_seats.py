"""Seats round a table, and sets of them as bits, for kernels."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel

ALL_BITS = 0x7F  # sets of up to seven seats are kept in a byte


@kernel(inline=True)
def relative(seat, me, players):
    """Steps from me to a seat, clockwise."""
    step = seat - me
    return step + players if step < 0 else step


@kernel(inline=True)
def absolute(step, me, players):
    """The seat that many steps from me, clockwise."""
    seat = me + step
    return seat - players if seat >= players else seat


@kernel(inline=True)
def without(bits, seat):
    """A set of seats, less one."""
    return bits & (ALL_BITS - (1 << seat))
