"""The arrays `run_lanes` works on, for one game or many: states, and what is shown of them."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._compile.templates import loops
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import lane_stream

MAX_SEED = 2**64 - 1


def check_seed(seed: Any) -> int:
    """A seed is any whole number from 0 to 2**64 - 1; None takes one from the operating system."""
    if seed is None:
        return secrets.randbits(63)
    if (
        isinstance(seed, bool)
        or not isinstance(seed, (int, np.integer))
        or not 0 <= seed <= MAX_SEED
    ):
        raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)


class Lanes:
    """A batch of games with the buffers that belong to them. `part` gives a slice that shares
    memory.
    """

    def __init__(self, game: Game, count: int) -> None:
        self.game = game
        self.loops = loops(game)
        self.kit = game.kit
        self.states: NDArray[Any] = game.new_states(count)
        self.streams = np.zeros(count, np.uint64)  # where each lane's next seed comes from
        self.seeds = np.zeros(count, np.uint64)  # seed of each lane's current game
        self.actions = np.zeros(count, np.int64)
        self.obs = np.zeros((count, game.observations.size), np.float32)
        self.mask = np.zeros((count, game.actions.size), np.int8)
        self.seat = np.zeros(count, np.int8)
        self.reward = np.zeros((count, game.num_players), np.float32)
        self.done = np.zeros(count, np.bool_)
        self.ending = np.zeros(count, np.int8)
        self._scratch()

    def _scratch(self) -> None:
        self.ids = np.zeros(self.game.actions.size, np.int32)
        self.blank = self.game.new_states(1)

    def part(self, start: int, stop: int) -> Lanes:
        """Lanes start to stop - 1, with scratch space of their own: safe to run in another
        thread.
        """
        part = object.__new__(Lanes)
        part.game, part.loops, part.kit = self.game, self.loops, self.kit
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray) and name not in ("kit", "ids", "blank"):
                setattr(part, name, value[start:stop])
        part._scratch()
        return part

    def run(self, mode: int) -> int:
        """One call of `run_lanes`; see _runtime/loops.py for the modes."""
        return int(
            self.loops.run_lanes(
                self.kit,
                self.states,
                self.streams,
                self.seeds,
                self.actions,
                self.obs,
                self.mask,
                self.seat,
                self.reward,
                self.done,
                self.ending,
                self.ids,
                self.blank,
                mode,
            )
        )

    def clear(self) -> None:
        """Make all states blank, ready to be dealt."""
        self.states[...] = self.blank[0]

    def seed(self, seed: int) -> None:
        """Give each lane a stream of seeds; it depends on the seed and the lane's number alone."""
        for lane in range(len(self.streams)):
            self.streams[lane] = lane_stream(np.uint64(seed), lane)

    @property
    def nbytes(self) -> int:
        return sum(value.nbytes for value in vars(self).values() if isinstance(value, np.ndarray))
