"""What the exact solver needs: chance one card at a time, and a seat's whole memory.

With two players everything that one of them learns of the other's hand is known to both, so a
memory is the log, those cards, and the own hand.
"""

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
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.rows import is_taking, is_trade
from cthulhu_envs.games.lovecraft_letter.settings import described
from cthulhu_envs.games.lovecraft_letter.state import NOWHERE, Event

SEATS = np.array([Event.ACTOR, Event.TARGET, Event.OUT])
OPEN = np.array([Event.CARD, Event.INSANE, Event.NUMBER, Event.RIGHT, Event.SHOWN, Event.TURNED])


@kernel
def unknown(kit, s, cards):
    """The draw pile and the face-down card."""
    n = 0
    for place in range(s.top, s.top + s.left):
        cards[n] = s.deck[place]
        n += 1
    if s.aside != NO_CARD:
        cards[n] = s.aside
        n += 1
    return n


@kernel
def lay(kit, s, cards):
    """The same places, in another order."""
    for k in range(s.left):
        s.deck[s.top + k] = cards[k]
    if s.aside != NO_CARD:
        s.aside = cards[s.left]
        s.deck[0] = s.aside


@kernel
def remember(kit, s, seat, in_order, words):
    """Every row of the log as this seat has seen it, and its hand; seats count from the starter."""
    words[0] = from_starter(kit, s, seat)
    words[1] = s.phase
    n = remember_face_up(kit, s, words, 2)
    first_hand = 1 + kit.num_face_up
    hands = words[words.shape[0] - 3 :]  # of seat 0, of seat 1, and the second card of the actor
    hands[0], hands[1] = s.deck[first_hand], s.deck[first_hand + 1]
    for row in range(s.rows):
        n = remember_row(kit, s, row, SEATS, OPEN, words, n)
        if s.log[row, Event.CARD] == NO_CARD:
            n = remember_check(s, row, words, n)
        else:
            n = remember_play(s, row, seat, in_order, hands, words, n)
    return remember_hand(s, seat, in_order, words, n)


@kernel
def remember_check(s, row, words, n):
    """The cards that a Sanity Check turned up."""
    start = s.log[row, Event.DREW_AT]
    for place in range(start, start + s.log[row, Event.TURNED]):
        words[n] = s.deck[place]
        n += 1
    return n


@kernel
def remember_play(s, row, seat, in_order, hands, words, n):
    """What a play showed both players, and if the order counts what the seat drew."""
    actor, new_at = s.log[row, Event.ACTOR], s.log[row, Event.NEW_AT]
    drew_at = s.log[row, Event.DREW_AT]
    if drew_at != NOWHERE:
        hands[2] = s.deck[drew_at]
    hands[actor] += hands[2] - s.log[row, Event.CARD]
    other = 1 - actor
    n = remember_effect(s, row, hands[actor], hands[other], words, n)
    if in_order:
        words[n] = hands[2] if actor == seat else NO_CARD
        n += 1
    if new_at != NOWHERE:
        target = s.log[row, Event.TARGET]
        hands[target] = s.deck[new_at]
        if in_order:
            words[n] = hands[target] if target == seat else NO_CARD
            n += 1
    elif is_trade(s, row):
        hands[0], hands[1] = hands[1], hands[0]
    elif is_taking(s, row):
        hands[2] = hands[other]
        hands[other] = Card.BRAINCASE
    return n


@kernel
def remember_effect(s, row, actors, targets, words, n):
    """The cards that a row's effect showed one of the two players, and so is known to both."""
    card, insane = s.log[row, Event.CARD], s.log[row, Event.INSANE]
    if card == Card.NYARLATHOTEP and insane:
        shows = s.log[row, Event.PARTY] != 0
    else:
        shows = s.log[row, Event.TARGET] != NOBODY
    is_look = card == Card.CATS or card == Card.GOLDEN_MEAD or (card == Card.MI_GO and insane)
    is_both = card == Card.GREAT_RACE or (card == Card.HOUND and not insane) or card == Card.CARTER
    is_both = is_both or (card == Card.NYARLATHOTEP and not insane)
    is_look = is_look or is_both or card == Card.NYARLATHOTEP
    words[n] = targets if shows and is_look else NO_CARD
    words[n + 1] = actors if shows and is_both else NO_CARD
    return n + 2


EXAMPLE = {
    "num_players": 2,
    "rounds": "single",
    "face_up": 0,
    "deck": {"investigators": 1, "carter": 1, "silver_key": 1, "cats": 1, "necronomicon": 1},
}
CHANCE = Chance(stack, unknown, lay, remember, described, EXAMPLE)
