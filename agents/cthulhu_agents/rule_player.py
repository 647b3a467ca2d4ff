"""Players by rule: a compiled kernel scores what is legal, the best is played, ties evenly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
        actions = np.zeros(len(mask), np.int64)
        self._decide(obs, mask, self.rng.random(len(mask)), actions, NO_PROBS)
        return actions

    def policy_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float64]:
        probs = np.zeros(mask.shape)
        self._decide(obs, mask, np.zeros(0), np.zeros(0, np.int64), probs)
        return probs

    def _decide(self, obs: Any, mask: Any, ties: Any, actions: Any, probs: Any) -> None:
        rows, legal = np.ascontiguousarray(obs), np.ascontiguousarray(mask)
        self.decide(self.kits, rows, legal, np.zeros(1, self.notes), ties, actions, probs)
