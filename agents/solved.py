"""Plays a policy that `cthulhu solve` found: `solved:path`."""

from __future__ import annotations

import numpy as np

from agents.base import Agent
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.save import check_same_game
from cthulhu_envs.engine.view import View
from training.solve.table import PolicyTable
from training.solve.tree import key_of

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
        key = key_of(view.game, view.sample_world(ANY_WORLD), view.seat)
        chances = self.table.chances_of(key, len(view.legal)).astype(np.float64)
        mark = self.rng.random() * chances.sum()
        return view.legal[int(np.searchsorted(np.cumsum(chances)[:-1], mark, side="right"))]
