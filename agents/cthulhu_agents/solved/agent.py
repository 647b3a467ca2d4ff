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
    """Looks its position up in a policy table and draws an action by its chances."""

    def __init__(self, game: Game, seed: int = 0, path: str = "") -> None:
        super().__init__(game, seed)
        if not path:
            raise ValueError("solved needs the file of a policy: solved:results/ll-8.npz")
        self.table = PolicyTable.read(path)
        check_same_game(game, self.table.game.id, dict(self.table.game.values))

    def act(self, view: View) -> int:
        chances = np.cumsum(self._chances(view))
        mark = self.rng.random() * chances[-1]
        return view.legal[int(np.searchsorted(chances[:-1], mark, side="right"))]

    def policy(self, view: View) -> NDArray[np.float64]:
        chances = np.zeros(len(view.mask))
        chances[view.legal] = self._chances(view)
        return chances

    def _chances(self, view: View) -> NDArray[np.float64]:
        """Of the legal actions, in order of their ids."""
        key = key_of(view.game, view.sample_world(ANY_WORLD), view.seat)
        return self.table.chances_of(key, len(view.legal)).astype(np.float64)
