"""Setting up a round (R2)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below, shuffle
from cthulhu_envs.games._letters.hands import empty_slot
from cthulhu_envs.games._letters.limits import MAX_FACE_UP, MAX_SEATS, NO_CARD


@kernel
def choose_first_starter(kit, s):
    """R2.7: a random seat starts the match unless one was asked for."""
    if s.asked_starter:
        s.starter = s.asked_starter - 1
    else:
        s.starter = below(s, kit.num_players)


@kernel
def clear_seats(s):
    """R2.8: everybody in, nothing protected, held, open or face up."""
    for seat in range(MAX_SEATS):
        s.out[seat] = False
        s.protected[seat] = False
        for slot in range(s.hand.shape[1]):
            empty_slot(s, seat, slot)
        for card in range(s.discards.shape[1]):
            s.discards[seat, card] = 0
    s.lying[:] = 0
    for place in range(MAX_FACE_UP):
        s.face_up[place] = NO_CARD


@kernel
def shuffle_deck(kit, s):
    """R2.1, R2.2: all cards, shuffled unless the deck was laid by hand."""
    if not s.stacked:
        size = 0
        for card in range(kit.copies.shape[0]):
            for _ in range(kit.copies[card]):
                s.deck[size] = card
                size += 1
        shuffle(s, s.deck, kit.deck_size)
    s.stacked = False


@kernel
def hand_out(kit, s):
    """R2.2-R2.6, from the top: one card face down, some face up, one for each seat from seat 0
    on; the rest is the draw pile.
    """
    s.aside = s.deck[0]
    first_hand = 1 + kit.num_face_up
    for place in range(kit.num_face_up):
        s.face_up[place] = s.deck[1 + place]
    for seat in range(kit.num_players):
        s.hand[seat, 0] = s.deck[first_hand + seat]
    s.top = first_hand + kit.num_players
    s.left = kit.deck_size - s.top


@kernel(inline=True)
def take_back(kit, s, hands, deck):
    """The reverse of `hand_out`: the cards face up, and one of each hand, back to their places in
    the deck.
    """
    first_hand = 1 + kit.num_face_up
    for place in range(kit.num_face_up):
        deck[1 + place] = s.face_up[place]
    for seat in range(kit.num_players):
        deck[first_hand + seat] = hands[seat]
