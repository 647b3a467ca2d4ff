"""The kit of a table: deck, words and settings as the record that kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.unspeakable_words.settings import copies_of, graph_of, setting_of
from cthulhu_envs.games.unspeakable_words.state import KIT


def kit_of(game: Game) -> NDArray[Any]:
    """An array of one KIT record."""
    kits = np.zeros(1, KIT)
    kit = kits[0]
    values = game.values
    copies = copies_of(values)
    graph = graph_of(values)
    kit.num_players = values["num_players"]
    kit.target = setting_of(values, "target")
    kit.hand_size = setting_of(values, "hand_size")
    kit.min_letters = setting_of(values, "min_letters")
    kit.at_most = setting_of(values, "check") == "at_most"
    kit.claim_half = setting_of(values, "claim_half")
    kit.with_dice = setting_of(values, "dice")
    kit.lose_all = setting_of(values, "lose_all_on_fail")
    kit.long_if_sane = setting_of(values, "long_words") == "if_sane"
    kit.free_words = setting_of(values, "free_words")
    kit.tokens = values["tokens"]
    kit.turn_limit = values["turn_limit"]
    kit.pay_points = values["reward"] == "points"
    kit.word_features = values["word_features"]
    kit.deck_size = sum(copies)
    kit.copies = copies
    kit.act = game.actions.start_record()
    kit.ob = game.observations.start_record()
    kit.scale = game.observations.scale_record()
    kit.nodes[: len(graph.nodes)] = graph.nodes
    kit.edges[: len(graph.edges)] = graph.edges
    return kits
