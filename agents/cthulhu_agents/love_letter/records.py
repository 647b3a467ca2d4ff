"""The card-counter's records: what it knows beforehand (KIT), what it works out in one decision
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
from cthulhu_envs.games._letters.limits import MAX_DECK, MAX_SEATS
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card
from cthulhu_envs.games.love_letter.tables import ACTION_NAMES, MAX_ACTIONS, OBSERVATION_NAMES


class Judgement(NamedTuple):
    """What a character is worth, in logarithms: only differences within a column matter."""

    early: float  # strength in hand at the start of a round
    late: float  # and at its end
    keen: float  # how readily players are thought to play it, rather than the other card
    kept: float  # how readily they are thought to keep it for a Chancellor


CHARACTERS = {
    Card.SPY: Judgement(-0.5, -0.6, 0.5, -1.0),
    Card.GUARD: Judgement(0.0, 0.0, 0.0, 0.0),
    Card.PRIEST: Judgement(-0.35, 0.35, -0.3, -0.2),
    Card.BARON: Judgement(-0.25, 0.4, -1.1, -0.8),
    Card.HANDMAID: Judgement(-0.25, 1.4, -0.5, -0.2),
    Card.PRINCE: Judgement(-0.25, 2.3, -0.2, -0.1),
    Card.CHANCELLOR: Judgement(-0.05, 2.4, -2.2, 0.1),
    Card.KING: Judgement(-0.2, 2.1, -2.7, 0.6),
    Card.COUNTESS: Judgement(0.0, 2.9, -2.3, 1.3),
    Card.PRINCESS: Judgement(-0.35, 4.6, -3.4, 0.9),
}


class Habits(NamedTuple):
    """All other numbers.

    They and CHARACTERS were found by a cross-entropy search over rounds against random players
    and earlier versions, at 2, 4 and 6 players in both editions. Little depends on any of them.
    """

    fade: float = 1.4  # how fast early strength turns into late strength
    tempo: float = 2.0  # my strength beside that of another with the same card
    guard_use: float = 1.25  # weight of the danger of a Guard ...
    baron_use: float = 0.5  # ... of a Baron beside a card higher than mine
    prince_use: float = 0.9  # ... of a Prince, when I hold the Princess
    known_use: float = 0.7  # chance that a seat which knows my card goes for me
    insight: float = 0.03  # gain by a Priest's look at a card I know nothing about
    insight_guard: float = 0.1  # the same with a Guard in hand
    spy_worth: float = 0.3  # gain by being the only one who has played a Spy
    urgency: float = 0.3  # how much it hurts if someone near the goal wins the round


HABITS = Habits()

KIT = record_dtype(
    *table_fields(ACTION_NAMES, OBSERVATION_NAMES),
    ("tokens_count", FLAG),  # there is more to win than this round
    ("plays", np.float64, (N_CARDS, N_CARDS)),  # [x, y]: chance that a hand of x and y plays x
    ("keeps", np.float64, (N_CARDS,)),  # weights of what is kept for a Chancellor
    ("strength", np.float64, (MAX_DECK + 1, MAX_SEATS + 1, N_CARDS)),  # [draw pile, seats in, card]
    *((name, np.float64) for name in Habits._fields if name != "fade"),
)

NOTES = record_dtype(
    *belief_fields(N_CARDS),
    # value
    ("pile", np.int64),  # cards in the draw pile when my turn is over
    ("strength", np.float64, (N_CARDS,)),
    ("threat", np.float64, (MAX_SEATS,)),  # expected strength of another seat
    ("cost", np.float64, (MAX_SEATS,)),  # how much its winning hurts beyond my not winning
    ("all_threat", np.float64),  # the sums of both, cost weighed by threat
    ("all_cost", np.float64),
    ("lower", np.float64, (MAX_SEATS, N_CARDS)),  # chance that a seat holds less; equal is half
    ("safe", np.float64, (MAX_SEATS,)),  # chance that a seat's next turn leaves me in
    ("safety", np.float64),  # the product of these
    *choice_fields(MAX_ACTIONS),
)


def kit_of(
    game: Game,
    characters: Mapping[Card, Judgement] = CHARACTERS,
    habits: Habits = HABITS,
) -> NDArray[Any]:
    """An array of one KIT for a table."""
    columns = Judgement(*np.array([characters[card] for card in Card]).T)
    kits = np.zeros(1, KIT)
    kit = kits[0]
    fill_table(kit, game)
    kit.tokens_count = game.values["rounds"] == "match" or game.values["reward"] == "tokens"
    kit.plays = _plays(np.asarray(columns.keen))
    kit.keeps = np.exp(columns.kept)
    kit.strength = _strength(np.asarray(columns.early), np.asarray(columns.late), habits.fade)
    for name, value in habits._asdict().items():
        if name != "fade":
            kit[name] = value
    return kits


def _plays(keen: NDArray[Any]) -> NDArray[Any]:
    """The keener one is played; R4.8a forces a Countess."""
    plays = plays_by(keen)
    for forcing in (Card.PRINCE, Card.KING):
        plays[Card.COUNTESS, forcing] = 1.0
        plays[forcing, Card.COUNTESS] = 0.0
    return plays


def _strength(early: NDArray[Any], late: NDArray[Any], fade: float) -> NDArray[Any]:
    """From early to late strength as the turns left to each seat run out."""
    pile = np.arange(MAX_DECK + 1)[:, None, None]
    seats = np.maximum(np.arange(MAX_SEATS + 1), 1)[None, :, None]
    lateness = np.exp(-fade * pile / seats)
    strength: NDArray[Any] = np.exp(early + (late - early) * lateness)
    return strength
