"""Setting up a round (R2), drawing cards, and cards that come to lie open (R3.5)."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.rng import below, shuffle
from cthulhu_envs.games.lovecraft_letter.cards import N_CARDS, NO_CARD
from cthulhu_envs.games.lovecraft_letter.settings import MAX_FACE_UP
from cthulhu_envs.games.lovecraft_letter.state import (
    HAND_SLOTS,
    MAX_POOL,
    MAX_SEATS,
    NOBODY,
    NOWHERE,
    Phase,
)


@kernel
def deal(kit, s):
    """A new match: its first round, started by a random seat unless one was asked for (R2.7)."""
    if s.asked_starter:
        s.starter = s.asked_starter - 1
    else:
        s.starter = below(s, kit.num_players)
    s.winner = NOBODY
    for seat in range(MAX_SEATS):
        s.showdown[seat] = NO_CARD
    deal_round(kit, s)


@kernel
def deal_round(kit, s):
    """R2.1-R2.8: shuffle, one card face down, some face up, one for each seat; the starter draws.

    Nobody is insane yet, and there is a card to draw: the first turn needs no more.
    """
    s.round_number += 1
    clear_table(s)
    if not s.stacked:
        lay_deck(kit, s)
        shuffle(s, s.deck, kit.deck_size)
    s.stacked = False
    s.top = 0
    s.left = kit.deck_size
    hand_out(kit, s)
    s.seat = s.starter
    draw_card(s, s.seat, 1)


@kernel
def clear_table(s):
    """R2.8: everybody in and sane, nothing protected, played or known."""
    for seat in range(MAX_SEATS):
        s.out[seat] = False
        s.protected[seat] = False
        s.immortal[seat] = False
        s.insanity[seat] = 0
        s.taken[seat] = NO_CARD
        s.taken_seen[seat] = 0
        for slot in range(HAND_SLOTS):
            empty_slot(s, seat, slot)
        for card in range(N_CARDS):
            s.discards[seat, card] = 0
    s.lying[:] = 0
    for place in range(MAX_FACE_UP):
        s.face_up[place] = NO_CARD
    for place in range(MAX_POOL):
        s.pool[place] = NO_CARD
    s.pool_size = 0
    s.braincase = True
    s.phase = Phase.PLAY
    s.extra = False
    s.asked = NOBODY
    s.mixed_row = NOWHERE
    s.rows = 0
    s.turn_row = 0


@kernel
def lay_deck(kit, s):
    """All cards in order."""
    size = 0
    for card in range(N_CARDS):
        for _ in range(kit.copies[card]):
            s.deck[size] = card
            size += 1


@kernel
def hand_out(kit, s):
    """R2.3-R2.5, from the top: face down, face up, then one card for each seat from seat 0 on."""
    s.aside = take_top(s)
    for place in range(kit.num_face_up):
        s.face_up[place] = take_top(s)
    for seat in range(kit.num_players):
        s.hand[seat, 0] = take_top(s)


@kernel(inline=True)
def take_top(s):
    """Remove the top card of the draw pile."""
    card = s.deck[s.top]
    s.top += 1
    s.left -= 1
    return card


@kernel(inline=True)
def draw_card(s, seat, slot):
    """Draw the top card into a hand slot, unknown to all others."""
    put_in_slot(s, seat, slot, take_top(s), 0, 0)


@kernel(inline=True)
def put_in_slot(s, seat, slot, card, seen, exposed):
    """A card in a hand, with the seats that know it and those its holder can be sure of."""
    s.hand[seat, slot] = card
    s.hand_seen[seat, slot] = seen
    s.exposed[seat, slot] = exposed


@kernel(inline=True)
def empty_slot(s, seat, slot):
    """Nothing is held there any more."""
    put_in_slot(s, seat, slot, NO_CARD, 0, 0)


@kernel(inline=True)
def discard(kit, s, seat, card):
    """A card comes to lie open before a seat; an Insanity card makes it insane (R3.5)."""
    s.discards[seat, card] += 1
    s.lying[card] += 1
    s.insanity[seat] += kit.insanity[card]
