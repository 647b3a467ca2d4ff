"""`determinize`: one world that a seat cannot tell from the true one, all its histories alike (R9).

Weigh the cases (weights.py), choose one, place the unseen cards by weight, then go back
through the history to find out who drew what when. The world is that history played again by the
game's own rules from the first card on: so knowledge, log and hands fit together as in any real
game.
"""

from __future__ import annotations

from cthulhu_envs._runtime.histories import note
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import unit
from cthulhu_envs.games._letters.deal import take_back
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.weights import set_like
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
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.deal import deal_round
from cthulhu_envs.games.love_letter.rules import apply
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, RING, Ending, Event, Phase
from cthulhu_envs.games.love_letter.weights import (
    FIRST_UNDER,
    FRESH,
    SCRATCH,
    is_flat,
    settle_row,
    weigh_histories,
    went,
)

__all__ = ["SCRATCH", "begin_again", "determinize", "prepare"]


@kernel
def prepare(kit, s, me, w):
    """What all worlds of a position share: the cases with their histories, and what is unseen."""
    no_cases(w)
    if s.ending != Ending.GOING_ON:
        return
    count_unseen(kit, s, me, w)
    first_case(w, s.turns)
    while True:
        add_case(w, s.turns, weigh_case(kit, s, me, w))
        if not next_case(w, s.turns):
            break


@kernel
def determinize(kit, s, me, w):
    """R9.1-R9.11. A game that is over has nothing left to draw and stays as it is."""
    if s.ending != Ending.GOING_ON:
        return
    while True:
        choose_case(kit, s, me, w)
        if place_cards(kit, s, me, w):
            break
    undo_history(kit, s, me, w)
    play_again(kit, s, w)


@kernel
def weigh_case(kit, s, me, w):
    """An upper bound of the case's histories; places like any other only add to the factor."""
    weigh_histories(kit, s, me, w)
    w.places = 0
    if w.factor == 0.0:
        return 0.0
    for seat in range(kit.num_players):
        if seat != me:
            for slot in range(HAND_SLOTS):
                if s.hand[seat, slot] != NO_CARD:
                    add_place(w, seat * HAND_SLOTS + slot, w.held[seat, slot])
    for k in range(s.left):
        if is_under(kit, s, me, w, k):
            under = w.top + k - kit.deck_size
            add_place(w, FIRST_UNDER + under, w.under[under])
    w.bound = 1.0
    for k in range(w.places):
        w.bound *= most_ways(w, w.at[w.order[k]], k)
    return w.bound * w.factor * ways_to_lay(w)


@kernel
def add_place(w, where, weights):
    """Note a hidden place; one like any other only adds to the factor."""
    w.is_weighed[where] = not is_flat(weights)
    if not w.is_weighed[where]:
        w.factor *= weights[0]
        return
    place = w.places
    w.where[place] = where
    set_like(w.at[place], weights)
    rank_place(w, place, weights)


@kernel
def choose_case(kit, s, me, w):
    """One case in proportion to its weight; `w` then holds that case's weights."""
    mark = unit(s) * w.total
    if w.cases > MAX_CASES:
        first_case(w, s.turns)
        weight = weigh_case(kit, s, me, w)
        while mark >= weight and next_case(w, s.turns):
            mark -= weight
            weight = weigh_case(kit, s, me, w)
        return
    case = case_at(w, mark)
    if case != w.ready:
        set_case(w, s.turns, case)
        weigh_case(kit, s, me, w)
        w.ready = case


@kernel
def count_unseen(kit, s, me, w):
    """The copies of each character that I cannot locate, into `w.unseen`."""
    count_hidden(kit, s, me, w)
    for k in range(s.left):
        place = (s.top + k) & RING
        if s.deck_seen[place] >> me & 1:
            w.unseen[s.deck[place]] -= 1


@kernel
def is_under(kit, s, me, w, k):
    """Whether the k-th card of the draw pile was put there by another's Chancellor."""
    return w.top + k >= kit.deck_size and not s.deck_seen[(s.top + k) & RING] >> me & 1


@kernel
def place_cards(kit, s, me, w):
    """Put a card into each weighed place, then the rest anywhere.

    Accepting in proportion to the ways there were makes the whole placing exact; False: once more.
    """
    fill_pool(w)
    ways = 1.0
    for k in range(w.places):
        place = w.order[k]
        total = ways_to_place(w, w.at[place])
        ways *= total
        card = draw_weighted(s, w, w.at[place], total)
        where = w.where[place]
        if where < FIRST_UNDER:
            w.holds[where // HAND_SLOTS, where % HAND_SLOTS] = card
        else:
            w.card_at[kit.deck_size + where - FIRST_UNDER] = card
    if unit(s) * w.bound >= ways:
        return False
    place_rest(kit, s, me, w)
    return True


@kernel
def place_rest(kit, s, me, w):
    """Shuffle what is left into all other hidden places; position 0 is the face-down card."""
    size = shuffle_pool(s, w)
    for seat in range(kit.num_players):
        for slot in range(HAND_SLOTS):
            is_hidden = seat != me and s.hand[seat, slot] != NO_CARD
            if not is_hidden:
                w.holds[seat, slot] = s.hand[seat, slot]
            elif not w.is_weighed[seat * HAND_SLOTS + slot]:
                size -= 1
                w.holds[seat, slot] = w.rest[size]
    if s.aside != NO_CARD:
        size -= 1
        w.card_at[0] = w.rest[size]
    for k in range(s.left):
        place, position = (s.top + k) & RING, w.top + k
        if s.deck_seen[place] >> me & 1:
            w.card_at[position] = s.deck[place]
        elif position < kit.deck_size or not w.is_weighed[FIRST_UNDER + position - kit.deck_size]:
            size -= 1
            w.card_at[position] = w.rest[size]


@kernel
def undo_history(kit, s, me, w):
    """From the hands now to the hands dealt: who drew which card when, into `w.card_at`."""
    if s.phase == Phase.PLAY:
        w.card_at[w.draw_at[s.turns]] = w.holds[s.seat, 1]
    for turn in range(s.turns - 1, -1, -1):
        w.action[turn] = s.log[turn, Event.ACTION]
        w.returned[turn] = 0
        undo_effect(kit, s, me, w, turn)
        undo_play(s, me, w, turn)
    take_back(kit, s, w.holds[:, 0], w.card_at)


@kernel
def undo_effect(kit, s, me, w, turn):
    """The hands as they were before the effect of a turn's card."""
    card, actor, target = (
        s.log[turn, Event.CARD],
        s.log[turn, Event.ACTOR],
        s.log[turn, Event.TARGET],
    )
    out = s.log[turn, Event.OUT]
    if card == Card.KING and target != NOBODY:
        given = w.holds[actor, 0]
        w.holds[actor, 0] = w.holds[target, 0]
        w.holds[target, 0] = given
    elif card == Card.PRINCE and out == NOBODY:
        drawn_at = 0 if w.first_at[turn] == FRESH else w.first_at[turn]
        w.card_at[drawn_at] = w.holds[target, 0]
        w.holds[target, 0] = s.log[turn, Event.SHOWN]
    elif card == Card.CHANCELLOR and s.log[turn, Event.FIRST] != NO_CARD:
        undo_chancellor(s, me, w, turn)
    elif out != NOBODY:
        w.holds[out, 0] = s.log[turn, Event.SHOWN]


@kernel
def undo_chancellor(s, me, w, turn):
    """Which of the cards was held, which were drawn; and the hidden choices to play again."""
    actor = s.log[turn, Event.ACTOR]
    drew_two = s.log[turn, Event.SECOND] != NO_CARD
    is_open = turn == s.turns - 1 and s.phase != Phase.PLAY
    first_at, under_at = w.first_at[turn], w.under_at[turn]
    if not is_open:
        for place in range(1, 2 + drew_two):
            w.holds[actor, place] = w.card_at[under_at + place - 1]
    held = w.holds[actor]
    if is_open and s.phase == Phase.KEEP:
        w.card_at[first_at] = held[1]
        if drew_two:
            w.card_at[first_at + 1] = held[2]
        return
    w.kept[turn] = held[0]
    w.bottom[turn] = held[1 + drew_two]
    w.returned[turn] = 1 if is_open else 1 + drew_two
    if actor == me:  # the sum of the values tells which of mine was held
        first, second = s.log[turn, Event.FIRST], s.log[turn, Event.SECOND]
        w.card_at[first_at] = first
        total = held[0] + held[1] - first
        if drew_two:
            w.card_at[first_at + 1] = second
            total += held[2] - second
        held[0] = total
        return
    settle_row(s, w, turn, 2 + drew_two)
    beside = held[0]
    for place in range(2 + drew_two):
        token = went(w, turn, drew_two, place)
        if token == 0:
            beside = held[place]
        else:
            w.card_at[first_at + token - 1] = held[place]
    held[0] = beside


@kernel
def undo_play(s, me, w, turn):
    """Whether the card played was the one held or the one drawn, by weight; I know of my own."""
    actor, played = s.log[turn, Event.ACTOR], s.log[turn, Event.CARD]
    kept = w.holds[actor, 0]
    if actor == me:
        drew = s.log[turn, Event.DREW]
        before = kept + played - drew
    else:
        was_held = w.before[turn, kept] * w.drawn[turn, played]
        was_drawn = w.before[turn, played] * w.drawn[turn, kept]
        if unit(s) * (was_held + was_drawn) < was_held:
            drew, before = played, kept
        else:
            drew, before = kept, played
    w.card_at[w.draw_at[turn]] = drew
    w.holds[actor, 0] = before


@kernel
def play_again(kit, s, w):
    """Deal the history's cards and play its actions, hidden choices included."""
    turns = s.turns
    w.history_length = 0
    begin_again(kit, s, w)
    for turn in range(turns):
        apply(kit, s, note(w, w.action[turn]))
        if w.returned[turn] > 0:
            apply(kit, s, note(w, kit.act.keep + w.kept[turn]))
        if w.returned[turn] > 1:
            apply(kit, s, note(w, kit.act.bottom + w.bottom[turn]))


@kernel
def begin_again(kit, s, w):
    """Deal the cards of the round as the history has them."""
    stack_history(kit, s, w)
    deal_round(kit, s)
