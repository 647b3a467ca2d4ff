"""Bluff and deduction in Love Letter: the Countess played freely, and what a Guard names."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.authoring.relative_seats import absolute
from cthulhu_envs.authoring.signals import NONE, Signals, count_cards
from cthulhu_envs.games._letters.limits import NOBODY
from cthulhu_envs.games.love_letter.actions import is_countess_forced
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.state import Phase

FREE_COUNTESS = 0
BESIDE_A_COUNTESS = 1 << Card.PRINCE | 1 << Card.KING  # R4.8a: what makes others expect them


@kernel
def read_signal(kit, s, action, signal):
    """R4.8: a Countess that was not forced may be a bluff. R4.1: a Guard guesses."""
    if s.phase != Phase.PLAY:
        return
    card = kit.card_of[action]
    first, second = s.hand[s.seat, 0], s.hand[s.seat, 1]
    holds_one = (first == Card.COUNTESS) != (second == Card.COUNTESS)
    if holds_one and not is_countess_forced(first, second):
        signal.bluff = FREE_COUNTESS
        signal.taken = card == Card.COUNTESS
        signal.beside = second if first == Card.COUNTESS else first
    if card == Card.COUNTESS:
        signal.claims = BESIDE_A_COUNTESS
    if card == Card.GUARD and kit.target_of[action] != NOBODY:
        signal.asked = absolute(kit.target_of[action], s.seat, kit.num_players)
        signal.named = kit.name_of[action]


@kernel
def hidden(kit, s, seat):
    """The one card of a seat that is in and not acting."""
    return NONE if s.out[seat] else s.hand[seat, 0]


NAMES = tuple(title(card) for card in Card)
OBVIOUS = (title(Card.PRINCESS),)  # R4.9: to play the Princess is to lose
SIGNALS = Signals(("Countess",), NAMES, OBVIOUS, NAMES, read_signal, hidden, count_cards)
