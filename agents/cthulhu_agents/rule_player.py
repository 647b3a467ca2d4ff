"""Players by rule: a compiled kernel scores what is legal, the best is played, ties evenly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.positions import checked_positions
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.game import Game

NO_PROBS = np.zeros((0, 0))


class RulePlayer(Agent):
    """Decides by a kernel `decide(kits, obs, mask, notebook, ties, actions, probs)`, which writes
    actions, or where `probs` has rows, the probability of each action.

    `kits` is what the bot reads and never writes. `notebook` has room for what it works out about
    one position, a record of dtype `notes`.
    """

    def __init__(
        self, game: Game, seed: int, kits: Any, notes: np.dtype[Any], decide: Callable[..., None]
    ) -> None:
        super().__init__(game, seed)
        self.kits = kits
        self.notes = notes
        self.decide = decide

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        rows, legal = checked_positions(self.game, obs, mask)
        actions = np.zeros(len(legal), np.int64)
        self._decide(rows, legal, self.rng.random(len(legal)), actions, NO_PROBS)
        return actions

    def policy_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float64]:
        rows, legal = checked_positions(self.game, obs, mask)
        probs = np.zeros(legal.shape)
        self._decide(rows, legal, np.zeros(0), np.zeros(0, np.int64), probs)
        return probs

    def _decide(self, obs: Any, mask: Any, ties: Any, actions: Any, probs: Any) -> None:
        self.decide(self.kits, obs, mask, np.zeros(1, self.notes), ties, actions, probs)
