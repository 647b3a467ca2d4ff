"""Where a card may be that a seat knew before another player's Nyarlathotep mixed it (R8.20).

The rows of the log since the latest Nyarlathotep are gone through once for each card. `hands` are
the seats whose hand may be the card, as bits: it is in one of them, whatever happened. A hand goes
when it is seen to be something else; all go when such a card comes to light in one of them, since
it may be the one.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import absolute, without
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import N_CARDS, ONE, Card
from cthulhu_envs.games.lovecraft_letter.rows import is_taking, is_trade, party_seat, rank_of
from cthulhu_envs.games.lovecraft_letter.state import NO_NUMBER, NOWHERE, Answer, Event, Phase


@kernel
def observe_mixed(kit, s, me, players, obs):
    """Write the hands in which such cards may be; while they are given out, they are in none."""
    row = s.mixed_row
    if s.log[row, Event.ACTOR] == me or (s.phase == Phase.GIVE and row == s.rows - 1):
        return
    for seat in range(players):
        if s.log[row, Event.PARTY] >> seat & 1 and knew(s, me, seat):
            card = s.taken[seat]
            hands = hands_with(kit, s, me, card)
            for step in range(1, players):
                if hands >> absolute(step, me, players) & 1:
                    obs[kit.ob.among + (step - 1) * N_CARDS + card] = 1.0


@kernel(inline=True)
def knew(s, me, seat):
    """Whether I knew the card that Nyarlathotep took from a seat; my own in any case."""
    return seat == me or (s.taken_seen[seat] >> me & 1) == 1


@kernel(inline=True)
def seen_in(hands, seat, seen, card):
    """What is left of the hands when one of them is seen."""
    if not hands >> seat & 1:
        return hands
    return 0 if seen == card else without(hands, seat)


@kernel
def hands_with(kit, s, me, card):
    """Whose hand the card may be now, or 0 if it is not to be found."""
    row = int(s.mixed_row)
    party = int(s.log[row, Event.PARTY])
    hands = party
    if party >> me & 1:
        got = s.log[row, Event.GIVEN + rank_of(kit, s.log[row, Event.ACTOR], party, me)]
        hands = seen_in(hands, me, got, card)
    for later in range(row + 1, s.rows):
        hands = after_row(kit, s, me, card, later, hands)
    return hands


@kernel
def after_row(kit, s, me, card, row, hands):
    """What a play or a Sanity Check shows of the hands, and hands that go elsewhere."""
    actor, played = int(s.log[row, Event.ACTOR]), s.log[row, Event.CARD]
    target, out = int(s.log[row, Event.TARGET]), int(s.log[row, Event.OUT])
    if played == card:
        hands = seen_in(hands, actor, played, card)
    if out != NOBODY:
        hands = seen_in(hands, out, s.log[row, Event.SHOWN], card)
    elif s.log[row, Event.NEW_AT] != NOWHERE:  # discarded to Armitage or Mi-Go
        hands = seen_in(hands, target, s.log[row, Event.SHOWN], card)
    if played == Card.INVESTIGATORS or played == Card.DEEP_ONES:
        return after_guess(kit, s, card, row, target, hands)
    if s.log[row, Event.PRIVY] >> me & 1:
        return after_own(kit, s, me, card, row, actor, target, hands)
    if is_trade(s, row):
        return traded(hands, actor, target)
    if is_taking(s, row) and hands >> target & 1:
        return without(hands, target) | 1 << actor
    is_comparison = played == Card.GREAT_RACE or played == Card.HOUND
    if is_comparison and out != NOBODY and not s.log[row, Event.INSANE]:
        winner = target if out == actor else actor
        if kit.worth[card] <= kit.worth[s.log[row, Event.SHOWN]]:  # R9.6
            return without(hands, winner)
    return hands


@kernel
def after_guess(kit, s, card, row, target, hands):
    """R9.5: whether the card's value was answered yes or no."""
    number, right = s.log[row, Event.NUMBER], s.log[row, Event.RIGHT]
    if target == NOBODY:
        return hands
    if number != NO_NUMBER and (kit.worth[card] == number) != (right & Answer.NUMBER != 0):
        hands = without(hands, target)
    if s.log[row, Event.INSANE] and (kit.worth[card] == ONE) != (right & Answer.ONE != 0):
        hands = without(hands, target)
    return hands


@kernel
def after_own(kit, s, me, card, row, actor, target, hands):
    """The other's hand, if I saw it; what I gave for it is known to me."""
    party = s.log[row, Event.PARTY]
    if party != 0:  # a Nyarlathotep that found one hand and gave it back
        if actor != me:
            return hands
        return seen_in(hands, party_seat(kit, actor, party, 0), s.log[row, Event.TAKEN], card)
    held = s.log[row, Event.TARGET_HELD if actor == me else Event.ACTOR_HELD]
    if held == NO_CARD:
        return hands
    return seen_in(hands, target if actor == me else actor, held, card)


@kernel(inline=True)
def traded(hands, one, other):
    """Two hands change places."""
    if hands >> one & 1 == hands >> other & 1:
        return hands
    return hands ^ (1 << one | 1 << other)
