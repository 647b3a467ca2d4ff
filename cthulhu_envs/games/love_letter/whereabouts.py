"""Where a card may be that a seat knew before another player's Chancellor mixed it (R8.21).

The turns of the round are gone through once for each character. `spots` are the places where the
card can be, as bits: one for each hand, then one for each place in the ring of the draw pile. The
card is in one of them, whatever happened. A spot goes when it is seen to hold something else; all
go when a card of that character comes to light from one of them, since it may be the one.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import absolute
from cthulhu_envs.games._letters.limits import MAX_SEATS, NO_CARD, NOBODY
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card
from cthulhu_envs.games.love_letter.state import RING, Ending, Event, Phase


@kernel
def observe_mixed(kit, s, me, players, obs):
    """Write the hands and the places in the draw pile where such cards may be."""
    among, bottom = kit.ob.among, kit.ob.among_bottom
    last = int(s.top) + int(s.left) - 1
    for card in range(N_CARDS):
        spots = spots_of(kit, s, me, card)
        if spots == 0:
            continue
        for step in range(1, players):
            if spots & hand_of(absolute(step, me, players)):
                obs[among + (step - 1) * N_CARDS + card] = 1.0
        for place in range(min(kit.num_bottom, s.left)):
            if spots & place_at(last - place):
                obs[bottom + place * N_CARDS + card] = 1.0


@kernel(inline=True)
def hand_of(seat):
    """The bit of a hand; plain numbers, since narrow ones would overflow uncompiled."""
    return 1 << int(seat)


@kernel(inline=True)
def place_at(position):
    """The bit of a place in the draw pile, by its position counted through the round."""
    return 1 << (MAX_SEATS + (int(position) & RING))


@kernel(inline=True)
def seen_at(spots, spot, seen, card):
    """What is left of the spots when one of them shows what it holds."""
    if not spots & spot:
        return spots
    return 0 if seen == card else spots - spot


@kernel(inline=True)
def drawn_from(spots, place, seat, me, drew, card):
    """A place of the draw pile goes into a hand; into mine, I see it."""
    if not spots & place:
        return spots
    if seat == me:
        return seen_at(spots, place, drew, card)
    return (spots - place) | hand_of(seat)


@kernel
def spots_of(kit, s, me, card):
    """Where the card may be now, or 0 if no such card is to be found."""
    spots = 0
    top = 1 + int(kit.num_face_up) + int(kit.num_players)  # position of the next card to draw
    end = int(kit.deck_size)  # and behind the last card of the pile
    for turn in range(s.turns):
        row = s.log[turn]
        spots = drawn_from(spots, place_at(top), row[Event.ACTOR], me, row[Event.DREW], card)
        top += 1
        spots = after_play(spots, row, me, card)
        played = row[Event.CARD]
        if played == Card.CHANCELLOR and row[Event.FIRST] != NO_CARD:
            count = 2 if row[Event.SECOND] != NO_CARD else 1
            is_open = turn == s.turns - 1 and s.phase != Phase.PLAY
            is_mixed = not is_open or s.phase == Phase.BOTTOM
            spots = after_chancellor(spots, row, me, card, top, end, is_open, is_mixed)
            top += count
            end += 0 if is_open else count
        elif played == Card.PRINCE and row[Event.FIRST] != NO_CARD:
            spots = seen_at(spots, hand_of(row[Event.TARGET]), row[Event.SHOWN], card)
            if top < end:
                target, first = row[Event.TARGET], row[Event.FIRST]
                spots = drawn_from(spots, place_at(top), target, me, first, card)
                top += 1
        else:
            spots = after_effect(spots, row, me, card)
    if s.phase == Phase.PLAY and s.ending == Ending.GOING_ON:
        spots = drawn_from(spots, place_at(top), s.seat, me, s.hand[s.seat, 1], card)
    return spots


@kernel(inline=True)
def after_play(spots, row, me, card):
    """The card played came from the actor's hand. Beside a King or Prince lay no Countess (R9.8);
    a drawn card that I knew is the one kept if another was played.
    """
    played, hand = row[Event.CARD], hand_of(row[Event.ACTOR])
    if not spots & hand:
        return spots
    if played == card:
        return 0
    if card == Card.COUNTESS and (played == Card.KING or played == Card.PRINCE):
        return spots - hand
    if row[Event.DREW_SEEN] >> me & 1 and row[Event.DREW] != played:
        return seen_at(spots, hand, row[Event.DREW], card)
    return spots


@kernel
def after_chancellor(spots, row, me, card, top, end, is_open, is_mixed):
    """The cards drawn and the card held are mixed; what I knew among them is so from now on.

    While it is open, the player has them all in hand.
    """
    actor = row[Event.ACTOR]
    two = row[Event.SECOND] != NO_CARD
    spots = drawn_from(spots, place_at(top), actor, me, row[Event.FIRST], card)
    if two:
        spots = drawn_from(spots, place_at(top + 1), actor, me, row[Event.SECOND], card)
    if actor == me or not is_mixed:
        return spots
    mixed = hand_of(actor)
    if not is_open:
        mixed |= place_at(end)
        mixed |= place_at(end + 1) if two else 0
    if knew(row, Event.HELD, me, card) or knew(row, Event.FIRST, me, card):
        return mixed
    if knew(row, Event.SECOND, me, card):
        return mixed
    return spots | mixed if spots & hand_of(actor) else spots


@kernel(inline=True)
def knew(row, event, me, card):
    """Whether I knew that a column's card is this one; the column behind it says who did."""
    return row[event] == card and (row[event + 1] >> me & 1) == 1


@kernel
def after_effect(spots, row, me, card):
    """What the effect of any other card shows of the hands, and a trade of two of them."""
    actor, played, target = row[Event.ACTOR], row[Event.CARD], row[Event.TARGET]
    out, is_mine = row[Event.OUT], row[Event.ACTOR] == me or row[Event.TARGET] == me
    if out != NOBODY:
        spots = seen_at(spots, hand_of(out), row[Event.SHOWN], card)
    if target == NOBODY:
        return spots
    hand = hand_of(actor if target == me else target)  # of the other player, if I am one of two
    if played == Card.GUARD and row[Event.NAMED] == card and spots & hand_of(target):
        return spots - hand_of(target)
    if played == Card.PRIEST and actor == me:
        return seen_at(spots, hand, row[Event.TARGET_HELD], card)
    if played == Card.BARON or played == Card.KING:
        if is_mine:
            held = row[Event.ACTOR_HELD] if target == me else row[Event.TARGET_HELD]
            return seen_at(spots, hand, held, card)
        if played == Card.KING:
            return traded(spots, hand_of(actor), hand_of(target))
        if out != NOBODY and card <= row[Event.SHOWN]:  # R9.6
            winner = hand_of(target if out == actor else actor)
            return spots - winner if spots & winner else spots
    return spots


@kernel(inline=True)
def traded(spots, one, other):
    """Two hands change places."""
    if (spots & one != 0) == (spots & other != 0):
        return spots
    return spots ^ one ^ other
