"""STATE: a match in progress as one record, and KIT: the deck and settings it is played with.

`deck` keeps the order of the round from its first card on: `top` cards of it have been dealt,
drawn or turned up, so the whole history of a round is `deck` and the actions of the log.

Invariants (checked by `check_state`): every card lies in exactly one place; empty hand slots hold
NO_CARD; `lying` and `insanity` count what lies in the piles; the round, replayed from its deck and
log, comes to the same state (replay_check.py).
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
from cthulhu_envs.games.lovecraft_letter.cards import (
    INSANE_GOAL,
    N_CARDS,
    N_VALUES,
    SANE_GOAL,
    Card,
)
from cthulhu_envs.games.lovecraft_letter.settings import MAX_ROUNDS
from cthulhu_envs.games.lovecraft_letter.tables import (
    ACTION_NAMES,
    MAX_ACTIONS,
    OBSERVATION_NAMES,
)

MAX_ROWS = MAX_DECK + 1  # of the log: each puts a card into a pile
MAX_POOL = MAX_SEATS - 1  # hands that Nyarlathotep can collect
HAND_SLOTS = 2
MOST_GAINED = 1  # token at the end of a round


class Phase(enum.IntEnum):
    """What the acting seat decides."""

    PLAY = 0  # which of two cards, which side, on whom, naming what
    NAME = 1  # Deep Ones, Insane: a number against the same player
    GIVE = 2  # Nyarlathotep, Insane: which card the next player gets


class Ending(enum.IntEnum):
    """Why the episode is over."""

    GOING_ON = 0
    SANE_TOKENS = 1  # R7.1
    INSANE_TOKENS = 2  # R7.2
    CTHULHU = 3  # R7.3
    LAST_ONE_STANDING = 4  # a single round, R6.1
    HIGHEST_CARD = 5  # a single round, R6.3
    TRAPEZOHEDRON = 6  # a single round, R4.7d
    DRAWN_ROUND = 7  # a single round, R6.4
    ROUND_CAP = 8  # R7.5


class Event(enum.IntEnum):
    """Columns of the log, one row for each play and each Sanity Check that turned up a card."""

    ACTOR = 0
    CARD = 1  # NO_CARD: a Sanity Check
    INSANE = 2  # 1 for the Insane side
    TARGET = 3  # absolute seat or NOBODY
    NUMBER = 4  # the number named or NO_NUMBER
    OUT = 5  # seat that went out or NOBODY
    SHOWN = 6  # card turned up from a hand: discarded to Armitage or Mi-Go, or by going out
    TURNED = 7  # cards turned up by a Sanity Check
    DREW_AT = 8  # position in `deck` of the card drawn (play) or first turned up, or NOWHERE
    NEW_AT = 9  # position of the card drawn for Armitage or Mi-Go (0: face down), or NOWHERE
    PARTY = 10  # Nyarlathotep, Insane: bits of the seats whose hands were collected
    RIGHT = 11  # R4.4c: whether the number named was right, as bits of Answer
    ACTOR_HELD = 12  # comparison, trade: the actor's card, known to both
    TARGET_HELD = 13  # look: the card seen, known to the actor; comparison, trade, Mi-Go: to both
    PRIVY = 14  # bits of the seats that know more of the row than all do
    GIVEN = 15  # Nyarlathotep: from here on the cards given out, clockwise; known to the actor
    TAKEN = 20  # and the cards that they were given for


class Answer(enum.IntEnum):
    """What a player chosen for a guess has said yes to."""

    NUMBER = 1  # the number named
    ONE = 2  # the 1 that Deep Ones' Insane side asks for first


N_EVENT = Event.TAKEN + MAX_POOL
assert Event.TAKEN == Event.GIVEN + MAX_POOL
NO_NUMBER = -1
NOWHERE = -1
NO_ACTION = -1
NOTHING = -1  # what a column holds that says nothing: NO_CARD, NOBODY, NO_NUMBER, NOWHERE

CARDS = Span.of(Card)
CARD_OR_NONE = Span.of(Card, least=NO_CARD)
SEATS = Span.below(MAX_SEATS)
SEAT_OR_NOBODY = Span.below(MAX_SEATS, least=NOBODY)
SEEN = Span(0, EVERY_SEAT)  # bits of seats
# The widest of what columns of the log hold: bits of seats, positions, and NOTHING.
ANY_COLUMN = Span(NOTHING, max(EVERY_SEAT, MAX_DECK, *Card))

FIELDS = (
    ("phase", np.int8, Span.of(Phase)),
    ("extra", FLAG),  # this play is an extra one
    ("starter", np.int8, SEATS),  # first seat of this round
    # seat + 1 that was asked to start the first round, 0: a random one
    ("asked_starter", np.int8, Span(0, MAX_SEATS)),
    ("round_number", np.int16, Span(0, MAX_ROUNDS)),  # 1 in the first round
    ("stacked", FLAG),  # the deck was laid by hand for the first round
    ("deck", np.int8, (MAX_DECK,), CARDS),  # the round's order, top first
    ("top", np.int8, Span(0, MAX_DECK)),  # position of the next card to draw
    ("left", np.int8, Span(0, MAX_DECK)),  # cards in the draw pile
    ("aside", np.int8, CARD_OR_NONE),  # the face-down card or NO_CARD
    ("face_up", np.int8, (MAX_FACE_UP,), CARD_OR_NONE),  # R2.4
    ("braincase", FLAG),  # it lies beside the deck
    ("hand", np.int8, (MAX_SEATS, HAND_SLOTS), CARD_OR_NONE),
    ("hand_seen", np.uint8, (MAX_SEATS, HAND_SLOTS), SEEN),  # bits of the others that know it
    # those of them whom its holder can be sure of
    ("exposed", np.uint8, (MAX_SEATS, HAND_SLOTS), SEEN),
    # copies lying open before each seat
    ("discards", np.int8, (MAX_SEATS, N_CARDS), Span(0, MAX_DECK)),
    ("lying", np.int8, (N_CARDS,), Span(0, MAX_DECK)),  # the same, before all seats together
    ("insanity", np.int8, (MAX_SEATS,), Span(0, MAX_ROWS)),  # Insanity cards before each seat
    ("pool", np.int8, (MAX_POOL,), CARD_OR_NONE),  # cards that Nyarlathotep has still to give
    ("pool_size", np.int8, Span(0, MAX_POOL)),
    # whom a number is named against, who gets the next card, or NOBODY
    ("asked", np.int8, SEAT_OR_NOBODY),
    # what Nyarlathotep last took from a seat, or NO_CARD
    ("taken", np.int8, (MAX_SEATS,), CARD_OR_NONE),
    ("taken_seen", np.uint8, (MAX_SEATS,), SEEN),  # bits of the seats that knew that card
    # the row of the Nyarlathotep that took them, or NOWHERE
    ("mixed_row", np.int8, Span.below(MAX_ROWS, least=NOWHERE)),
    ("out", FLAG, (MAX_SEATS,)),
    ("protected", FLAG, (MAX_SEATS,)),
    ("immortal", FLAG, (MAX_SEATS,)),  # R4.4b
    ("sane_tokens", np.int8, (MAX_SEATS,), Span(0, SANE_GOAL)),
    ("insane_tokens", np.int8, (MAX_SEATS,), Span(0, INSANE_GOAL)),
    ("gained", np.int8, (MAX_SEATS,), Span(0, MOST_GAINED)),  # tokens that the last action brought
    ("winner", np.int8, SEAT_OR_NOBODY),  # of the last round finished, or NOBODY
    # how that round ended, as an Ending of a single round
    ("last_round", np.int8, Span.of(Ending)),
    # cards shown when that round ended (R6.2) or NO_CARD
    ("showdown", np.int8, (MAX_SEATS,), CARD_OR_NONE),
    ("rows", np.int8, Span(0, MAX_ROWS)),  # rows of the log in use, this round
    # cards from this row on are played, but not yet in a pile (R3.7)
    ("turn_row", np.int8, Span(0, MAX_ROWS)),
    # id of the action that played the row's card
    ("acts", np.int16, (MAX_ROWS,), Span.below(MAX_ACTIONS, least=NO_ACTION)),
    ("log", np.int8, (MAX_ROWS, N_EVENT), ANY_COLUMN),
)
STATE = state_dtype(*FIELDS)
BOUNDS = bounds_of(*FIELDS)

KIT = record_dtype(
    ("num_players", np.int8),
    ("single", FLAG),  # rounds="single"
    ("pay_tokens", FLAG),  # reward="tokens"
    ("max_rounds", np.int16),
    ("num_face_up", np.int8),
    ("deck_size", np.int8),
    ("copies", np.int8, (N_CARDS,)),
    ("worth", np.int8, (N_CARDS,)),  # the value of each card
    ("insanity", FLAG, (N_CARDS,)),  # which are Insanity cards
    ("num_numbers", np.int8),
    ("numbers", np.int8, (N_VALUES,)),  # that can be named
    ("first_id", np.int16, (N_CARDS, 2)),  # id of the first action that plays the card, by side
    ("nobody_id", np.int16, (N_CARDS, 2)),  # id of playing it with nobody to choose
    ("card_of", np.int8, (MAX_ACTIONS,)),  # what an action id means: card played or given
    ("insane_of", FLAG, (MAX_ACTIONS,)),
    ("target_of", np.int8, (MAX_ACTIONS,)),  # relative seat or NOBODY
    ("number_of", np.int8, (MAX_ACTIONS,)),
    ("num_events", np.int8),  # rows of the log shown in the observation
    ("act", starts_dtype(ACTION_NAMES)),
    ("ob", starts_dtype(OBSERVATION_NAMES)),
    ("scale", scales_dtype(OBSERVATION_NAMES)),
)
