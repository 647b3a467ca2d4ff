"""The scholar's records: what it knows beforehand (SHEET), what it sees in one decision (MIND), and
how good a standing is.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS, POINTS
from cthulhu_envs.games.unspeakable_words.settings import (
    MAX_HAND,
    MAX_SEATS,
    MAX_TARGET,
    MAX_TOKENS,
    setting_of,
)
from cthulhu_envs.games.unspeakable_words.tables import ACTION_NAMES, OBSERVATION_NAMES

MAX_HELD = MAX_TOKENS + MORE_TOKENS
TINY = 1e-9  # nobody's outlook is less, so that shares are defined
PACE = 11.0  # points that a turn brings another, about
# In what cards are worth keeping, which was worked out halfway to the target. With half of it the
# scholar wins 52.5 +- 0.7 % against all of it (cthulhu versus unspeakable_words --agents heuristic
# heuristic:trust=1 -p 2 --deals 8000), 29.1 +- 1.0 % against three (-p 4 --deals 2000).
TRUST = 0.5
# How patient to be while the nearest of the others needs a turn, by the direction of the check:
# found in matches against each other and against random players.
PATIENCE = {"at_most": 8.0, "at_least": 2.0}

SHEET = record_dtype(
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
    ("sane", np.float64, (MOST_WORTH + 1,)),  # chance of a check against so many points
    ("most_held", np.int64),  # tokens: rows of the outlook
    ("patience", np.float64),
    ("discounts", np.float64, (len(DISCOUNTS),)),
    ("outlook", np.float64, (len(DISCOUNTS), MAX_HELD + 1, MAX_TARGET + 1)),
    ("keep", np.float64, (N_LETTERS,)),
    ("trust", np.float64),
)

MIND = record_dtype(
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
def look(sheet, obs, mind):
    """Read the standing and the word laid."""
    for step in range(sheet.num_players):
        mind.points[step] = round(obs[sheet.ob.points + step] / sheet.scale.points)
        mind.tokens[step] = round(obs[sheet.ob.tokens + step] / sheet.scale.tokens)
    mind.hit = CLOSED
    if sheet.num_players == 2 and obs[sheet.ob.dice] > 0.0:
        mine, theirs = round(obs[sheet.ob.hits]), round(obs[sheet.ob.hits + 1])
        mind.hit = OPEN + theirs if theirs > 0 else turned(OPEN + mine)
    mind.hurry = how_hurried(sheet, mind)
    for step in range(sheet.num_players):
        mind.chance[step] = outlook(sheet, mind, mind.tokens[step], mind.points[step])
    mind.length, mind.worth = 0, 0
    for place in range(sheet.hand_size):
        for letter in range(N_LETTERS):
            if obs[sheet.ob.word + place * N_LETTERS + letter] > 0.0:
                mind.laid[place] = letter
                mind.length += 1
                mind.worth += POINTS[letter]


@kernel
def how_hurried(sheet, mind):
    """The discount that fits the turns which the nearest of the others needs."""
    nearest = 0
    for step in range(1, sheet.num_players):
        if mind.tokens[step] > 0:
            nearest = max(nearest, mind.points[step])
    turns = (sheet.target - nearest) / PACE
    wanted = 1.0 - 1.0 / (1.0 + sheet.patience * max(turns, 1.0))
    hurry = 0
    for number in range(1, len(DISCOUNTS)):
        if abs(sheet.discounts[number] - wanted) < abs(sheet.discounts[hurry] - wanted):
            hurry = number
    return hurry


@kernel(inline=True)
def outlook(sheet, mind, tokens, points):
    """The chance to win the race alone."""
    held = min(max(tokens, 0), sheet.most_held)
    return sheet.outlook[mind.hurry, held, min(max(points, 0), sheet.target)]


@kernel(inline=True)
def share(sheet, mind, mine):
    """My part of everybody's outlook, if mine is this."""
    others = TINY
    for step in range(1, sheet.num_players):
        others += mind.chance[step]
    return mine / (mine + others)


@kernel(inline=True)
def standing(sheet, duel, mind, tokens, points):
    """How good it is to have so many tokens and points after the check of my word."""
    if is_solved(duel):
        hit = opened(duel, mind.hit, points)
        return checked(duel, hit, tokens, points, mind.tokens[1], mind.points[1])
    return share(sheet, mind, outlook(sheet, mind, tokens, points))


@kernel(inline=True)
def unchanged(sheet, duel, mind):
    """How good it is to let the turn pass."""
    if is_solved(duel):
        return passed(
            duel, mind.hit, mind.tokens[0], mind.points[0], mind.tokens[1], mind.points[1]
        )
    return share(sheet, mind, mind.chance[0])


@kernel(inline=True)
def weight_of_cards(sheet, mind, here):
    """What cards are worth keeping is part of an outlook; this makes it part of a standing."""
    return sheet.trust * min(here * (1.0 - here) / max(mind.chance[0], TINY), 1.0)


def sheet_of(game: Game, odds: Odds, trust: float = TRUST) -> NDArray[Any]:
    """An array of one SHEET for a table."""
    values = game.values
    sheets = np.zeros(1, SHEET)
    sheet = sheets[0]
    sheet.num_players = game.num_players
    sheet.hand_size = setting_of(values, "hand_size")
    sheet.min_letters = setting_of(values, "min_letters")
    sheet.target = setting_of(values, "target")
    sheet.tokens = values["tokens"]
    sheet.claim_half = setting_of(values, "claim_half")
    sheet.lose_all = setting_of(values, "lose_all_on_fail")
    sheet.long_if_sane = setting_of(values, "long_words") == "if_sane"
    sheet.dice = setting_of(values, "dice")
    sheet.free = setting_of(values, "free_words")
    sheet.throws_in = THROWS_IN[setting_of(values, "check")]
    sheet.ob = game.observations.start_record()
    sheet.scale = tuple(block.scale for block in game.observations)
    sheet.act = game.actions.start_record()
    at_most = setting_of(values, "check") == "at_most"
    sheet.sane = sane_chance(np.arange(MOST_WORTH + 1), at_most)
    sheet.patience = PATIENCE[setting_of(values, "check")]
    sheet.discounts = DISCOUNTS
    _, rows, columns = odds.outlook.shape
    sheet.most_held = rows - 1
    sheet.outlook[:, :rows, :columns] = odds.outlook
    sheet.keep = odds.keep
    sheet.trust = trust
    return sheets
