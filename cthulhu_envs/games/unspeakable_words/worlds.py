"""`determinize`: the hidden cards dealt anew, all arrangements that agree with what is public
equally likely (R9). R8.4 to R8.5a say what is public of the hands.

The hidden cards of one batch, those last shuffled together, are a set whose letters the seat knows.
Any of them may be at any of the places where the batch is hidden: in another hand, or for the
latest batch in the draw pile; but for the letters that a place is known to lack. Cards are taken by
letter, never by where they lie: the same seed draws the same world from all games that look alike
to the seat.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import record_dtype
from cthulhu_envs.authoring.rng import below, shuffle
from cthulhu_envs.games.unspeakable_words.actions import legal
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS
from cthulhu_envs.games.unspeakable_words.settings import MAX_DECK
from cthulhu_envs.games.unspeakable_words.state import NO_CARD, Ending

SCRATCH = record_dtype(
    ("cards", np.int8, (MAX_DECK,)),  # the latest batch's hidden cards
    ("copies", np.int16, (N_LETTERS,)),  # how many of each letter are among cards to be dealt
    ("left", np.int16, (N_LETTERS,)),  # of these, not dealt yet
    ("ids", np.int32, (N_LETTERS + 1,)),  # what the player who acts may do
)


@kernel
def prepare(kit, s, me, w):
    """Worlds share nothing that takes work."""
    w.cards[0] = NO_CARD


@kernel
def determinize(kit, s, me, w):
    """R9.1-R9.6. A game that is over has nothing left to draw and stays as it is."""
    if s.ending != Ending.GOING_ON:
        return
    s.num_rolls, s.num_faces, s.num_losses = 0, 0, 0  # R9.5
    deal_hidden(kit, s, me, w)
    while s.seat != me and legal(kit, s, w.ids) == 0:  # R9.6
        deal_hidden(kit, s, me, w)


@kernel
def deal_hidden(kit, s, me, w):
    """R9.1-R9.3: every hidden card into a place that it may be in."""
    deal_latest(kit, s, me, w)
    batch = next_batch(kit, s, me, 0)
    while batch < s.batch:
        size = count_batch(kit, s, me, batch, w)
        while not deal_batch(kit, s, me, batch, size, w):
            pass
        batch = next_batch(kit, s, me, batch + 1)


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


@kernel
def next_batch(kit, s, me, least):
    """The earliest batch from `least` on of which others hold cards, or the latest batch of all."""
    found = int(s.batch)
    for seat in range(kit.num_players):
        for slot in range(s.held[seat]):
            if seat != me and least <= s.batch_of[seat, slot] < found:
                found = int(s.batch_of[seat, slot])
    return found


@kernel
def count_batch(kit, s, me, batch, w):
    """The letters of the others' cards of an earlier batch, and how many cards these are."""
    w.copies[:] = 0
    size = 0
    for seat in range(kit.num_players):
        for slot in range(s.held[seat]):
            if seat != me and s.batch_of[seat, slot] == batch:
                w.copies[s.hand[seat, slot]] += 1
                size += 1
    return size


@kernel
def deal_batch(kit, s, me, batch, size, w):
    """R9.3: deal the cards of an earlier batch anew; whether that came about.

    Hands that lack any of the letters come first. At each place there are as many draws as cards
    could be left for it at most; a draw beyond those that are left ends the attempt. So whatever
    was dealt before, each arrangement that may be is equally likely.
    """
    for letter in range(N_LETTERS):
        w.left[letter] = w.copies[letter]
    rest = size
    for is_later in range(2):
        for seat in range(kit.num_players):
            first = first_of(s, seat, batch)
            if seat == me or first == s.held[seat]:
                continue
            lacks = int(s.lacks[seat, first])
            fitting = count_fitting(w.copies, lacks)
            if (fitting == size) != (is_later == 1):
                continue
            slot = first
            while slot < s.held[seat] and s.batch_of[seat, slot] == batch:
                pick = below(s, min(fitting - (slot - first), rest))
                if pick >= count_fitting(w.left, lacks):
                    return False
                s.hand[seat, slot] = take_fitting(w.left, lacks, pick)
                rest -= 1
                slot += 1
    return True


@kernel(inline=True)
def first_of(s, seat, batch):
    """The first place in a hand with a card of a batch; behind the hand if there is none."""
    slot = 0
    while slot < s.held[seat] and s.batch_of[seat, slot] != batch:
        slot += 1
    return slot


@kernel
def count_fitting(copies, lacks):
    """How many cards are of letters that are not lacking."""
    total = 0
    for letter in range(N_LETTERS):
        if not lacks >> letter & 1:
            total += copies[letter]
    return total


@kernel
def take_fitting(copies, lacks, pick):
    """Take one of those cards, by its number in order of the alphabet."""
    letter = 0
    while lacks >> letter & 1 or pick >= copies[letter]:
        if not lacks >> letter & 1:
            pick -= copies[letter]
        letter += 1
    copies[letter] -= 1
    return letter
