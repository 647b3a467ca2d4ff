"""Ratings on an Elo-like scale, by batch maximum likelihood over the whole tournament.

The model is Luce's choice: a seat wins with probability proportional to its agent's strength, so
one A among P - 1 Bs wins with a / (a + (P - 1) b). With two players this is Bradley-Terry; with
more it is Plackett-Luce for games of which only the winner counts. Shared wins count by their
shares. 400 points are odds of 10 to 1 against a single opponent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cthulhu_training.arena.results import Results
from cthulhu_training.arena.settings import stream
from cthulhu_training.arena.statistics import by_deal
from cthulhu_training.intervals import TAILS

ANCHOR = "random"
POINTS = 400 / np.log(10)
REPEATS = 1000  # of the bootstrap
TOLERANCE = 1e-9
LONGEST_STEP = 1.0  # of Newton's method, in natural units: keeps it from overshooting
MOST_STEPS = 200


@dataclass(frozen=True)
class Ratings:
    """Points of each agent, `random` at 0 if it takes part, else their mean at 0.

    `low` and `high` are 95 % bootstrap intervals over deals, not numbers if there is one deal
    alone. An agent that lost or won everything is rated by the imagined draw (see `fit`): far
    off, and only a bound.
    """

    agents: list[str]
    anchor: str  # in words
    points: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def rate(results: Results, repeats: int = REPEATS) -> Ratings:
    """Ratings of a tournament; the same results and seed give the same numbers."""
    agents, players = results.agents, results.players
    means = by_deal(results, results.share)
    deals = len(means)
    won = np.concatenate([means.sum(axis=0)[None], _resampled(means, results, repeats)]) * players
    points = POINTS * fit(won, deals * players, players)
    zero = points[:, agents.index(ANCHOR), None] if ANCHOR in agents else 0.0
    points = points - zero
    low, high = np.quantile(points[1:], TAILS, axis=0)
    if deals == 1:
        low, high = np.full_like(low, np.nan), np.full_like(high, np.nan)
    anchor = f"{ANCHOR} = 0" if ANCHOR in agents else "mean = 0"
    return Ratings(agents, anchor, points[0], low, high)


def fit(won: NDArray[np.float64], games: float, players: int) -> NDArray[np.float64]:
    """Log strengths with mean 0 that make the wins most likely.

    `won[..., i, j]` of `games` games are the wins of one i among js; the diagonal is not looked
    at, and leading axes are separate tournaments. With two players every game stands at (i, j)
    and (j, i), which changes nothing. One imagined drawn game per pairing keeps an agent that
    lost or won everything finite.
    """
    count = won.shape[-1]
    apart = 1.0 - np.eye(count)
    wins = (won + 1 / players) * apart
    strength = np.zeros((*won.shape[:-2], count))
    for _ in range(MOST_STEPS):
        ahead = strength[..., :, None] - strength[..., None, :] - np.log(players - 1)
        win_prob = 1 / (1 + np.exp(-ahead))
        excess = wins - (games + 1) * win_prob * apart
        slope = excess.sum(axis=-1) - excess.sum(axis=-2)
        weight = (games + 1) * win_prob * (1 - win_prob) * apart
        weight = weight + np.swapaxes(weight, -1, -2)
        bend = weight.sum(axis=-1)[..., None] * np.eye(count) - weight
        level = bend + weight.mean(axis=(-2, -1), keepdims=True)  # fixes the mean at 0
        step = np.linalg.solve(level, slope[..., None])[..., 0]
        strength += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        strength -= strength.mean(axis=-1, keepdims=True)
        if np.abs(step).max() < TOLERANCE:
            return strength
    raise ArithmeticError("the ratings do not converge")


def _resampled(means: NDArray[np.float64], results: Results, repeats: int) -> NDArray[np.float64]:
    """Sums over deals drawn with replacement. All pairings play the same deals, so a deal is
    drawn for all of them together.
    """
    rng = np.random.default_rng(stream(int(results.head["seed"]), "bootstrap"))
    deals = len(means)
    flat = means.reshape(deals, -1)
    sums = np.empty((repeats, flat.shape[1]))
    for repeat in range(repeats):
        drawn = np.bincount(rng.integers(deals, size=deals), minlength=deals)
        sums[repeat] = drawn @ flat
    return sums.reshape(repeats, *means.shape[1:])
