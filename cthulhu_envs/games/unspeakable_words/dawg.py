"""The words as a graph: a node for each different set of endings (a DAWG), in two arrays.

    nodes    a row of columns: ENDS has bit `letter` if that letter completes a word, and bit
             END_OF_WORD if a word ends here; GOES_ON has bit `letter` if more letters can follow
             that one; FIRST_EDGE says where the node's edges begin
    edges    the node that a letter leads to; those of a node stand in the order of their letters

Node 0 is the beginning of all words. Built graphs are kept on disk beside the compiled kernels.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._compile.kept_files import keep, read_kept
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS
from cthulhu_envs.games.unspeakable_words.words import playable, words_of

ENDS, GOES_ON, FIRST_EDGE = 0, 1, 2  # columns of a node
N_COLUMNS = 4  # so that a node lies in one cache line
END_OF_WORD = N_LETTERS  # number of the bit
MAX_NODES = 1 << 16
MAX_EDGES = 3 << 16
KEPT = "words-2-"  # how files of this form are named
DIGEST = 16  # bytes before the arrays of a file
MOST_KEPT = DIGEST + 4 * (1 + MAX_NODES * N_COLUMNS + MAX_EDGES)  # bytes of a file


class Dawg(NamedTuple):
    """The graph of a set of words."""

    nodes: NDArray[np.int32]  # n x N_COLUMNS
    edges: NDArray[np.int32]


def dawg_of(dictionary: str | list[str], copies: list[int], shortest: int, longest: int) -> Dawg:
    """The graph of the words of a dictionary that a hand can lay; ValueError if there are none."""
    return _found(words_of(dictionary), tuple(copies), shortest, longest)


@lru_cache(maxsize=16)
def _found(words: tuple[str, ...], copies: tuple[int, ...], shortest: int, longest: int) -> Dawg:
    """Remembered, or read from disk, or built and kept there."""
    content = repr((copies, shortest, longest)) + "\n".join(words)
    key = hashlib.blake2b(content.encode(), digest_size=12).hexdigest()
    name = f"{KEPT}{key}"
    kept = _unpacked(read_kept(name, MOST_KEPT))
    if kept is not None:
        return kept
    dawg = build(playable(words, list(copies), shortest, longest))
    if len(dawg.nodes) > MAX_NODES or len(dawg.edges) > MAX_EDGES:
        raise ValueError(
            f"the dictionary is too large: its graph has {len(dawg.nodes)} nodes and "
            f"{len(dawg.edges)} edges, of {MAX_NODES} and {MAX_EDGES}"
        )
    keep(name, _packed(dawg))
    return dawg


def _packed(dawg: Dawg) -> bytes:
    """A graph as it is kept on disk, with a digest."""
    size = np.array([len(dawg.nodes)], np.int32)
    body = np.concatenate([size, dawg.nodes.ravel(), dawg.edges]).tobytes()
    return hashlib.blake2b(body, digest_size=DIGEST).digest() + body


def _unpacked(data: bytes | None) -> Dawg | None:
    """A graph kept on disk; None if there is none, or the file is damaged."""
    if data is None:
        return None
    body = data[DIGEST:]
    if len(body) < 8 or data[:DIGEST] != hashlib.blake2b(body, digest_size=DIGEST).digest():
        return None
    if len(body) % 4:
        return None
    numbers = np.frombuffer(body, np.int32)
    count = int(numbers[0])
    last = 1 + count * N_COLUMNS
    if not 0 < count <= MAX_NODES or last > len(numbers) or len(numbers) - last > MAX_EDGES:
        return None
    dawg = Dawg(numbers[1:last].reshape(-1, N_COLUMNS), numbers[last:])
    return dawg if is_sound(dawg) else None


def is_sound(dawg: Dawg) -> bool:
    """Whether every edge leads from a node that has it to a node that is there: kernels do not
    look.
    """
    leads = (dawg.nodes[:, ENDS] | dawg.nodes[:, GOES_ON]) & ((1 << N_LETTERS) - 1)
    degree = sum((leads >> letter) & 1 for letter in range(N_LETTERS))
    first = dawg.nodes[:, FIRST_EDGE]
    return bool(
        (first >= 0).all()
        and (first + degree <= len(dawg.edges)).all()
        and ((dawg.edges >= 0) & (dawg.edges < len(dawg.nodes))).all()
    )


def build(letters: NDArray[np.int8]) -> Dawg:
    """The smallest graph of words that are given as sorted rows of letters, -1 behind the last.

    First a tree of all beginnings, then equal subtrees merged, the lowest ones first: two nodes
    are one if they end a word alike and lead by the same letters to the same nodes.
    """
    parent, letter, is_end = _tree(letters)
    height = _heights(parent)
    merged = np.full(len(parent), -1)  # the class of each node of the tree
    rows: list[
        NDArray[np.int32]
    ] = []  # by class: the classes its letters lead to, and whether it ends a word
    for level in range(height[0] + 1):
        own = np.flatnonzero(height == level)
        table = np.full((len(own), N_LETTERS + 1), -1, np.int32)
        place = np.full(len(parent), -1)
        place[own] = np.arange(len(own))
        below = np.flatnonzero(place[parent] >= 0)
        below = below[below > 0]
        table[place[parent[below]], letter[below]] = merged[below]
        table[:, END_OF_WORD] = is_end[own]
        as_bytes = np.ascontiguousarray(table).view(f"V{table.shape[1] * table.itemsize}").ravel()
        _, first, which = np.unique(as_bytes, return_index=True, return_inverse=True)
        merged[own] = len(rows) + which
        rows += list(table[first])
    return _laid_out(np.array(rows)[::-1])


def _tree(
    letters: NDArray[np.int8],
) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.bool_]]:
    """Every beginning of a word: its parent (0 of the root), last letter, whether it is a word."""
    rows = len(letters)
    node = np.zeros(rows, np.int64)  # where each word has got to
    parents, last = [np.zeros(1, np.int64)], [np.zeros(1, np.int8)]
    size = 1
    for column in letters.T:
        going_on = np.flatnonzero(column >= 0)
        if not len(going_on):
            break
        before, step = node[going_on], column[going_on]
        is_new = np.ones(len(going_on), bool)
        is_new[1:] = (before[1:] != before[:-1]) | (step[1:] != step[:-1])
        node[going_on] = size + np.cumsum(is_new) - 1
        parents.append(before[is_new])
        last.append(step[is_new])
        size += int(is_new.sum())
    is_end = np.zeros(size, bool)
    is_end[node] = True
    return np.concatenate(parents), np.concatenate(last), is_end


def _heights(parent: NDArray[np.int64]) -> NDArray[np.int64]:
    """The most letters that follow each node; parents stand before their children."""
    height = np.zeros(len(parent), np.int64)
    while True:
        before = height.copy()
        np.maximum.at(height, parent[1:], before[1:] + 1)
        if np.array_equal(height, before):
            return height


def _laid_out(rows: NDArray[np.int32]) -> Dawg:
    """The classes as arrays, the root first; their numbers run backwards in `rows`."""
    last = len(rows) - 1
    leads = rows[:, :N_LETTERS] >= 0
    child = np.where(leads, last - rows[:, :N_LETTERS], 0)
    is_end = rows[:, END_OF_WORD]
    degree = leads.sum(axis=1)
    letters = 1 << np.arange(N_LETTERS)
    nodes = np.zeros((len(rows), N_COLUMNS), np.int32)
    nodes[:, ENDS] = (leads * is_end[child] * letters).sum(axis=1) + (is_end << END_OF_WORD)
    nodes[:, GOES_ON] = (leads * (degree[child] > 0) * letters).sum(axis=1)
    nodes[:, FIRST_EDGE] = np.cumsum(degree) - degree
    dawg = Dawg(nodes, child[leads].astype(np.int32))
    for array in dawg:  # as one read from disk is: kernels are compiled for it once
        array.flags.writeable = False
    return dawg
