"""STATE: a game in progress as one record, and KIT: the cards and settings it is played with.

Cards are numbered: those of seat 0, those of seat 1, the stories. `kind` says what a card is,
`zone` where it is; lists hold the order where order matters. What is going on is a stack of
frames (`fr`), the topmost asks. Fields are small: a state that
fits the processor's nearest memory is played twice as fast.
"""

from __future__ import annotations

import enum

import numpy as np

from cthulhu_envs.authoring.record import (
    ANY,
    FLAG,
    Span,
    bounds_of,
    record_dtype,
    starts_dtype,
    state_dtype,
)
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS, SUBTYPES, Effect, Keyword, Op
from cthulhu_envs.games.call_of_cthulhu.cards.columns import TOKENS, A, F, K, M, O
from cthulhu_envs.games.call_of_cthulhu.rules.frame_spans import FRAME_SPAN
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import FRAME_COLUMNS
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    DECK_MAX,
    DEPTH,
    ENTITIES,
    FIRST_STORY,
    KINDS,
    MAX_DECKS,
    MAX_DOMAINS,
    MAX_LASTING,
    MAX_PAIRINGS,
    MAX_TRIGGERS,
    MAX_USED,
    MODES,
    MOST_TURNS,
    MOST_X,
    N_CARDS,
    N_STORIES,
    NO_FILTER,
    NOTHING,
    SHOWN,
    SLOTS,
    START_DOMAINS,
    STORIES_TO_WIN,
    STORY_SLOTS,
    TO_WIN,
    TRACK,
    WITH_RESOURCES,
    L,
    Phase,
    Question,
    T,
    U,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.tables import ACTION_NAMES, MAX_ACTIONS, OBSERVATION_NAMES


class Ending(enum.IntEnum):
    """Why the episode is over."""

    GOING_ON = 0
    THREE_STORIES = 1  # R6.24
    EMPTY_DECK = 2  # R3.7
    TURN_LIMIT = 3  # R3.14


class Limit(enum.IntEnum):
    """What constant texts forbid a card, as bits."""

    STAYS_HOME = 1
    NO_RESTORE = 2
    BARE_SKILL = 4  # its printed skill counts as 0


_BOOK = card_book()
N_TEXTS = len(_BOOK.texts)
MOST_PHASES = len(Phase) * (MOST_TURNS + 1)
MOST_TOKENS = 2 * TRACK
SEAT = Span.below(2)
MAYBE_SEAT = Span.below(2, NOTHING)
DECK_CARD = Span.below(FIRST_STORY)
MAYBE_CARD = Span.below(N_CARDS, NOTHING)
IN_DECK = Span(0, DECK_MAX)
MAYBE_STORY = Span.below(STORY_SLOTS, NOTHING)
IN_INT8 = Span(0, np.iinfo(np.int8).max)
IN_INT16 = Span(0, np.iinfo(np.int16).max)

FIELDS = (
    ("winner", np.int16, MAYBE_SEAT),  # seat, when over
    # the cards
    ("kind", np.int16, (N_CARDS,), Span.below(KINDS)),
    ("zone", np.int8, (N_CARDS,), Span.of(Zone)),  # Zone
    ("side", np.int16, (N_CARDS,), SEAT),  # the seat that controls it
    # entity, domain or story slot, by zone
    ("place", np.int16, (N_CARDS,), Span.below(ENTITIES, NOTHING)),
    ("exhausted", FLAG, (N_CARDS,)),
    ("insane", FLAG, (N_CARDS,)),
    ("wounds", np.int8, (N_CARDS,), IN_INT8),
    ("host", np.int16, (N_CARDS,), MAYBE_CARD),  # the card it is attached to
    ("at_story", np.int16, (N_CARDS,), MAYBE_STORY),  # story slot it is committed to
    # story slot at whose resolution it was, this turn
    ("was_at", np.int16, (N_CARDS,), MAYBE_STORY),
    # the struggle named on committing
    ("named", np.int8, (N_CARDS,), Span.below(N_ICONS, NOTHING)),
    # number of the phase in which it reached the discard pile
    ("stamp", np.int16, (N_CARDS,), Span(0, MOST_PHASES)),
    # bits of the seats that know it where it lies hidden
    ("seen", np.uint8, (N_CARDS,), Span(0, BOTH)),
    # bits of the seats that have ever seen it, and OPENLY
    ("listed", np.uint8, (N_CARDS,), Span(0, SHOWN)),
    # what they are now, worked out by values.py
    ("skill", np.int16, (N_CARDS,), IN_INT16),
    ("icons", np.int16, (N_CARDS, N_ICONS), IN_INT16),
    ("words", np.int16, (N_CARDS,), Span(0, sum(Keyword))),  # keywords
    ("toughness", np.int16, (N_CARDS,), IN_INT16),
    ("subs", np.int32, (N_CARDS,), Span.below(1 << len(SUBTYPES))),
    ("blank", FLAG, (N_CARDS,)),
    ("limits", np.uint8, (N_CARDS,), Span(0, sum(Limit))),  # bits of Limit
    ("dirty", FLAG),  # they must be worked out anew
    ("locked", FLAG),  # nobody restores in the refresh phase
    # layers that modifiers are in, and bits of Effect
    ("effects", np.int16, Span.below(2 * max(Effect))),
    ("side_words", np.int16, (2,), Span(0, sum(Keyword))),  # keywords among the cards of a side
    ("characters", np.int16, Span(0, ENTITIES)),  # in play
    # the seats
    ("deck", np.int16, (2, DECK_MAX), DECK_CARD),  # bottom first
    ("deck_n", np.int16, (2,), IN_DECK),
    ("hand", np.int16, (2, DECK_MAX), DECK_CARD),
    ("hand_n", np.int16, (2,), IN_DECK),
    ("pile", np.int16, (2, DECK_MAX), DECK_CARD),  # top last
    ("pile_n", np.int16, (2,), IN_DECK),
    ("aside_n", np.int16, (2,), IN_DECK),  # cards set aside to be swapped, above the pile
    # the card in each slot, seat 0's first
    ("play", np.int16, (ENTITIES,), Span.below(FIRST_STORY, NOTHING)),
    ("reach", np.int16, (2,), Span(0, SLOTS)),  # slots up to the last one in use
    ("struck", FLAG, (ENTITIES,)),  # slots that an effect on all has yet to come to
    ("domains", np.int16, (2,), Span(START_DOMAINS, MAX_DOMAINS)),
    ("laid", np.int16, (2, DECK_MAX), DECK_CARD),  # resources, by domain and kind
    ("laid_n", np.int16, (2,), IN_DECK),
    ("drained", FLAG, (2, MAX_DOMAINS)),
    ("res", np.int8, (2, MAX_DOMAINS, 8), IN_INT8),  # resources by faction
    ("trans", np.int8, (2, MAX_DOMAINS, 8), IN_INT8),  # those of them that are Transient
    ("worth", np.int8, (2, MAX_DOMAINS), IN_INT8),  # what a domain gives when drained (R4.10)
    ("pair", np.int16, (2,), Span.below(MAX_DECKS)),  # which deck of the format a seat plays
    # the stories
    ("story", np.int16, (STORY_SLOTS,), MAYBE_CARD),
    ("success", np.int16, (STORY_SLOTS, 2), Span(0, MOST_TOKENS)),
    ("resolved", FLAG, (STORY_SLOTS,)),
    ("story_deck", np.int16, (N_STORIES,), Span(FIRST_STORY, N_CARDS - 1)),  # top last
    ("story_deck_n", np.int16, Span(0, N_STORIES)),
    ("won_n", np.int16, (2,), Span.below(STORIES_TO_WIN)),
    # the turn
    ("starter", np.int16, SEAT),
    ("asked_starter", np.int16, Span(0, 2)),  # seat + 1, or 0
    ("stacked", FLAG, (2,)),  # the deck was laid by hand
    ("stacked_stories", FLAG),
    ("active", np.int16, SEAT),
    ("turn", np.int16, Span(0, MOST_TURNS + 1)),
    ("phase", np.int16, Span.of(Phase)),
    ("phase_no", np.int16, Span(0, MOST_PHASES)),
    ("resolving", np.int16, MAYBE_STORY),  # story slot or NOTHING
    ("lasting_n", np.int16, Span(0, MAX_LASTING)),
    (
        "lasting",
        np.int16,
        (MAX_LASTING, len(L)),
        Span.below(max(N_CARDS, KINDS, len(_BOOK.mods)), NOTHING),
    ),
    ("lasting_on", np.uint64, (MAX_LASTING, 2), ANY),  # bits of the cards of each owner it is on
    ("trig_n", np.int16, Span(0, MAX_TRIGGERS)),
    ("trig", np.int16, (MAX_TRIGGERS, len(T)), Span.below(N_CARDS, NOTHING)),
    # triggers before this one have had their forced responses
    ("forced_at", np.int16, Span(0, MAX_TRIGGERS)),
    ("used_n", np.int16, Span(0, MAX_USED)),
    # responses made
    ("used", np.int16, (MAX_USED, len(U)), Span.below(max(N_CARDS, MAX_TRIGGERS))),
    ("depth", np.int16, Span(1, DEPTH)),
    ("stack", np.int16, (DEPTH, FRAME_COLUMNS), FRAME_SPAN),
    # what has happened in the game, for `cthulhu coverage`
    ("ran_texts", FLAG, (N_TEXTS,)),
    ("ran_ops", FLAG, (len(Op),)),
    # the decision
    ("question", np.int16, Span.of(Question)),  # Question
    ("ask_filter", np.int16, Span.below(TOKENS * TOKENS, NO_FILTER)),
    ("ask_seat", np.int16, SEAT),
    ("ask_n", np.int16, Span(TO_WIN, WITH_RESOURCES)),
    ("ask_least", np.int16, Span(0, MOST_X)),
    ("ask_may", FLAG),
    # the resource that a way is chosen for, or NOTHING
    ("ask_card", np.int16, Span.below(FIRST_STORY, NOTHING)),
    # rows of the texts behind the ways, for Question.WAY and Question.ORDER
    ("ways", np.int16, (MODES,), Span.below(N_TEXTS)),
    ("way_cards", np.int16, (MODES,), Span.below(N_CARDS)),  # and their cards
    ("answer", np.int16, Span.below(N_CARDS, NOTHING)),
    ("ids_n", np.int16, Span(0, MAX_ACTIONS)),
    ("ids", np.int16, (MAX_ACTIONS,), Span.below(MAX_ACTIONS, NOTHING)),  # the legal actions
)
STATE = state_dtype(*FIELDS)
BOUNDS = bounds_of(*FIELDS)

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
    ("deck_sizes", np.int16, (MAX_DECKS,)),
    ("deck_kinds", np.int16, (MAX_DECKS, DECK_MAX)),  # the decks of the format
    ("pairings", np.int16, (MAX_PAIRINGS, 2)),  # which decks may meet
    ("num_pairings", np.int64),
    ("act", starts_dtype(ACTION_NAMES)),
    ("ob", starts_dtype(OBSERVATION_NAMES)),
)
