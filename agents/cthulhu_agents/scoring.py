"""What players by rule share: reading one-hot parts, proposing actions with scores, choosing."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel

NEAR = 1e-9  # scores this close are a tie


@kernel(inline=True)
def find(obs, start, length):
    """Where the 1 of a one-hot part is, or -1 (NOBODY, NO_CARD); quick, without branches. Never
    beyond the part, whatever stands in it.
    """
    place = 0
    for i in range(length):
        place |= (i + 1) * (obs[start + i] != 0.0)
    return min(place, length) - 1


@kernel(inline=True)
def find_one(obs, start, length):
    """The same in a part that always has a 1: nothing before it is looked up in tables, even if an
    observation that somebody made has none.
    """
    return max(find(obs, start, length), 0)


@kernel(inline=True)
def whole(value, most):
    """A count in an observation, from 0 to `most`; 0 for what cannot be one."""
    return int(value) if 0.0 <= value <= most else 0


@kernel(inline=True)
def propose(mask, notes, action, score):
    """Add an action and its score to the candidates, if it is legal."""
    if mask[action]:
        notes.candidates[notes.num_candidates] = action
        notes.scores[notes.num_candidates] = score
        notes.num_candidates += 1


@kernel(inline=True)
def best_score(notes):
    """The highest score, and how many actions have it."""
    best = notes.scores[0]
    for i in range(1, notes.num_candidates):
        best = max(best, notes.scores[i])
    ties = 0
    for i in range(notes.num_candidates):
        ties += notes.scores[i] > best - NEAR
    return best, ties


@kernel
def choose(notes, uniform):
    """The action with the highest score; among equals the one `uniform` of the way up."""
    best, ties = best_score(notes)
    rank = int(uniform * ties)
    for i in range(notes.num_candidates):
        if notes.scores[i] > best - NEAR:
            if rank == 0:
                return notes.candidates[i]
            rank -= 1
    return notes.candidates[0]


@kernel
def write_probs(notes, probs):
    """Write the probability with which `choose` takes each action."""
    best, ties = best_score(notes)
    for i in range(notes.num_candidates):
        if notes.scores[i] > best - NEAR:
            probs[notes.candidates[i]] = 1.0 / ties


@kernel(inline=True)
def answer(notes, i, uniform, actions, probs):
    """Write the action for position i, or where `probs` has rows, the probability of each."""
    if probs.shape[0] > 0:
        write_probs(notes, probs[i])
    else:
        actions[i] = choose(notes, uniform[i])
