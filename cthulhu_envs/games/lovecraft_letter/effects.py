"""What the cards do when played (R4), and going out (R5)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import without
from cthulhu_envs.games._letters.hands import (
    empty_slot,
    put_in_slot,
    show_card,
    take_aside,
    trade_hands,
)
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import CTHULHU_NEEDS, FORCING_VALUE, ONE, Card
from cthulhu_envs.games.lovecraft_letter.deal import discard, draw_card
from cthulhu_envs.games.lovecraft_letter.rows import rank_of
from cthulhu_envs.games.lovecraft_letter.state import Answer, Event, Phase

# What an effect leaves to do.
TURN_OVER = 0
DECIDE = 1  # the same seat has another decision
ROUND_WON = 2  # R4.7d
GAME_WON = 3  # R4.8a


@kernel(inline=True)
def play_effect(kit, s, card, insane, target, number):
    """R4.1-R4.9. A card that found nobody to choose does nothing (R4.4a)."""
    if insane:
        return insane_effect(kit, s, card, target)
    sane_effect(kit, s, card, target, number)
    return TURN_OVER


@kernel
def sane_effect(kit, s, card, target, number):
    """The Sane side, or the only one."""
    me = s.seat
    if card == Card.ELDER_SIGN or card == Card.LIBER_IVONIS:
        s.protected[me] = True
    elif card == Card.NECRONOMICON or card == Card.CTHULHU:
        knock_out(kit, s, me)  # R4.8
    elif card == Card.BRAINCASE:
        knock_out(kit, s, me)  # R4.9
    elif target == NOBODY:
        return
    elif card == Card.INVESTIGATORS or card == Card.DEEP_ONES:
        guess(kit, s, target, number, Answer.NUMBER)
    elif card == Card.CATS or card == Card.GOLDEN_MEAD:
        look_at(s, me, target)
    elif card == Card.GREAT_RACE or card == Card.HOUND:
        compare(kit, s, me, target)
    elif card == Card.ARMITAGE or card == Card.MI_GO:
        replace_hand(kit, s, target)
    elif card == Card.CARTER or card == Card.NYARLATHOTEP:
        trade(s, me, target)


@kernel
def insane_effect(kit, s, card, target):
    """The Insane side; returns what is left to do."""
    me = s.seat
    if card == Card.LIBER_IVONIS:
        s.immortal[me] = True  # R4.4b
    elif card == Card.TRAPEZOHEDRON:
        if kit.worth[s.hand[me, 0]] >= FORCING_VALUE:  # R4.7d
            return ROUND_WON
    elif card == Card.CTHULHU:
        if s.insanity[me] >= CTHULHU_NEEDS:  # R4.8a
            return GAME_WON
        go_out(kit, s, me)  # R4.8b
    elif card == Card.NYARLATHOTEP:
        return collect_hands(kit, s, me)
    elif target == NOBODY:
        return TURN_OVER
    elif card == Card.DEEP_ONES:
        guess(kit, s, target, ONE, Answer.ONE)
        if not s.out[target]:  # R4.1c
            s.asked = target
            s.phase = Phase.NAME
            return DECIDE
    elif card == Card.GOLDEN_MEAD:
        look_at(s, me, target)
        if s.left > 0:  # R4.2b
            draw_card(s, me, 1)
            s.extra = True
            return DECIDE
    elif card == Card.HOUND:
        if s.insanity[target] == 0:  # R4.3c
            knock_out(kit, s, target)
    elif card == Card.MI_GO:
        take_hand(kit, s, me, target)
        s.extra = True
        return DECIDE
    return TURN_OVER


@kernel(inline=True)
def look_at(s, me, them):
    """R4.2: the player sees a hand, and the row keeps what it was (R8.19)."""
    row = s.rows - 1
    s.log[row, Event.TARGET_HELD] = s.hand[them, 0]
    s.log[row, Event.PRIVY] = 1 << me
    show_card(s, them, me)


@kernel(inline=True)
def note_hands(s, me, them):
    """Both know both hands in this row (R8.19)."""
    row = s.rows - 1
    s.log[row, Event.ACTOR_HELD] = s.hand[me, 0]
    s.log[row, Event.TARGET_HELD] = s.hand[them, 0]
    s.log[row, Event.PRIVY] = 1 << me | 1 << them


@kernel
def knock_out(kit, s, seat):
    """R5.1, unless Liber Ivonis keeps the player in (R4.4b, R4.4c)."""
    if not s.immortal[seat]:
        go_out(kit, s, seat)


@kernel
def go_out(kit, s, seat):
    """R5.1: out of the round, the hand turned up without effect."""
    card = s.hand[seat, 0]
    s.out[seat] = True
    s.protected[seat] = False
    s.immortal[seat] = False
    discard(kit, s, seat, card)
    empty_slot(s, seat, 0)
    s.log[s.rows - 1, Event.OUT] = seat
    s.log[s.rows - 1, Event.SHOWN] = card


@kernel(inline=True)
def guess(kit, s, target, number, answer):
    """R4.1: out with a card of that value; the answer is true in any case (R4.4c)."""
    if kit.worth[s.hand[target, 0]] == number:
        s.log[s.rows - 1, Event.RIGHT] |= answer
        knock_out(kit, s, target)


@kernel
def compare(kit, s, me, them):
    """R4.3, R4.3a: the lower card is out, a tie does nothing; both have seen both (R8.5)."""
    mine, theirs = kit.worth[s.hand[me, 0]], kit.worth[s.hand[them, 0]]
    note_hands(s, me, them)
    show_card(s, me, them)
    show_card(s, them, me)
    if mine < theirs:
        knock_out(kit, s, me)
    elif theirs < mine:
        knock_out(kit, s, them)


@kernel
def replace_hand(kit, s, them):
    """R4.5-R4.5e: discard and draw; an 8 knocks out; an empty pile gives the face-down card."""
    card = s.hand[them, 0]
    if card == Card.NECRONOMICON or card == Card.CTHULHU:
        knock_out(kit, s, them)
        if s.out[them]:
            return
    row = s.rows - 1
    discard(kit, s, them, card)
    s.log[row, Event.SHOWN] = card
    if s.left > 0:
        s.log[row, Event.NEW_AT] = s.top
        draw_card(s, them, 0)
    else:
        s.log[row, Event.NEW_AT] = 0
        take_aside(s, them)


@kernel
def trade(s, me, them):
    """R4.6: trade cards; each knows what was given (R8.6)."""
    note_hands(s, me, them)
    trade_hands(s, me, them)


@kernel
def take_hand(kit, s, me, them):
    """R4.5f: their card beside mine, the Braincase for them, which all have seen (R8.7)."""
    s.log[s.rows - 1, Event.TARGET_HELD] = s.hand[them, 0]
    s.log[s.rows - 1, Event.PRIVY] = 1 << me | 1 << them
    seen = without(s.hand_seen[them, 0] | 1 << them, me)
    put_in_slot(s, me, 1, s.hand[them, 0], seen, 1 << them)
    everyone_else = without((1 << int(kit.num_players)) - 1, them)
    put_in_slot(s, them, 0, Card.BRAINCASE, everyone_else, everyone_else)
    s.braincase = False


@kernel
def collect_hands(kit, s, me):
    """R4.6a, R4.6b: all hands that can be chosen, into the pool; one alone is only looked at."""
    party, row = 0, s.rows - 1
    for step in range(1, kit.num_players):
        seat = (me + step) % kit.num_players
        if not s.out[seat] and not s.protected[seat]:
            party |= 1 << seat
            s.log[row, Event.TAKEN + s.pool_size] = s.hand[seat, 0]
            s.pool[s.pool_size] = s.hand[seat, 0]
            s.pool_size += 1
            s.asked = seat if s.pool_size == 1 else s.asked
    s.log[row, Event.PARTY] = party
    s.log[row, Event.PRIVY] = party | 1 << me
    if s.pool_size < 2:
        if s.pool_size == 1:
            show_card(s, s.asked, me)  # R8.14
            s.log[row, Event.GIVEN] = s.pool[0]
            take_from_pool(s, 0)
        s.asked = NOBODY
        return TURN_OVER
    s.mixed_row = row
    for seat in range(kit.num_players):
        if party >> seat & 1:
            s.taken[seat] = s.hand[seat, 0]
            s.taken_seen[seat] = s.hand_seen[seat, 0]
            empty_slot(s, seat, 0)
    s.phase = Phase.GIVE
    return DECIDE


@kernel(inline=True)
def take_from_pool(s, place):
    """Remove a card; the others move up."""
    s.pool_size -= 1
    for later in range(place, s.pool_size):
        s.pool[later] = s.pool[later + 1]
    s.pool[s.pool_size] = NO_CARD


@kernel
def give(kit, s, card):
    """R4.6a, R4.6c: the player asked gets a card, known to the giver; the last goes by itself."""
    place = 0
    while s.pool[place] != card:
        place += 1
    hand_over(kit, s, place)
    if s.pool_size > 1:
        return DECIDE
    hand_over(kit, s, 0)
    s.asked = NOBODY
    s.phase = Phase.PLAY
    return TURN_OVER


@kernel
def hand_over(kit, s, place):
    """Give one card of the pool to the player asked, and ask the next one."""
    row, me, seat = s.rows - 1, s.seat, s.asked
    party = s.log[row, Event.PARTY]
    s.log[row, Event.GIVEN + rank_of(kit, me, party, seat)] = s.pool[place]
    put_in_slot(s, seat, 0, s.pool[place], 1 << me, 1 << me)
    take_from_pool(s, place)
    if s.pool_size == 0:
        return
    while True:
        seat = (seat + 1) % kit.num_players
        if party >> seat & 1:
            break
    s.asked = seat


@kernel
def name_number(kit, s, number):
    """R4.1c: the number named after Deep Ones' Insane side."""
    s.log[s.rows - 1, Event.NUMBER] = number
    guess(kit, s, s.asked, number, Answer.NUMBER)
    s.asked = NOBODY
    s.phase = Phase.PLAY
