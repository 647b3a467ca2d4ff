"""Plays a policy that `cthulhu solve` found: `solved:path`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.solved.keys import key_of
from cthulhu_agents.solved.table import PolicyTable
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.save import check_same_game
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game

ANY_WORLD = 0  # a seat recalls the same in every world it holds possible


class SolvedAgent(Agent):
    """Plays what `cthulhu solve` has found for the same table, by its probabilities.

    `path` is the file of the policy: solved:FILE.
    """

    def __init__(self, game: Game, seed: int = 0, path: str = "") -> None:
        super().__init__(game, seed)
        if not path:
            raise ValueError("solved needs the file of a policy: solved:results/ll-8.npz")
        self.table = PolicyTable.read(path)
        check_same_game(game, self.table.game.id, dict(self.table.game.values))

    @classmethod
    def can_play(cls, game: Game) -> bool:
        return bool(game.extras.solver)

    def act(self, view: View) -> int:
        cumulative = np.cumsum(self._probs(view))
        mark = self.rng.random() * cumulative[-1]
        return view.legal[int(np.searchsorted(cumulative[:-1], mark, side="right"))]

    def policy(self, view: View) -> NDArray[np.float64]:
        probs = np.zeros(len(view.mask))
        probs[view.legal] = self._probs(view)
        return probs

    def _probs(self, view: View) -> NDArray[np.float64]:
        """Of the legal actions, in order of their ids."""
        key = key_of(view.game, view.sample_world(ANY_WORLD), view.seat)
        return self.table.probs_of(key, len(view.legal)).astype(np.float64)
