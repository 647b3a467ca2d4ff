"""A learned policy as a player: past selves in training, `ppo:path` everywhere else."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.learned.policy import LearnedPolicy, Obs, sample_actions
from cthulhu_agents.positions import checked_positions
from cthulhu_envs.api.agent import Agent


class PolicyPlayer(Agent):
    """Draws actions by the probabilities of a policy; a temperature of 0 plays the likeliest."""

    reads_sparse = True

    def __init__(self, policy: LearnedPolicy, seed: int, temperature: float = 1.0) -> None:
        super().__init__(policy.game, seed)
        self.learned = policy
        self.temperature = temperature

    def act_batch(self, obs: Obs, mask: NDArray[np.int8]) -> NDArray[Any]:
        probs = self.learned.probs(
            *checked_positions(self.game, obs, mask, sparse=True), self.temperature
        )
        if not np.isfinite(probs).all():
            raise ValueError("the policy gives probabilities that are no numbers")
        return sample_actions(probs, self.rng.random(len(probs)))

    def policy_batch(self, obs: Obs, mask: NDArray[np.int8]) -> NDArray[np.float64]:
        rows, legal = checked_positions(self.game, obs, mask, sparse=True)
        return self.learned.probs(rows, legal, self.temperature).astype(np.float64)
