"""`determinize`: one world that a seat cannot tell from the true one (R12).

Hidden are the other hand, both decks, the other's face-down domains and the order of the story
deck; in the random format also which quick deck the other plays. All ways to lay the cards the
seat has not located into the hidden places are equally likely.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import record_dtype
from cthulhu_envs.authoring.rng import below, lay_anew
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.rules.actions import list_options
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Window
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    DECK_MAX,
    MAX_DECKS,
    NOTHING,
    OPENLY,
    Question,
    Zone,
)

SCRATCH = record_dtype(
    ("decks", np.int64, (MAX_DECKS,)),  # quick decks the other may play
    ("decks_n", np.int64),
    ("cards", np.int64, (DECK_MAX,)),  # cards that are not located
    ("n", np.int64),
    ("zones", np.int64, (DECK_MAX,)),  # the places they lie in
    ("at", np.int64, (DECK_MAX,)),
    ("known", np.uint8, (DECK_MAX,)),
    ("left", np.int64, (256,)),  # copies of each kind not yet given out
    ("filler", np.int64, (DECK_MAX,)),  # kinds to give out
)


@kernel
def prepare(kit, s, me, w):
    """R12.3: which quick decks the other seat may play: right size, with all cards seen of it."""
    w.decks_n = 0
    me = np.int64(me)
    other = 1 - me
    for pairing in range(kit.num_pairings):
        deck = kit.pairings[pairing, other]
        if kit.pairings[pairing, me] != s.pair[me]:
            continue
        if kit.deck_sizes[deck] != kit.deck_sizes[s.pair[other]]:
            continue
        if holds_listed(kit, s, me, deck, w):
            w.decks[w.decks_n] = deck
            w.decks_n += 1


@kernel
def count_left(kit, s, me, deck, w):
    """Copies of each kind of a deck that the seat has not seen among the other's cards."""
    other = 1 - me
    w.left[:] = 0
    for k in range(kit.deck_sizes[deck]):
        w.left[kit.deck_kinds[deck, k]] += 1
    for inst in range(other * DECK_MAX, other * DECK_MAX + kit.deck_sizes[deck]):
        if s.listed[inst] >> me & 1:
            w.left[s.kind[inst]] -= 1


@kernel
def holds_listed(kit, s, me, deck, w):
    """Whether a deck has all the cards seen."""
    count_left(kit, s, me, deck, w)
    for kind in range(w.left.shape[0]):
        if w.left[kind] < 0:
            return False
    return True


@kernel
def determinize(kit, s, me, w):
    """R12.1-R12.5"""
    me = np.int64(me)
    other = 1 - me
    if kit.random_decks:
        choose_deck(kit, s, me, w)
    forget_peeped(s, me)
    reshuffle_deck(s, me, me, w)
    lay_hidden(s, me, other, w)
    lay_anew(s, s.story_deck, s.story_deck_n)
    if s.ending == 0 and s.question != Question.NOTHING and s.seat == other:
        if s.question == Question.RESPOND:
            s.stack[top(s), Window.TRIGGER] = NOTHING  # left by the true hand's options
        list_options(kit, s)
    s.ids[s.ids_n :] = NOTHING  # left by earlier decisions


@kernel
def choose_deck(kit, s, me, w):
    """R12.3: another quick deck for the other seat; cards never seen get its other kinds."""
    other = 1 - me
    deck = w.decks[below(s, w.decks_n)]
    s.pair[other] = deck
    count_left(kit, s, me, deck, w)
    n = 0
    for kind in range(w.left.shape[0]):
        for _ in range(w.left[kind]):
            w.filler[n] = kind
            n += 1
    lay_anew(s, w.filler, n)
    n = 0
    for inst in range(other * DECK_MAX, other * DECK_MAX + kit.deck_sizes[deck]):
        if not s.listed[inst] >> me & 1:
            s.kind[inst] = w.filler[n]
            n += 1


@kernel
def forget_peeped(s, me):
    """Which cards of mine the other has looked at where I do not see them, I do not know."""
    for inst in range(me * DECK_MAX, (me + 1) * DECK_MAX):
        if not s.listed[inst] & OPENLY and s.seen[inst] != BOTH:
            s.listed[inst] &= 1 << me


@kernel
def reshuffle_deck(s, me, seat, w):
    """My own deck: cards I do not know change places; the other knows the same places as before."""
    n = 0
    for k in range(s.deck_n[seat]):
        inst = s.deck[seat, k]
        if not s.seen[inst] >> me & 1:
            w.cards[n] = inst
            w.at[n] = k
            w.known[n] = s.seen[inst]
            n += 1
    lay_anew(s, w.cards, n)
    for k in range(n):
        inst = w.cards[k]
        s.deck[seat, w.at[k]] = inst
        s.seen[inst] = w.known[k]
        s.listed[inst] |= w.known[k]


@kernel
def lay_hidden(s, me, other, w):
    """R12.2: hand, deck and face-down domains of the other seat, first the places, then cards."""
    w.n = 0
    for k in range(s.hand_n[other]):
        add_place(s, me, s.hand[other, k], k, w)
    for k in range(s.deck_n[other]):
        add_place(s, me, s.deck[other, k], k, w)
    for domain in range(s.domains[other]):
        for inst in range(other * DECK_MAX, (other + 1) * DECK_MAX):
            if s.zone[inst] == Zone.DOMAIN and s.place[inst] == domain:
                add_place(s, me, inst, domain, w)
    lay_anew(s, w.cards, w.n)
    for k in range(w.n):
        inst, zone, at = w.cards[k], w.zones[k], w.at[k]
        s.zone[inst] = zone
        s.seen[inst] = w.known[k]
        s.place[inst] = NOTHING
        if zone == Zone.HAND:
            s.hand[other, at] = inst
        elif zone == Zone.DECK:
            s.deck[other, at] = inst
        elif zone == Zone.DOMAIN:
            s.place[inst] = at
        else:
            raise AssertionError("nothing is hidden in such a place")


@kernel
def add_place(s, me, inst, at, w):
    """A card the seat has not located, and the place it lies in; what its owner knows of the
    place stays there.
    """
    if not s.seen[inst] >> me & 1:
        w.cards[w.n] = inst
        w.zones[w.n] = s.zone[inst]
        w.at[w.n] = at
        w.known[w.n] = s.seen[inst]
        w.n += 1
