"""Bluff and deduction in Lovecraft Letter: sevens played freely, and the numbers named."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import absolute
from cthulhu_envs.authoring.signals import NONE, Signals, count_cards
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.actions import is_seven, must_play
from cthulhu_envs.games.lovecraft_letter.cards import (
    FORCING_VALUE,
    N_CARDS,
    N_VALUES,
    ONE,
    TITLES,
    Card,
)
from cthulhu_envs.games.lovecraft_letter.state import NO_NUMBER, Phase

FREE_KEY, FREE_TRAPEZOHEDRON = 0, 1


@kernel
def read_signal(kit, s, action, signal):
    """R4.7: a seven beside a low card may be a bluff. R4.1: a number is guessed."""
    if s.phase == Phase.NAME:
        signal.asked = s.asked
        signal.named = kit.number_of[action]
    if s.phase != Phase.PLAY:
        return
    card, insane = kit.card_of[action], kit.insane_of[action]
    first, second = s.hand[s.seat, 0], s.hand[s.seat, 1]
    if is_seven(first) != is_seven(second):
        seven, other = (first, second) if is_seven(first) else (second, first)
        if not must_play(kit, s, seven, other):
            signal.bluff = FREE_KEY if seven == Card.SILVER_KEY else FREE_TRAPEZOHEDRON
            signal.taken = card == seven and not insane
            signal.beside = other
    if is_seven(card) and not insane:
        for other in range(N_CARDS):
            if kit.worth[other] >= FORCING_VALUE and not is_seven(other):
                signal.claims |= 1 << kit.worth[other]
    if kit.target_of[action] != NOBODY:
        read_number(kit, s, action, card, insane, signal)


@kernel
def read_number(kit, s, action, card, insane, signal):
    """The number a card names; Deep Ones' Insane side first asks for a 1 (R4.1c)."""
    number = kit.number_of[action]
    if card == Card.DEEP_ONES and insane:
        number = ONE
    if number != NO_NUMBER:
        signal.asked = absolute(kit.target_of[action], s.seat, kit.num_players)
        signal.named = number


@kernel
def hidden(kit, s, seat):
    """The value of the one card of a seat that is in and not acting; none while Nyarlathotep has
    collected it (R4.6a).
    """
    card = s.hand[seat, 0]
    return NONE if s.out[seat] or card == NO_CARD else kit.worth[card]


def tally(game: Game, obs: NDArray[Any], steps: NDArray[Any]) -> NDArray[np.float64]:
    """Probabilities of values, by counting cards."""
    cards = count_cards(game, obs, steps)
    probs: NDArray[np.float64] = cards @ np.eye(N_VALUES)[game.kit[0].worth]
    return probs


SIGNALS = Signals(
    ("Silver Key", "Trapezohedron"),
    tuple(TITLES[card] for card in Card),
    (TITLES[Card.BRAINCASE],),  # R4.9: to play it is to lose
    tuple(str(value) for value in range(N_VALUES)),
    read_signal,
    hidden,
    tally,
)
