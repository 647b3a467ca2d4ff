"""What a position of Unspeakable Words is worth to a seat, as the scholar judges it."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import math

from cthulhu_agents.unspeakable_words.duel import is_solved, passed, turned
from cthulhu_agents.unspeakable_words.records import TINY, look, weight_of_cards
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS

# What decides games between scholars: by logistic regression on 3,000 games of two, looked at after
# every turn. `nearest` is the leader's part of the target.
BY_TOKEN, BY_LAST_TOKEN, BY_TOKEN_LATE = 0.397, -1.702, -0.552  # tokens, 1 / tokens, x nearest
BY_POINTS, BY_GOAL, BEYOND = 2.196, 0.189, 1.1  # part of the target x nearest, 1 / what is left
BY_HAND = 3.443  # what the cards are worth keeping


@kernel
def judge_all(kits, duel, obs, notebook, worth):
    """What each seat may expect: its chance of the win, and its share of the loss if another wins.

    It compares positions some turns ahead better than the outlook, which sees each race alone.
    """
    kit, notes = kits[0], notebook[0]
    for i in range(obs.shape[0]):
        look(kit, obs[i], notes)
        if notes.tokens[0] <= 0:
            worth[i] = 0.0  # R7.6: who is out has paid
            continue
        if is_solved(duel):
            won = by_duel(kit, duel, notes, obs[i])
        else:
            won = by_weights(kit, notes, obs[i])
        worth[i] = won - (1.0 - won) / (kit.num_players - 1)


@kernel
def by_duel(kit, duel, notes, obs):
    """My chance in a duel between two turns, and what my cards add to it."""
    held, other = notes.tokens[0], notes.tokens[1]
    if obs[kit.ob.turn] > 0.0:
        here = 1.0 - passed(duel, turned(notes.hit), other, notes.points[1], held, notes.points[0])
    else:
        here = passed(duel, notes.hit, held, notes.points[0], other, notes.points[1])
    return min(max(here + weight_of_cards(kit, notes, here) * cards(kit, obs), 0.0), 1.0)


@kernel
def by_weights(kit, notes, obs):
    """My chance by the weights above."""
    nearest = 0
    for step in range(kit.num_players):
        nearest = max(nearest, notes.points[step])
    part = nearest / kit.target
    mine = math.exp(strength(kit, notes, 0, part) + BY_HAND * cards(kit, obs))
    total = mine
    for step in range(1, kit.num_players):
        if notes.tokens[step] > 0:
            total += math.exp(strength(kit, notes, step, part))
    return mine / max(total, TINY)


@kernel(inline=True)
def cards(kit, obs):
    """What the cards in my hand are worth keeping."""
    kept = 0.0
    for letter in range(N_LETTERS):
        kept += kit.keep[letter] * obs[kit.ob.hand + letter]
    return kept


@kernel
def strength(kit, notes, step, nearest):
    """How well a seat that is in play stands."""
    tokens, part = max(notes.tokens[step], 1), min(notes.points[step] / kit.target, 1.0)
    standing = (BY_TOKEN + BY_TOKEN_LATE * nearest) * tokens + BY_LAST_TOKEN / tokens
    return standing + BY_POINTS * part * nearest + BY_GOAL / (BEYOND - part)
