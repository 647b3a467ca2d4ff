"""How many histories lead to each card: the weights from which worlds are drawn (R9).

One pass through the round's log, as one seat (`me`) has seen it, keeps for each hidden place a
vector: entry c is the number of histories, up to a common factor, in which the place holds
character c. Hidden places are the hands of others and the cards that Chancellors put under the draw
pile; all other places are alike, every unseen card being equally likely there.

    turn        kept card: before[kept] * drawn[played] + before[played] * drawn[kept]
    a miss, a comparison, a look     some entries become zero (R9.5-R9.8)
    King        the vectors change places (R9.9)
    resolved    a card that came to light multiplies `factor` by its entry

Two things tie places together, a Baron's tie between others (R9.7) and a Chancellor's hidden
choice (R9.10). They are split into cases (`digit` out of `radix`, one for each turn), and within a
case the places are independent again.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import FLAG, record_dtype
from cthulhu_envs.authoring.rng import below
from cthulhu_envs.games._letters.limits import MAX_DECK, MAX_SEATS, NO_CARD, NOBODY
from cthulhu_envs.games._letters.weights import are_equal, keep_only, set_known, set_like, swap
from cthulhu_envs.games._letters.worlds import MAX_CASES
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, Event, Phase

MAX_UNDER = 2 * MAX_DECK  # cards put under the draw pile in one round
FIRST_UNDER = MAX_SEATS * HAND_SLOTS
MAX_PLACES = FIRST_UNDER + MAX_UNDER
FRESH = -1  # position of the face-down card
ALL_ALIKE, ALL_FIXED = -1, -2  # instead of a special token

# Token 0 is the card held beside a Chancellor, 1 and 2 the cards drawn by it. Where they went: a
# row gives the token in hand, the token above the bottom, and the token at the very bottom.
WENT = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]], np.int8)
WENT_TWO = np.array([[0, 1], [1, 0]], np.int8)
# Rows of WENT with a given token in a given place: [token, place, which of two].
ROWS = np.array(
    [
        [[row for row in range(6) if WENT[row, place] == token] for place in range(3)]
        for token in range(3)
    ],
    np.int8,
)
for _table in (WENT, WENT_TWO, ROWS):
    _table.setflags(write=False)

MAX_HISTORY = 3 * MAX_DECK  # a Chancellor has two more decisions

SCRATCH = record_dtype(
    ("held", np.float64, (MAX_SEATS, HAND_SLOTS, N_CARDS)),  # weights of the others' hands
    ("under", np.float64, (MAX_UNDER, N_CARDS)),  # weights of cards put under the draw pile
    ("token", np.float64, (HAND_SLOTS, N_CARDS)),
    ("before", np.float64, (MAX_DECK, N_CARDS)),  # by turn: the actor's hand before it
    ("drawn", np.float64, (MAX_DECK, N_CARDS)),  # by turn: the card drawn
    ("factor", np.float64),
    ("top", np.int16),  # position of the next card to draw, counted through the round
    ("end", np.int16),  # position behind the last card
    ("draw_at", np.int16, (MAX_DECK,)),  # by turn: position of the card drawn
    ("first_at", np.int16, (MAX_DECK,)),  # of the first card drawn by Chancellor or Prince
    ("under_at", np.int16, (MAX_DECK,)),  # of the first card put under
    ("row", np.int8, (MAX_DECK,)),  # by turn: the row of WENT, or the tied character
    ("digit", np.int8, (MAX_DECK,)),
    ("radix", np.int8, (MAX_DECK,)),
    ("special", np.int8, (MAX_DECK,)),  # by turn: the one token unlike the others, or a mark
    ("cases", np.int64),  # how many cases have any histories
    ("ready", np.int64),  # the case whose weights are worked out, or NO_CASE
    ("total", np.float64),  # and the weight of them all
    ("case_weight", np.float64, (MAX_CASES,)),
    ("case_digit", np.int8, (MAX_CASES, MAX_DECK)),
    ("places", np.int64),  # weighed places of the case at hand: those unlike the others
    ("where", np.int16, (MAX_PLACES,)),  # a hand's slot, or FIRST_UNDER + a card under the pile
    ("at", np.float64, (MAX_PLACES, N_CARDS)),  # its weights
    ("fitting", np.int16, (MAX_PLACES,)),  # how many unseen cards may lie there
    ("order", np.int16, (MAX_PLACES,)),  # the fewest first
    ("is_weighed", FLAG, (MAX_PLACES,)),  # by where
    ("bound", np.float64),  # the most ways to fill them
    ("unseen", np.int8, (N_CARDS,)),  # copies I cannot locate
    ("pool", np.int8, (N_CARDS,)),  # unseen copies not yet placed
    ("rest", np.int8, (MAX_DECK,)),  # and in random order
    ("card_at", np.int8, (MAX_DECK + MAX_UNDER,)),  # by position: the card, once it is decided
    ("holds", np.int8, (MAX_SEATS, HAND_SLOTS)),  # the drawn world's hands
    ("kept", np.int8, (MAX_DECK,)),  # by turn: what a Chancellor kept
    ("bottom", np.int8, (MAX_DECK,)),  # and put at the very bottom
    ("returned", np.int8, (MAX_DECK,)),  # how many decisions followed a Chancellor
    ("action", np.int8, (MAX_DECK,)),  # by turn: the id played
    ("history_length", np.int64),  # how many actions the drawn world's history has
    ("history", np.int16, (MAX_HISTORY,)),  # their ids, see _runtime/histories.py
)


@kernel
def weigh_histories(kit, s, me, w):
    """Fill the weights for the case in `w.digit`; `w.factor` is 0 if no history fits it."""
    w.factor = 1.0
    w.top = 1 + kit.num_face_up + kit.num_players
    w.end = kit.deck_size
    for seat in range(kit.num_players):
        for card in range(N_CARDS):
            w.held[seat, 0, card] = 1.0
    for turn in range(s.turns):
        w.radix[turn] = 1
    for turn in range(s.turns):
        weigh_play(kit, s, me, w, turn)
        weigh_effect(kit, s, me, w, turn)
        if w.factor == 0.0:
            return
    if s.phase == Phase.PLAY:
        w.draw_at[s.turns] = w.top
        take(
            kit,
            w,
            s.seat == me,
            s.hand[s.seat, 1],
            s.hand_seen[s.seat, 1] >> me & 1,
            w.held[s.seat, 1],
        )


@kernel
def take(kit, w, is_mine, card, is_seen, drawn):
    """Draw the next card of the pile: its weights into `drawn`, or resolved if I draw it."""
    position = w.top - kit.deck_size
    w.top += 1
    if is_mine:
        if position >= 0:
            w.factor *= w.under[position, card]
    elif is_seen:
        set_known(drawn, card)
    else:
        for c in range(N_CARDS):
            drawn[c] = w.under[position, c] if position >= 0 else 1.0


@kernel
def weigh_play(kit, s, me, w, turn):
    """A card is drawn and one of two is played."""
    actor, played = s.log[turn, Event.ACTOR], s.log[turn, Event.CARD]
    drew, is_seen = s.log[turn, Event.DREW], s.log[turn, Event.DREW_SEEN] >> me & 1
    w.draw_at[turn] = w.top
    take(kit, w, actor == me, drew, is_seen, w.drawn[turn])
    if actor == me:
        return
    set_like(w.before[turn], w.held[actor, 0])
    held, drawn = w.before[turn], w.drawn[turn]
    for c in range(N_CARDS):
        w.held[actor, 0, c] = held[c] * drawn[played] + held[played] * drawn[c]
    if played == Card.KING or played == Card.PRINCE:  # R9.8
        w.held[actor, 0, Card.COUNTESS] = 0.0


@kernel
def weigh_effect(kit, s, me, w, turn):
    """What the effect of a turn's card tells about the cards held."""
    actor, card = s.log[turn, Event.ACTOR], s.log[turn, Event.CARD]
    target, out = s.log[turn, Event.TARGET], s.log[turn, Event.OUT]
    if card == Card.BARON and target != NOBODY:
        weigh_baron(s, me, w, turn)
    elif card == Card.CHANCELLOR:
        if s.log[turn, Event.FIRST] != NO_CARD:
            weigh_chancellor(kit, s, me, w, turn)
    elif card == Card.KING and target != NOBODY:
        weigh_king(s, me, w, turn)
    elif card == Card.PRINCE:
        weigh_prince(kit, s, me, w, turn)
    elif out != NOBODY:  # a Guard's hit, or the Princess played
        resolve(s, me, w, turn, out)
    elif card == Card.GUARD and target != NOBODY and target != me:
        w.held[target, 0, s.log[turn, Event.NAMED]] = 0.0  # R9.5
    elif card == Card.PRIEST and actor == me and target != NOBODY:
        keep_only(w.held[target, 0], s.log[turn, Event.TARGET_HELD])


@kernel
def resolve(s, me, w, turn, seat):
    """A hand was turned up."""
    if seat != me:
        w.factor *= w.held[seat, 0, s.log[turn, Event.SHOWN]]


@kernel
def weigh_baron(s, me, w, turn):
    """R9.6, R9.7; I have seen both cards if I was one of the two."""
    actor, target = s.log[turn, Event.ACTOR], s.log[turn, Event.TARGET]
    out = s.log[turn, Event.OUT]
    if actor == me or target == me:
        other = target if actor == me else actor
        held = s.log[turn, Event.TARGET_HELD] if actor == me else s.log[turn, Event.ACTOR_HELD]
        keep_only(w.held[other, 0], held)
        if out == other:
            w.factor *= w.held[other, 0, held]
    elif out == NOBODY:
        w.radix[turn] = N_CARDS
        tied = w.digit[turn]
        w.row[turn] = tied
        keep_only(w.held[actor, 0], tied)
        keep_only(w.held[target, 0], tied)
        if w.held[actor, 0, tied] * w.held[target, 0, tied] == 0.0:
            w.factor = 0.0
    else:
        resolve(s, me, w, turn, out)
        winner = target if out == actor else actor
        for c in range(s.log[turn, Event.SHOWN] + 1):
            w.held[winner, 0, c] = 0.0


@kernel
def weigh_king(s, me, w, turn):
    """The hands change places; what I gave away I know, what I got has come to light."""
    actor, target = s.log[turn, Event.ACTOR], s.log[turn, Event.TARGET]
    if actor == me:
        w.factor *= w.held[target, 0, s.log[turn, Event.TARGET_HELD]]
        set_known(w.held[target, 0], s.log[turn, Event.ACTOR_HELD])
    elif target == me:
        w.factor *= w.held[actor, 0, s.log[turn, Event.ACTOR_HELD]]
        set_known(w.held[actor, 0], s.log[turn, Event.TARGET_HELD])
    else:
        swap(w.held[actor, 0], w.held[target, 0])


@kernel
def weigh_prince(kit, s, me, w, turn):
    """A hand came to light, and a new card was drawn unless its player is out."""
    target = s.log[turn, Event.TARGET]
    resolve(s, me, w, turn, target)
    if s.log[turn, Event.OUT] != NOBODY:
        return
    w.first_at[turn] = FRESH
    if w.top < w.end:
        w.first_at[turn] = w.top
        is_seen = s.log[turn, Event.FIRST_SEEN] >> me & 1
        take(kit, w, target == me, s.log[turn, Event.FIRST], is_seen, w.held[target, 0])
    else:  # the face-down card
        for c in range(N_CARDS):
            w.held[target, 0, c] = 1.0


@kernel
def weigh_chancellor(kit, s, me, w, turn):
    """Three cards or two: one stays, the others go under the pile; only the actor saw which."""
    actor = s.log[turn, Event.ACTOR]
    drew_two = s.log[turn, Event.SECOND] != NO_CARD
    is_mine = actor == me
    w.first_at[turn] = w.top
    seen = s.log[turn, Event.FIRST_SEEN] >> me & 1
    take(kit, w, is_mine, s.log[turn, Event.FIRST], seen, w.token[1])
    if drew_two:
        seen = s.log[turn, Event.SECOND_SEEN] >> me & 1
        take(kit, w, is_mine, s.log[turn, Event.SECOND], seen, w.token[2])
    is_open = turn == s.turns - 1 and s.phase != Phase.PLAY
    w.under_at[turn] = w.end
    if not is_open:
        w.end += 1 + drew_two
    if is_mine:
        for position in range(w.under_at[turn], w.end):  # I know them, also in another hand
            for c in range(N_CARDS):
                w.under[position - kit.deck_size, c] = 1.0
        return
    set_like(w.token[0], w.held[actor, 0])
    if is_open and s.phase == Phase.KEEP:
        set_like(w.held[actor, 1], w.token[1])
        set_like(w.held[actor, 2], w.token[2])
        return
    split_rows(w, turn, 2 + drew_two)
    for c in range(N_CARDS):
        w.held[actor, 0, c] = w.token[went(w, turn, drew_two, 0), c]
        for place in range(1, 2 + drew_two):
            weight = w.token[went(w, turn, drew_two, place), c]
            if is_open:
                w.held[actor, place, c] = weight
            else:
                w.under[w.under_at[turn] - kit.deck_size + place - 1, c] = weight


@kernel
def went(w, turn, drew_two, place):
    """Which token went to a place (0 hand, then from the upper one down), in the case at hand."""
    return WENT[w.row[turn], place] if drew_two else WENT_TWO[w.row[turn], place]


@kernel
def split_rows(w, turn, tokens):
    """Split into as many cases as can differ; each stands for all the rows it cannot tell apart."""
    special, lumps = 0, 0
    for token in range(tokens):
        if not is_flat(w.token[token]):
            special = token
            lumps += 1
    digit = w.digit[turn]
    w.special[turn] = ALL_FIXED
    w.row[turn] = digit
    if lumps == 0:
        w.special[turn] = ALL_ALIKE
        w.factor *= 6.0 if tokens == 3 else 2.0
    elif tokens == 2:
        w.radix[turn] = 2
    elif lumps == 1:
        w.special[turn] = special
        w.radix[turn] = 3
        w.factor *= 2.0
        w.row[turn] = ROWS[special, digit, 0]
    else:
        w.radix[turn] = 6


@kernel
def settle_row(s, w, turn, tokens):
    """Choose among the rows of the case, which differ in places that are all alike."""
    if w.special[turn] == ALL_ALIKE:
        w.row[turn] = below(s, 6 if tokens == 3 else 2)
    elif w.special[turn] != ALL_FIXED:
        w.row[turn] = ROWS[w.special[turn], w.digit[turn], below(s, 2)]


@kernel
def is_flat(weights):
    """Whether the place is like any other."""
    return are_equal(weights, 0)
