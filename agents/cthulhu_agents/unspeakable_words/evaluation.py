"""What a position of Unspeakable Words is worth to a seat, as the scholar judges it."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import math

from cthulhu_agents.unspeakable_words.duel import is_solved, passed, turned
from cthulhu_agents.unspeakable_words.records import look, weight_of_cards
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS

# What decides games between scholars: by logistic regression on 3,000 games of two, looked at after
# every turn. `nearest` is the leader's part of the target.
BY_TOKEN, BY_LAST_TOKEN, BY_TOKEN_LATE = 0.397, -1.702, -0.552  # tokens, 1 / tokens, x nearest
BY_POINTS, BY_GOAL, BEYOND = 2.196, 0.189, 1.1  # part of the target x nearest, 1 / what is left
BY_HAND = 3.443  # what the cards are worth keeping


@kernel
def judge_all(sheets, duel, obs, minds, worth):
    """What each seat may expect: its chance of the win, and its share of the loss if another wins.

    It compares positions some turns ahead better than the outlook, which sees each race alone.
    """
    sheet, mind = sheets[0], minds[0]
    for i in range(obs.shape[0]):
        look(sheet, obs[i], mind)
        if mind.tokens[0] <= 0:
            worth[i] = 0.0  # R7.6: who is out has paid
            continue
        if is_solved(duel):
            won = by_duel(sheet, duel, mind, obs[i])
        else:
            won = by_weights(sheet, mind, obs[i])
        worth[i] = won - (1.0 - won) / (sheet.num_players - 1)


@kernel
def by_duel(sheet, duel, mind, obs):
    """My chance in a duel between two turns, and what my cards add to it."""
    held, other = mind.tokens[0], mind.tokens[1]
    if obs[sheet.ob.turn] > 0.0:
        here = 1.0 - passed(duel, turned(mind.hit), other, mind.points[1], held, mind.points[0])
    else:
        here = passed(duel, mind.hit, held, mind.points[0], other, mind.points[1])
    return min(max(here + weight_of_cards(sheet, mind, here) * cards(sheet, obs), 0.0), 1.0)


@kernel
def by_weights(sheet, mind, obs):
    """My chance by the weights above."""
    nearest = 0
    for step in range(sheet.num_players):
        nearest = max(nearest, mind.points[step])
    part = nearest / sheet.target
    mine = math.exp(strength(sheet, mind, 0, part) + BY_HAND * cards(sheet, obs))
    total = mine
    for step in range(1, sheet.num_players):
        if mind.tokens[step] > 0:
            total += math.exp(strength(sheet, mind, step, part))
    return mine / total


@kernel(inline=True)
def cards(sheet, obs):
    """What the cards in my hand are worth keeping."""
    kept = 0.0
    for letter in range(N_LETTERS):
        kept += sheet.keep[letter] * obs[sheet.ob.hand + letter]
    return kept


@kernel
def strength(sheet, mind, step, nearest):
    """How well a seat that is in play stands."""
    tokens, part = max(mind.tokens[step], 1), min(mind.points[step] / sheet.target, 1.0)
    standing = (BY_TOKEN + BY_TOKEN_LATE * nearest) * tokens + BY_LAST_TOKEN / tokens
    return standing + BY_POINTS * part * nearest + BY_GOAL / (BEYOND - part)
