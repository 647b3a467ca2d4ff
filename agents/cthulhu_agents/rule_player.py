"""Players by rule: a compiled kernel scores what is legal, the best is played, ties evenly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.game import Game

NO_CHANCES = np.zeros((0, 0))


class RulePlayer(Agent):
    """Decides by a kernel `decide(sheets, obs, mask, minds, ties, actions, chances)`, which writes
    actions, or where `chances` has rows, the chance of each action.
    """

    batched = True

    def __init__(
        self, game: Game, seed: int, sheets: Any, mind: np.dtype[Any], decide: Callable[..., None]
    ) -> None:
        super().__init__(game, seed)
        self.sheets = sheets
        self.mind = mind
        self.decide = decide

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        actions = np.zeros(len(mask), np.int64)
        self._decide(obs, mask, self.rng.random(len(mask)), actions, NO_CHANCES)
        return actions

    def policy_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float64]:
        chances = np.zeros(mask.shape)
        self._decide(obs, mask, np.zeros(0), np.zeros(0, np.int64), chances)
        return chances

    def _decide(self, obs: Any, mask: Any, ties: Any, actions: Any, chances: Any) -> None:
        rows, legal = np.ascontiguousarray(obs), np.ascontiguousarray(mask)
        self.decide(self.sheets, rows, legal, np.zeros(1, self.mind), ties, actions, chances)
