"""Nash averaging: agents weighed by how a player who may choose any of them would choose, so that a
crowd of weak or equal agents cannot raise or lower anybody's rank.

The game between two such players pays the row what it wins beyond its share, less what the column
wins beyond its own. It is symmetric, so its value is 0 and a weighing is an equilibrium where no
agent gains against it. Among all of them the most even one is taken, which is unique.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cthulhu_training.arena.statistics import Matrix

SLACK = 1e-9


@dataclass(frozen=True)
class NashAverage:
    """How much each agent is chosen, and what it gets against that choice: at most 0."""

    agents: list[str]
    weight: NDArray[np.float64]
    edge: NDArray[np.float64]  # share of wins beyond an even one, against the weighed agents


def nash_average(matrix: Matrix) -> NashAverage:
    """The most even equilibrium of choosing agents, and each agent's edge against it."""
    ahead = matrix.mean - matrix.mean.T
    np.fill_diagonal(ahead, 0.0)
    weight = most_even(ahead / 2)
    return NashAverage(matrix.agents, weight, ahead / 2 @ weight)


def most_even(pays: NDArray[np.float64]) -> NDArray[np.float64]:
    """The equilibrium of an antisymmetric game with the largest entropy.

    A linear program finds some equilibrium; from there entropy is climbed among all of them.
    """
    from scipy.optimize import linprog, minimize

    count = len(pays)
    start = linprog(
        np.zeros(count),
        A_ub=pays,
        b_ub=np.full(count, SLACK),
        A_eq=np.ones((1, count)),
        b_eq=[1.0],
        bounds=[(0, 1)] * count,
    )
    if not start.success:
        raise ArithmeticError(f"no equilibrium of the tournament was found: {start.message}")
    climbed = minimize(
        lambda p: float((p * np.log(np.maximum(p, SLACK))).sum()),
        start.x,
        jac=lambda p: np.log(np.maximum(p, SLACK)) + 1,
        bounds=[(0, 1)] * count,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(count)},
            {"type": "ineq", "fun": lambda p: SLACK - pays @ p, "jac": lambda p: -pays},
        ],
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    good = climbed.success and (pays @ climbed.x).max() < 1e-6
    found = np.clip(climbed.x if good else start.x, 0.0, None)
    weights: NDArray[np.float64] = found / found.sum()
    return weights
