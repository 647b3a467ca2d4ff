"""The cross-play matrix: mean win share of one agent among others, with intervals clustered by
deal.

The games of one deal share their cards and are no independent witnesses, so a deal counts as one
observation: the mean over the seats the agent had.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_training.arena.results import Results
from cthulhu_training.arena.settings import Pairing
from cthulhu_training.intervals import Z_95

COIN = 0.25  # its variance


@dataclass(frozen=True)
class Matrix:
    """Cell (i, j): what agent i gets alone among copies of agent j, in every seat in turn.

    `low` and `high` bound the mean with 95 % confidence. The diagonal is self-play, a check of
    the harness: of win shares it must hold 1/players.
    """

    agents: list[str]
    fair: float
    mean: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def by_deal(results: Results, table: dict[Pairing, NDArray[np.float64]]) -> NDArray[np.float64]:
    """What agent i got among copies of j in each deal, mean over its seats: (deals, i, j).

    With two players the deals of (j, i) are those of (i, j) seen from the other side.
    """
    agents, players = results.agents, results.players
    means = np.zeros((int(results.head["deals"]), len(agents), len(agents)))
    for (one, rest), games in table.items():  # games[deal, seat of the one, seat]
        i, j = agents.index(one), agents.index(rest)
        of_one = np.einsum("drr->dr", games)
        means[:, i, j] = of_one.mean(axis=1)
        if players == 2 and i != j:
            means[:, j, i] = (games.sum(axis=2) - of_one).mean(axis=1)
    return means


def cross_play(results: Results) -> Matrix:
    """The matrix of win shares, with Wilson intervals clustered by deal."""
    means = by_deal(results, results.share)
    low, high = wilson(means)
    return Matrix(results.agents, 1 / results.players, means.mean(axis=0), low, high)


def cross_rewards(results: Results) -> Matrix:
    """The same of rewards, for co-operative or shaped games: normal intervals on the means of
    deals, unbounded (not a number) where there is one deal alone.
    """
    means = by_deal(results, results.reward)
    count = len(means)
    spread = means.std(axis=0, ddof=1) if count > 1 else np.full(means.shape[1:], np.nan)
    half = Z_95 * spread / np.sqrt(count)
    mean = means.mean(axis=0)
    return Matrix(results.agents, 0.0, mean, mean - half, mean + half)


def team_rewards(results: Results) -> Matrix | None:
    """What the team is paid, if all seats are always paid alike; else None. Shares of the win say
    nothing about a team.
    """
    for reward in results.reward.values():
        if not np.isclose(reward, reward[..., :1]).all():
            return None
    return cross_rewards(results)


def wilson(means: NDArray[np.float64]) -> tuple[NDArray[Any], NDArray[Any]]:
    """95 % bounds of the mean over the first axis, of clusters' mean shares in [0, 1].

    Wilson's interval with the number of independent games that would vary as the clusters do.
    One imagined cluster is added to that count, decided by a coin, all its games alike: so few
    clusters that happen to agree, or a clean sweep, claim no certainty. Simulated, with games of
    a cluster independent or alike and means of 3 to 90 %, 94 to 98 % of the intervals hold the
    truth from 60 clusters on, 91 to 98 % with 20 or 30. The bounds never leave [0, 1].
    """
    count = len(means)
    mean = means.mean(axis=0)
    single = mean * (1 - mean)  # variance of one game
    squares = ((means - mean) ** 2).sum(axis=0)
    games = count * (count * single + COIN) / (squares + COIN)
    shrink = Z_95**2 / games
    centre = (mean + shrink / 2) / (1 + shrink)
    half = np.sqrt(shrink * single + shrink**2 / 4) / (1 + shrink)
    return np.clip(centre - half, 0, mean), np.clip(centre + half, mean, 1)


def cycles(matrix: Matrix) -> list[tuple[str, str, str]]:
    """Triples in which each beats the next and the last the first, every step beyond its
    interval: where they exist, no rating tells the whole story.
    """
    beats = matrix.low > matrix.fair
    count = len(matrix.agents)
    found = [
        (i, j, k)
        for i, j, k in permutations(range(count), 3)
        if i == min(i, j, k) and beats[i, j] and beats[j, k] and beats[k, i]
    ]
    return [(matrix.agents[i], matrix.agents[j], matrix.agents[k]) for i, j, k in found]
