"""Weights of a hidden place: entry c is the number of histories, up to a common factor, in which
the place holds card c.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel


@kernel(inline=True)
def set_known(weights, card):
    """The place holds this card for certain."""
    for c in range(weights.shape[0]):
        weights[c] = 1.0 if c == card else 0.0


@kernel(inline=True)
def set_like(weights, others):
    """The same as another place."""
    for c in range(weights.shape[0]):
        weights[c] = others[c]


@kernel(inline=True)
def keep_only(weights, card):
    """The place turned out to hold this card."""
    for c in range(weights.shape[0]):
        if c != card:
            weights[c] = 0.0


@kernel(inline=True)
def swap(weights, others):
    """Two places trade what they hold."""
    for c in range(weights.shape[0]):
        weight = weights[c]
        weights[c] = others[c]
        others[c] = weight


@kernel(inline=True)
def are_equal(weights, first):
    """Whether all cards from `first` on are equally likely."""
    for c in range(first + 1, weights.shape[0]):
        if weights[c] != weights[first]:
            return False
    return True
