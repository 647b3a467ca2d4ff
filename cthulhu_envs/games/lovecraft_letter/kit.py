"""The kit of a table: deck, settings and the meaning of action ids, as the record that kernels
read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.settings import (
    copies_of,
    events_of,
    face_up_of,
    insanity_of,
    numbers_of,
    values_of,
)
from cthulhu_envs.games.lovecraft_letter.state import KIT, NO_NUMBER
from cthulhu_envs.games.lovecraft_letter.tables import INSANE, NOBODY_THERE, name_of


def kit_of(game: Game) -> NDArray[Any]:
    """An array of one KIT record."""
    kits = np.zeros(1, KIT)
    kit = kits[0]
    values = game.values
    copies, numbers = copies_of(values), numbers_of(values)
    kit.num_players = values["num_players"]
    kit.single = values["rounds"] == "single"
    kit.pay_tokens = values["reward"] == "tokens"
    kit.max_rounds = values["max_rounds"]
    kit.num_face_up = face_up_of(values)
    kit.deck_size = sum(copies)
    kit.copies = copies
    kit.worth = values_of(values)
    kit.insanity = insanity_of(values)
    kit.num_numbers = len(numbers)
    kit.numbers[: len(numbers)] = numbers
    kit.num_events = events_of(values)
    kit.act = game.actions.start_record()
    kit.ob = game.observations.start_record()
    kit.scale = game.observations.scale_record()
    _fill_meanings(game, kit)
    return kits


def _fill_meanings(game: Game, kit: Any) -> None:
    """Card, side, target and number of every action id, and the first id of every side."""
    starts = game.actions.starts
    kit.card_of = NO_CARD
    kit.target_of = NOBODY
    kit.number_of = NO_NUMBER
    for card in Card:
        for side in (False, True):
            name = name_of(card, side)
            kit.first_id[card, int(side)] = starts.get(name, NO_CARD)
            kit.nobody_id[card, int(side)] = starts.get(name + NOBODY_THERE, NO_CARD)
    for action in range(game.actions.size):
        meaning = game.actions.decode(action)
        kit.number_of[action] = meaning.values.get("number", NO_NUMBER)
        if meaning.name == "name":
            continue
        if meaning.name == "give":
            kit.card_of[action] = meaning.values["card"]
            continue
        name = meaning.name.removesuffix(NOBODY_THERE)
        kit.insane_of[action] = name.endswith(INSANE)
        kit.card_of[action] = Card[name.removesuffix(INSANE).upper()]
        kit.target_of[action] = meaning.values.get("seat", NOBODY)
