"""Stacked decks (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.position import lay_deck
from cthulhu_envs.games.lovecraft_letter.cards import INSANE_GOAL, SANE_GOAL, TITLES, Card
from cthulhu_envs.games.lovecraft_letter.settings import card_named, copies_of
from cthulhu_envs.games.lovecraft_letter.state import MAX_ROWS, Ending, Event, Phase

HELD_BY_ACTOR = {Phase.PLAY: 2, Phase.NAME: 1, Phase.GIVE: 1}


def arrange(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """Lay the first round's deck and name its starter (R2.3-R2.5)."""
    lay_deck(game, s, options, Card, copies_of(game.values), card_named, TITLES.__getitem__)


def pile(s: Any) -> list[int]:
    """The draw pile, top first."""
    return [int(card) for card in s.deck[s.top : s.top + s.left]]


def in_play(s: Any) -> list[int]:
    """Cards played this turn that are not yet in a pile (R3.7)."""
    return [int(card) for card in s.log[s.turn_row : s.rows, Event.CARD]]


def check_state(game: Game, s: Any) -> None:
    """Conservation of cards, hands of the right size, tokens in range."""
    kit = game.kit[0]
    loose = [*pile(s), int(s.aside), *map(int, s.face_up), *map(int, s.pool)]
    cards = [card for card in (*loose, *map(int, s.hand.ravel())) if card != NO_CARD]
    cards += map(int, in_play(s))
    have = np.bincount(cards, minlength=len(Card)) + s.discards.sum(axis=0)
    wanted = np.array(copies_of(game.values))
    wanted[Card.BRAINCASE] += not s.braincase
    assert list(have) == list(wanted), "cards got lost or doubled"
    assert s.top + s.left == kit.deck_size, "the draw pile is not what is left of the deck"
    for seat in range(game.num_players):
        _check_hand(s, seat)
        insanity = int((s.discards[seat] * kit.insanity).sum())
        assert s.insanity[seat] == insanity, f"seat {seat} has {insanity} Insanity cards"
    assert list(s.lying) == list(s.discards.sum(axis=0)), "the piles are not what lies open"
    assert int((s.pool != NO_CARD).sum()) == s.pool_size, "the pool is not as large as it says"
    _check_turn(game, s)
    for tokens, goal in ((s.sane_tokens, SANE_GOAL), (s.insane_tokens, INSANE_GOAL)):
        assert tokens.min() >= 0 and tokens.max() <= goal, "tokens out of range"


def _check_hand(s: Any, seat: int) -> None:
    held = int((s.hand[seat] != NO_CARD).sum())
    if s.out[seat]:
        assert held == 0, "a seat that is out holds cards"
    elif s.ending != Ending.GOING_ON:
        assert held == 1, f"seat {seat} holds {held} cards"
    elif seat == s.seat:
        assert held == HELD_BY_ACTOR[Phase(s.phase)], f"seat {seat} holds {held} cards"
    elif s.phase == Phase.GIVE:
        assert held <= 1, f"seat {seat} holds {held} cards"
    else:
        assert held == 1, f"seat {seat} holds {held} cards"
    assert s.hand[seat, 0] != NO_CARD or s.hand[seat, 1] == NO_CARD, "the first slot is empty"
    assert not (s.hand_seen[seat] >> seat & 1).any(), "a seat is told its own card as news"
    assert not s.hand_seen[seat][s.hand[seat] == NO_CARD].any(), "a card that is not there is known"
    assert not (s.exposed[seat] & ~s.hand_seen[seat]).any(), "exposed to one who does not know"
    assert not (s.out[seat] and (s.protected[seat] or s.immortal[seat])), "out and shielded"


def _check_turn(game: Game, s: Any) -> None:
    """Whose decision it is, and what is left over from earlier ones."""
    assert 0 <= s.turn_row <= s.rows <= MAX_ROWS, "the turn's rows are not in the log"
    assert NO_CARD not in in_play(s), "a Sanity Check is no card in play"
    if s.ending != Ending.GOING_ON:
        assert s.turn_row == s.rows and s.pool_size == 0, "a game is over in the middle of a turn"
        return
    assert not s.out[s.seat], "the seat to act is out"
    assert (s.out[: game.num_players] == 0).sum() > 1, "one player alone is in"
    assert (s.asked == NOBODY) == (s.phase == Phase.PLAY), "nobody is asked, or without reason"
    assert (s.pool_size > 1) == (s.phase == Phase.GIVE), "cards to give, or none"
    assert bool(s.extra) == (s.phase == Phase.PLAY and s.rows > s.turn_row), "no extra play"
