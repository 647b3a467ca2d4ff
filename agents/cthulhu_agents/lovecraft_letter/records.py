"""The occultist's records: what it knows beforehand (KIT), what it works out in one decision
(NOTES), and the judgement it brings along.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents._letters.records import (
    belief_fields,
    choice_fields,
    fill_table,
    plays_by,
    table_fields,
)
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import FLAG, record_dtype
from cthulhu_envs.games._letters.limits import MAX_SEATS
from cthulhu_envs.games.lovecraft_letter.cards import (
    FORCING_VALUE,
    INSANE_GOAL,
    N_CARDS,
    N_VALUES,
    SANE_GOAL,
    Card,
)
from cthulhu_envs.games.lovecraft_letter.settings import copies_of, insanity_of, values_of
from cthulhu_envs.games.lovecraft_letter.state import MAX_POOL
from cthulhu_envs.games.lovecraft_letter.tables import (
    ACTION_NAMES,
    MAX_ACTIONS,
    NOBODY_THERE,
    OBSERVATION_NAMES,
    name_of,
)

NONE = -1  # no such action
MOST_INSANITY = 8  # before a seat; more change nothing


class Judgement(NamedTuple):
    """What a card is worth in hand, in logarithms: only differences matter."""

    sane: float  # strength at the start of a round, held by a sane player
    sane_late: float  # and at its end
    mad: float  # the same, held by an insane player ...
    mad_late: float  # ... without the risk of Sanity Checks, which is reckoned apart
    keen: float  # how readily players are thought to play it, rather than the other card


CHARACTERS: dict[str, dict[Card, Judgement]] = {
    "published": {
        Card.BRAINCASE: Judgement(-0.73, -0.88, -0.6, -0.92, -1.6),
        Card.INVESTIGATORS: Judgement(0.21, -0.33, -0.01, -1.28, 1.62),
        Card.DEEP_ONES: Judgement(0.02, -0.46, 0.14, -0.93, 0.75),
        Card.CATS: Judgement(0.09, -0.6, -0.32, -1.18, 0.77),
        Card.GOLDEN_MEAD: Judgement(-0.14, -0.55, 0.12, -1.08, -0.26),
        Card.GREAT_RACE: Judgement(-0.04, -0.52, -0.06, -1.15, 0.0),
        Card.HOUND: Judgement(-0.14, -0.63, 0.37, -1.08, -0.47),
        Card.ELDER_SIGN: Judgement(0.33, -0.21, -0.26, -0.57, 0.16),
        Card.LIBER_IVONIS: Judgement(-0.01, -0.14, 0.83, -1.19, -0.65),
        Card.ARMITAGE: Judgement(0.06, 0.31, 0.01, -0.07, 1.2),
        Card.MI_GO: Judgement(-0.03, 0.52, 0.34, 0.2, -0.11),
        Card.CARTER: Judgement(0.06, 0.54, -0.11, 0.48, 0.07),
        Card.NYARLATHOTEP: Judgement(-0.11, 0.77, 0.11, 0.69, -0.76),
        Card.SILVER_KEY: Judgement(0.11, 1.01, -0.24, 0.88, -0.47),
        Card.TRAPEZOHEDRON: Judgement(-0.04, 1.27, 0.8, 0.91, -1.57),
        Card.NECRONOMICON: Judgement(-0.3, 1.59, -0.13, 1.54, -1.78),
        Card.CTHULHU: Judgement(-0.32, 1.63, 0.01, 1.41, -1.58),
    },
    "manual": {
        Card.BRAINCASE: Judgement(0.0, 0.0, 0.0, 0.0, 0.0),
        Card.INVESTIGATORS: Judgement(0.22, 0.06, 0.0, 0.0, 1.59),
        Card.DEEP_ONES: Judgement(0.14, 0.25, 0.0, 0.0, 1.49),
        Card.CATS: Judgement(0.03, 0.19, 0.0, 0.0, 0.33),
        Card.GOLDEN_MEAD: Judgement(0.02, -0.24, 0.0, 0.0, 0.39),
        Card.GREAT_RACE: Judgement(0.06, 0.47, 0.0, 0.0, -0.39),
        Card.HOUND: Judgement(0.04, -0.36, 0.0, 0.0, -0.2),
        Card.ELDER_SIGN: Judgement(0.16, 0.41, 0.0, 0.0, 0.54),
        Card.LIBER_IVONIS: Judgement(0.13, -0.5, 0.0, 0.0, 0.58),
        Card.ARMITAGE: Judgement(0.14, 0.57, 0.0, 0.0, 0.88),
        Card.MI_GO: Judgement(0.11, -0.03, 0.0, 0.0, 0.89),
        Card.CARTER: Judgement(-0.06, -0.35, 0.0, 0.0, 0.04),
        Card.NYARLATHOTEP: Judgement(-0.03, -0.48, 0.0, 0.0, 0.2),
        Card.SILVER_KEY: Judgement(0.02, -0.28, 0.0, 0.0, -0.17),
        Card.TRAPEZOHEDRON: Judgement(-0.02, -0.37, 0.0, 0.0, -0.36),
        Card.NECRONOMICON: Judgement(-0.46, 0.34, 0.0, 0.0, -1.49),
        Card.CTHULHU: Judgement(-0.47, 0.32, 0.0, 0.0, -1.5),
    },
}

# How near to winning a match tokens bring a player, [Sane, Insane]: odds against another without
# any, in a race where every round is won by everybody equally often, two times of five insanely.
CLOSENESS = np.array([[1.0, 1.35, 3.2], [3.5, 4.1, 6.8]])
CLOSENESS.setflags(write=False)


class Habits(NamedTuple):
    """All other numbers; strengths in logarithms.

    They and CHARACTERS were fitted to who won the rounds of this agent against random players and
    against itself, at 2 to 6 players, then played with and fitted again. From `shielded` on and
    for `turning`, versions were compared on the same deals. Little depends on any one of them.
    """

    fade: float = 1.2  # how fast early strength turns into late strength
    going_on: float = 0.8  # chance that a round of two lasts for another turn of everybody
    going_on_each: float = 0.04  # how much more for each further player
    caution: float = 0.8  # weight of the chance to stand all Sanity Checks to come
    turning: float = 0.5  # chance of a sane player to end the round insane, at its start
    tempo: float = 0.29  # strength of having played last, at the start of a round
    tempo_late: float = 0.05  # and at its end
    immortal: float = 1.77  # ... of being immortal, at the start
    immortal_late: float = -0.52  # and at the end
    shielded: float = 0.5  # ... of being protected
    exposed: float = -0.4  # ... of another knowing my card, if its number can be named
    insight: float = 0.25  # ... of knowing all other hands
    insight_one: float = 0.3  # ... of the same with a 1 in hand
    extra: float = 0.1  # ... of the effect of an extra play
    sway: float = 0.95  # what is left of the others' strength once Nyarlathotep gave them cards


HABITS = Habits()

KIT = record_dtype(
    *table_fields(ACTION_NAMES, OBSERVATION_NAMES),
    ("tokens_count", FLAG),  # there is more to win than this round
    ("copies", np.int64, (N_CARDS,)),
    ("worth", np.int64, (N_CARDS,)),
    ("insanity", np.int64, (N_CARDS,)),  # 1 for Insanity cards
    ("lethal", FLAG, (N_CARDS,)),  # turned up by a Sanity Check they knock out
    ("first_id", np.int64, (N_CARDS, 2)),  # of the actions that play a side of a card, or NONE
    ("nobody_id", np.int64, (N_CARDS, 2)),  # of playing it with nobody to choose, or NONE
    ("plays", np.float64, (2, N_CARDS, N_CARDS)),  # [insane, x, y]: chance that x, y plays x
    ("early", np.float64, (2, N_CARDS)),  # log strength [insane, card]
    ("late", np.float64, (2, N_CARDS)),
    ("closeness", np.float64, (SANE_GOAL, INSANE_GOAL)),
    *((name, np.float64) for name in Habits._fields),
)

NOTES = record_dtype(
    # belief
    *belief_fields(N_CARDS),
    ("total", np.float64),  # cards I cannot locate
    ("lethal", np.float64),  # those of them that a Sanity Check should not turn up
    ("insanity", np.int64, (MAX_SEATS,)),  # Insanity cards before a seat
    ("immortal", FLAG, (MAX_SEATS,)),
    ("protected", FLAG, (MAX_SEATS,)),
    ("was_protected", FLAG, (MAX_SEATS,)),  # at the row of the log that is being read
    ("mixed", np.float64, (N_CARDS,)),  # scratch space for such a row
    ("known", FLAG, (MAX_SEATS,)),  # I have seen its card
    # value
    ("insight", np.float64),  # share of the other hands that I know
    ("exposed", FLAG, (N_CARDS,)),  # whether another knows that I hold the card
    ("pile", np.int64),  # cards in the draw pile when my turn is over
    ("cycle", np.int64),  # cards that a turn of everybody takes from it
    ("lateness", np.float64),  # 0 at the start of a long round, 1 at its end
    ("strength", np.float64, (2, N_CARDS)),  # [insane, card] at this stage
    ("standing", np.float64, (MOST_INSANITY + 1,)),  # factor for the checks to come
    ("undying", np.float64),  # the same for those who are immortal
    ("factor", np.float64, (MAX_SEATS, 2)),  # on a seat's strength; [1] with one more Insanity card
    ("threat", np.float64, (MAX_SEATS,)),  # expected strength of another seat
    ("prize", np.float64, (MAX_SEATS,)),  # my chance to win the match if it wins the round
    ("my_prize", np.float64, (2,)),  # if I win it now, sane or insane
    ("draw_prize", np.float64),  # if nobody wins it
    ("all_threat", np.float64),
    ("all_prize", np.float64),  # sum of prizes, weighed by threat
    ("lower", np.float64, (MAX_SEATS, N_VALUES + 1)),  # chance that a seat holds less than a value
    # one of my cards played, the other kept
    ("mine", np.int64),
    ("my_insanity", np.int64),  # when the turn is over
    ("boost", np.float64),  # on my strength, whatever I hold
    ("my_strength", np.float64),
    ("prize_now", np.float64),  # my chance to win the match if I win the round from here
    ("learning", np.float64),  # log strength that knowing all hands would bring
    ("calm", np.float64),  # my chance if nothing happens
    ("lost", np.float64),  # if I go out
    ("gone", np.float64, (MAX_SEATS,)),  # if a seat goes out
    ("now", np.float64, (MAX_SEATS, N_CARDS)),  # if it holds a card
    # giving cards away
    ("gifts", np.int64, (MAX_POOL,)),
    ("takers", np.int64, (MAX_POOL,)),
    ("best", np.float64, (1 << MAX_POOL,)),  # least harm by set of cards given to the last takers
    *choice_fields(MAX_ACTIONS),
)


def kit_of(
    game: Game,
    characters: Mapping[Card, Judgement] | None = None,
    habits: Habits = HABITS,
) -> NDArray[Any]:
    """An array of one KIT for a table."""
    values = game.values
    characters = characters or CHARACTERS[values["edition"]]
    columns = Judgement(*np.array([characters[card] for card in Card]).T)
    kits = np.zeros(1, KIT)
    kit = kits[0]
    fill_table(kit, game)
    kit.tokens_count = values["rounds"] == "match" and values["reward"] == "win"
    kit.copies = copies_of(values)
    kit.copies[Card.BRAINCASE] = 1
    kit.worth = values_of(values)
    kit.insanity = insanity_of(values)
    kit.lethal = insanity_of(values)
    kit.lethal[Card.NECRONOMICON] = 1
    for card in Card:
        for side in (False, True):
            name = name_of(card, side)
            kit.first_id[card, int(side)] = game.actions.starts.get(name, NONE)
            kit.nobody_id[card, int(side)] = game.actions.starts.get(name + NOBODY_THERE, NONE)
    kit.early = [columns.sane, columns.mad]
    kit.late = [columns.sane_late, columns.mad_late]
    kit.closeness = CLOSENESS
    for mad in (0, 1):
        kit.plays[mad] = _plays(np.asarray(columns.keen), kit.worth, mad)
    for name, value in habits._asdict().items():
        kit[name] = value
    return kits


def _plays(keen: NDArray[Any], worth: NDArray[Any], mad: int) -> NDArray[Any]:
    """The keener one is played; R4.7a forces a seven."""
    plays = plays_by(keen)
    sevens = (Card.SILVER_KEY, Card.TRAPEZOHEDRON)
    forcing = [card for card in Card if worth[card] >= FORCING_VALUE and card not in sevens]
    for seven in sevens[: 2 - mad]:
        plays[seven, forcing] = 1.0
        plays[forcing, seven] = 0.0
    return plays
