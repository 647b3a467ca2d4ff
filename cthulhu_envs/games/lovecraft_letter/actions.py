"""What the acting seat may do."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.turn import can_choose
from cthulhu_envs.games.lovecraft_letter.cards import (
    CHOICE,
    FORCING_VALUE,
    HAS_INSANE_SIDE,
    N_VALUES,
    ONE,
    Card,
    Choice,
)
from cthulhu_envs.games.lovecraft_letter.state import Phase

N_NUMBERS = N_VALUES - 1  # places on the axis of numbers, which has no 1


@kernel(inline=True)
def legal(kit, s, ids):
    """R3.4, R4: one id for each side of a card with each of its choices; never empty (R3.10)."""
    if s.phase == Phase.NAME:
        return legal_numbers(kit, kit.act.name, ids, 0)
    if s.phase == Phase.GIVE:
        return legal_gifts(kit, s, ids)
    first, second = s.hand[s.seat, 0], s.hand[s.seat, 1]
    n = 0
    if not must_play(kit, s, second, first):
        n = legal_card(kit, s, first, ids, n)
    if second != first and not must_play(kit, s, first, second):
        n = legal_card(kit, s, second, ids, n)
    return n


@kernel(inline=True)
def must_play(kit, s, card, other):
    """R4.7a-R4.7c, R4.7e: whether `card` is a seven that must be played instead of `other`."""
    if kit.worth[other] < FORCING_VALUE or is_seven(other):
        return False
    return binds(s.insanity[s.seat], card)


@kernel(inline=True)
def is_seven(card):
    """The Silver Key or the Trapezohedron, whatever the edition's value."""
    return card == Card.SILVER_KEY or card == Card.TRAPEZOHEDRON


@kernel(inline=True)
def binds(insanity, card):
    """R4.7a, R4.7c: whether a card must be played beside a high one by a seat with that many
    Insanity cards in its pile.
    """
    return card == Card.SILVER_KEY or (card == Card.TRAPEZOHEDRON and insanity == 0)


@kernel
def legal_card(kit, s, card, ids, n):
    """Append the ids that play one card, with either side that is open (R3.6, R4.5g)."""
    n = legal_side(kit, s, card, 0, ids, n)
    is_open = card != Card.MI_GO or s.braincase
    if s.insanity[s.seat] > 0 and HAS_INSANE_SIDE[card] and is_open:
        n = legal_side(kit, s, card, 1, ids, n)
    return n


@kernel
def legal_side(kit, s, card, side, ids, n):
    """Append the ids that play one side of a card."""
    choice = CHOICE[card, side]
    start = kit.first_id[card, side]
    if choice == Choice.NOBODY:
        ids[n] = start
        return n + 1
    before = n
    if choice == Choice.ANYONE:
        ids[n] = start  # oneself, R4.5
        n += 1
        start += 1
    names_number = side == 0 and (card == Card.INVESTIGATORS or card == Card.DEEP_ONES)
    for step in range(1, kit.num_players):
        if can_choose(kit, s, step):
            if names_number:
                n = legal_numbers(kit, start + (step - 1) * N_NUMBERS, ids, n)
            else:
                ids[n] = start + step - 1
                n += 1
    if n == before:  # R4.4a
        ids[n] = kit.nobody_id[card, side]
        n += 1
    return n


@kernel(inline=True)
def legal_numbers(kit, start, ids, n):
    """R4.1a, R4.1b: append an id for each number that can be named."""
    for k in range(kit.num_numbers):
        number = kit.numbers[k]
        ids[n] = start + number - (number > ONE)
        n += 1
    return n


@kernel(inline=True)
def legal_gifts(kit, s, ids):
    """R4.6a: one id for each different card that can still be given."""
    n = 0
    for place in range(s.pool_size):
        is_new = True
        for earlier in range(place):
            is_new = is_new and s.pool[earlier] != s.pool[place]
        if is_new:
            ids[n] = kit.act.give + s.pool[place]
            n += 1
    return n
