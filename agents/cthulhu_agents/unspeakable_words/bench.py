"""What `cthulhu bench unspeakable_words` measures beside the environments: finding words,
building their graph.
"""

from __future__ import annotations

import numpy as np

from cthulhu_agents.unspeakable_words.finder import best_words
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS
from cthulhu_envs.games.unspeakable_words.dawg import build
from cthulhu_envs.games.unspeakable_words.settings import copies_of, graph_of, setting_of
from cthulhu_envs.games.unspeakable_words.words import playable, words_of
from cthulhu_envs.tools.bench.clock import Measure, lap_of

HANDS = 200
SIZES = (5, 7)  # cards in a hand
SEED = 2026


def measures(game: Game) -> list[Measure]:
    """The best word of random hands, and the graph of the table's dictionary built from its words
    (what is kept on disk is not looked at).
    """
    values = game.values
    copies = copies_of(values)
    limits = setting_of(values, "min_letters"), setting_of(values, "hand_size")
    words = words_of(values["dictionary"])
    finders = [_finder(game, size) for size in SIZES if sum(copies) >= size]
    graph = lap_of(lambda: build(playable(words, copies, *limits)), calls=1)
    return [*finders, Measure("dictionary to graph of words", "graphs/s", graph)]


def _finder(game: Game, size: int) -> Measure:
    """The best word of each of many hands, looked for in one call."""
    rng = np.random.default_rng(SEED)
    deck = np.repeat(np.arange(N_LETTERS), copies_of(game.values))
    drawn = [rng.choice(deck, size, replace=False) for _ in range(HANDS)]
    hands = np.array([np.bincount(hand, minlength=N_LETTERS) for hand in drawn])
    graph = graph_of(game.configure(hand_size=size).values)
    lap = lap_of(lambda: best_words(graph, hands), HANDS, calls=1)
    return Measure(f"best word of {size} cards", "hands/s", lap)
