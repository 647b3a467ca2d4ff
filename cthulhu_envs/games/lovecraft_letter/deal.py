"""Setting up a round (R2), drawing cards, and cards that come to lie open (R3.5)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.deal import (
    choose_first_starter,
    clear_seats,
    hand_out,
    shuffle_deck,
)
from cthulhu_envs.games._letters.hands import lay_open, put_in_slot
from cthulhu_envs.games._letters.limits import MAX_SEATS, NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.state import MAX_POOL, NOWHERE, Phase


@kernel
def deal(kit, s):
    """A new match: its first round (R2.7)."""
    choose_first_starter(kit, s)
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
    shuffle_deck(kit, s)
    hand_out(kit, s)
    s.seat = s.starter
    draw_card(s, s.seat, 1)


@kernel
def clear_table(s):
    """R2.8: everybody in and sane, nothing protected, played or known."""
    clear_seats(s)
    for seat in range(MAX_SEATS):
        s.immortal[seat] = False
        s.insanity[seat] = 0
        s.taken[seat] = NO_CARD
        s.taken_seen[seat] = 0
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
def discard(kit, s, seat, card):
    """A card comes to lie open before a seat; an Insanity card makes it insane (R3.5)."""
    lay_open(s, seat, card)
    s.insanity[seat] += kit.insanity[card]
