"""`View`: what a seat may use to choose an action. It gives no access to the state."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.histories import Histories, sample_histories
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import deal_seeds
from cthulhu_envs.drawing.spectator import seat_names


class View:
    """One seat's view of a game: observation, mask, words, and worlds that could be the true
    one.
    """

    def __init__(self, game: Game, states: NDArray[Any], seat: int) -> None:
        lanes = Lanes(game, 1)
        lanes.states[...] = states
        lanes.seat[0] = seat
        lanes.run(loops.LOOK)
        self.game = game
        self.seat = seat
        self.observation: NDArray[np.float32] = lanes.obs[0]
        self.mask: NDArray[np.int8] = lanes.mask[0]
        self.__lanes = lanes

    @cached_property
    def parts(self) -> dict[str, NDArray[Any]]:
        """The observation by block name, as the game's table declares it."""
        return self.game.observations.view(self.observation)

    @property
    def legal(self) -> list[int]:
        """Ids of the legal actions."""
        return [int(i) for i in np.flatnonzero(self.mask)]

    def text(self, action: int) -> str:
        """An action in words, with the players' names."""
        return self.game.actions.text(action, seat_names(self.game, self.seat))

    def sample_world(self, seed: int | np.random.Generator) -> NDArray[Any]:
        """One state (an array of one record) that could be the true one. All histories that fit
        what the seat knows are equally likely.
        """
        return self.sample_worlds(1, seed)

    def sample_worlds(self, count: int, seed: int | np.random.Generator) -> NDArray[Any]:
        """Independent worlds, as an array of states."""
        seeds = deal_seeds(count, seed)
        worlds = self.game.new_states(count)
        lanes = self.__lanes
        scratch = np.zeros(1, self.game.scratch)
        lanes.loops.sample_worlds(lanes.kit, lanes.states, self.seat, seeds, worlds, scratch)
        return worlds

    def sample_stories(self, count: int, seed: int | np.random.Generator) -> Histories:
        """The same worlds, each with the decisions of the other seats on the way to it; only for
        games whose worlds are histories (`game.search.begin_again`).
        """
        if self.game.search.begin_again is None:
            raise ValueError(f"worlds of {self.game.title} do not tell how they came about")
        return sample_histories(self.game, self.__lanes.states, self.seat, deal_seeds(count, seed))
