"""What the scholar knows before a game: the chance to win a race, and what cards are worth keeping.

`outlook[hurry, tokens, points]` is the chance of a player alone to reach the target with so many
points and tokens, when each turn that passes leaves only a part of the chance (DISCOUNTS) because
others play too. It is worked out exactly, from the target down, for hands as they come from the
deck and the best word and claim in each of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.unspeakable_words.finder import MOST_WORTH, SEARCH, find_words, packed
from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.unspeakable_words.cards import (
    D20,
    LONG_WORD,
    MOST_POINTS,
    N_LETTERS,
    POINTS,
)
from cthulhu_envs.games.unspeakable_words.dawg import Dawg, dawg_of
from cthulhu_envs.games.unspeakable_words.settings import copies_of, setting_of
from cthulhu_envs.games.unspeakable_words.words import words_of

VOCABULARIES = ("all", "everyday")
EVERYDAY = "common"  # the shipped list of everyday words
HANDS = 200  # looked at to learn what hands are worth
SEED = 113
MORE_TOKENS = 2  # above those at the start, by the Elder Sign
DISCOUNTS = (0.65, 0.8, 0.9, 0.96, 0.985)  # from great hurry to hardly any
USUAL = 2  # number of the discount with which cards worth keeping are judged
ROUNDS = 8  # of improving a value that depends on itself
NEAR = 1e-4  # and when it is good enough
RIDGE = 5.0  # against chance in what single letters are worth

Numbers = NDArray[np.float64]


class Odds(NamedTuple):
    """What is known beforehand about a table and a vocabulary."""

    graph: Dawg
    outlook: Numbers  # [hurry, tokens, points]; no tokens: eliminated; last column: the target
    keep: Numbers  # by letter: what keeping the card is worth, beside drawing another
    worths: NDArray[np.bool_]  # words of what worth hands have: [any letters, hand, long, worth]


def sane_chance(against: Any, at_most: bool) -> Numbers:
    """R4.5-R4.7: the chance that a check against these points succeeds."""
    points = np.asarray(against)
    sides = np.minimum(points, D20 - 1) + 1 if at_most else np.clip(D20 + 1 - points, 1, D20)
    chance: Numbers = sides / D20
    return chance


def vocabulary_of(game: Game, vocabulary: str) -> Dawg:
    """The graph of the words that a player knows, of those that can be laid at this table."""
    values = game.values
    limits = copies_of(values), setting_of(values, "min_letters"), setting_of(values, "hand_size")
    if vocabulary not in VOCABULARIES:
        raise ValueError(f"vocabulary is one of {', '.join(VOCABULARIES)}, not {shown(vocabulary)}")
    if vocabulary == "all":
        return dawg_of(values["dictionary"], *limits)
    common = set(words_of(EVERYDAY))
    return dawg_of([word for word in words_of(values["dictionary"]) if word in common], *limits)


def odds_of(game: Game, vocabulary: str) -> Odds:
    """The odds of a table; worked out once for tables with the same settings."""
    names = (
        "target",
        "hand_size",
        "check",
        "claim_half",
        "lose_all_on_fail",
        "long_words",
        "free_words",
    )
    settings = tuple(setting_of(game.values, name) for name in names)
    graph = vocabulary_of(game, vocabulary)
    shortest = setting_of(game.values, "min_letters")
    known = (*settings, shortest, game.values["tokens"], tuple(copies_of(game.values)))
    return _worked_out(_Graph(graph), known)


class _Graph:
    """A graph that can be looked up: equal if its arrays are."""

    def __init__(self, graph: Dawg) -> None:
        self.graph = graph
        self.key = graph.nodes.tobytes() + graph.edges.tobytes()

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Graph) and self.key == other.key


@lru_cache(maxsize=16)
def _worked_out(known_words: _Graph, known: tuple[Any, ...]) -> Odds:
    target, hand_size, check, claim_half, lose_all, long_words, is_free, shortest = known[:8]
    tokens, copies = known[8:]
    hands, worths = _sampled(known_words.graph, np.array(copies), hand_size)
    most = hand_size * MOST_POINTS + 1
    options = _Options(
        target, check == "at_most", claim_half, lose_all, long_words == "if_sane", most
    )
    free = _free_worths(hands, shortest) if is_free else worths
    rows = 2 if hand_size >= LONG_WORD else 1
    parts = [kind[:, :rows, :most] for kind in (free, worths)]
    kinds = [np.unique(part, axis=0, return_counts=True) for part in parts]
    outlook = np.zeros((len(DISCOUNTS), tokens + MORE_TOKENS + 1, target + 1))
    outlook[:, 1:, target] = 1.0
    for held in range(1, outlook.shape[1]):
        for points in range(target - 1, -1, -1):
            _fill(outlook, held, points, kinds[held > 1], options)
    usual, half = min(3, tokens), target // 2
    keep = _worth_keeping(outlook[USUAL], hands, parts[1], options, usual, half)
    return Odds(known_words.graph, outlook, keep, np.stack(parts[::-1]))


def _sampled(
    graph: Dawg, copies: NDArray[np.int64], size: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Random hands as copies by letter, and what words of which worth each has, short and long."""
    rng = np.random.default_rng(SEED)
    deck = np.repeat(np.arange(N_LETTERS), copies)
    drawn = [rng.choice(deck, size, replace=False) for _ in range(HANDS)]
    hands = np.array([np.bincount(hand, minlength=N_LETTERS) for hand in drawn])
    searches = np.zeros(1, SEARCH)
    worths = np.zeros((HANDS, 2, MOST_WORTH + 1), bool)
    for number, hand in enumerate(hands):
        kinds, held = packed(hand)
        find_words(graph.nodes, graph.edges, searches[0], kinds, held)
        worths[number] = searches[0].worths
    return hands, worths


def _free_worths(hands: NDArray[np.int64], shortest: int) -> NDArray[np.bool_]:
    """R3.9: the same where any letters are a word."""
    found = np.zeros((len(hands), 2, MOST_WORTH + 1), bool)
    for number, hand in enumerate(hands):
        points = np.repeat(POINTS, hand)
        chosen = np.arange(1 << len(points))[:, None] >> np.arange(len(points)) & 1
        length = chosen.sum(axis=1)
        is_enough = length >= shortest
        is_long = (length >= LONG_WORD).astype(int)
        found[number, is_long[is_enough], (chosen @ points)[is_enough]] = True
    return found


class _Options(NamedTuple):
    """The settings that decide what a word of some worth leads to."""

    target: int
    at_most: bool
    claim_half: bool
    lose_all: bool
    long_if_sane: bool
    most: int  # worths are less than this

    def values(self, outlook: Numbers, held: int, points: int) -> Numbers:
        """The best claim's chance by hurry and worth: short words, then long ones."""
        worth = np.arange(self.most)
        half = (worth + 1) // 2
        short = self.value(outlook, held, points, worth, worth)
        if self.claim_half:
            short = np.maximum(short, self.value(outlook, held, points, half, half))
        long = self.value(outlook, held, points, worth, half)
        return np.stack([short, long], axis=-2)

    def value(
        self, outlook: Numbers, held: int, points: int, claimed: Any, against: Any
    ) -> Numbers:
        chance = sane_chance(against, self.at_most)
        total = np.minimum(points + claimed, self.target)
        needs_sanity = self.long_if_sane & (against < claimed)  # a long word
        scored = np.where(needs_sanity, points, total)
        dropped = np.where(total < self.target, scored, 0 if self.lose_all else points)
        sane, insane = outlook[..., held, total], outlook[..., held - 1, dropped]
        value: Numbers = chance * sane + (1 - chance) * insane
        return value


def _fill(outlook: Numbers, held: int, points: int, kinds: Any, options: _Options) -> None:
    """Entries of all hurries, from those with more points or fewer tokens, and from themselves: 0
    points, throwing in. `kinds` are the different hands by what they can lay, and how often each
    was seen.
    """
    worths, times = kinds
    outlook[:, held, points] = outlook[:, held, points + 1] * np.array(DISCOUNTS)  # to begin with
    for _ in range(ROUNDS):
        best = _best(outlook, held, points, worths, options)
        before = outlook[:, held, points]
        reached = np.average(np.maximum(best, before[:, None]), axis=1, weights=times)
        after = np.array(DISCOUNTS) * reached
        is_good = np.abs(after - before).max() < NEAR
        outlook[:, held, points] = after
        if is_good:
            break


def _best(outlook: Numbers, held: int, points: int, worths: Any, options: _Options) -> Numbers:
    """By hand: the chance with its best word; 0 without a word."""
    values = options.values(outlook, held, points)
    values = values[..., : worths.shape[1], :]  # without long words in small hands
    best: Numbers = np.where(worths, values[..., None, :, :], 0.0).max(axis=(-2, -1))
    return best


def _worth_keeping(
    outlook: Numbers,
    hands: NDArray[np.int64],
    worths: Any,
    options: _Options,
    held: int,
    points: int,
) -> Numbers:
    """How much a card of each letter adds to the best word of a hand it is in, by regression."""
    best = np.maximum(_best(outlook, held, points, worths, options), outlook[held, points])
    surplus = best - best.mean()
    usual = hands.mean(axis=0)
    spread = hands - usual
    moments = spread.T @ spread + RIDGE * np.eye(N_LETTERS)
    gain = np.linalg.solve(moments, spread.T @ surplus)
    keep: Numbers = gain - (gain * usual).sum() / usual.sum()
    return keep
