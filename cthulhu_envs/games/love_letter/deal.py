"""Setting up a round (R2), and drawing cards."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import without
from cthulhu_envs.games._letters.deal import (
    choose_first_starter,
    clear_seats,
    hand_out,
    shuffle_deck,
)
from cthulhu_envs.games._letters.hands import put_in_slot
from cthulhu_envs.games.love_letter.state import RING, Phase


@kernel
def deal(kit, s):
    """A new match: its first round (R2.7)."""
    choose_first_starter(kit, s)
    deal_round(kit, s)


@kernel
def deal_round(kit, s):
    """R2.1-R2.8: shuffle, one card face down, some face up, one for each seat; the starter's
    turn.
    """
    s.round_number += 1
    clear_seats(s)
    s.deck_seen[:] = 0
    s.mixed = 0
    s.turns = 0
    shuffle_deck(kit, s)
    hand_out(kit, s)
    start_turn(s, s.starter)


@kernel(inline=True)
def draw_card(s, seat, slot):
    """Draw the top card into a hand slot; who knew it in the pile knows it in the hand (R8.15)."""
    seen = without(s.deck_seen[s.top], seat)
    s.deck_seen[s.top] = 0
    put_in_slot(s, seat, slot, s.deck[s.top], seen, seen)
    s.top = (s.top + 1) & RING
    s.left -= 1


@kernel(inline=True)
def start_turn(s, seat):
    """R3.1, R3.2: protection ends, a card is drawn."""
    s.seat = seat
    s.phase = Phase.PLAY
    s.protected[seat] = False
    draw_card(s, seat, 1)
