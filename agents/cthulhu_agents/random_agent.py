"""The baseline: any legal action, all equally likely."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.positions import checked_mask
from cthulhu_envs._runtime.legality import pick
from cthulhu_envs.api.agent import Agent


class RandomAgent(Agent):
    """Plays uniformly at random."""

    @property
    def is_uniform(self) -> bool:
        """Not of subclasses, which may choose in another way."""
        return type(self) is RandomAgent

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        legal = checked_mask(self.game, mask)
        actions = np.zeros(len(legal), np.int64)
        pick(legal, self.rng.random(len(legal)), actions)
        return actions

    def policy_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float64]:
        probs: NDArray[np.float64] = mask / mask.sum(axis=1, keepdims=True, dtype=np.float64)
        return probs
