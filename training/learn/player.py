"""A learned policy as a player: past selves in training, `ppo:path` everywhere else."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from training.learn.policy import LearnedPolicy, drawn


class PolicyPlayer(Agent):
    """Draws actions by the chances of a policy; a temperature of 0 plays the likeliest."""

    batched = True

    def __init__(self, policy: LearnedPolicy, seed: int, temperature: float = 1.0) -> None:
        super().__init__(policy.game, seed)
        self.learned = policy
        self.temperature = temperature

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        chances = self.learned.chances(obs, mask, self.temperature)
        return drawn(chances, self.rng.random(len(mask)))

    def policy_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float64]:
        return self.learned.chances(obs, mask, self.temperature).astype(np.float64)
