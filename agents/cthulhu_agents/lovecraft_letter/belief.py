"""What the occultist thinks the others hold: it counts cards and reads turns.

Seats are relative, 0 is me. `likely` is kept for every seat: a factor on each card, by which the
copies I cannot locate are weighed.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_agents._letters.belief import (
    count_cards,
    count_seats,
    forget_shown,
    keep_one,
    know_nothing,
    rows_shown,
    swap_hands,
    weigh_hand,
)
from cthulhu_agents.scoring import find, whole
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import MAX_DECK, NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import FORCING_VALUE, N_CARDS, N_VALUES, ONE, Card
from cthulhu_envs.games.lovecraft_letter.state import NO_NUMBER


@kernel
def believe(kit, obs, notes):
    """Count, follow the rows of this round's log from the oldest shown, and weigh every hand."""
    notes.total = count_cards(kit, obs, notes)
    notes.lethal = 0.0
    for card in range(N_CARDS):
        notes.lethal += notes.unseen[card] * kit.lethal[card]
    count_seats(kit, obs, notes)
    look_round(kit, obs, notes)
    know_nothing(kit, notes)
    taker = NOBODY  # who has just taken a hand with Mi-Go, and from whom
    robbed = NOBODY
    for row in range(rows_shown(kit, obs) - 1, -1, -1):
        width = kit.num_players
        actor = find(obs, kit.ob.event_actor + row * width, width)
        card = find(obs, kit.ob.event_card + row * N_CARDS, N_CARDS)
        notes.was_protected[actor] = 0
        if card == NO_CARD:  # a Sanity Check says nothing of the hand
            continue
        mad = 1 if notes.insanity[actor] > 0 else 0
        if actor == taker:
            keep_of_two(kit.plays[mad], notes.likely[actor], notes.likely[robbed], card)
        else:
            keep_one(kit.plays[mad], notes.likely[actor], card)
        taker = NOBODY
        target = find(obs, kit.ob.event_target + row * width, width)
        is_insane = obs[kit.ob.event_insane + row] > 0.0
        if is_insane and card == Card.MI_GO and target != NOBODY:
            taker, robbed = actor, target
        elif is_insane:
            follow_insane(kit, obs, notes, row, actor, card, target)
        else:
            follow_sane(kit, obs, notes, row, actor, card, target)
    for seat in range(1, kit.num_players):
        if notes.is_in[seat]:
            notes.known[seat] = weigh_hand(kit, obs, notes, seat)


@kernel(inline=True)
def look_round(kit, obs, notes):
    """How each seat stands; cards in play will lie before me."""
    for seat in range(kit.num_players):
        notes.was_protected[seat] = 0
        notes.insanity[seat] = whole(obs[kit.ob.insanity + seat], MAX_DECK)
        notes.immortal[seat] = obs[kit.ob.immortal + seat] > 0.0
        notes.protected[seat] = obs[kit.ob.protected + seat] > 0.0


@kernel(inline=True)
def keep_of_two(plays, mine, theirs, card):
    """R4.5f: a seat played one of its own card and the one it took, and drew none."""
    own, taken = mine[card], theirs[card]
    for kept in range(N_CARDS):
        mine[kept] = (mine[kept] * taken + theirs[kept] * own) * plays[card, kept]
        theirs[kept] = 1.0  # the Braincase is seen, and what follows it is new


@kernel
def follow_sane(kit, obs, notes, row, actor, card, target):
    """What the Sane side of a card says about the cards then held."""
    if card == Card.ELDER_SIGN or card == Card.LIBER_IVONIS:
        notes.was_protected[actor] = 1
    if target == NOBODY:
        return
    mine, theirs = notes.likely[actor], notes.likely[target]
    if card == Card.INVESTIGATORS or card == Card.DEEP_ONES:
        number = find(obs, kit.ob.event_number + row * N_VALUES, N_VALUES)
        rule_out(kit, notes, target, number, obs[kit.ob.event_right + 2 * row] > 0.0)
    elif card == Card.GREAT_RACE or card == Card.HOUND:
        lost = find(obs, kit.ob.event_shown + row * N_CARDS, N_CARDS)
        if not notes.immortal[actor] and not notes.immortal[target]:
            compare_hands(kit, notes, mine, theirs, lost)
    elif card == Card.ARMITAGE or card == Card.MI_GO:  # a new card
        theirs[:] = 1.0
    elif card == Card.CARTER or card == Card.NYARLATHOTEP:
        swap_hands(mine, theirs)
    if card != Card.INVESTIGATORS and card != Card.DEEP_ONES:
        is_look = card == Card.CATS or card == Card.GOLDEN_MEAD
        forget_shown(notes, actor, target, is_look)


@kernel
def follow_insane(kit, obs, notes, row, actor, card, target):
    """What the Insane side of a card says about the cards then held."""
    if card == Card.DEEP_ONES and target != NOBODY:
        answers = kit.ob.event_right + 2 * row  # to the number, to the 1
        rule_out(kit, notes, target, ONE, obs[answers + 1] > 0.0)
        number = find(obs, kit.ob.event_number + row * N_VALUES, N_VALUES)
        rule_out(kit, notes, target, number, obs[answers] > 0.0)
    elif card == Card.GOLDEN_MEAD and target != NOBODY:
        forget_shown(notes, actor, target, True)
    elif card == Card.TRAPEZOHEDRON:  # R9.8: it did not win
        for held in range(N_CARDS):
            if kit.worth[held] >= FORCING_VALUE:
                notes.likely[actor, held] = 0.0
    elif card == Card.NYARLATHOTEP:
        mix_hands(kit, notes, actor)


@kernel
def rule_out(kit, notes, target, number, is_right):
    """R9.5: whether the card then held had that value."""
    if number == NO_NUMBER:
        return
    for held in range(N_CARDS):
        if (kit.worth[held] == number) != is_right:
            notes.likely[target, held] = 0.0


@kernel
def compare_hands(kit, notes, mine, theirs, lost):
    """R9.6, R9.7: the survivor held more than the card shown; after a tie both held the same."""
    if lost != NO_CARD:
        for held in range(N_CARDS):
            if kit.worth[held] <= kit.worth[lost]:
                mine[held] = 0.0
                theirs[held] = 0.0
        return
    for held in range(N_CARDS):
        notes.mixed[held] = mine[held]
    for held in range(N_CARDS):
        mine[held] *= partners(kit, theirs, held)
    for held in range(N_CARDS):
        theirs[held] *= partners(kit, notes.mixed, held)


@kernel(inline=True)
def partners(kit, likely, card):
    """How likely another card of the deck with the same value was held opposite."""
    weight = 0.0
    for other in range(N_CARDS):
        if kit.worth[other] == kit.worth[card]:
            weight += likely[other] * max(kit.copies[other] - (other == card), 0)
    return weight


@kernel
def mix_hands(kit, notes, actor):
    """R4.6a: every seat that was not protected holds any of the cards that were collected."""
    for held in range(N_CARDS):
        total, hands = 0.0, 0
        for seat in range(kit.num_players):
            if seat != actor and notes.is_in[seat] and not notes.was_protected[seat]:
                total += notes.likely[seat, held]
                hands += 1
        for seat in range(kit.num_players):
            if seat != actor and notes.is_in[seat] and not notes.was_protected[seat]:
                notes.likely[seat, held] = total / hands if actor != 0 else 1.0
