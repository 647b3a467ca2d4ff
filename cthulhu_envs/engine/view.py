"""`View`: what a seat may use to choose an action. It offers no way to the state."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.engine import loops
from cthulhu_envs.engine.buffers import Lanes
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.onlooker import seat_names
from cthulhu_envs.engine.stories import Stories, sample_stories


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
        """One state (an array of one record) that could be the true one, all such stories
        equally likely.
        """
        return self.sample_worlds(1, seed)

    def sample_worlds(self, count: int, seed: int | np.random.Generator) -> NDArray[Any]:
        """Independent worlds, as an array of states."""
        seeds = _seeds(count, seed)
        worlds = self.game.new_states(count)
        lanes = self.__lanes
        scratch = np.zeros(1, self.game.scratch)
        lanes.loops.sample_worlds(lanes.kit, lanes.states, self.seat, seeds, worlds, scratch)
        return worlds

    def sample_stories(self, count: int, seed: int | np.random.Generator) -> Stories:
        """The same worlds, each with the decisions of the other seats on the way to it; only for
        games whose worlds are stories (`game.begin_again`).
        """
        if self.game.begin_again is None:
            raise ValueError(f"worlds of {self.game.title} do not tell how they came about")
        return sample_stories(self.game, self.__lanes.states, self.seat, _seeds(count, seed))


def _seeds(count: int, seed: int | np.random.Generator) -> NDArray[np.uint64]:
    rng = np.random.default_rng(seed)  # a generator is passed on as it is
    return rng.integers(0, 2**63, count, np.int64).astype(np.uint64)
