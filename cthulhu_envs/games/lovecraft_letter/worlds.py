"""`determinize`: one world that a seat cannot tell from the true one, all its histories alike (R9).

Weigh the cases (weights.py), choose one, place the unseen cards by weight, then go back
through the history to find out who drew what when. The world is that history played again by the
game's own rules from the first card on: so knowledge, log and hands fit together as in any real
game.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs._runtime.histories import note
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below, unit
from cthulhu_envs.games._letters.deal import take_back
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.worlds import (
    MAX_CASES,
    add_case,
    case_at,
    count_hidden,
    draw_weighted,
    fill_pool,
    first_case,
    most_ways,
    next_case,
    no_cases,
    rank_place,
    set_case,
    shuffle_pool,
    stack_history,
    ways_to_lay,
    ways_to_place,
)
from cthulhu_envs.games.lovecraft_letter.cards import ONE, Card
from cthulhu_envs.games.lovecraft_letter.deal import deal_round
from cthulhu_envs.games.lovecraft_letter.rows import (
    gifts_chosen,
    is_taking,
    is_trade,
    party_seat,
    size_of,
)
from cthulhu_envs.games.lovecraft_letter.rules import apply
from cthulhu_envs.games.lovecraft_letter.scratch import (
    MAX_PLACES,
    SCRATCH,
    SECOND,
    recall,
)
from cthulhu_envs.games.lovecraft_letter.state import (
    NO_NUMBER,
    NOWHERE,
    Ending,
    Event,
    Phase,
)
from cthulhu_envs.games.lovecraft_letter.weights import is_flat, nth_bit, weigh_histories

__all__ = ["SCRATCH", "begin_again", "determinize", "prepare"]


@kernel
def prepare(kit, s, me, w):
    """What all worlds of a position share: the cases with their histories, and what is unseen."""
    no_cases(w)
    if s.ending != Ending.GOING_ON:
        return
    recall(kit, s, w)
    count_unseen(kit, s, me, w)
    find_hidden(kit, s, me, w)
    first_case(w, s.rows)
    while True:
        add_case(w, s.rows, weigh_case(kit, s, me, w))
        if not next_case(w, s.rows):
            break


@kernel
def determinize(kit, s, me, w):
    """R9.1-R9.11. A game that is over has nothing left to draw and stays as it is.

    The history is played again here, with numbers of one type: every kernel between this one and
    `apply`, and every other type given to it, would compile the rules once more.
    """
    if s.ending != Ending.GOING_ON:
        return
    while True:
        choose_case(kit, s, me, w)
        if place_cards(s, w):
            break
    place_rest(kit, s, me, w)
    undo_history(kit, s, me, w)
    rows = np.int64(s.rows)
    w.history_length = 0
    begin_again(kit, s, w)
    for row in range(rows):
        if s.log[row, Event.CARD] == NO_CARD:
            continue  # a Sanity Check: `apply` has made it
        number = s.log[row, Event.NUMBER]
        apply(kit, s, note(w, s.acts[row]))
        if s.phase == Phase.NAME and number != NO_NUMBER:
            apply(kit, s, note(w, kit.act.name + number - (number > ONE)))
        for k in range(w.gifts[row]):
            apply(kit, s, note(w, kit.act.give + w.gift[row, k]))


@kernel
def begin_again(kit, s, w):
    """Deal the cards of the round as the history has them."""
    stack_history(kit, s, w)
    deal_round(kit, s)


@kernel
def count_unseen(kit, s, me, w):
    """The copies of each card that I cannot locate, into `w.unseen`."""
    count_hidden(kit, s, me, w)
    w.unseen[Card.BRAINCASE] += not s.braincase
    for row in range(s.turn_row, s.rows):
        w.unseen[s.log[row, Event.CARD]] -= 1
    if s.seat == me:
        for place in range(s.pool_size):
            w.unseen[s.pool[place]] -= 1


@kernel
def find_hidden(kit, s, me, w):
    """The hands that I cannot see; of one who waits for Nyarlathotep's card, that card."""
    is_giving = s.phase == Phase.GIVE and s.seat != me
    for seat in range(kit.num_players):
        waits = is_giving and s.hand[seat, 0] == NO_CARD and not s.out[seat]
        w.hidden[seat] = waits or (seat != me and s.hand[seat, 0] != NO_CARD)
    w.hidden[SECOND] = s.phase == Phase.PLAY and s.seat != me


# Cases


@kernel
def weigh_case(kit, s, me, w):
    """An upper bound of the case's histories; places like any other only add to the factor."""
    weigh_histories(kit, s, me, w)
    w.places = 0
    if w.factor == 0.0:
        return 0.0
    for place in range(MAX_PLACES):
        if w.hidden[place]:
            add_place(w, place)
    w.bound = 1.0
    for k in range(w.places):
        w.bound *= most_ways(w, w.held[w.order[k]], k)
    return w.bound * w.factor * ways_to_lay(w)


@kernel
def add_place(w, place):
    """Note a hidden hand; one like any card off the draw pile only adds to the factor."""
    weights = w.held[place]
    if is_flat(weights):
        w.factor *= weights[1]
        return
    rank_place(w, place, weights)


@kernel
def choose_case(kit, s, me, w):
    """One case in proportion to its weight; `w` then holds that case's weights."""
    mark = unit(s) * w.total if w.cases > 1 else 0.0
    if w.cases > MAX_CASES:
        first_case(w, s.rows)
        weight = weigh_case(kit, s, me, w)
        while mark >= weight and next_case(w, s.rows):
            mark -= weight
            weight = weigh_case(kit, s, me, w)
        return
    case = case_at(w, mark)
    if case != w.ready:
        set_case(w, s.rows, case)
        weigh_case(kit, s, me, w)
        w.ready = case


# Placing the unseen cards


@kernel
def place_cards(s, w):
    """Put a card into each place unlike the others.

    Accepting in proportion to the ways there were makes the whole placing exact; False: once more.
    """
    fill_pool(w)
    ways = 1.0
    for k in range(w.places):
        place = w.order[k]
        weights = w.held[place]
        total = ways_to_place(w, weights)
        ways *= total
        w.holds[place] = draw_weighted(s, w, weights, total)
    return w.places == 0 or unit(s) * w.bound < ways


@kernel
def place_rest(kit, s, me, w):
    """Shuffle what is left into all other hidden places; position 0 is the face-down card."""
    size = shuffle_pool(s, w)
    is_weighed = 0
    for k in range(w.places):
        is_weighed |= 1 << w.order[k]
    for place in range(MAX_PLACES):
        if w.hidden[place] and not is_weighed >> place & 1:
            size -= 1
            w.holds[place] = w.rest[size]
    if not w.hidden[me]:
        w.holds[me] = s.hand[me, 0]
    if s.seat == me:
        w.holds[SECOND] = s.hand[me, 1]
    if s.aside != NO_CARD:
        size -= 1
        w.card_at[0] = w.rest[size]
    for position in range(s.top, kit.deck_size):
        size -= 1
        w.card_at[position] = w.rest[size]


# The history


@kernel
def undo_history(kit, s, me, w):
    """From the hands now to the hands dealt: who drew which card when, into `w.card_at`."""
    is_taken = s.extra and is_taking(s, s.rows - 1)
    if s.phase == Phase.PLAY and not is_taken:
        w.card_at[s.top - 1] = w.holds[SECOND]
    for row in range(s.rows - 1, -1, -1):
        w.gifts[row] = 0
        undo_effect(kit, s, me, w, row)
        if s.log[row, Event.CARD] != NO_CARD:
            undo_play(s, me, w, row)
        else:
            first = s.log[row, Event.DREW_AT]
            for position in range(first, first + s.log[row, Event.TURNED]):
                w.card_at[position] = s.deck[position]
    take_back(kit, s, w.holds, w.card_at)


@kernel
def undo_effect(kit, s, me, w, row):
    """The hands as they were before the effect of a row's card."""
    actor, target = s.log[row, Event.ACTOR], s.log[row, Event.TARGET]
    if s.log[row, Event.NEW_AT] != NOWHERE:
        w.card_at[s.log[row, Event.NEW_AT]] = w.holds[target]
        w.holds[target] = s.log[row, Event.SHOWN]
    elif s.log[row, Event.OUT] != NOBODY:
        w.holds[s.log[row, Event.OUT]] = s.log[row, Event.SHOWN]
    elif is_trade(s, row):
        given = w.holds[actor]
        w.holds[actor] = w.holds[target]
        w.holds[target] = given
    elif is_taking(s, row):
        w.holds[target] = w.holds[SECOND]
    elif s.log[row, Event.PARTY] != 0:
        undo_gifts(kit, s, me, w, row)


@kernel
def undo_gifts(kit, s, me, w, row):
    """Whose hand each gift was; and the hidden choices to play again."""
    actor, party = s.log[row, Event.ACTOR], s.log[row, Event.PARTY]
    size = size_of(party)
    for rank in range(size):
        seat = party_seat(kit, actor, party, rank)
        if actor == me:
            w.gift[row, rank] = s.log[row, Event.GIVEN + rank]
            w.holds[seat] = w.was[row, seat]
        else:
            w.gift[row, rank] = w.holds[seat]
    w.gifts[row] = gifts_chosen(s, row, size)
    if actor == me or size < 2:
        return
    settle_gifts(s, w, row, size)
    for token in range(size):
        w.holds[party_seat(kit, actor, party, token)] = w.gift[row, w.went[token]]


@kernel
def settle_gifts(s, w, row, size):
    """Choose among the ways of the case, which differ in tokens that are all alike."""
    alike = 0
    for token in range(size):
        w.went[token] = w.spot[row, token]
        if w.alike[row] >> token & 1:
            alike += 1
            other = nth_bit(np.int64(w.alike[row]), below(s, alike))
            w.went[token] = w.went[other]
            w.went[other] = w.spot[row, token]


@kernel
def undo_play(s, me, w, row):
    """Whether the card played was the one held or the one beside it, by weight; I know of my
    own.
    """
    actor, played = s.log[row, Event.ACTOR], s.log[row, Event.CARD]
    kept = w.holds[actor]
    if actor == me:
        beside = w.was[row, SECOND]
    else:
        was_held = w.before[row, kept] * w.beside[row, played]
        was_beside = w.before[row, played] * w.beside[row, kept]
        beside = played if unit(s) * (was_held + was_beside) < was_held else kept
    w.holds[actor] = kept + played - beside
    if s.log[row, Event.DREW_AT] != NOWHERE:
        w.card_at[s.log[row, Event.DREW_AT]] = beside
    else:
        w.holds[SECOND] = beside
