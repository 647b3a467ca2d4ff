"""STATE: a game in progress as one record, and KIT: deck, words and settings it is played with.

Invariants (checked by `check_state`): every card of the deck lies in exactly one place; hands of
those in play are full but for the cards of the word being laid; a card's batch is the number of
the shuffle it was drawn from; no card is of a letter that it lacks; `used` holds no word twice.
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
from cthulhu_envs.games.unspeakable_words.cards import (
    D6,
    D20,
    MOST_HITS,
    MOST_POINTS,
    N_LETTERS,
    Effect,
    Letter,
)
from cthulhu_envs.games.unspeakable_words.dawg import MAX_EDGES, MAX_NODES, N_COLUMNS
from cthulhu_envs.games.unspeakable_words.settings import (
    MAX_DECK,
    MAX_HAND,
    MAX_SEATS,
    MAX_TARGET,
    MAX_TOKENS,
    MAX_TURNS,
)
from cthulhu_envs.games.unspeakable_words.tables import ACTION_NAMES, OBSERVATION_NAMES

NOBODY = -1
NO_CARD = -1
NO_FACE = -1
NO_TURN = -1  # instead of the code of a word: none was laid or thrown in yet
ROOT = 0  # the node where all words begin
MARKS = 251  # a prime; a used word sets a bit, the one of its code modulo this
MARK_SHIFT = 5  # 32 bits in each number
MAX_STACKED = 32  # rolls of each die that can be laid down in advance
LETTER_BITS = 5  # of a letter in the code of a word
MAX_CODE = (1 << LETTER_BITS * MAX_HAND) - 1
EVERY_LETTER = (1 << N_LETTERS) - 1  # as bits
FILLS_A_TURN = 2  # hands filled up in a turn: after the word, and by the Eye's redraw
MAX_BATCH = FILLS_A_TURN * (MAX_TURNS + 1)  # each of them shuffles once at most
MOST_WORTH = MAX_HAND * MOST_POINTS  # points of a word
MOST_TOTAL = MAX_TARGET + MOST_WORTH


class Phase(enum.IntEnum):
    """What the acting seat decides."""

    WORD = 0  # the next letter, or that the word is complete, or to throw in
    CLAIM = 1  # all or half
    DICE = 2  # whom to roll the Cthulhu die at, if anybody
    EYE = 3  # which effect


class Ending(enum.IntEnum):
    """Why the episode is over."""

    GOING_ON = 0
    TARGET_REACHED = 1  # R7.1
    LAST_ONE_STANDING = 2  # R7.4
    TURN_LIMIT = 3  # R7.5


LETTERS = Span.of(Letter)
LETTER_OR_NONE = Span.of(Letter, least=NO_CARD)
LETTER_SET = Span(0, EVERY_LETTER)
SEAT_OR_NOBODY = Span.below(MAX_SEATS, least=NOBODY)
STACKED = Span(0, MAX_STACKED)

FIELDS = (
    ("phase", np.int8, Span.of(Phase)),
    ("turns", np.int16, Span(0, MAX_TURNS)),  # turns finished
    ("gone", FLAG, (MAX_SEATS,)),  # eliminated
    ("points", np.int16, (MAX_SEATS,), Span(0, MOST_TOTAL)),
    ("tokens", np.int16, (MAX_SEATS,), Span(0, MAX_SEATS * MAX_TOKENS)),
    ("hand", np.int8, (MAX_SEATS, MAX_HAND), LETTER_OR_NONE),  # letters in the order drawn
    # by the shuffle each was drawn from
    ("batch_of", np.int16, (MAX_SEATS, MAX_HAND), Span(0, MAX_BATCH)),
    # bits of the letters that it cannot be (R8.5)
    ("lacks", np.int32, (MAX_SEATS, MAX_HAND), LETTER_SET),
    ("held", np.int8, (MAX_SEATS,), Span(0, MAX_HAND)),  # cards in hand
    ("batch", np.int16, Span(0, MAX_BATCH)),  # shuffles of discards so far
    ("left", np.int16, Span(0, MAX_DECK)),  # cards in the draw pile
    ("length", np.int8, Span(0, MAX_HAND)),  # letters of the word being laid
    ("word", np.int8, (MAX_HAND,), LETTERS),  # those letters
    ("node", np.int32, Span.below(MAX_NODES)),  # where they have got to in the graph of words
    ("code", np.int64, Span(0, MAX_CODE)),  # and in one number, see `words_laid.py`
    ("discards", np.int8, (N_LETTERS,), Span(0, MAX_DECK)),  # copies
    ("dice_open", FLAG),  # somebody has had points enough for the Cthulhu Dice (R5.1)
    ("hit", np.int8, SEAT_OR_NOBODY),  # target of the last roll of the Cthulhu die, or NOBODY
    ("hits", np.int8, Span(0, MOST_HITS)),  # how often running
    # points that the last action brought or cost
    ("gained", np.int16, (MAX_SEATS,), Span(-MOST_TOTAL, MOST_TOTAL)),
    ("leaving", FLAG, (MAX_SEATS,)),  # eliminated by the last action
    # each seat's latest turn: its word, 0: thrown in
    ("last_code", np.int64, (MAX_SEATS,), Span(NO_TURN, MAX_CODE)),
    ("last_claim", np.int16, (MAX_SEATS,), Span(0, MOST_WORTH)),  # points claimed
    ("last_roll", np.int8, (MAX_SEATS,), Span(0, D20)),  # of the twenty-sided die, 0 if none
    ("last_failed", FLAG, (MAX_SEATS,)),
    # of the Cthulhu die, or NO_FACE
    ("last_face", np.int8, (MAX_SEATS,), Span.of(Effect, least=NO_FACE)),
    ("last_target", np.int8, (MAX_SEATS,), SEAT_OR_NOBODY),
    ("num_used", np.int16, Span(0, MAX_TURNS)),
    # bits
    ("marked", np.int64, ((MARKS >> MARK_SHIFT) + 1,), Span(0, (1 << (1 << MARK_SHIFT)) - 1)),
    ("pile", np.int8, (MAX_DECK,), LETTER_OR_NONE),  # the draw pile, its top card last
    ("used", np.int64, (MAX_TURNS,), Span(0, MAX_CODE)),  # codes of the words laid, in order
    # bits of their letters: what a hand must have
    ("used_letters", np.int32, (MAX_TURNS,), LETTER_SET),
    # seat + 1 that was asked to start, 0: a random one
    ("asked_starter", np.int8, Span(0, MAX_SEATS)),
    ("stacked", FLAG),  # the pile was laid by hand
    ("num_rolls", np.int8, STACKED),  # what dice will show, laid down in advance: the last first
    ("rolls", np.int8, (MAX_STACKED,), Span(0, D20)),
    ("num_faces", np.int8, STACKED),
    ("faces", np.int8, (MAX_STACKED,), Span.of(Effect)),
    ("num_losses", np.int8, STACKED),
    ("losses", np.int8, (MAX_STACKED,), Span(0, D6)),
)
STATE = state_dtype(*FIELDS)
BOUNDS = bounds_of(*FIELDS)

KIT = record_dtype(
    ("num_players", np.int8),
    ("target", np.int16),
    ("hand_size", np.int8),
    ("min_letters", np.int8),
    ("at_most", FLAG),  # check="at_most"
    ("claim_half", FLAG),
    ("with_dice", FLAG),
    ("lose_all", FLAG),
    ("long_if_sane", FLAG),  # long_words="if_sane"
    ("free_words", FLAG),
    ("tokens", np.int16),
    ("turn_limit", np.int16),
    ("pay_points", FLAG),  # reward="points"
    ("word_features", FLAG),
    ("deck_size", np.int16),
    ("copies", np.int8, (N_LETTERS,)),
    ("act", starts_dtype(ACTION_NAMES)),
    ("ob", starts_dtype(OBSERVATION_NAMES)),
    ("scale", scales_dtype(OBSERVATION_NAMES)),
    ("nodes", np.int32, (MAX_NODES, N_COLUMNS)),  # the graph of words, see dawg.py
    ("edges", np.int32, (MAX_EDGES,)),
)
