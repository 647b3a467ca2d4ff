"""What both players think the others hold: counting cards, and what a card played says.

Seats are relative, 0 is me. `likely` is kept for every seat: a factor on each card, by which the
copies I cannot locate are weighed.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_agents.scoring import find
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY


@kernel(inline=True)
def count_cards(kit, obs, notes):
    """The cards I hold and those I cannot locate; returns how many the latter are."""
    n_cards = notes.hand.shape[0]
    total = 0.0
    for card in range(n_cards):
        notes.hand[card] = obs[kit.ob.hand + card]
        notes.unseen[card] = obs[kit.ob.unseen + card]
        total += notes.unseen[card]
    for card in range(n_cards):
        notes.pool[card] = notes.unseen[card] / max(total, 1.0)
    return total


@kernel(inline=True)
def count_seats(kit, obs, notes):
    """Who is still in."""
    notes.still_in = 0
    for seat in range(kit.num_players):
        notes.is_in[seat] = obs[kit.ob.out + seat] == 0.0
        notes.still_in += notes.is_in[seat]


@kernel(inline=True)
def know_nothing(kit, notes):
    """Before the first row of the log is read, every card is as likely as any other."""
    for seat in range(kit.num_players):
        for card in range(notes.hand.shape[0]):
            notes.likely[seat, card] = 1.0


@kernel(inline=True)
def rows_shown(kit, obs):
    """How many rows of this round's log the observation shows."""
    rows, width = 0, kit.num_players
    while rows < kit.num_events and find(obs, kit.ob.event_actor + rows * width, width) != NOBODY:
        rows += 1
    return rows


@kernel(inline=True)
def keep_one(plays, likely, card):
    """A seat drew, played `card` and kept another: the old one beside the new, or the reverse.

    So what was known of the old card weighs half of what it did.
    """
    old = likely[card]
    for kept in range(likely.shape[0]):
        likely[kept] = (likely[kept] + old) * plays[card, kept]
    likely[card] = old  # two of a kind can have come in one order only


@kernel(inline=True)
def swap_hands(mine, theirs):
    """Two seats traded what they held."""
    for held in range(mine.shape[0]):
        mine[held], theirs[held] = theirs[held], mine[held]


@kernel(inline=True)
def forget_shown(notes, actor, target, is_look):
    """A card shown to me stands in the observation while it stays; what replaces it is new."""
    if actor == 0:
        notes.likely[target, :] = 1.0
    elif target == 0 and not is_look:
        notes.likely[actor, :] = 1.0


@kernel
def weigh_hand(kit, obs, notes, seat):
    """A card I know is certain; else the copies I cannot locate, weighed by what turns say.
    Returns whether I know it.
    """
    n_cards = notes.hand.shape[0]
    belief = notes.belief[seat]
    seen = find(obs, kit.ob.seen + (seat - 1) * n_cards, n_cards)
    total = 0.0
    for card in range(n_cards):
        belief[card] = notes.unseen[card] * notes.likely[seat, card]
        total += belief[card]
    for card in range(n_cards):
        if seen != NO_CARD:
            belief[card] = 1.0 if card == seen else 0.0
        elif total > 0.0:
            belief[card] /= total
        else:  # too few rows are shown to make sense of them
            belief[card] = notes.pool[card]
    return seen != NO_CARD


@kernel(inline=True)
def other_card(notes, played):
    """The card of my two that I keep."""
    kept = played
    for card in range(notes.hand.shape[0]):
        if card != played and notes.hand[card] > 0.0:
            kept = card
    return kept
