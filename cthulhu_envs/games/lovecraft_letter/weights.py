"""How many histories lead to each card: the weights from which worlds are drawn (R9).

One pass through the round's log, as one seat (`me`) has seen it, keeps for each hidden hand a
vector: entry c is the number of histories, up to a common factor, in which the hand is card c. All
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

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.weights import are_equal, keep_only, set_known, set_like, swap
from cthulhu_envs.games.lovecraft_letter.actions import binds, is_seven
from cthulhu_envs.games.lovecraft_letter.cards import FORCING_VALUE, N_CARDS, N_VALUES, ONE, Card
from cthulhu_envs.games.lovecraft_letter.rows import is_taking, is_trade, party_seat, size_of
from cthulhu_envs.games.lovecraft_letter.scratch import SECOND
from cthulhu_envs.games.lovecraft_letter.state import NO_NUMBER, NOWHERE, Answer, Event

TOP_VALUE = N_VALUES - 1


# Vectors


@kernel
def set_fresh(weights):
    """A card off the draw pile, where the Braincase never is."""
    for c in range(N_CARDS):
        weights[c] = 1.0
    weights[Card.BRAINCASE] = 0.0


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
    return weights[Card.BRAINCASE] == 0.0 and are_equal(weights, Card.BRAINCASE + 1)


# The pass through the log


@kernel
def weigh_histories(kit, s, me, w):
    """Fill the weights for the case in `w.digit`; `w.factor` is 0 if no history fits it."""
    w.factor = 1.0
    for seat in range(kit.num_players):
        set_fresh(w.held[seat])
    for row in range(np.int64(s.rows)):
        w.radix[row] = 1
    for row in range(np.int64(s.rows)):
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
    is_other, is_look = target != NOBODY, card == Card.CATS or card == Card.GOLDEN_MEAD
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
    elif is_other and is_look and s.log[row, Event.ACTOR] == me:
        keep_only(w.held[target], w.was[row, target])


@kernel
def resolve(s, me, w, row):
    """The hand of one who went out was turned up."""
    out = s.log[row, Event.OUT]
    if out != me:
        w.factor *= w.held[out, s.log[row, Event.SHOWN]]


@kernel
def weigh_guess(kit, s, me, w, row):
    """R9.5: whether the value named, or the 1 of Deep Ones' Insane side, is the one held."""
    target, number = s.log[row, Event.TARGET], s.log[row, Event.NUMBER]
    right = s.log[row, Event.RIGHT]
    if target == me:
        return
    for c in range(N_CARDS):
        is_named, is_one = kit.worth[c] == number, kit.worth[c] == ONE
        if number != NO_NUMBER and is_named != (right & Answer.NUMBER != 0):
            w.held[target, c] = 0.0
        if s.log[row, Event.INSANE] and is_one != (right & Answer.ONE != 0):
            w.held[target, c] = 0.0
    if s.log[row, Event.OUT] != NOBODY:
        resolve(s, me, w, row)


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
    lower = np.int64(0)  # the other may hold less if nothing can put them out
    mortal, other = actor, target
    if w.immortal[row] >> actor & 1:
        if w.immortal[row] >> target & 1:
            return
        mortal, other = target, actor
    elif not w.immortal[row] >> target & 1:
        lower = np.int64(w.digit[row])
    w.radix[row] = N_VALUES
    value = np.int64(w.digit[row])
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
        swap(w.held[actor], w.held[target])


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
    in how many ways that can be done is the same for all histories.
    """
    actor, party = s.log[row, Event.ACTOR], s.log[row, Event.PARTY]
    size = size_of(party)
    for token in range(size):
        seat = party_seat(kit, actor, party, token)
        if actor == me:
            w.factor *= w.held[seat, w.was[row, seat]]
            set_known(w.held[seat], s.log[row, Event.GIVEN + token])
        elif seat == me:
            set_known(w.token[token], w.was[row, me])
        else:
            set_like(w.token[token], w.held[seat])
    if actor == me or size < 2:
        return
    split_gifts(w, row, size)
    for token in range(size):
        seat = party_seat(kit, actor, party, np.int64(w.spot[row, token]))
        got = s.log[row, Event.GIVEN + w.spot[row, token]]
        if seat == me and got != NO_CARD:
            w.factor *= w.token[token, got]
        else:
            set_like(w.held[seat], w.token[token])


@kernel
def split_gifts(w, row, size):
    """A case for each way the tokens unlike any other card can go; it stands for all the ways to
    give the others.
    """
    digit, radix, free = np.int64(w.digit[row]), 1, (1 << size) - 1
    w.alike[row] = 0
    spots = size
    for token in range(size):
        if is_flat(w.token[token]):
            w.alike[row] |= 1 << token
        else:
            radix *= spots
            w.spot[row, token] = nth_bit(free, digit % spots)
            free -= 1 << w.spot[row, token]
            digit //= spots
            spots -= 1
    for token in range(size):
        if w.alike[row] >> token & 1:
            w.factor *= spots
            w.spot[row, token] = nth_bit(free, 0)
            free -= 1 << w.spot[row, token]
            spots -= 1
    w.radix[row] = radix


@kernel
def nth_bit(bits, number):
    """The place of the bit with that number, counted from 0."""
    place = 0
    while True:
        if bits >> place & 1:
            if number == 0:
                return place
            number -= 1
        place += 1
