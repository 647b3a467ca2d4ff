"""STATE: a match in progress as one record, and KIT: the deck and settings it is played with.

Invariants (checked by `check_state`): every card of the deck lies in exactly one place; empty
hand slots hold NO_CARD; `left` cards lie in `deck` from `top` on, round the ring; the round,
replayed from its log, comes to the same state (replay_check.py).
"""

from __future__ import annotations

import enum

import numpy as np

from cthulhu_envs.authoring.record import (
    FLAG,
    Span,
    bounds_of,
    record_dtype,
    scales_dtype,
    starts_dtype,
    state_dtype,
)
from cthulhu_envs.games._letters.limits import (
    EVERY_SEAT,
    MAX_DECK,
    MAX_FACE_UP,
    MAX_SEATS,
    NO_CARD,
    NOBODY,
)
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card
from cthulhu_envs.games.love_letter.settings import MAX_GOAL
from cthulhu_envs.games.love_letter.tables import ACTION_NAMES, MAX_ACTIONS, OBSERVATION_NAMES

RING = MAX_DECK - 1  # positions in the ring of the draw pile are taken & RING
HAND_SLOTS = 3  # two in a turn, three while a Chancellor is settled
MOST_GAINED = 2  # tokens at the end of a round: one for winning, one for the Spy


class Phase(enum.IntEnum):
    """What the acting seat decides."""

    PLAY = 0  # which of two cards, on whom, naming whom
    KEEP = 1  # Chancellor: which card to keep
    BOTTOM = 2  # Chancellor: which of the other two goes to the very bottom


class Ending(enum.IntEnum):
    """Why the episode is over."""

    GOING_ON = 0
    TOKEN_GOAL = 1  # R7.1
    LAST_ONE_STANDING = 2  # a single round, R6.1
    HIGHEST_CARD = 3  # a single round, R6.3


class Event(enum.IntEnum):
    """Columns of the log, one row a turn. What is private is marked with who knows it."""

    ACTOR = 0
    ACTION = 1  # id of the action that played the card
    CARD = 2
    TARGET = 3  # absolute seat or NOBODY
    NAMED = 4  # Guard: the named character
    OUT = 5  # seat that went out or NOBODY
    SHOWN = 6  # card turned up from a hand: discarded to a Prince, or by going out
    DREW = 7  # actor: the card drawn at the start of the turn
    DREW_SEEN = 8  # bits of the seats that knew it in the draw pile
    ACTOR_HELD = 9  # Baron, King: actor's card, known to both
    TARGET_HELD = 10  # Priest: known to the actor; Baron, King: known to both
    FIRST = 11  # Chancellor: first card drawn, known to the actor; Prince: the new card
    FIRST_SEEN = 12
    SECOND = 13  # Chancellor: second card drawn
    SECOND_SEEN = 14
    KEPT = 15  # Chancellor: the card kept, known to the actor
    BOTTOM = 16  # Chancellor: the very bottom card, known to the actor
    HELD = 17  # Chancellor: the card held beside it, known to the actor
    HELD_SEEN = 18
    PRIVY = 19  # bits of the seats that know more of the turn than all do


N_EVENT = len(Event)

CARDS = Span.of(Card)
CARD_OR_NONE = Span.of(Card, least=NO_CARD)
SEATS = Span.below(MAX_SEATS)
SEAT_OR_NOBODY = Span.below(MAX_SEATS, least=NOBODY)
SEEN = Span(0, EVERY_SEAT)  # bits of seats
SEEN_OR_NONE = Span(NO_CARD, EVERY_SEAT)

COLUMNS = {  # what a row of the log can hold
    Event.ACTOR: SEATS,
    Event.ACTION: Span.below(MAX_ACTIONS),
    Event.CARD: CARDS,
    Event.TARGET: SEAT_OR_NOBODY,
    Event.NAMED: CARD_OR_NONE,
    Event.OUT: SEAT_OR_NOBODY,
    Event.SHOWN: CARD_OR_NONE,
    Event.DREW: CARDS,
    Event.DREW_SEEN: SEEN,
    Event.ACTOR_HELD: CARD_OR_NONE,
    Event.TARGET_HELD: CARD_OR_NONE,
    Event.FIRST: CARD_OR_NONE,
    Event.FIRST_SEEN: SEEN_OR_NONE,
    Event.SECOND: CARD_OR_NONE,
    Event.SECOND_SEEN: SEEN_OR_NONE,
    Event.KEPT: CARD_OR_NONE,
    Event.BOTTOM: CARD_OR_NONE,
    Event.HELD: CARD_OR_NONE,
    Event.HELD_SEEN: SEEN_OR_NONE,
    Event.PRIVY: SEEN,
}
ANY_COLUMN = Span(
    min(span.low for span in COLUMNS.values()), max(span.high for span in COLUMNS.values())
)

FIELDS = (
    ("phase", np.int8, Span.of(Phase)),
    ("starter", np.int8, SEATS),  # first seat of this round
    # seat + 1 that was asked to start the first round, 0: a random one
    ("asked_starter", np.int8, Span(0, MAX_SEATS)),
    ("round_number", np.int16, Span(0, MAX_SEATS * MAX_GOAL)),  # 1 in the first round
    ("stacked", FLAG),  # the deck was laid by hand for the first round
    ("deck", np.int8, (MAX_DECK,), CARDS),  # ring of cards, top first
    ("deck_seen", np.uint8, (MAX_DECK,), SEEN),  # bits of the seats that know the card there
    ("top", np.int8, Span.below(MAX_DECK)),  # ring position of the top card
    ("left", np.int8, Span(0, MAX_DECK)),  # cards in the draw pile
    ("aside", np.int8, CARD_OR_NONE),  # the face-down card or NO_CARD
    ("face_up", np.int8, (MAX_FACE_UP,), CARD_OR_NONE),  # R2.3
    ("hand", np.int8, (MAX_SEATS, HAND_SLOTS), CARD_OR_NONE),
    ("hand_seen", np.uint8, (MAX_SEATS, HAND_SLOTS), SEEN),  # bits of the others that know it
    # those of them whom its holder can be sure of
    ("exposed", np.uint8, (MAX_SEATS, HAND_SLOTS), SEEN),
    # bits of the seats that knew a card which another's Chancellor mixed
    ("mixed", np.uint8, SEEN),
    # copies lying open before each seat
    ("discards", np.int8, (MAX_SEATS, N_CARDS), Span(0, MAX_DECK)),
    ("lying", np.int8, (N_CARDS,), Span(0, MAX_DECK)),  # the same, before all seats together
    ("out", FLAG, (MAX_SEATS,)),
    ("protected", FLAG, (MAX_SEATS,)),
    ("tokens", np.int8, (MAX_SEATS,), Span(0, MAX_GOAL - 1 + MOST_GAINED)),
    ("gained", np.int8, (MAX_SEATS,), Span(0, MOST_GAINED)),  # tokens that the last action brought
    ("won", FLAG, (MAX_SEATS,)),  # winners of the last round finished
    # cards shown when that round ended (R6.3) or NO_CARD
    ("showdown", np.int8, (MAX_SEATS,), CARD_OR_NONE),
    ("turns", np.int8, Span(0, MAX_DECK)),  # rows of the log in use, this round
    ("log", np.int8, (MAX_DECK, N_EVENT), ANY_COLUMN),
)
STATE = state_dtype(*FIELDS)
BOUNDS = bounds_of(*FIELDS)

KIT = record_dtype(
    ("num_players", np.int8),
    ("single", FLAG),  # rounds="single"
    ("pay_tokens", FLAG),  # reward="tokens"
    ("goal", np.int8),
    ("num_face_up", np.int8),
    ("deck_size", np.int8),
    ("copies", np.int8, (N_CARDS,)),
    ("num_names", np.int8),
    ("names", np.int8, (N_CARDS,)),  # characters a Guard may name
    ("first_id", np.int16, (N_CARDS,)),  # id of the first action that plays the card
    ("nobody_id", np.int16, (N_CARDS,)),  # id of playing it with nobody to choose
    ("card_of", np.int8, (MAX_ACTIONS,)),  # what an action id means: card played, kept or put down
    ("target_of", np.int8, (MAX_ACTIONS,)),  # relative seat or NOBODY
    ("name_of", np.int8, (MAX_ACTIONS,)),
    ("num_events", np.int8),  # rows of the log shown in the observation
    ("num_bottom", np.int8),  # places under the draw pile shown in the observation
    ("act", starts_dtype(ACTION_NAMES)),
    ("ob", starts_dtype(OBSERVATION_NAMES)),
    ("scale", scales_dtype(OBSERVATION_NAMES)),
)
