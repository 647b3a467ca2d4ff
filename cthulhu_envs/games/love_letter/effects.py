"""What the characters do when played (R4), and going out (R5)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.hands import (
    empty_slot,
    lay_open,
    show_card,
    take_aside,
    trade_hands,
)
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.deal import draw_card
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, RING, Event, Phase


@kernel(inline=True)
def play_effect(s, card, target, named):
    """R4.0-R4.9. A card that found nobody to choose does nothing (R4.4a)."""
    me = s.seat
    if card == Card.HANDMAID:
        s.protected[me] = True
    elif card == Card.CHANCELLOR:
        chancellor(s, me)
    elif card == Card.PRINCESS:
        knock_out(s, me)
    elif target == NOBODY:
        return
    elif card == Card.GUARD:
        if s.hand[target, 0] == named:  # R4.1
            knock_out(s, target)
    elif card == Card.PRIEST:
        s.log[s.turns - 1, Event.TARGET_HELD] = s.hand[target, 0]
        show_card(s, target, me)
    elif card == Card.BARON:
        baron(s, me, target)
    elif card == Card.PRINCE:
        prince(s, target)
    elif card == Card.KING:
        king(s, me, target)


@kernel
def knock_out(s, seat):
    """R5.1: out of the round, the hand turned up without effect."""
    card = s.hand[seat, 0]
    s.out[seat] = True
    s.protected[seat] = False
    lay_open(s, seat, card)
    empty_slot(s, seat, 0)
    s.log[s.turns - 1, Event.OUT] = seat
    s.log[s.turns - 1, Event.SHOWN] = card


@kernel
def baron(s, me, them):
    """R4.3, R4.3a: the lower card is out, a tie does nothing; both have seen both (R8.5, R8.6)."""
    mine, theirs = s.hand[me, 0], s.hand[them, 0]
    s.log[s.turns - 1, Event.ACTOR_HELD] = mine
    s.log[s.turns - 1, Event.TARGET_HELD] = theirs
    show_card(s, me, them)
    show_card(s, them, me)
    if mine < theirs:
        knock_out(s, me)
    elif theirs < mine:
        knock_out(s, them)


@kernel
def prince(s, them):
    """R4.5: discard and draw; the Princess knocks out (R4.5b); an empty pile gives the face-down
    card (R4.5a).
    """
    card = s.hand[them, 0]
    if card == Card.PRINCESS:
        knock_out(s, them)
        return
    row = s.turns - 1
    lay_open(s, them, card)
    s.log[row, Event.SHOWN] = card
    if s.left > 0:
        draw_card(s, them, 0)
    else:
        take_aside(s, them)
    s.log[row, Event.FIRST] = s.hand[them, 0]
    s.log[row, Event.FIRST_SEEN] = s.hand_seen[them, 0]
    s.log[row, Event.PRIVY] |= s.hand_seen[them, 0]


@kernel
def king(s, me, them):
    """R4.7: trade cards; each knows what was given (R8.7)."""
    s.log[s.turns - 1, Event.ACTOR_HELD] = s.hand[me, 0]
    s.log[s.turns - 1, Event.TARGET_HELD] = s.hand[them, 0]
    trade_hands(s, me, them)


@kernel
def chancellor(s, me):
    """R4.6-R4.6b: draw two, or what is left, and go on to choose what to keep."""
    row = s.turns - 1
    if s.left > 0:
        s.phase = Phase.KEEP
        s.log[row, Event.HELD] = s.hand[me, 0]
        s.log[row, Event.HELD_SEEN] = s.hand_seen[me, 0]
        draw_card(s, me, 1)
        s.log[row, Event.FIRST] = s.hand[me, 1]
        s.log[row, Event.FIRST_SEEN] = s.hand_seen[me, 1]
        s.log[row, Event.PRIVY] |= s.hand_seen[me, 1]
    if s.left > 0:
        draw_card(s, me, 2)
        s.log[row, Event.SECOND] = s.hand[me, 2]
        s.log[row, Event.SECOND_SEEN] = s.hand_seen[me, 2]
        s.log[row, Event.PRIVY] |= s.hand_seen[me, 2]


@kernel
def keep(s, card):
    """R4.6: the card kept moves to slot 0; others no longer know what went where (R8.14, R8.21)."""
    me = s.seat
    s.log[s.turns - 1, Event.KEPT] = card
    slot = 0
    while s.hand[me, slot] != card:
        slot += 1
    s.hand[me, slot] = s.hand[me, 0]
    s.hand[me, 0] = card
    for held in range(HAND_SLOTS):
        s.mixed |= s.hand_seen[me, held]
        s.hand_seen[me, held] = 0
        s.exposed[me, held] = 0
    if s.hand[me, 2] == NO_CARD:  # R4.6a: one to return, no order to choose
        return_card(s, me, 1)
        s.phase = Phase.PLAY
    else:
        s.phase = Phase.BOTTOM


@kernel
def put_down(s, card):
    """R4.6: `card` goes to the very bottom, the other one just above it."""
    me = s.seat
    s.log[s.turns - 1, Event.BOTTOM] = card
    last = 1 if s.hand[me, 1] == card else 2
    return_card(s, me, 3 - last)
    return_card(s, me, last)
    s.phase = Phase.PLAY


@kernel
def return_card(s, me, slot):
    """Put a held card under the draw pile, known to its player alone (R8.8)."""
    place = (s.top + s.left) & RING
    s.deck[place] = s.hand[me, slot]
    s.deck_seen[place] = 1 << me
    s.left += 1
    s.hand[me, slot] = NO_CARD
