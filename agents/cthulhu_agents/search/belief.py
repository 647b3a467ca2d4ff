"""Which worlds to believe in: weighed by how likely the others would have played as they did."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.histories import Histories
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.view import View


def weigh(
    view: View, count: int, model: Agent, doubt: float, rng: np.random.Generator
) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """Worlds and their weights, which sum to 1.

    A weight is the probability that the others, playing like `model`, did what they do in the
    history of the world. With probability `doubt` each decision is thought to be any legal action
    instead.
    """
    histories = view.sample_histories(count, rng)
    if not len(histories.action):
        return histories.worlds, np.full(count, 1.0 / count)
    probs = _probs(model, histories)
    probs = (1.0 - doubt) * probs + doubt / histories.mask.sum(axis=1, dtype=np.int64)
    total = np.bincount(histories.world, np.log(probs), count)
    weights = np.exp(total - total.max())
    return histories.worlds, weights / weights.sum()


def _probs(model: Agent, histories: Histories) -> NDArray[np.float64]:
    """How likely the model plays each action; what it would play now, if it does not say."""
    try:
        probs = model.policy_batch(histories.obs, histories.mask)
    except NotImplementedError:
        return np.asarray(
            model.act_batch(histories.obs, histories.mask) == histories.action, np.float64
        )
    return np.asarray(probs[np.arange(len(histories.action)), histories.action], np.float64)
