"""A learned policy as a player: past selves in training, `ppo:path` everywhere else."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.learned.policy import LearnedPolicy, Obs, sample_actions
from cthulhu_envs.api.agent import Agent


class PolicyPlayer(Agent):
    """Draws actions by the probabilities of a policy; a temperature of 0 plays the likeliest."""

    reads_sparse = True

    def __init__(self, policy: LearnedPolicy, seed: int, temperature: float = 1.0) -> None:
        super().__init__(policy.game, seed)
        self.learned = policy
        self.temperature = temperature

    def act_batch(self, obs: Obs, mask: NDArray[np.int8]) -> NDArray[Any]:
        probs = self.learned.probs(obs, mask, self.temperature)
        if not np.isfinite(probs).all():
            raise ValueError("the policy gives probabilities that are no numbers")
        return sample_actions(probs, self.rng.random(len(mask)))

    def policy_batch(self, obs: Obs, mask: NDArray[np.int8]) -> NDArray[np.float64]:
        return self.learned.probs(obs, mask, self.temperature).astype(np.float64)
