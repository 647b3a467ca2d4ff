"""The kit of a table: cards, decks and settings as the record that kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.decks import QUICK, quick_deck
from cthulhu_envs.games.call_of_cthulhu.settings import lists_of, pairings_of
from cthulhu_envs.games.call_of_cthulhu.state import KIT


def kit_of(game: Game) -> NDArray[Any]:
    """An array of one KIT record."""
    kits = np.zeros(1, KIT)
    kit = kits[0]
    values = game.values
    book = card_book()
    kit.auto_pass = values["auto_pass"]
    kit.turn_limit = values["turn_limit"]
    kit.kinds = book.kinds
    kit.texts = book.texts
    kit.ops = book.ops
    kit.mods = book.mods
    kit.filters = book.filters
    quick = values["format"] == "first_game"
    decks = [quick_deck(*deck) for deck in QUICK] if quick else lists_of(values)
    kit.num_decks = len(decks)
    for number, deck in enumerate(decks):
        kit.deck_sizes[number] = len(deck)
        kit.deck_kinds[number, : len(deck)] = deck
    pairings = pairings_of(values)
    kit.num_pairings = len(pairings)
    kit.pairings[: len(pairings)] = pairings
    kit.random_decks = len(pairings) > 1
    kit.open_deck = [len({pairing[seat] for pairing in pairings}) == 1 for seat in range(2)]
    kit.act = game.actions.start_record()
    kit.ob = game.observations.start_record()
    return kits
