"""The word finder of the bots: all words of a hand, and the best of them by any measure of worth.

It walks through a graph of words (games/unspeakable_words/dawg.py), but has nothing to do with the
rules. A word's score is `by_worth` of its points, or `by_long_worth` if it has seven letters or
more, and for each card that stays in the hand its `keep`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.scoring import whole
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import record_dtype
from cthulhu_envs.games.unspeakable_words.cards import LONG_WORD, MOST_POINTS, N_LETTERS, POINTS
from cthulhu_envs.games.unspeakable_words.dawg import END_OF_WORD, ENDS, FIRST_EDGE, GOES_ON
from cthulhu_envs.games.unspeakable_words.settings import MAX_HAND
from cthulhu_envs.games.unspeakable_words.tables import SPENT_WORDS
from cthulhu_envs.games.unspeakable_words.words_laid import (
    COPY_BITS,
    COPY_MASK,
    LETTERS,
    count_bits,
    longer,
    take,
)

MOST_WORTH = MAX_HAND * MOST_POINTS
NO_SCORE = -1e9
NO_WORD = 0
# What calls itself must be compiled once, so every argument has one type, and none is a literal:
# machine code of two kinds that call each other does not come back from the disk cache.

SEARCH = record_dtype(
    # what is looked for
    ("by_worth", np.float64, (MOST_WORTH + 1,)),
    ("by_long_worth", np.float64, (MOST_WORTH + 1,)),
    ("keep", np.float64, (N_LETTERS,)),
    ("num_spent", np.int64),
    ("spent", np.int64, (SPENT_WORDS,)),  # codes of words that must not be found
    # what is found
    ("found", np.int64),  # words
    ("best", np.float64),
    ("best_code", np.int64),  # NO_WORD if there is none
    ("best_worth", np.int64),
    ("worths", np.int8, (2, MOST_WORTH + 1)),  # which worths were found: short words, long ones
)


@kernel
def find_words(nodes, edges, search, kinds, copies):
    """Look through all words of a hand: its kinds and copies, as in words_laid.py."""
    kept = 0.0
    have = kinds
    while have:
        bit = have & -have
        number = copies >> COPY_BITS * count_bits(kinds & bit - 1) & COPY_MASK
        kept += number * search.keep[count_bits(bit - 1)]
        have -= bit
    begin(search)
    twice = doubles(kinds, copies)
    go_on(nodes, edges, search, 0, kinds, kinds, twice, copies, 0, 0, 0, kept)


@kernel(inline=True)
def doubles(kinds, copies):
    """A bit for each letter that is twice or more in a hand."""
    twice, rest, shift = 0, kinds, 0
    while rest:
        bit = rest & -rest
        rest -= bit
        if copies >> shift & COPY_MASK > 1:
            twice |= bit
        shift += COPY_BITS
    return twice


@kernel(inline=True)
def begin(search):
    """Forget what was found before."""
    search.found = 0
    search.best = NO_SCORE
    search.best_code = NO_WORD
    search.worths[:] = 0


@kernel
def go_on(nodes, edges, search, node, kinds, have, twice, copies, code, length, worth, kept):
    """All words beyond a node, with the letters left."""
    ends = int(nodes[node, ENDS]) & have
    on = int(nodes[node, GOES_ON]) & have
    rest = ends | on
    branches = int(nodes[node, ENDS] | nodes[node, GOES_ON]) & LETTERS
    while rest:
        bit = rest & -rest
        rest -= bit
        letter = count_bits(bit - 1)
        laid, points = longer(code, letter), worth + int(POINTS[letter])
        left = kept - search.keep[letter]
        if ends & bit:
            consider(search, laid, length + 1, points, left)
        if on & bit:
            still, double, less = take(kinds, have, twice, copies, bit)
            child = np.int64(edges[nodes[node, FIRST_EDGE] + count_bits(branches & bit - 1)])
            if still:
                go_on(
                    nodes,
                    edges,
                    search,
                    child,
                    kinds,
                    still,
                    double,
                    less,
                    laid,
                    length + 1,
                    points,
                    left,
                )


@kernel(inline=True)
def consider(search, code, length, worth, kept):
    """Enter a word, unless it is spent."""
    for k in range(search.num_spent):
        if search.spent[k] == code:
            return
    is_long = length >= LONG_WORD
    search.found += 1
    search.worths[1 if is_long else 0, worth] = 1
    score = kept + (search.by_long_worth[worth] if is_long else search.by_worth[worth])
    if score > search.best:
        search.best = score
        search.best_code = code
        search.best_worth = worth


@kernel
def walk(nodes, edges, code_letters, length):
    """The node that letters lead to; -1 if no word begins so."""
    node = 0
    for place in range(length):
        bit = 1 << int(code_letters[place])
        branches = int(nodes[node, ENDS] | nodes[node, GOES_ON]) & LETTERS
        if not branches & bit:
            return -1
        node = int(edges[nodes[node, FIRST_EDGE] + count_bits(branches & bit - 1)])
    return node


@kernel(inline=True)
def ends_here(nodes, node):
    """Whether a word ends at a node."""
    return nodes[node, ENDS] >> END_OF_WORD & 1 != 0


@kernel
def find_in_all(nodes, edges, searches, hands, best):
    """The best word of each hand (rows of copies by letter), as codes."""
    for i in range(hands.shape[0]):
        kinds, copies = packed(hands[i])
        find_words(nodes, edges, searches[0], kinds, copies)
        best[i] = searches[0].best_code


@kernel(inline=True)
def packed(counts):
    """A hand given as copies by letter, in the form of words_laid.py."""
    kinds, copies, shift = 0, 0, 0
    for letter in range(N_LETTERS):
        if counts[letter] > 0:
            kinds |= 1 << letter
            copies += whole(counts[letter], COPY_MASK) << shift
            shift += COPY_BITS
    return kinds, copies


def best_words(graph: Any, hands: NDArray[Any]) -> NDArray[np.int64]:
    """The word of most points in each hand (rows of copies by letter), as codes; 0 for none."""
    searches = np.zeros(1, SEARCH)
    searches[0].by_worth = np.arange(MOST_WORTH + 1)
    searches[0].by_long_worth = np.arange(MOST_WORTH + 1)
    best = np.zeros(len(hands), np.int64)
    find_in_all(graph.nodes, graph.edges, searches, np.ascontiguousarray(hands), best)
    return best
