"""Stacked decks (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games._letters.position import lay_deck
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.settings import card_named, copies_of
from cthulhu_envs.games.love_letter.state import RING, Ending, Phase

CARDS_IN_PHASE = {Phase.PLAY: (2,), Phase.KEEP: (2, 3), Phase.BOTTOM: (3,)}


def arrange(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """Lay the first round's deck and name its starter (R2.2-R2.5)."""
    lay_deck(game, s, options, Card, copies_of(game.values), card_named, title)


def pile(s: Any) -> list[int]:
    """The draw pile, top first."""
    return [int(s.deck[(s.top + k) & RING]) for k in range(s.left)]


def check_state(game: Game, s: Any) -> None:
    """Conservation of cards, hands of the right size, tokens in range."""
    cards = [*pile(s), int(s.aside), *map(int, s.face_up), *map(int, s.hand.ravel())]
    have = np.bincount([card for card in cards if card != NO_CARD], minlength=len(Card))
    have = have + s.discards.sum(axis=0)
    assert list(s.lying) == list(s.discards.sum(axis=0)), "what lies open is not what was discarded"
    assert list(have) == copies_of(game.values), "cards got lost or doubled"
    for seat in range(game.num_players):
        held = int((s.hand[seat] != NO_CARD).sum())
        if s.out[seat]:
            assert held == 0, "a seat that is out holds cards"
        elif s.ending == Ending.GOING_ON and seat == s.seat:
            assert held in CARDS_IN_PHASE[Phase(s.phase)], f"seat {seat} holds {held} cards"
        else:
            assert held == 1, f"seat {seat} holds {held} cards"
        assert not s.hand_seen[seat, 0] >> seat & 1, "a seat is told its own card as news"
        assert not (s.exposed[seat] & ~s.hand_seen[seat]).any(), "exposed to one who does not know"
    assert s.tokens.min() >= 0 and s.tokens.max() <= game.kit[0].goal + 1, "tokens out of range"
