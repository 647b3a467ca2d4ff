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
from cthulhu_agents.scoring import find
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import FORCING_VALUE, N_CARDS, N_VALUES, ONE, Card
from cthulhu_envs.games.lovecraft_letter.state import NO_NUMBER


@kernel
def believe(sheet, obs, mind):
    """Count, follow the rows of this round's log from the oldest shown, and weigh every hand."""
    mind.total = count_cards(sheet, obs, mind)
    mind.lethal = 0.0
    for card in range(N_CARDS):
        mind.lethal += mind.unseen[card] * sheet.lethal[card]
    count_seats(sheet, obs, mind)
    look_round(sheet, obs, mind)
    know_nothing(sheet, mind)
    taker = NOBODY  # who has just taken a hand with Mi-Go, and from whom
    robbed = NOBODY
    for row in range(rows_shown(sheet, obs) - 1, -1, -1):
        width = sheet.num_players
        actor = find(obs, sheet.ob.event_actor + row * width, width)
        card = find(obs, sheet.ob.event_card + row * N_CARDS, N_CARDS)
        mind.was_protected[actor] = 0
        if card == NO_CARD:  # a Sanity Check says nothing of the hand
            continue
        mad = 1 if mind.insanity[actor] > 0 else 0
        if actor == taker:
            keep_of_two(sheet.plays[mad], mind.likely[actor], mind.likely[robbed], card)
        else:
            keep_one(sheet.plays[mad], mind.likely[actor], card)
        taker = NOBODY
        target = find(obs, sheet.ob.event_target + row * width, width)
        is_insane = obs[sheet.ob.event_insane + row] > 0.0
        if is_insane and card == Card.MI_GO and target != NOBODY:
            taker, robbed = actor, target
        elif is_insane:
            follow_insane(sheet, obs, mind, row, actor, card, target)
        else:
            follow_sane(sheet, obs, mind, row, actor, card, target)
    for seat in range(1, sheet.num_players):
        if mind.is_in[seat]:
            mind.known[seat] = weigh_hand(sheet, obs, mind, seat)


@kernel(inline=True)
def look_round(sheet, obs, mind):
    """How each seat stands; cards in play will lie before me."""
    for seat in range(sheet.num_players):
        mind.was_protected[seat] = 0
        mind.insanity[seat] = int(obs[sheet.ob.insanity + seat])
        mind.immortal[seat] = obs[sheet.ob.immortal + seat] > 0.0
        mind.protected[seat] = obs[sheet.ob.protected + seat] > 0.0


@kernel(inline=True)
def keep_of_two(plays, mine, theirs, card):
    """R4.5f: a seat played one of its own card and the one it took, and drew none."""
    own, taken = mine[card], theirs[card]
    for kept in range(N_CARDS):
        mine[kept] = (mine[kept] * taken + theirs[kept] * own) * plays[card, kept]
        theirs[kept] = 1.0  # the Braincase is seen, and what follows it is new


@kernel
def follow_sane(sheet, obs, mind, row, actor, card, target):
    """What the Sane side of a card says about the cards then held."""
    if card == Card.ELDER_SIGN or card == Card.LIBER_IVONIS:
        mind.was_protected[actor] = 1
    if target == NOBODY:
        return
    mine, theirs = mind.likely[actor], mind.likely[target]
    if card == Card.INVESTIGATORS or card == Card.DEEP_ONES:
        number = find(obs, sheet.ob.event_number + row * N_VALUES, N_VALUES)
        hear_answer(sheet, mind, target, number, obs[sheet.ob.event_right + 2 * row] > 0.0)
    elif card == Card.GREAT_RACE or card == Card.HOUND:
        lost = find(obs, sheet.ob.event_shown + row * N_CARDS, N_CARDS)
        if not mind.immortal[actor] and not mind.immortal[target]:
            compare_hands(sheet, mind, mine, theirs, lost)
    elif card == Card.ARMITAGE or card == Card.MI_GO:  # a new card
        theirs[:] = 1.0
    elif card == Card.CARTER or card == Card.NYARLATHOTEP:
        swap_hands(mine, theirs)
    if card != Card.INVESTIGATORS and card != Card.DEEP_ONES:
        is_look = card == Card.CATS or card == Card.GOLDEN_MEAD
        forget_shown(mind, actor, target, is_look)


@kernel
def follow_insane(sheet, obs, mind, row, actor, card, target):
    """What the Insane side of a card says about the cards then held."""
    if card == Card.DEEP_ONES and target != NOBODY:
        answers = sheet.ob.event_right + 2 * row  # to the number, to the 1
        hear_answer(sheet, mind, target, ONE, obs[answers + 1] > 0.0)
        number = find(obs, sheet.ob.event_number + row * N_VALUES, N_VALUES)
        hear_answer(sheet, mind, target, number, obs[answers] > 0.0)
    elif card == Card.GOLDEN_MEAD and target != NOBODY:
        forget_shown(mind, actor, target, True)
    elif card == Card.TRAPEZOHEDRON:  # R9.8: it did not win
        for held in range(N_CARDS):
            if sheet.worth[held] >= FORCING_VALUE:
                mind.likely[actor, held] = 0.0
    elif card == Card.NYARLATHOTEP:
        mix_hands(sheet, mind, actor)


@kernel
def hear_answer(sheet, mind, target, number, is_right):
    """R9.5: whether the card then held had that value."""
    if number == NO_NUMBER:
        return
    for held in range(N_CARDS):
        if (sheet.worth[held] == number) != is_right:
            mind.likely[target, held] = 0.0


@kernel
def compare_hands(sheet, mind, mine, theirs, lost):
    """R9.6, R9.7: the survivor held more than the card shown; after a tie both held the same."""
    if lost != NO_CARD:
        for held in range(N_CARDS):
            if sheet.worth[held] <= sheet.worth[lost]:
                mine[held] = 0.0
                theirs[held] = 0.0
        return
    for held in range(N_CARDS):
        mind.mixed[held] = mine[held]
    for held in range(N_CARDS):
        mine[held] *= partners(sheet, theirs, held)
    for held in range(N_CARDS):
        theirs[held] *= partners(sheet, mind.mixed, held)


@kernel(inline=True)
def partners(sheet, likely, card):
    """How likely another card of the deck with the same value was held opposite."""
    weight = 0.0
    for other in range(N_CARDS):
        if sheet.worth[other] == sheet.worth[card]:
            weight += likely[other] * max(sheet.copies[other] - (other == card), 0)
    return weight


@kernel
def mix_hands(sheet, mind, actor):
    """R4.6a: whoever was not protected holds any of the cards that were collected."""
    for held in range(N_CARDS):
        total, hands = 0.0, 0
        for seat in range(sheet.num_players):
            if seat != actor and mind.is_in[seat] and not mind.was_protected[seat]:
                total += mind.likely[seat, held]
                hands += 1
        for seat in range(sheet.num_players):
            if seat != actor and mind.is_in[seat] and not mind.was_protected[seat]:
                mind.likely[seat, held] = total / hands if actor != 0 else 1.0
