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
from cthulhu_agents.scoring import find, find_one
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.love_letter.cards import CHOICE, N_CARDS, Card, Choice


@kernel
def believe(kit, obs, notes):
    """Count, follow the turns of this round from the oldest shown, and weigh every hand."""
    count_cards(kit, obs, notes)
    count_seats(kit, obs, notes)
    know_nothing(kit, notes)
    for turn in range(rows_shown(kit, obs) - 1, -1, -1):
        follow_turn(kit, obs, notes, turn)
    for seat in range(1, kit.num_players):
        if notes.is_in[seat]:
            weigh_hand(kit, obs, notes, seat)


@kernel
def follow_turn(kit, obs, notes, turn):
    """What one turn says about the cards then held."""
    width = kit.num_players
    actor = find(obs, kit.ob.event_actor + turn * width, width)
    card = find_one(obs, kit.ob.event_card + turn * N_CARDS, N_CARDS)
    if card == Card.CHANCELLOR:
        for kept in range(N_CARDS):
            notes.likely[actor, kept] = kit.keeps[kept]
    else:
        keep_one(kit.plays, notes.likely[actor], card)
    if CHOICE[card] == Choice.NOBODY:
        return
    target = find(obs, kit.ob.event_target + turn * width, width)
    if target == NOBODY:
        return
    mine, theirs = notes.likely[actor], notes.likely[target]
    if card == Card.GUARD:  # a miss; after a hit the seat is out, and its row of no interest
        theirs[find_one(obs, kit.ob.event_about + turn * N_CARDS, N_CARDS)] = 0.0
    elif card == Card.BARON:
        lost = find(obs, kit.ob.event_about + turn * N_CARDS, N_CARDS)
        compare_hands(notes, mine, theirs, lost)
    elif card == Card.PRINCE:  # a new card
        theirs[:] = 1.0
    elif card == Card.KING:
        swap_hands(mine, theirs)
    if card == Card.PRIEST or card == Card.BARON or card == Card.KING:
        forget_shown(notes, actor, target, card == Card.PRIEST)


@kernel(inline=True)
def compare_hands(notes, mine, theirs, lost):
    """R9.6, R9.7: the survivor held more than the card shown; after a tie both held the same."""
    for held in range(N_CARDS):
        if lost == NO_CARD:
            both = mine[held] * theirs[held] * max(notes.unseen[held] - 1.0, 0.0)
            mine[held] = both
            theirs[held] = both
        elif held <= lost:
            mine[held] = 0.0
            theirs[held] = 0.0
