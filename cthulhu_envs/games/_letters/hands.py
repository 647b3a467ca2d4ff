"""Cards in hands and what lies open: who holds them, and who knows them (R8).

`hand_seen` has the bits of the other seats that know a card, `exposed` those of them whom its
holder can be sure of.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import without
from cthulhu_envs.games._letters.limits import NO_CARD


@kernel(inline=True)
def put_in_slot(s, seat, slot, card, seen, exposed):
    """A card in a hand, with the seats that know it and those its holder can be sure of."""
    s.hand[seat, slot] = card
    s.hand_seen[seat, slot] = seen
    s.exposed[seat, slot] = exposed


@kernel(inline=True)
def empty_slot(s, seat, slot):
    """Nothing is held there any more."""
    put_in_slot(s, seat, slot, NO_CARD, 0, 0)


@kernel(inline=True)
def take_aside(s, seat):
    """The face-down card goes into a hand, unknown to all others."""
    put_in_slot(s, seat, 0, s.aside, 0, 0)
    s.aside = NO_CARD


@kernel(inline=True)
def lay_open(s, seat, card):
    """A card comes to lie open before a seat."""
    s.discards[seat, card] += 1
    s.lying[card] += 1


@kernel(inline=True)
def play_from_hand(s, card):
    """The acting seat's card leaves the hand; the other one stays in slot 0.

    R8.10, R8.11: others who know the kept card are sure of it only if another card was played, or
    they knew both.
    """
    me = s.seat
    played = 0 if s.hand[me, 0] == card else 1
    kept = 1 - played
    if s.hand[me, kept] == card:
        s.hand_seen[me, kept] &= s.hand_seen[me, played]
        s.exposed[me, kept] &= s.exposed[me, played]
    put_in_slot(s, me, 0, s.hand[me, kept], s.hand_seen[me, kept], s.exposed[me, kept])
    empty_slot(s, me, 1)


@kernel(inline=True)
def show_card(s, owner, seat):
    """R8.4: from now on `seat` knows the card `owner` holds."""
    s.hand_seen[owner, 0] |= 1 << seat
    s.exposed[owner, 0] |= 1 << seat


@kernel(inline=True)
def trade_hands(s, me, them):
    """Two seats trade cards; knowledge goes with them (R8.12), and each knows what was given.

    Who else had seen a card is not news to the one who gets it: only the giver is sure to know it.
    """
    mine, theirs = s.hand[me, 0], s.hand[them, 0]
    seen_mine, seen_theirs = s.hand_seen[me, 0], s.hand_seen[them, 0]
    put_in_slot(s, me, 0, theirs, without(seen_theirs | 1 << them, me), 1 << them)
    put_in_slot(s, them, 0, mine, without(seen_mine | 1 << me, them), 1 << me)
