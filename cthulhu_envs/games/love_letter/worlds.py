"""`determinize`: one world that a seat cannot tell from the true one, all its stories alike (R9).

Weigh the cases (stories.py), choose one, place the unseen cards by weight, then tell the story
backwards to find out who drew what when. The world is that story played again by the game's own
rules from the first card on: so knowledge, log and hands fit together as in any real game.
"""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.rng import shuffle, unit
from cthulhu_envs.games.love_letter.cards import N_CARDS, NO_CARD, Card
from cthulhu_envs.games.love_letter.deal import deal_round
from cthulhu_envs.games.love_letter.rules import apply
from cthulhu_envs.games.love_letter.state import (
    HAND_SLOTS,
    NOBODY,
    RING,
    Ending,
    Event,
    Phase,
)
from cthulhu_envs.games.love_letter.stories import FRESH, SCRATCH, weigh_stories, went

__all__ = ["SCRATCH", "determinize"]


@kernel
def determinize(kit, s, me, w):
    """R9.1-R9.11. A game that is over has nothing left to draw and stays as it is."""
    if s.ending != Ending.GOING_ON:
        return
    while True:
        choose_case(kit, s, me, w)
        if place_cards(kit, s, me, w):
            break
    tell_backwards(kit, s, me, w)
    play_again(kit, s, w)


@kernel
def choose_case(kit, s, me, w):
    """Go through all cases, keep one in proportion to its weight, and leave its weights in `w`."""
    for turn in range(s.turns):
        w.digit[turn] = 0
    total, cases = 0.0, 0
    while True:
        weigh_stories(kit, s, me, w)
        weight = weight_of_case(kit, s, me, w)
        total += weight
        cases += 1
        if weight > 0.0 and unit(s) * total < weight:
            for turn in range(s.turns):
                w.chosen[turn] = w.digit[turn]
        turn = s.turns - 1
        while turn >= 0 and w.digit[turn] + 1 >= w.radix[turn]:
            w.digit[turn] = 0
            turn -= 1
        if turn < 0:
            break
        w.digit[turn] += 1
    if cases > 1:
        for turn in range(s.turns):
            w.digit[turn] = w.chosen[turn]
        weigh_stories(kit, s, me, w)


@kernel
def count_unseen(kit, s, me, w):
    """The copies of each character that I cannot locate; returns how many."""
    total = 0
    for card in range(N_CARDS):
        copies = kit.copies[card]
        for seat in range(kit.num_players):
            copies -= s.discards[seat, card]
        w.pool[card] = copies
        total += copies
    for place in range(kit.num_face_up):
        w.pool[s.face_up[place]] -= 1
        total -= 1
    for slot in range(HAND_SLOTS):
        if s.hand[me, slot] != NO_CARD:
            w.pool[s.hand[me, slot]] -= 1
            total -= 1
    for k in range(s.left):
        place = (s.top + k) & RING
        if s.deck_seen[place] >> me & 1:
            w.pool[s.deck[place]] -= 1
            total -= 1
    return total


@kernel
def mass(w, weights):
    """Weight of all ways to put an unseen card into a place."""
    total = 0.0
    for card in range(N_CARDS):
        total += w.pool[card] * weights[card]
    return total


@kernel
def is_under(kit, s, me, w, k):
    """Whether the k-th card of the draw pile was put there by another's Chancellor."""
    return w.top + k >= kit.deck_size and not s.deck_seen[(s.top + k) & RING] >> me & 1


@kernel
def weight_of_case(kit, s, me, w):
    """An upper bound of the case's stories: every place filled as if alone."""
    count_unseen(kit, s, me, w)
    weight = w.factor
    for seat in range(kit.num_players):
        if seat != me:
            for slot in range(HAND_SLOTS):
                if s.hand[seat, slot] != NO_CARD:
                    weight *= mass(w, w.held[seat, slot])
    for k in range(s.left):
        if is_under(kit, s, me, w, k):
            weight *= mass(w, w.under[w.top + k - kit.deck_size])
    return weight


@kernel
def place_cards(kit, s, me, w):
    """Put a card into each weighed place, then the rest anywhere.

    Accepting each step with what is left of its bound makes the whole placing exact; False: again.
    """
    count_unseen(kit, s, me, w)
    hope = 1.0
    for seat in range(kit.num_players):
        if seat != me:
            for slot in range(HAND_SLOTS):
                if s.hand[seat, slot] != NO_CARD:
                    hope /= mass(w, w.held[seat, slot])
    for k in range(s.left):
        if is_under(kit, s, me, w, k):
            hope /= mass(w, w.under[w.top + k - kit.deck_size])
    for seat in range(kit.num_players):
        for slot in range(HAND_SLOTS):
            w.holds[seat, slot] = s.hand[seat, slot]
            if seat != me and s.hand[seat, slot] != NO_CARD:
                weights = w.held[seat, slot]
                hope *= mass(w, weights)
                w.holds[seat, slot] = draw_weighted(s, w, weights)
    for k in range(s.left):
        if is_under(kit, s, me, w, k):
            weights = w.under[w.top + k - kit.deck_size]
            hope *= mass(w, weights)
            w.card_at[w.top + k] = draw_weighted(s, w, weights)
    if hope == 0.0 or unit(s) >= hope:
        return False
    place_rest(kit, s, me, w)
    return True


@kernel
def draw_weighted(s, w, weights):
    """Take a card out of the pool in proportion to its weight."""
    mark = unit(s) * mass(w, weights)
    last = 0
    for card in range(N_CARDS):
        weight = w.pool[card] * weights[card]
        if weight > 0.0:
            last = card
            if mark < weight:
                break
            mark -= weight
    w.pool[last] -= 1
    return last


@kernel
def place_rest(kit, s, me, w):
    """Shuffle what is left into the draw pile and the face-down place, which is position 0."""
    size = 0
    for card in range(N_CARDS):
        for _ in range(w.pool[card]):
            w.rest[size] = card
            size += 1
    shuffle(s, w.rest, size)
    if s.aside != NO_CARD:
        size -= 1
        w.card_at[0] = w.rest[size]
    for k in range(s.left):
        place = (s.top + k) & RING
        if s.deck_seen[place] >> me & 1:
            w.card_at[w.top + k] = s.deck[place]
        elif w.top + k < kit.deck_size:
            size -= 1
            w.card_at[w.top + k] = w.rest[size]


@kernel
def tell_backwards(kit, s, me, w):
    """From the hands now to the hands dealt: who drew which card when, into `w.card_at`."""
    if s.phase == Phase.PLAY:
        w.card_at[w.draw_at[s.turns]] = w.holds[s.seat, 1]
    for turn in range(s.turns - 1, -1, -1):
        w.action[turn] = s.log[turn, Event.ACTION]
        w.returned[turn] = 0
        undo_effect(kit, s, me, w, turn)
        undo_play(s, me, w, turn)
    first_hand = 1 + kit.num_face_up
    for place in range(kit.num_face_up):
        w.card_at[1 + place] = s.face_up[place]
    for seat in range(kit.num_players):
        w.card_at[first_hand + seat] = w.holds[seat, 0]


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
    """Deal the story's cards and play its actions, hidden choices included."""
    turns = s.turns
    s.stacked = 1
    s.round_number -= 1
    for position in range(kit.deck_size):
        s.deck[position] = w.card_at[position]
    deal_round(kit, s)
    for turn in range(turns):
        apply(kit, s, w.action[turn])
        if w.returned[turn] > 0:
            apply(kit, s, kit.act.keep + w.kept[turn])
        if w.returned[turn] > 1:
            apply(kit, s, kit.act.bottom + w.bottom[turn])
