"""The kit of a table: deck, settings and the meaning of action ids, as the record that kernels
read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.settings import copies_of, events_of, face_up_of, goal_of
from cthulhu_envs.games.love_letter.state import KIT
from cthulhu_envs.games.love_letter.tables import BOTTOM_PER_CHANCELLOR

CHOOSING_NOBODY = "_nobody"


def kit_of(game: Game) -> NDArray[Any]:
    """An array of one KIT record."""
    kits = np.zeros(1, KIT)
    kit = kits[0]
    values = game.values
    copies = copies_of(values)
    names = [card for card in Card if card != Card.GUARD and copies[card]]
    kit.num_players = values["num_players"]
    kit.single = values["rounds"] == "single"
    kit.pay_tokens = values["reward"] == "tokens"
    kit.goal = goal_of(values)
    kit.num_face_up = face_up_of(values)
    kit.deck_size = sum(copies)
    kit.copies = copies
    kit.num_names = len(names)
    kit.names[: len(names)] = names
    kit.num_events = events_of(values)
    kit.num_bottom = BOTTOM_PER_CHANCELLOR * copies[Card.CHANCELLOR]
    kit.act = game.actions.start_record()
    kit.ob = game.observations.start_record()
    kit.scale = game.observations.scale_record()
    _fill_meanings(game, kit)
    return kits


def _fill_meanings(game: Game, kit: Any) -> None:
    """Card, target and name of every action id, and the first id of every card."""
    kit.card_of = NO_CARD
    kit.target_of = NOBODY
    kit.name_of = NO_CARD
    kit.nobody_id = NO_CARD
    for card in Card:
        word = card.name.lower()
        kit.first_id[card] = game.actions.starts[word]
        if word + CHOOSING_NOBODY in game.actions.starts:
            kit.nobody_id[card] = game.actions.starts[word + CHOOSING_NOBODY]
    for action in range(game.actions.size):
        meaning = game.actions.decode(action)
        word = meaning.name.removesuffix(CHOOSING_NOBODY)
        if word in ("keep", "bottom"):
            kit.card_of[action] = meaning.values["card"]
            continue
        kit.card_of[action] = Card[word.upper()]
        kit.target_of[action] = meaning.values.get("seat", NOBODY)
        kit.name_of[action] = meaning.values.get("card", NO_CARD)
