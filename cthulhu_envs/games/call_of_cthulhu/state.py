"""STATE: a game in progress as one record, and KIT: the cards and settings it is played with.

Cards are numbered: those of seat 0, those of seat 1, the stories. `kind` says what a card is,
`zone` where it is; lists hold the order where order matters. What is going on is a stack of
frames (`fr`), the topmost asks. Fields are small: a state that
fits the processor's nearest memory is played twice as fast.
"""

from __future__ import annotations

import enum

import numpy as np

from cthulhu_envs.authoring.record import FLAG, record_dtype, starts_dtype, state_dtype
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS, Op
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, F, K, M, O
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import FRAME_COLUMNS
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    DEPTH,
    ENTITIES,
    KINDS,
    MAX_DOMAINS,
    MAX_LASTING,
    MAX_TRIGGERS,
    MAX_USED,
    MODES,
    N_CARDS,
    N_STORIES,
    STORY_SLOTS,
    L,
    T,
    U,
)
from cthulhu_envs.games.call_of_cthulhu.tables import ACTION_NAMES, MAX_ACTIONS, OBSERVATION_NAMES


class Ending(enum.IntEnum):
    """Why the episode is over."""

    GOING_ON = 0
    THREE_STORIES = 1  # R6.24
    EMPTY_DECK = 2  # R3.7
    TURN_LIMIT = 3  # R3.14


_BOOK = card_book()
N_TEXTS = len(_BOOK.texts)

STATE = state_dtype(
    ("winner", np.int16),  # seat, when over
    # the cards
    ("kind", np.int16, (N_CARDS,)),
    ("zone", np.int8, (N_CARDS,)),  # Zone
    ("side", np.int16, (N_CARDS,)),  # the seat that controls it
    ("place", np.int16, (N_CARDS,)),  # entity, domain or story slot, by zone
    ("exhausted", FLAG, (N_CARDS,)),
    ("insane", FLAG, (N_CARDS,)),
    ("wounds", np.int8, (N_CARDS,)),
    ("host", np.int16, (N_CARDS,)),  # the card it is attached to
    ("at_story", np.int16, (N_CARDS,)),  # story slot it is committed to
    ("was_at", np.int16, (N_CARDS,)),  # story slot at whose resolution it was, this turn
    ("named", np.int8, (N_CARDS,)),  # the struggle named on committing
    ("stamp", np.int16, (N_CARDS,)),  # number of the phase in which it reached the discard pile
    ("seen", np.uint8, (N_CARDS,)),  # bits of the seats that know it where it lies hidden
    ("listed", np.uint8, (N_CARDS,)),  # bits of the seats that have ever seen it, and OPENLY
    # what they are now, worked out by values.py
    ("skill", np.int16, (N_CARDS,)),
    ("icons", np.int16, (N_CARDS, N_ICONS)),
    ("words", np.int16, (N_CARDS,)),  # keywords
    ("toughness", np.int16, (N_CARDS,)),
    ("subs", np.int32, (N_CARDS,)),
    ("blank", FLAG, (N_CARDS,)),
    ("limits", np.uint8, (N_CARDS,)),  # bits of Limit
    ("dirty", FLAG),  # they must be worked out anew
    ("locked", FLAG),  # nobody restores in the refresh phase
    ("effects", np.int16),  # layers that modifiers are in, and bits of Effect
    ("side_words", np.int16, (2,)),  # keywords among the cards of a side
    ("characters", np.int16),  # in play
    # the seats
    ("deck", np.int16, (2, DECK_MAX)),  # bottom first
    ("deck_n", np.int16, (2,)),
    ("hand", np.int16, (2, DECK_MAX)),
    ("hand_n", np.int16, (2,)),
    ("pile", np.int16, (2, DECK_MAX)),  # top last
    ("pile_n", np.int16, (2,)),
    ("aside_n", np.int16, (2,)),  # cards set aside to be swapped, above the pile
    ("play", np.int16, (ENTITIES,)),  # the card in each slot, seat 0's first
    ("reach", np.int16, (2,)),  # slots up to the last one in use
    ("struck", FLAG, (ENTITIES,)),  # slots that an effect on all has yet to come to
    ("domains", np.int16, (2,)),
    ("laid", np.int16, (2, DECK_MAX)),  # resources, by domain and kind
    ("laid_n", np.int16, (2,)),
    ("drained", FLAG, (2, MAX_DOMAINS)),
    ("res", np.int8, (2, MAX_DOMAINS, 8)),  # resources by faction
    ("trans", np.int8, (2, MAX_DOMAINS, 8)),  # those of them that are Transient
    ("worth", np.int8, (2, MAX_DOMAINS)),  # what a domain gives when drained (R4.10)
    ("pair", np.int16, (2,)),  # which deck of the format a seat plays
    # the stories
    ("story", np.int16, (STORY_SLOTS,)),
    ("success", np.int16, (STORY_SLOTS, 2)),
    ("resolved", FLAG, (STORY_SLOTS,)),
    ("story_deck", np.int16, (N_STORIES,)),  # top last
    ("story_deck_n", np.int16),
    ("won_n", np.int16, (2,)),
    # the turn
    ("starter", np.int16),
    ("asked_starter", np.int16),  # seat + 1, or 0
    ("stacked", FLAG, (2,)),  # the deck was laid by hand
    ("stacked_stories", FLAG),
    ("active", np.int16),
    ("turn", np.int16),
    ("phase", np.int16),
    ("phase_no", np.int16),
    ("resolving", np.int16),  # story slot or NOTHING
    ("lasting_n", np.int16),
    ("lasting", np.int16, (MAX_LASTING, len(L))),
    ("lasting_on", np.uint64, (MAX_LASTING, 2)),  # bits of the cards of each owner it is on
    ("trig_n", np.int16),
    ("trig", np.int16, (MAX_TRIGGERS, len(T))),
    ("forced_at", np.int16),  # triggers before this one have had their forced responses
    ("used_n", np.int16),
    ("used", np.int16, (MAX_USED, len(U))),  # responses made
    ("depth", np.int16),
    ("stack", np.int16, (DEPTH, FRAME_COLUMNS)),
    # what has happened in the game, for `cthulhu coverage`
    ("ran_texts", FLAG, (N_TEXTS,)),
    ("ran_ops", FLAG, (len(Op),)),
    # the decision
    ("question", np.int16),  # Question
    ("ask_filter", np.int16),
    ("ask_seat", np.int16),
    ("ask_n", np.int16),
    ("ask_least", np.int16),
    ("ask_may", FLAG),
    ("ask_card", np.int16),  # the resource that a way is chosen for, or NOTHING
    (
        "ways",
        np.int16,
        (MODES,),
    ),  # rows of the texts behind the ways, for Question.WAY and Question.ORDER
    ("way_cards", np.int16, (MODES,)),  # and their cards
    ("answer", np.int16),
    ("ids_n", np.int16),
    ("ids", np.int16, (MAX_ACTIONS,)),  # the legal actions
)

KIT = record_dtype(
    ("auto_pass", FLAG),
    ("random_decks", FLAG),  # first_game with hidden, random factions
    ("open_deck", FLAG, (2,)),  # 1: the other seat knows the deck list
    ("turn_limit", np.int64),
    ("kinds", np.int32, (KINDS, len(K))),
    ("texts", np.int16, (N_TEXTS, len(A))),
    ("ops", np.int16, (len(_BOOK.ops), len(O))),
    ("mods", np.int16, (len(_BOOK.mods), len(M))),
    ("filters", np.int32, (len(_BOOK.filters), len(F))),
    ("num_decks", np.int64),
    ("deck_sizes", np.int16, (64,)),
    ("deck_kinds", np.int16, (64, DECK_MAX)),  # the decks of the format
    ("pairings", np.int16, (1024, 2)),  # which decks may meet
    ("num_pairings", np.int64),
    ("act", starts_dtype(ACTION_NAMES)),
    ("ob", starts_dtype(OBSERVATION_NAMES)),
)


class Limit(enum.IntEnum):
    """What constant texts forbid a card, as bits."""

    STAYS_HOME = 1
    NO_RESTORE = 2
    BARE_SKILL = 4  # its printed skill counts as 0
