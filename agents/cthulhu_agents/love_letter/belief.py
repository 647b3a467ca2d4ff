"""What the card-counter thinks the others hold: it counts cards and reads turns.

Seats are relative, 0 is me. `likely` is kept for every seat: a factor on each card, by which the
copies I cannot locate are weighed. Row 0 is what the others can think of my card.
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
from cthulhu_envs.games.love_letter.cards import CHOICE, N_CARDS, Card, Choice


@kernel
def believe(sheet, obs, mind):
    """Count, follow the turns of this round from the oldest shown, and weigh every hand."""
    count_cards(sheet, obs, mind)
    count_seats(sheet, obs, mind)
    know_nothing(sheet, mind)
    for turn in range(rows_shown(sheet, obs) - 1, -1, -1):
        follow_turn(sheet, obs, mind, turn)
    for seat in range(1, sheet.num_players):
        if mind.is_in[seat]:
            weigh_hand(sheet, obs, mind, seat)


@kernel
def follow_turn(sheet, obs, mind, turn):
    """What one turn says about the cards then held."""
    width = sheet.num_players
    actor = find(obs, sheet.ob.event_actor + turn * width, width)
    card = find(obs, sheet.ob.event_card + turn * N_CARDS, N_CARDS)
    if card == Card.CHANCELLOR:
        for kept in range(N_CARDS):
            mind.likely[actor, kept] = sheet.keeps[kept]
    else:
        keep_one(sheet.plays, mind.likely[actor], card)
    if CHOICE[card] == Choice.NOBODY:
        return
    target = find(obs, sheet.ob.event_target + turn * width, width)
    if target == NOBODY:
        return
    mine, theirs = mind.likely[actor], mind.likely[target]
    if card == Card.GUARD:  # a miss; after a hit the seat is out, and its row of no interest
        theirs[find(obs, sheet.ob.event_about + turn * N_CARDS, N_CARDS)] = 0.0
    elif card == Card.BARON:
        lost = find(obs, sheet.ob.event_about + turn * N_CARDS, N_CARDS)
        compare_hands(mind, mine, theirs, lost)
    elif card == Card.PRINCE:  # a new card
        theirs[:] = 1.0
    elif card == Card.KING:
        swap_hands(mine, theirs)
    if card == Card.PRIEST or card == Card.BARON or card == Card.KING:
        forget_shown(mind, actor, target, card == Card.PRIEST)


@kernel(inline=True)
def compare_hands(mind, mine, theirs, lost):
    """R9.6, R9.7: the survivor held more than the card shown; after a tie both held the same."""
    for held in range(N_CARDS):
        if lost == NO_CARD:
            both = mine[held] * theirs[held] * max(mind.unseen[held] - 1.0, 0.0)
            mine[held] = both
            theirs[held] = both
        elif held <= lost:
            mine[held] = 0.0
            theirs[held] = 0.0
