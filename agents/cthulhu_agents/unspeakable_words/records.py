"""The scholar's records: what it knows beforehand (KIT), what it sees in one decision (NOTES), and
how good a standing is.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.scoring import find, whole
from cthulhu_agents.unspeakable_words.duel import (
    CLOSED,
    OPEN,
    THROWS_IN,
    checked,
    is_solved,
    opened,
    passed,
    turned,
)
from cthulhu_agents.unspeakable_words.finder import MOST_WORTH
from cthulhu_agents.unspeakable_words.odds import DISCOUNTS, MORE_TOKENS, Odds, sane_chance
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import FLAG, record_dtype, scales_dtype, starts_dtype
from cthulhu_envs.games.unspeakable_words.cards import MOST_HITS, N_LETTERS, POINTS
from cthulhu_envs.games.unspeakable_words.settings import (
    MAX_HAND,
    MAX_SEATS,
    MAX_TARGET,
    MAX_TOKENS,
    setting_of,
)
from cthulhu_envs.games.unspeakable_words.tables import ACTION_NAMES, OBSERVATION_NAMES

MAX_HELD = MAX_TOKENS + MORE_TOKENS
MOST_SEEN = MAX_TARGET + MOST_WORTH  # points, when the last word is laid
TINY = 1e-9  # nobody's outlook is less, so that shares are defined
PACE = 11.0  # points that a turn brings another, about
# In what cards are worth keeping, which was worked out halfway to the target. With half of it the
# scholar wins 52.5 +- 0.7 % against all of it (cthulhu versus unspeakable_words --agents heuristic
# heuristic:trust=1 -p 2 --deals 8000), 29.1 +- 1.0 % against three (-p 4 --deals 2000).
TRUST = 0.5
# How patient to be while the nearest of the others needs a turn, by the direction of the check:
# found in matches against each other and against random players.
PATIENCE = {"at_most": 8.0, "at_least": 2.0}

KIT = record_dtype(
    ("num_players", np.int64),
    ("hand_size", np.int64),
    ("min_letters", np.int64),
    ("target", np.int64),
    ("tokens", np.int64),  # at the start
    ("claim_half", FLAG),
    ("lose_all", FLAG),
    ("long_if_sane", FLAG),
    ("dice", FLAG),
    ("free", FLAG),  # with one token left any letters are a word
    ("throws_in", FLAG),  # in a duel: also with a word in the hand
    ("ob", starts_dtype(OBSERVATION_NAMES)),
    ("scale", scales_dtype(OBSERVATION_NAMES)),
    ("act", starts_dtype(ACTION_NAMES)),
    ("sane", np.float64, (MOST_WORTH + 1,)),  # chance of a check against that number of points
    ("most_held", np.int64),  # tokens: rows of the outlook
    ("patience", np.float64),
    ("discounts", np.float64, (len(DISCOUNTS),)),
    ("outlook", np.float64, (len(DISCOUNTS), MAX_HELD + 1, MAX_TARGET + 1)),
    ("keep", np.float64, (N_LETTERS,)),
    ("trust", np.float64),
)

NOTES = record_dtype(
    ("points", np.int64, (MAX_SEATS,)),  # by steps from me
    ("tokens", np.int64, (MAX_SEATS,)),
    ("hit", np.int64),  # the dice: open or not, whom they hit, how often running, as in a duel
    ("hurry", np.int64),  # which discount is right now
    ("chance", np.float64, (MAX_SEATS,)),  # outlook of each
    ("laid", np.int64, (MAX_HAND,)),  # letters of the word being laid
    ("length", np.int64),
    ("worth", np.int64),
)


@kernel
def look(kit, obs, notes):
    """Read the standing and the word laid."""
    for step in range(kit.num_players):
        notes.points[step] = whole(
            obs[kit.ob.points + step] / kit.scale.points + 0.5, MAX_TARGET + MOST_WORTH
        )
        notes.tokens[step] = whole(obs[kit.ob.tokens + step] / kit.scale.tokens + 0.5, MAX_HELD)
    notes.hit = CLOSED
    if kit.num_players == 2 and obs[kit.ob.dice] > 0.0:
        mine = whole(obs[kit.ob.hits], MOST_HITS)
        theirs = whole(obs[kit.ob.hits + 1], MOST_HITS)
        notes.hit = OPEN + theirs if theirs > 0 else turned(OPEN + mine)
    notes.hurry = how_hurried(kit, notes)
    for step in range(kit.num_players):
        notes.chance[step] = outlook(kit, notes, notes.tokens[step], notes.points[step])
    notes.length, notes.worth = 0, 0
    for place in range(kit.hand_size):
        letter = find(obs, kit.ob.word + place * N_LETTERS, N_LETTERS)
        if letter >= 0:
            notes.laid[place] = letter
            notes.length += 1
            notes.worth += POINTS[letter]


@kernel
def how_hurried(kit, notes):
    """The discount that fits the turns which the nearest of the others needs."""
    nearest = 0
    for step in range(1, kit.num_players):
        if notes.tokens[step] > 0:
            nearest = max(nearest, notes.points[step])
    turns = (kit.target - nearest) / PACE
    wanted = 1.0 - 1.0 / (1.0 + kit.patience * max(turns, 1.0))
    hurry = 0
    for number in range(1, len(DISCOUNTS)):
        if abs(kit.discounts[number] - wanted) < abs(kit.discounts[hurry] - wanted):
            hurry = number
    return hurry


@kernel(inline=True)
def outlook(kit, notes, tokens, points):
    """The chance to win the race alone."""
    held = min(max(tokens, 0), kit.most_held)
    return kit.outlook[notes.hurry, held, min(max(points, 0), kit.target)]


@kernel(inline=True)
def share(kit, notes, mine):
    """My part of everybody's outlook, if mine is this."""
    others = TINY
    for step in range(1, kit.num_players):
        others += notes.chance[step]
    return mine / (mine + others)


@kernel(inline=True)
def standing(kit, duel, notes, tokens, points):
    """How good it is to have these tokens and points after the check of my word."""
    if is_solved(duel):
        hit = opened(duel, notes.hit, points)
        return checked(duel, hit, tokens, points, notes.tokens[1], notes.points[1])
    return share(kit, notes, outlook(kit, notes, tokens, points))


@kernel(inline=True)
def unchanged(kit, duel, notes):
    """How good it is to let the turn pass."""
    if is_solved(duel):
        return passed(
            duel, notes.hit, notes.tokens[0], notes.points[0], notes.tokens[1], notes.points[1]
        )
    return share(kit, notes, notes.chance[0])


@kernel(inline=True)
def weight_of_cards(kit, notes, here):
    """What cards are worth keeping is part of an outlook; this makes it part of a standing."""
    return kit.trust * min(here * (1.0 - here) / max(notes.chance[0], TINY), 1.0)


def kit_of(game: Game, odds: Odds, trust: float = TRUST) -> NDArray[Any]:
    """An array of one KIT for a table."""
    values = game.values
    kits = np.zeros(1, KIT)
    kit = kits[0]
    kit.num_players = game.num_players
    kit.hand_size = setting_of(values, "hand_size")
    kit.min_letters = setting_of(values, "min_letters")
    kit.target = setting_of(values, "target")
    kit.tokens = values["tokens"]
    kit.claim_half = setting_of(values, "claim_half")
    kit.lose_all = setting_of(values, "lose_all_on_fail")
    kit.long_if_sane = setting_of(values, "long_words") == "if_sane"
    kit.dice = setting_of(values, "dice")
    kit.free = setting_of(values, "free_words")
    kit.throws_in = THROWS_IN[setting_of(values, "check")]
    kit.ob = game.observations.start_record()
    kit.scale = game.observations.scale_record()
    kit.act = game.actions.start_record()
    at_most = setting_of(values, "check") == "at_most"
    kit.sane = sane_chance(np.arange(MOST_WORTH + 1), at_most)
    kit.patience = PATIENCE[setting_of(values, "check")]
    kit.discounts = DISCOUNTS
    _, rows, columns = odds.outlook.shape
    kit.most_held = rows - 1
    kit.outlook[:, :rows, :columns] = odds.outlook
    kit.keep = odds.keep
    kit.trust = trust
    return kits
