"""Setting up a round (R2), and drawing cards."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.rng import below, shuffle
from cthulhu_envs.engine.seating import without
from cthulhu_envs.games.love_letter.cards import N_CARDS, NO_CARD
from cthulhu_envs.games.love_letter.settings import MAX_FACE_UP
from cthulhu_envs.games.love_letter.state import (
    HAND_SLOTS,
    MAX_SEATS,
    RING,
    Phase,
)


@kernel
def deal(kit, s):
    """A new match: its first round, started by a random seat unless one was asked for (R2.7)."""
    if s.asked_starter:
        s.starter = s.asked_starter - 1
    else:
        s.starter = below(s, kit.num_players)
    deal_round(kit, s)


@kernel
def deal_round(kit, s):
    """R2.1-R2.8: shuffle, one card face down, some face up, one for each seat; the starter's
    turn.
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
    start_turn(s, s.starter)


@kernel
def clear_table(s):
    """R2.8: everybody in, nothing protected, played or known."""
    for seat in range(MAX_SEATS):
        s.out[seat] = False
        s.protected[seat] = False
        for slot in range(HAND_SLOTS):
            s.hand[seat, slot] = NO_CARD
            s.hand_seen[seat, slot] = 0
            s.exposed[seat, slot] = 0
        for card in range(N_CARDS):
            s.discards[seat, card] = 0
    s.lying[:] = 0
    for place in range(MAX_FACE_UP):
        s.face_up[place] = NO_CARD
    s.deck_seen[:] = 0
    s.mixed = 0
    s.turns = 0


@kernel
def lay_deck(kit, s):
    """All cards in order of value."""
    size = 0
    for card in range(N_CARDS):
        for _ in range(kit.copies[card]):
            s.deck[size] = card
            size += 1


@kernel
def hand_out(kit, s):
    """R2.2-R2.5, from the top: face down, face up, then one card for each seat from seat 0 on."""
    s.aside = take_top(s)
    for place in range(kit.num_face_up):
        s.face_up[place] = take_top(s)
    for seat in range(kit.num_players):
        s.hand[seat, 0] = take_top(s)


@kernel(inline=True)
def take_top(s):
    """Remove the top card of the draw pile."""
    card = s.deck[s.top]
    s.top = (s.top + 1) & RING
    s.left -= 1
    return card


@kernel(inline=True)
def draw_card(s, seat, slot):
    """Draw the top card into a hand slot; who knew it in the pile knows it in the hand (R8.15)."""
    seen = s.deck_seen[s.top]
    s.deck_seen[s.top] = 0
    s.hand[seat, slot] = take_top(s)
    s.hand_seen[seat, slot] = without(seen, seat)
    s.exposed[seat, slot] = s.hand_seen[seat, slot]


@kernel(inline=True)
def start_turn(s, seat):
    """R3.1, R3.2: protection ends, a card is drawn."""
    s.seat = seat
    s.phase = Phase.PLAY
    s.protected[seat] = False
    draw_card(s, seat, 1)


@kernel(inline=True)
def discard(s, seat, card):
    """A card comes to lie open before a seat."""
    s.discards[seat, card] += 1
    s.lying[card] += 1
