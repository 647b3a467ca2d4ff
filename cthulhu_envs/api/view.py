"""`View`: what a seat may use to choose an action. It gives no access to the state."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.histories import Histories, sample_histories
from cthulhu_envs._runtime.lanes import Lanes, check_count, check_seed
from cthulhu_envs._runtime.room import check_room
from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import deal_seeds
from cthulhu_envs.authoring.state_checks import check_seat, check_states
from cthulhu_envs.drawing.spectator import seat_names

Source = int | np.random.Generator


class View:
    """One seat's view of a game: observation, mask, words, and worlds that could be the true
    one.

    `states` is one state as an array of one record, such as `sample_world` returns. One that
    cannot be a position of the game is a ValueError.
    """

    def __init__(self, game: Game, states: NDArray[Any], seat: int) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a view is of a Game (cthulhu_envs.game), not of {shown(game)}")
        if not isinstance(states, np.ndarray) or states.dtype != game.state or states.size != 1:
            raise ValueError(f"a view is of one state of {game.id}, an array of one record")
        copied = np.array(states, game.state).reshape(1)
        check_states(game, copied)
        self._look(game, copied, check_seat(game, seat))

    def _look(self, game: Game, states: NDArray[Any], seat: int) -> None:
        lanes = Lanes(game, 1)
        lanes.states[...] = states
        lanes.seat[0] = seat
        lanes.run(loops.LOOK)
        self.observation: NDArray[np.float32] = lanes.obs[0]
        self.mask: NDArray[np.int8] = lanes.mask[0].copy()  # `legal` is not the caller's to write
        self.__lanes, self.__seat = lanes, seat

    @property
    def game(self) -> Game:
        """The game at this table, with its settings."""
        return self.__lanes.game

    @property
    def seat(self) -> int:
        """Whose view it is."""
        return self.__seat

    @cached_property
    def parts(self) -> dict[str, NDArray[Any]]:
        """The observation by block name, as the game's table declares it."""
        return self.game.observations.view(self.observation)

    @property
    def legal(self) -> list[int]:
        """Ids of the legal actions."""
        return [int(i) for i in np.flatnonzero(self.__lanes.mask[0])]

    def text(self, action: int) -> str:
        """An action in words, with the players' names."""
        return self.game.actions.text(action, seat_names(self.game, self.seat))

    def sample_world(self, seed: Source) -> NDArray[Any]:
        """One state (an array of one record) that could be the true one. All histories that fit
        what the seat knows are equally likely.
        """
        return self.sample_worlds(1, seed)

    def sample_worlds(self, count: int, seed: Source) -> NDArray[Any]:
        """Independent worlds, as an array of states."""
        lanes = self.__lanes
        seeds = _seeds(count, seed, lanes.game.state.itemsize)
        worlds = lanes.game.new_states(len(seeds))
        scratch = np.zeros(1, lanes.game.scratch)
        lanes.loops.sample_worlds(lanes.kit, lanes.states, self.__seat, seeds, worlds, scratch)
        return worlds

    def sample_histories(self, count: int, seed: Source) -> Histories:
        """The same worlds, each with the decisions of the other seats on the way to it; only for
        games whose worlds are histories (`game.search.begin_again`).
        """
        game = self.game
        if game.search.begin_again is None:
            raise ValueError(f"worlds of {game.title} do not tell how they came about")
        row = game.observations.size * np.dtype(np.float32).itemsize + game.actions.size
        seeds = _seeds(count, seed, game.state.itemsize + row)
        return sample_histories(game, self.__lanes.states, self.__seat, seeds)


def view_of(game: Game, states: NDArray[Any], seat: int) -> View:
    """A View of a state that was played, not given: nothing is checked, which is quicker."""
    view = object.__new__(View)
    view._look(game, states, seat)
    return view


def _seeds(count: Any, seed: Any, nbytes: int) -> NDArray[np.uint64]:
    """A seed for each world."""
    wanted = check_count("count", count, least=0)
    check_room(f"{wanted} worlds", wanted * nbytes)
    return deal_seeds(wanted, seed if isinstance(seed, np.random.Generator) else check_seed(seed))
