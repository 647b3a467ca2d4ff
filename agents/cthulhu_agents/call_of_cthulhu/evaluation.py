"""What a position of Call of Cthulhu is worth to a seat, as the keeper judges it.

The chance to win is a logistic function of what one side has more than the other. The weights were
fitted to 2,500 games of keepers against each other (first_game, every 25th choice at random), one
position a turn: the winner is named in 70 % of positions that were not fitted.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np

from cthulhu_agents.call_of_cthulhu.stories import (
    EXHAUSTED,
    INSANE,
    INVULNERABLE,
    SKILL,
    SUPPORT,
    TERROR,
    TOUGHNESS,
    WOUNDS,
    numbers_at,
    slot_at,
)
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS, Faction
from cthulhu_envs.games.call_of_cthulhu.sizes import MAX_DOMAINS, SLOTS, STORY_SLOTS

N_FACTIONS = len(Faction)
WON = 0.96  # a story won
TOKEN_SQUARED = 0.05  # a success token, squared story by story: the last ones count most
ACTIVE = 0.24  # being the one whose turn it is
CARD_IN_HAND = 0.08
RESOURCE = 0.06
SHORT_DECK = -15.0  # over the cards left in the deck and one
CHARACTER = -0.12  # a sane one, whatever it can do
READY_CHARACTER = 0.2
INSANE_CHARACTER = 0.17
SKILL_POINT = 0.06
LIFE = 0.07  # a wound it can take
NEVER_WOUNDED = 0.22
ICON_WEIGHTS = np.array([0.15, 0.18, 0.06, 0.27])  # terror, combat, arcane, investigation


@kernel
def judge_all(kits, obs, worth):
    """Expected reward of the seat of each observation: the chance to win less that to lose."""
    for i in range(obs.shape[0]):
        lead = strength(kits[0], obs[i], 0) - strength(kits[0], obs[i], 1)
        worth[i] = np.tanh(0.5 * lead)


@kernel
def strength(kit, obs, side):
    """What a side has, in one number."""
    total = WON * obs[kit.ob.won + side] + ACTIVE * obs[kit.ob.active + side]
    total += CARD_IN_HAND * obs[kit.ob.hand_size + side]
    total += SHORT_DECK / (obs[kit.ob.deck + side] + 1.0)
    for story in range(STORY_SLOTS):
        total += TOKEN_SQUARED * obs[kit.ob.success + story * 2 + side] ** 2
    first = kit.ob.resources + side * MAX_DOMAINS * N_FACTIONS
    for k in range(MAX_DOMAINS * N_FACTIONS):
        total += RESOURCE * obs[first + k]
    for slot in range(SLOTS):
        total += strength_of(obs, slot_at(kit, side, slot), numbers_at(kit, side, slot))
    return total


@kernel
def strength_of(obs, at, numbers):
    """What a card in play adds; only characters count."""
    if obs[at] == 0.0 or obs[at + SUPPORT] != 0.0:
        return 0.0
    if obs[at + INSANE] != 0.0:
        return INSANE_CHARACTER
    total = CHARACTER + SKILL_POINT * obs[numbers + SKILL] + NEVER_WOUNDED * obs[at + INVULNERABLE]
    total += READY_CHARACTER * (1.0 - obs[at + EXHAUSTED])
    total += LIFE * (obs[numbers + TOUGHNESS] - obs[numbers + WOUNDS])
    for icon in range(N_ICONS):
        total += ICON_WEIGHTS[icon] * obs[numbers + TERROR + icon]
    return total
