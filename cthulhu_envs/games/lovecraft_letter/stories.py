"""How many stories lead to each card: the weights from which worlds are drawn (R9).

One pass through the round's log, as one seat (`me`) has seen it, keeps for each hidden hand a
vector: entry c is the number of stories, up to a common factor, in which the hand is card c. All
other hidden places, the face-down card and the draw pile, are alike: every unseen card is equally
likely there.

    play        kept card: before[kept] * beside[played] + before[played] * beside[kept]
    a miss, a comparison, a look, a free seven     some entries become zero (R9.5-R9.8)
    a trade, Mi-Go                                 the vectors change places (R9.9)
    resolved    a card that came to light multiplies `factor` by its entry

Copies are different cards wherever somebody has a choice that the seat cannot see (R9.3): of two
equal cards either may be the one played, and either may be the one given. So a hand of two equal
cards counts twice for the card kept, as any other pair does, and k hands that Nyarlathotep
collects can be given out in k! ways, whatever they are (R9.2).

Two things tie hands together, a comparison of others that put nobody out (R9.7) and the gifts of
another's Nyarlathotep (R9.10). They are split into cases (`digit` out of `radix`, one for each row
of the log), and within a case the hands are independent again.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.record import FLAG, record_dtype
from cthulhu_envs.games.lovecraft_letter.actions import binds, is_seven
from cthulhu_envs.games.lovecraft_letter.cards import (
    FORCING_VALUE,
    N_CARDS,
    N_VALUES,
    NO_CARD,
    ONE,
    Card,
)
from cthulhu_envs.games.lovecraft_letter.settings import MAX_DECK
from cthulhu_envs.games.lovecraft_letter.state import (
    MAX_POOL,
    MAX_ROWS,
    MAX_SEATS,
    NO_NUMBER,
    NOBODY,
    NOWHERE,
    Event,
    Phase,
)

MAX_CASES = 1024  # kept; a position with more is gone through again for every world
SECOND = MAX_SEATS  # the place of the acting seat's second card, behind the hands by seat
MAX_PLACES = MAX_SEATS + 1
NO_CASE = -1
TOP_VALUE = N_VALUES - 1

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
    ("cases", np.int64),  # how many cases have any stories
    ("ready", np.int64),  # the case whose weights are worked out, or NO_CASE
    ("total", np.float64),  # and the weight of them all
    ("case_weight", np.float64, (MAX_CASES,)),
    ("case_digit", np.int8, (MAX_CASES, MAX_ROWS)),
    ("hidden", FLAG, (MAX_PLACES,)),  # hands that the seat cannot see
    ("places", np.int64),  # how many of them are unlike any other place
    ("order", np.int8, (MAX_PLACES,)),  # those, with the fewest fitting cards first
    ("fitting", np.int8, (MAX_PLACES,)),  # how many unseen cards may lie there
    ("bound", np.float64),  # at most so many ways to fill them
    ("unseen", np.int8, (N_CARDS,)),  # copies I cannot locate
    # The world being drawn.
    ("left", np.int8, (N_CARDS,)),  # unseen copies not yet placed
    ("rest", np.int8, (MAX_DECK,)),  # and in random order
    ("holds", np.int8, (MAX_PLACES,)),  # the hands, at the time the story is told back to
    ("card_at", np.int8, (MAX_DECK,)),  # by position of the deck: the card, once it is decided
    ("gifts", np.int8, (MAX_ROWS,)),  # by row: how many cards were given by choice
    ("gift", np.int8, (MAX_ROWS, MAX_POOL)),  # and which
    ("back", np.int8, (MAX_POOL,)),  # cards on their way back to those they were collected from
)


# What really happened


@kernel
def recall(kit, s, w):
    """Go through the log with the true deck: the hands, and who was sane and immortal, by row."""
    hands, insane, immortal = w.holds, 0, 0
    for seat in range(kit.num_players):
        hands[seat] = s.deck[1 + kit.num_face_up + seat]
    for row in range(s.rows):
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
        rank = 0
        for step in range(1, kit.num_players):
            seat = (actor + step) % kit.num_players
            if s.log[row, Event.PARTY] >> seat & 1:
                hands[seat] = s.log[row, Event.GIVEN + rank]
                rank += 1


@kernel
def is_trade(s, row):
    """Whether the row's card traded two hands."""
    card = s.log[row, Event.CARD]
    trades = card == Card.CARTER or (card == Card.NYARLATHOTEP and not s.log[row, Event.INSANE])
    return trades and s.log[row, Event.TARGET] != NOBODY


@kernel
def is_taking(s, row):
    """Whether the row's card was a Mi-Go that took a hand for the Braincase."""
    is_insane = s.log[row, Event.CARD] == Card.MI_GO and s.log[row, Event.INSANE]
    return is_insane and s.log[row, Event.TARGET] != NOBODY


@kernel
def gifts_chosen(s, row, size):
    """How many cards of a party of that size were given by choice (R4.6c)."""
    is_open = s.phase == Phase.GIVE and row == s.rows - 1
    return size - s.pool_size if is_open else size - 1


# Vectors


@kernel
def set_fresh(weights):
    """A card off the draw pile, where the Braincase never is."""
    for c in range(N_CARDS):
        weights[c] = 1.0
    weights[Card.BRAINCASE] = 0.0


@kernel
def set_known(weights, card):
    """This card for certain."""
    for c in range(N_CARDS):
        weights[c] = 1.0 if c == card else 0.0


@kernel
def set_like(weights, others):
    """The same as another vector."""
    for c in range(N_CARDS):
        weights[c] = others[c]


@kernel
def keep_only(weights, card):
    """The hand turned out to be this card."""
    for c in range(N_CARDS):
        if c != card:
            weights[c] = 0.0


@kernel
def keep_values(kit, weights, low, high):
    """The value turned out to lie between two; returns whether any card is left."""
    is_any = False
    for c in range(N_CARDS):
        if kit.worth[c] < low or kit.worth[c] > high:
            weights[c] = 0.0
        is_any = is_any or weights[c] > 0.0
    return is_any


@kernel
def is_flat(weights):
    """Whether the hand is like any card off the draw pile."""
    for c in range(2, N_CARDS):
        if weights[c] != weights[1]:
            return False
    return weights[Card.BRAINCASE] == 0.0


# The pass through the log


@kernel
def weigh_stories(kit, s, me, w):
    """Fill the weights for the case in `w.digit`; `w.factor` is 0 if no story fits it."""
    w.factor = 1.0
    for seat in range(kit.num_players):
        set_fresh(w.held[seat])
    for row in range(s.rows):
        w.radix[row] = 1
    for row in range(s.rows):
        if s.log[row, Event.CARD] != NO_CARD:
            weigh_play(kit, s, me, w, row)
            weigh_effect(kit, s, me, w, row)
        elif s.log[row, Event.OUT] != NOBODY:  # a Sanity Check
            resolve(s, me, w, row)
        if w.factor == 0.0:
            return
    if not (s.extra and is_taking(s, s.rows - 1)):
        set_fresh(w.held[SECOND])


@kernel
def weigh_play(kit, s, me, w, row):
    """One of two cards is played; R9.8: a high one means that nothing bound the actor."""
    actor, played = s.log[row, Event.ACTOR], s.log[row, Event.CARD]
    if actor == me:
        return
    if s.log[row, Event.DREW_AT] != NOWHERE:
        set_fresh(w.held[SECOND])
    kept, before, beside = w.held[actor], w.before[row], w.beside[row]
    set_like(before, kept)
    set_like(beside, w.held[SECOND])
    for c in range(N_CARDS):
        kept[c] = before[c] * beside[played] + before[played] * beside[c]
    if kit.worth[played] >= FORCING_VALUE and not is_seven(played):
        for c in range(Card.SILVER_KEY, Card.TRAPEZOHEDRON + 1):
            if binds(1 - w.is_sane[row], c):
                kept[c] = 0.0
    if played == Card.TRAPEZOHEDRON and s.log[row, Event.INSANE]:
        keep_values(kit, kept, 0, FORCING_VALUE - 1)


@kernel
def weigh_effect(kit, s, me, w, row):
    """What the effect of a row's card tells about the cards held."""
    card, is_insane = s.log[row, Event.CARD], s.log[row, Event.INSANE]
    target = s.log[row, Event.TARGET]
    is_other = target != NOBODY
    if card == Card.NYARLATHOTEP and is_insane:
        weigh_gifts(kit, s, me, w, row)
    elif is_other and (card == Card.GREAT_RACE or (card == Card.HOUND and not is_insane)):
        weigh_comparison(kit, s, me, w, row)
    elif is_other and (card == Card.INVESTIGATORS or card == Card.DEEP_ONES):
        weigh_guess(kit, s, me, w, row)
    elif s.log[row, Event.NEW_AT] != NOWHERE:  # Armitage or Mi-Go
        if target != me:
            w.factor *= w.held[target, s.log[row, Event.SHOWN]]
            set_fresh(w.held[target])
    elif s.log[row, Event.OUT] != NOBODY:
        resolve(s, me, w, row)
    elif is_trade(s, row):
        weigh_trade(s, me, w, row)
    elif is_taking(s, row):
        weigh_taking(s, me, w, row)
    elif is_other and (card == Card.CATS or card == Card.GOLDEN_MEAD):
        if s.log[row, Event.ACTOR] == me:
            keep_only(w.held[target], w.was[row, target])


@kernel
def resolve(s, me, w, row):
    """The hand of one who went out was turned up."""
    out = s.log[row, Event.OUT]
    if out != me:
        w.factor *= w.held[out, s.log[row, Event.SHOWN]]


@kernel
def weigh_guess(kit, s, me, w, row):
    """R9.5: the value missed, or both of Deep Ones' Insane side, is not the one held."""
    target, number = s.log[row, Event.TARGET], s.log[row, Event.NUMBER]
    is_out = s.log[row, Event.OUT] != NOBODY
    if is_out:
        resolve(s, me, w, row)
    if target == me or w.immortal[row] >> target & 1:
        return
    missed_one = s.log[row, Event.INSANE] and not (is_out and number == NO_NUMBER)
    for c in range(N_CARDS):
        missed = not is_out and kit.worth[c] == number
        if missed or (missed_one and kit.worth[c] == ONE):
            w.held[target, c] = 0.0


@kernel
def weigh_comparison(kit, s, me, w, row):
    """R9.6, R9.7; I have seen both cards if I was one of the two."""
    actor, target = s.log[row, Event.ACTOR], s.log[row, Event.TARGET]
    out = s.log[row, Event.OUT]
    if actor == me or target == me:
        other = target if actor == me else actor
        keep_only(w.held[other], w.was[row, other])
    if out != NOBODY:
        resolve(s, me, w, row)
        winner = target if out == actor else actor
        if winner != me:
            keep_values(kit, w.held[winner], kit.worth[s.log[row, Event.SHOWN]] + 1, TOP_VALUE)
    elif actor != me and target != me:
        weigh_stand_off(kit, w, row, actor, target)


@kernel
def weigh_stand_off(kit, w, row, actor, target):
    """R9.7: a case for each value of the one who could have been put out."""
    lower = 0  # the other may hold less if nothing can put them out
    mortal, other = actor, target
    if w.immortal[row] >> actor & 1:
        if w.immortal[row] >> target & 1:
            return
        mortal, other = target, actor
    elif not w.immortal[row] >> target & 1:
        lower = w.digit[row]
    w.radix[row] = N_VALUES
    value = w.digit[row]
    fits = keep_values(kit, w.held[mortal], value, value)
    if not (keep_values(kit, w.held[other], lower, value) and fits):
        w.factor = 0.0


@kernel
def weigh_trade(s, me, w, row):
    """The hands change places; what I gave away I know, what I got has come to light."""
    actor, target = s.log[row, Event.ACTOR], s.log[row, Event.TARGET]
    if actor == me or target == me:
        other = target if actor == me else actor
        w.factor *= w.held[other, w.was[row, other]]
        set_known(w.held[other], w.was[row, me])
    else:
        for c in range(N_CARDS):
            weight = w.held[actor, c]
            w.held[actor, c] = w.held[target, c]
            w.held[target, c] = weight


@kernel
def weigh_taking(s, me, w, row):
    """Mi-Go: the hand lies beside the actor's own now, and its owner has the Braincase."""
    target = s.log[row, Event.TARGET]
    if s.log[row, Event.ACTOR] == me:
        w.factor *= w.held[target, w.was[row, target]]
    elif target == me:
        set_known(w.held[SECOND], w.was[row, me])
    else:
        set_like(w.held[SECOND], w.held[target])
    set_known(w.held[target], Card.BRAINCASE)


# Nyarlathotep's gifts


@kernel
def weigh_gifts(kit, s, me, w, row):
    """R9.2, R9.10. Those who still wait for a card count as if the rest had been given to them:
    in how many ways that can be done is the same for all stories.
    """
    actor, party = s.log[row, Event.ACTOR], s.log[row, Event.PARTY]
    size = 0
    for step in range(1, kit.num_players):
        seat = (actor + step) % kit.num_players
        if party >> seat & 1:
            if actor == me:
                w.factor *= w.held[seat, w.was[row, seat]]
                set_known(w.held[seat], s.log[row, Event.GIVEN + size])
            elif seat == me:
                set_known(w.token[size], w.was[row, me])
            else:
                set_like(w.token[size], w.held[seat])
            size += 1
    if actor == me or size < 2:
        return
    split_gifts(w, row, size)
    for token in range(size):
        seat = party_seat(kit, actor, party, w.spot[row, token])
        got = s.log[row, Event.GIVEN + w.spot[row, token]]
        if seat == me and got != NO_CARD:
            w.factor *= w.token[token, got]
        else:
            set_like(w.held[seat], w.token[token])


@kernel
def party_seat(kit, actor, party, rank):
    """The seat that gets the card of that rank, from the actor's left on."""
    seat = actor
    while rank >= 0:
        seat = (seat + 1) % kit.num_players
        rank -= party >> seat & 1
    return seat


@kernel
def split_gifts(w, row, size):
    """A case for each way the tokens unlike any other card can go; it stands for all the ways to
    give the others.
    """
    digit, radix, free = w.digit[row], 1, (1 << size) - 1
    w.alike[row] = 0
    spots = size
    for token in range(size):
        if is_flat(w.token[token]):
            w.alike[row] |= 1 << token
        else:
            radix *= spots
            w.spot[row, token] = free_spot(free, digit % spots)
            free -= 1 << w.spot[row, token]
            digit //= spots
            spots -= 1
    for token in range(size):
        if w.alike[row] >> token & 1:
            w.factor *= spots
            w.spot[row, token] = free_spot(free, 0)
            free -= 1 << w.spot[row, token]
            spots -= 1
    w.radix[row] = radix


@kernel
def free_spot(free, number):
    """The free spot of that number, counted from 0."""
    spot = 0
    while True:
        if free >> spot & 1:
            if number == 0:
                return spot
            number -= 1
        spot += 1
