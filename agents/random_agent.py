"""The baseline: any legal action, all equally likely."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from cthulhu_envs.engine.jit import kernel


@kernel
def pick(mask, uniform, actions):  # type: ignore[no-untyped-def]
    """The action whose rank among the legal ones is uniform[i] of the way up."""
    for i in range(mask.shape[0]):
        legal = 0
        for action in range(mask.shape[1]):
            legal += mask[i, action]
        rank = int(uniform[i] * legal)
        for action in range(mask.shape[1]):
            if mask[i, action]:
                if rank == 0:
                    actions[i] = action
                    break
                rank -= 1


class RandomAgent(Agent):
    """Plays uniformly at random."""

    batched = True

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        actions = np.zeros(len(mask), np.int64)
        pick(np.ascontiguousarray(mask), self.rng.random(len(mask)), actions)
        return actions
