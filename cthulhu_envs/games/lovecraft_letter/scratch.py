"""SCRATCH: what `determinize` works with; and `recall`: the round as it really went, row by row."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import FLAG, record_dtype
from cthulhu_envs.games._letters.limits import MAX_DECK, MAX_SEATS, NO_CARD
from cthulhu_envs.games._letters.worlds import MAX_CASES
from cthulhu_envs.games.lovecraft_letter.cards import N_CARDS, Card
from cthulhu_envs.games.lovecraft_letter.rows import is_taking, is_trade, party_seat, size_of
from cthulhu_envs.games.lovecraft_letter.state import MAX_POOL, MAX_ROWS, NOWHERE, Event

SECOND = MAX_SEATS  # the place of the acting seat's second card, behind the hands by seat
MAX_PLACES = MAX_SEATS + 1
MAX_HISTORY = 3 * MAX_ROWS  # a card may ask for a number, or for gifts

SCRATCH = record_dtype(
    # What really happened, by row of the log. Only what `me` has seen of it is ever used.
    ("was", np.int8, (MAX_ROWS, MAX_PLACES)),  # hands when the effect began, and the second card
    ("is_sane", FLAG, (MAX_ROWS,)),  # whether the actor was
    ("immortal", np.uint8, (MAX_ROWS,)),  # bits of the seats that could not be knocked out
    # The weights of the case at hand.
    ("factor", np.float64),
    ("held", np.float64, (MAX_PLACES, N_CARDS)),
    ("before", np.float64, (MAX_ROWS, N_CARDS)),  # by row: the actor's card before it
    ("beside", np.float64, (MAX_ROWS, N_CARDS)),  # by row: the card drawn, or taken by Mi-Go
    ("token", np.float64, (MAX_POOL, N_CARDS)),  # hands that Nyarlathotep collected
    ("spot", np.int8, (MAX_ROWS, MAX_POOL)),  # by row: which hand each of them went to
    ("alike", np.uint8, (MAX_ROWS,)),  # by row: bits of the tokens like any other card
    ("digit", np.int8, (MAX_ROWS,)),
    ("radix", np.int8, (MAX_ROWS,)),
    ("cases", np.int64),  # how many cases have any histories
    ("ready", np.int64),  # the case whose weights are worked out, or NO_CASE
    ("total", np.float64),  # and the weight of them all
    ("case_weight", np.float64, (MAX_CASES,)),
    ("case_digit", np.int8, (MAX_CASES, MAX_ROWS)),
    ("hidden", FLAG, (MAX_PLACES,)),  # hands that the seat cannot see
    ("places", np.int64),  # how many of them are unlike any other place
    ("order", np.int8, (MAX_PLACES,)),  # those, with the fewest fitting cards first
    ("fitting", np.int8, (MAX_PLACES,)),  # how many unseen cards may lie there
    ("bound", np.float64),  # the most ways to fill them
    ("unseen", np.int8, (N_CARDS,)),  # copies I cannot locate
    # The world being drawn.
    ("pool", np.int8, (N_CARDS,)),  # unseen copies not yet placed
    ("rest", np.int8, (MAX_DECK,)),  # and in random order
    ("holds", np.int8, (MAX_PLACES,)),  # the hands, at the time the history is told back to
    ("card_at", np.int8, (MAX_DECK,)),  # by position of the deck: the card, once it is decided
    ("gifts", np.int8, (MAX_ROWS,)),  # by row: how many cards were given by choice
    ("gift", np.int8, (MAX_ROWS, MAX_POOL)),  # and which
    ("went", np.int8, (MAX_POOL,)),  # where each hand collected went, once it is settled
    ("history_length", np.int64),  # how many actions the drawn world's history has
    ("history", np.int16, (MAX_HISTORY,)),  # their ids, see _runtime/histories.py
)


@kernel
def recall(kit, s, w):
    """Go through the log with the true deck: the hands, and who was sane and immortal, by row."""
    hands, insane, immortal = w.holds, 0, 0
    for seat in range(kit.num_players):
        hands[seat] = s.deck[1 + kit.num_face_up + seat]
    for row in range(np.int64(s.rows)):
        actor, played = s.log[row, Event.ACTOR], s.log[row, Event.CARD]
        w.is_sane[row] = not insane >> actor & 1
        w.immortal[row] = immortal
        if played != NO_CARD:
            if s.log[row, Event.DREW_AT] != NOWHERE:
                hands[SECOND] = s.deck[s.log[row, Event.DREW_AT]]
            hands[actor] += hands[SECOND] - played
            for place in range(MAX_PLACES):
                w.was[row, place] = hands[place]
            recall_effect(kit, s, hands, row)
            insane |= int(kit.insanity[played]) << actor
            if s.log[row, Event.NEW_AT] != NOWHERE:
                insane |= int(kit.insanity[s.log[row, Event.SHOWN]]) << s.log[row, Event.TARGET]
            if played == Card.LIBER_IVONIS and s.log[row, Event.INSANE]:
                immortal |= 1 << actor


@kernel
def recall_effect(kit, s, hands, row):
    """The hands after the effect of a row's card."""
    actor, target = s.log[row, Event.ACTOR], s.log[row, Event.TARGET]
    if s.log[row, Event.NEW_AT] != NOWHERE:
        hands[target] = s.deck[s.log[row, Event.NEW_AT]]
    elif is_trade(s, row):
        hands[actor], hands[target] = hands[target], hands[actor]
    elif is_taking(s, row):
        hands[SECOND] = hands[target]
        hands[target] = Card.BRAINCASE
    elif s.log[row, Event.PARTY] != 0:
        party = s.log[row, Event.PARTY]
        for rank in range(size_of(party)):
            hands[party_seat(kit, actor, party, rank)] = s.log[row, Event.GIVEN + rank]
