"""What the card-counter thinks the others hold: it counts cards and reads turns.

Seats are relative, 0 is me. `likely` is kept for every seat: a factor on each card, by which the
copies I cannot locate are weighed. Row 0 is what the others can think of my card.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from agents.offers import find
from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.love_letter.cards import CHOICE, N_CARDS, NO_CARD, Card, Choice
from cthulhu_envs.games.love_letter.state import NOBODY


@kernel
def believe(sheet, obs, mind):
    """Count, follow the turns of this round from the oldest shown, and weigh every hand."""
    count_cards(sheet, obs, mind)
    for seat in range(sheet.num_players):
        for card in range(N_CARDS):
            mind.likely[seat, card] = 1.0
    for turn in range(turns_shown(sheet, obs) - 1, -1, -1):
        follow_turn(sheet, obs, mind, turn)
    for seat in range(1, sheet.num_players):
        if mind.is_in[seat]:
            weigh_hand(sheet, obs, mind, seat)


@kernel(inline=True)
def count_cards(sheet, obs, mind):
    """The cards I hold and cannot locate, and who is still in."""
    total = 0.0
    for card in range(N_CARDS):
        mind.hand[card] = obs[sheet.ob.hand + card]
        mind.unseen[card] = obs[sheet.ob.unseen + card]
        total += mind.unseen[card]
    for card in range(N_CARDS):  # total is positive: nobody has seen the face-down card
        mind.pool[card] = mind.unseen[card] / total
    mind.still_in = 0
    for seat in range(sheet.num_players):
        mind.is_in[seat] = obs[sheet.ob.out + seat] == 0.0
        mind.still_in += mind.is_in[seat]


@kernel(inline=True)
def turns_shown(sheet, obs):
    """How many turns of this round the observation tells of."""
    turns, width = 0, sheet.num_players
    while (
        turns < sheet.num_events
        and find(obs, sheet.ob.event_actor + turns * width, width) != NOBODY
    ):
        turns += 1
    return turns


@kernel
def follow_turn(sheet, obs, mind, turn):
    """What one turn says about the cards then held."""
    width = sheet.num_players
    actor = find(obs, sheet.ob.event_actor + turn * width, width)
    card = find(obs, sheet.ob.event_card + turn * N_CARDS, N_CARDS)
    keep_one(sheet, mind.likely[actor], card)
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
        for held in range(N_CARDS):
            mine[held], theirs[held] = theirs[held], mine[held]
    if card == Card.PRIEST or card == Card.BARON or card == Card.KING:
        forget_shown(mind, card, actor, target)


@kernel(inline=True)
def keep_one(sheet, likely, card):
    """A seat drew, played `card` and kept another: the old one beside the new, or the reverse.

    So what was known of the old card weighs half of what it did.
    """
    if card == Card.CHANCELLOR:
        for kept in range(N_CARDS):
            likely[kept] = sheet.keeps[kept]
        return
    old = likely[card]
    for kept in range(N_CARDS):
        likely[kept] = (likely[kept] + old) * sheet.plays[card, kept]
    likely[card] = old  # two of a kind can have come in one order only


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


@kernel(inline=True)
def forget_shown(mind, card, actor, target):
    """A card shown to me stands in the observation while it stays; what replaces it is new."""
    if actor == 0:
        mind.likely[target, :] = 1.0
    elif target == 0 and card != Card.PRIEST:
        mind.likely[actor, :] = 1.0


@kernel
def weigh_hand(sheet, obs, mind, seat):
    """A card I know is certain; else the copies I cannot locate, weighed by what turns say."""
    belief = mind.belief[seat]
    seen = find(obs, sheet.ob.seen + (seat - 1) * N_CARDS, N_CARDS)
    total = 0.0
    for card in range(N_CARDS):
        belief[card] = mind.unseen[card] * mind.likely[seat, card]
        total += belief[card]
    for card in range(N_CARDS):
        if seen != NO_CARD:
            belief[card] = 1.0 if card == seen else 0.0
        elif total > 0.0:
            belief[card] /= total
        else:  # too few turns are shown to make sense of them
            belief[card] = mind.pool[card]
