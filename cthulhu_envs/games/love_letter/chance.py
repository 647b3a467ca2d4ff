"""What the exact solver needs: chance one card at a time, and a seat's whole memory."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.game import Chance
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.chance import (
    from_starter,
    remember_face_up,
    remember_hand,
    remember_row,
    stack,
)
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.settings import described
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, RING, Event

# What both players of a turn know of it; with two players at the table that is everything.
SEATS = np.array([Event.ACTOR, Event.TARGET, Event.OUT])
OPEN = np.array([Event.CARD, Event.NAMED, Event.SHOWN, Event.ACTOR_HELD, Event.TARGET_HELD])


@kernel
def unknown(kit, s, cards):
    """The draw pile and the face-down card, without what a Chancellor put under the pile."""
    n = 0
    for k in range(s.left):
        place = (s.top + k) & RING
        if s.deck_seen[place] == 0:
            cards[n] = s.deck[place]
            n += 1
    if s.aside != NO_CARD:
        cards[n] = s.aside
        n += 1
    return n


@kernel
def lay(kit, s, cards):
    """The same places, in another order."""
    n = 0
    for k in range(s.left):
        place = (s.top + k) & RING
        if s.deck_seen[place] == 0:
            s.deck[place] = cards[n]
            n += 1
    if s.aside != NO_CARD:
        s.aside = cards[n]


@kernel
def remember(kit, s, seat, in_order, words):
    """Every turn as this seat has seen it, and its hand; seats are counted from the starter."""
    words[0] = from_starter(kit, s, seat)
    n = remember_face_up(kit, s, words, 1)
    for turn in range(s.turns):
        n = remember_row(kit, s, turn, SEATS, OPEN, words, n)
        if s.log[turn, Event.ACTOR] == seat and s.log[turn, Event.CARD] == Card.CHANCELLOR:
            for column in range(Event.FIRST, Event.BOTTOM + 1):
                words[n] = s.log[turn, column]
                n += 1
        if in_order:
            n = remember_draws(s, turn, seat, words, n)
    n = remember_hand(s, seat, in_order, words, n)
    for slot in range(2, HAND_SLOTS):
        words[n] = s.hand[seat, slot]
        n += 1
    return n


@kernel(inline=True)
def remember_draws(s, turn, seat, words, n):
    """What the seat drew in a turn: at its start, or for a Prince."""
    if s.log[turn, Event.ACTOR] == seat:
        words[n] = s.log[turn, Event.DREW]
        n += 1
    if s.log[turn, Event.CARD] == Card.PRINCE and s.log[turn, Event.TARGET] == seat:
        words[n] = s.log[turn, Event.FIRST]
        n += 1
    return n


EXAMPLE = {"num_players": 2, "edition": "classic", "rounds": "single", "deck": "ll-6"}
CHANCE = Chance(stack, unknown, lay, remember, described, EXAMPLE)
