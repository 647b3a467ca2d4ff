"""`determinize`: the hidden cards dealt anew, all arrangements equally likely (R9).

Everybody sees since which shuffle a card has been held (R8.4). So the hidden cards of one batch,
those last shuffled together, are a set whose letters the seat knows, and any of them may be at any
of the places where the batch is hidden: in another hand, or for the latest batch in the draw pile.
Cards are taken by letter, never by where they lie: the same seed draws the same world from all
games that look alike to the seat.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.record import record_dtype
from cthulhu_envs.engine.rng import below, shuffle
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS
from cthulhu_envs.games.unspeakable_words.settings import MAX_DECK, MAX_HAND
from cthulhu_envs.games.unspeakable_words.state import NO_CARD, Ending

SCRATCH = record_dtype(
    ("cards", np.int8, (MAX_DECK,)),  # the latest batch's hidden cards
    ("copies", np.int16, (N_LETTERS,)),  # how many of each letter are among cards to be dealt
)


@kernel
def prepare(kit, s, me, w):
    """Worlds share nothing that takes work."""
    w.cards[0] = NO_CARD


@kernel
def determinize(kit, s, me, w):
    """R9.1-R9.5. A game that is over has nothing left to draw and stays as it is."""
    if s.ending != Ending.GOING_ON:
        return
    s.num_rolls, s.num_faces, s.num_losses = 0, 0, 0  # R9.5
    deal_latest(kit, s, me, w)
    for k in range(kit.num_players * MAX_HAND):
        if is_hidden_earlier(s, me, k):
            trade_earlier(kit, s, me, k, w)


@kernel
def deal_latest(kit, s, me, w):
    """Shuffle the draw pile and the others' cards that were drawn from it."""
    w.copies[:] = 0
    for place in range(s.left):
        w.copies[s.pile[place]] += 1
    for seat in range(kit.num_players):
        for slot in range(s.held[seat]):
            if seat != me and s.batch_of[seat, slot] == s.batch:
                w.copies[s.hand[seat, slot]] += 1
    size = 0
    for letter in range(N_LETTERS):
        for _ in range(w.copies[letter]):
            w.cards[size] = letter
            size += 1
    shuffle(s, w.cards, size)
    for seat in range(kit.num_players):
        for slot in range(s.held[seat]):
            if seat != me and s.batch_of[seat, slot] == s.batch:
                size -= 1
                s.hand[seat, slot] = w.cards[size]
    for place in range(s.left):
        s.pile[place] = w.cards[place]
    for place in range(s.left, MAX_DECK):
        s.pile[place] = NO_CARD


@kernel(inline=True)
def is_hidden_earlier(s, me, k):
    """Whether the k-th place in the hands is another's card from before the last shuffle."""
    seat, slot = k // MAX_HAND, k % MAX_HAND
    return seat != me and slot < s.held[seat] and s.batch_of[seat, slot] < s.batch


@kernel
def trade_earlier(kit, s, me, k, w):
    """Put a random card of the same batch, from this place or a later one, into the k-th place."""
    mine = s.batch_of[k // MAX_HAND, k % MAX_HAND]
    last = kit.num_players * MAX_HAND
    w.copies[:] = 0
    alike = 0
    for other in range(k, last):
        seat, slot = other // MAX_HAND, other % MAX_HAND
        if is_hidden_earlier(s, me, other) and s.batch_of[seat, slot] == mine:
            w.copies[s.hand[seat, slot]] += 1
            alike += 1
    pick, letter = below(s, alike), 0
    while pick >= w.copies[letter]:
        pick -= w.copies[letter]
        letter += 1
    for other in range(k, last):
        seat, slot = other // MAX_HAND, other % MAX_HAND
        is_alike = is_hidden_earlier(s, me, other) and s.batch_of[seat, slot] == mine
        if is_alike and s.hand[seat, slot] == letter:
            s.hand[seat, slot] = s.hand[k // MAX_HAND, k % MAX_HAND]
            s.hand[k // MAX_HAND, k % MAX_HAND] = letter
            return
