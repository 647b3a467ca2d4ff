"""Which worlds to believe in, and who the others are: both weighed by how likely the others would
have played as they did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.answers import legal_actions, legal_probs
from cthulhu_envs.api.view import View


@dataclass(frozen=True)
class Belief:
    """Worlds, how likely each is, and which model each seat follows there."""

    worlds: NDArray[Any]
    weights: NDArray[np.float64] | None  # (W,), sum 1; None: all alike
    shares: NDArray[np.float64] | None  # (W, seats, models), sum 1 over models; None: all alike


def weigh(
    view: View, count: int, models: Sequence[Agent], doubt: float, rng: np.random.Generator
) -> Belief:
    """Worlds, and their weights if each of the others plays like one of the `models`, each of which
    is as likely as another before anything was seen.

    A weight is the probability that the others do what they do in the history of the world.
    With probability `doubt` each decision is thought to be any legal action instead.
    """
    histories = view.sample_histories(count, rng)
    if not len(histories.action):
        return Belief(histories.worlds, np.full(count, 1.0 / count), None)
    seats = view.game.num_players
    place = histories.world * seats + histories.seat
    size = histories.mask.sum(axis=1, dtype=np.int64)
    log_likelihoods = np.empty((count, seats, len(models)))  # of what a seat did, by model
    for number, model in enumerate(models):
        shown = histories.obs, histories.mask
        if len(models) > 1:  # what one writes into them is not shown to the next
            shown = histories.obs.copy(), histories.mask.copy()
        probs = (1.0 - doubt) * _probs(model, *shown, histories.action) + doubt / size
        by_place = np.bincount(place, np.log(probs), count * seats)
        log_likelihoods[..., number] = by_place.reshape(count, seats)
    best = log_likelihoods.max(axis=2, keepdims=True)
    shares = np.exp(log_likelihoods - best)
    sums = shares.sum(axis=2, keepdims=True)
    total = (best + np.log(sums / len(models))).sum(axis=(1, 2))
    weights = np.exp(total - total.max())
    return Belief(histories.worlds, weights / weights.sum(), shares / sums)


def _probs(
    model: Agent, obs: NDArray[np.float32], mask: NDArray[np.int8], action: NDArray[np.int64]
) -> NDArray[np.float64]:
    """How likely the model plays each action; what it would play now, if it does not say."""
    try:
        probs: NDArray[np.float64] = legal_probs(model, obs, mask)[np.arange(len(action)), action]
    except NotImplementedError:
        return np.asarray(legal_actions(model, obs, mask) == action, np.float64)
    return probs
