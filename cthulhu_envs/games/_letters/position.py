"""Stacked decks (`reset(options=...)`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.settings_checks import set_starter, stacked_deck

RESET_OPTIONS = ("deck", "start")
OPTIONS_TEXT = (
    "`reset(options=...)` takes `deck`, all cards by name, top first (face down, face up, one "
    "for each seat from player_0 on, then the draw pile), and `start`, the seat that begins."
)


def lay_deck(
    game: Game,
    s: Any,
    options: Mapping[str, Any],
    cards: Iterable[Any],
    copies: Sequence[int],
    named: Callable[[Any], Any],
    say: Callable[[Any], str],
) -> None:
    """Lay the first round's deck, top card first, and name its starter, in a blank state.

    The top card goes face down, the next ones face up, then one to each seat from player_0 on
    (R2.2-R2.5). `named` finds a card by the name a user gave, `say` is how it is called.
    """
    set_starter(game, s, options)
    deck = stacked_deck(options, named, say, "cards by name", cards, copies)
    if deck is not None:
        s.deck[: len(deck)] = deck
        s.stacked = True
