"""What the exact solver needs: chance one card at a time, and a seat's whole memory."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.engine.game import Chance
from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.seating import relative
from cthulhu_envs.games.love_letter.cards import NO_CARD, Card
from cthulhu_envs.games.love_letter.settings import described
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, NOBODY, RING, Event

# What both players of a turn know of it; with two players at the table that is everything.
SEATS = np.array([Event.ACTOR, Event.TARGET, Event.OUT])
OPEN = np.array([Event.CARD, Event.NAMED, Event.SHOWN, Event.ACTOR_HELD, Event.TARGET_HELD])


@kernel
def stack(kit, s, cards):
    """Face-up cards, hands and draws become known from the top; the face-down card last (R2)."""
    last = kit.deck_size - 1
    s.deck[0] = cards[last]
    for place in range(last):
        s.deck[1 + place] = cards[place]
    s.stacked = True


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
    n = 1
    for place in range(kit.num_face_up):
        words[n] = s.face_up[place]
        n += 1
    for turn in range(s.turns):
        for column in SEATS:
            words[n] = from_starter(kit, s, s.log[turn, column])
            n += 1
        for column in OPEN:
            words[n] = s.log[turn, column]
            n += 1
        if s.log[turn, Event.ACTOR] == seat and s.log[turn, Event.CARD] == Card.CHANCELLOR:
            for column in range(Event.FIRST, Event.BOTTOM + 1):
                words[n] = s.log[turn, column]
                n += 1
        if in_order:
            n = remember_draws(s, turn, seat, words, n)
    first, second = s.hand[seat, 0], s.hand[seat, 1]
    if not in_order and second > first:
        first, second = second, first
    words[n], words[n + 1] = first, second
    n += 2
    for slot in range(2, HAND_SLOTS):
        words[n] = s.hand[seat, slot]
        n += 1
    return n


@kernel(inline=True)
def from_starter(kit, s, seat):
    """Steps from the starter to a seat; NOBODY stays."""
    return relative(seat, s.starter, kit.num_players) if seat != NOBODY else NOBODY


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


CHANCE = Chance(stack, unknown, lay, remember, described)
