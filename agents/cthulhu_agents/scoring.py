"""What players by rule share: reading one-hot parts, entering actions with scores, choosing."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel

NEAR = 1e-9  # scores this close are a tie


@kernel(inline=True)
def find(obs, start, length):
    """Where the 1 of a one-hot part is, or -1 (NOBODY, NO_CARD); without branches, hence fast."""
    place = 0
    for i in range(length):
        place |= (i + 1) * (obs[start + i] != 0.0)
    return place - 1


@kernel(inline=True)
def offer(mask, mind, action, score):
    """Enter an action for the choice, if it is legal."""
    if mask[action]:
        mind.offers[mind.num_offers] = action
        mind.scores[mind.num_offers] = score
        mind.num_offers += 1


@kernel(inline=True)
def best_offers(mind):
    """The highest score, and how many actions have it."""
    best = mind.scores[0]
    for i in range(1, mind.num_offers):
        best = max(best, mind.scores[i])
    ties = 0
    for i in range(mind.num_offers):
        ties += mind.scores[i] > best - NEAR
    return best, ties


@kernel
def choose(mind, uniform):
    """The action with the highest score; among equals the one `uniform` of the way up."""
    best, ties = best_offers(mind)
    rank = int(uniform * ties)
    for i in range(mind.num_offers):
        if mind.scores[i] > best - NEAR:
            if rank == 0:
                return mind.offers[i]
            rank -= 1
    return mind.offers[0]


@kernel
def chances_of(mind, chances):
    """Write with which chance `choose` takes each action."""
    best, ties = best_offers(mind)
    for i in range(mind.num_offers):
        if mind.scores[i] > best - NEAR:
            chances[mind.offers[i]] = 1.0 / ties
