"""R1.1, R1.9: the deck and the list together, against numbers from outside."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from cthulhu_envs.games.unspeakable_words.cards import COPIES
from cthulhu_envs.games.unspeakable_words.dawg import (
    END_OF_WORD,
    ENDS,
    FIRST_EDGE,
    GOES_ON,
    dawg_of,
)
from cthulhu_envs.games.unspeakable_words.words import words_of
from tests.rulebook import rule
from tests.rules.unspeakable_words.table import ALL

HANDS = 12_000
WORDS = [w for w in words_of("enable") if len(w) >= 3]
SPELLED = Counter("".join(sorted(word)) for word in WORDS)  # words by their letters in order


def random_hands(size: int, count: int) -> list[str]:
    deck = np.repeat(list(ALL), COPIES)
    rng = np.random.default_rng(0)
    return ["".join(sorted(rng.choice(deck, size, replace=False))) for _ in range(count)]


def words_by_subsets(hand: str) -> int:
    """How many words a hand spells, from all its sets of letters."""
    sets = {"".join(c) for n in range(3, len(hand) + 1) for c in itertools.combinations(hand, n)}
    return sum(SPELLED[letters] for letters in sets)


def words_by_graph(hand: str, size: int) -> int:
    """The same, by walking through the graph."""
    graph = dawg_of("enable", [99] * 26, 3, size)
    left = Counter(hand)

    def walk(node: int) -> int:
        ends, goes_on, edge = (int(graph.nodes[node, c]) for c in (ENDS, GOES_ON, FIRST_EDGE))
        found = ends >> END_OF_WORD & 1
        for number, letter in enumerate(ALL):
            if (ends | goes_on) >> number & 1:
                if left[letter]:
                    left[letter] -= 1
                    found += walk(int(graph.edges[edge]))
                    left[letter] += 1
                edge += 1
        return found

    return walk(0)


@rule("R1.1", "R1.9")
@pytest.mark.parametrize(("size", "nothing", "average"), [(7, 0.012, 39.8), (5, 0.080, 9.0)])
def test_random_hands_spell_as_many_words_as_counted_elsewhere(size, nothing, average):
    counts = np.array([words_by_subsets(hand) for hand in random_hands(size, HANDS)])

    spread = (nothing * (1 - nothing) / HANDS) ** 0.5
    assert (counts == 0).mean() == pytest.approx(nothing, abs=3 * spread + 0.0005)
    assert counts.mean() == pytest.approx(average, abs=3 * counts.std() / HANDS**0.5 + 0.05)


@rule("R1.9")
@pytest.mark.parametrize("size", [5, 7])
def test_the_graph_finds_the_same_words(size):
    for hand in random_hands(size, 60):
        assert words_by_graph(hand, size) == words_by_subsets(hand)
