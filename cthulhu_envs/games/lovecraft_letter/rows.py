"""Questions about a row of the log: what kind of play it was, and who took part in it."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import MAX_SEATS, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.state import Event, Phase


@kernel
def is_trade(s, row):
    """Whether the row's card traded two hands."""
    card = s.log[row, Event.CARD]
    trades = card == Card.CARTER or (card == Card.NYARLATHOTEP and not s.log[row, Event.INSANE])
    return trades and s.log[row, Event.TARGET] != NOBODY


@kernel
def is_taking(s, row):
    """Whether the row's card was a Mi-Go that took a hand for the Braincase."""
    is_insane = s.log[row, Event.CARD] == Card.MI_GO and s.log[row, Event.INSANE]
    return is_insane and s.log[row, Event.TARGET] != NOBODY


@kernel
def gifts_chosen(s, row, size):
    """How many cards of a party of that size were given by choice (R4.6c)."""
    is_open = s.phase == Phase.GIVE and row == s.rows - 1
    return size - s.pool_size if is_open else size - 1


@kernel
def size_of(party):
    """How many seats it has."""
    size = np.int64(0)
    for seat in range(MAX_SEATS):
        size += party >> seat & 1
    return size


@kernel
def rank_of(kit, actor, party, seat):
    """Which of the party a seat is, from the actor's left on; the reverse of `party_seat`."""
    rank = 0
    for step in range(1, kit.num_players):
        other = (actor + step) % kit.num_players
        if other == seat:
            break
        rank += party >> other & 1
    return rank


@kernel
def party_seat(kit, actor, party, rank):
    """The seat that gets the card of that rank, from the actor's left on."""
    seat = actor
    while rank >= 0:
        seat = (seat + 1) % kit.num_players
        rank -= party >> seat & 1
    return seat
