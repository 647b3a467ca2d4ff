"""What a player is: something that chooses an action from what its seat may know."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game


class Agent:
    """A player of one game. Subclasses define `act`, or `act_batch` if they need no more than
    observation and mask.

    An agent sees observations and masks, and worlds drawn by `view.sample_world`; never the
    state. Its randomness comes from `self.rng` alone, so a seed repeats its play.
    """

    batched = False  # True: `act_batch` works, and plays thousands of games at once
    estimates_values = False  # True: `value_batch` works

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Start the agent's own random stream anew."""
        self.rng = np.random.default_rng(seed)

    def value_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        """The reward that the seat of each observation may expect from there on, (N,)."""
        raise NotImplementedError(f"{type(self).__name__} does not estimate values")

    def act(self, view: View) -> int:
        """One legal action for the seat of the view."""
        if not self.batched:
            raise NotImplementedError(f"{type(self).__name__} defines neither act nor act_batch")
        return self.act_on(view.observation, view.mask)

    def act_on(self, observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
        """The same without a View, by agents that are batched."""
        return int(self.act_batch(observation[None], mask[None])[0])

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        """Legal actions for many positions: obs (N, D) and mask (N, A) -> (N,)."""
        raise NotImplementedError(f"{type(self).__name__} needs more than observation and mask")

    def policy(self, view: View) -> NDArray[np.float64]:
        """With which probability `act` draws each action (A,), for agents that can say."""
        probs: NDArray[np.float64] = self.policy_batch(view.observation[None], view.mask[None])[0]
        return probs

    def policy_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float64]:
        """The same for many positions: obs (N, D) and mask (N, A) -> (N, A)."""
        raise NotImplementedError(f"{type(self).__name__} does not say its probabilities")
