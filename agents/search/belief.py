"""Which worlds to believe in: weighed by how likely the others would have played as they did."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from cthulhu_envs.engine.stories import Stories
from cthulhu_envs.engine.view import View


def weigh(
    view: View, count: int, model: Agent, doubt: float, rng: np.random.Generator
) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """Worlds and their weights, which sum to 1.

    A weight is the chance that the others, playing like `model`, did what they do in the story of
    the world; with the chance `doubt` each decision is thought to be any legal action instead.
    """
    stories = view.sample_stories(count, rng)
    if not len(stories.action):
        return stories.worlds, np.full(count, 1.0 / count)
    chance = _chance(model, stories)
    chance = (1.0 - doubt) * chance + doubt / stories.mask.sum(axis=1, dtype=np.int64)
    total = np.bincount(stories.world, np.log(chance), count)
    weights = np.exp(total - total.max())
    return stories.worlds, weights / weights.sum()


def _chance(model: Agent, stories: Stories) -> NDArray[np.float64]:
    """How likely the model plays each action; what it would play now, if it does not say."""
    try:
        chances = model.policy_batch(stories.obs, stories.mask)
    except NotImplementedError:
        return np.asarray(model.act_batch(stories.obs, stories.mask) == stories.action, np.float64)
    return np.asarray(chances[np.arange(len(stories.action)), stories.action], np.float64)
