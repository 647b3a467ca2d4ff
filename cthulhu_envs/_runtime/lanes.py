"""The arrays `run_lanes` works on, for one game or many: states, and what is shown of them."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.loops import LOOK
from cthulhu_envs._runtime.nonzero import GROUP, padded
from cthulhu_envs._runtime.templates import loops
from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import lane_stream

MAX_SEED = 2**64 - 1
MAX_COUNT = 2**40  # of anything that memory must hold
MORE_ROOM = 1.25  # for sparse observations, of what the last ones took
SHARED = ("states", "streams", "seeds", "actions", "mask", "seat", "reward", "done", "ending")


def check_seed(seed: Any) -> int:
    """A seed is any whole number from 0 to 2**64 - 1; None takes one from the operating system."""
    if seed is None:
        return secrets.randbits(63)
    if (
        isinstance(seed, bool)
        or not isinstance(seed, (int, np.integer))
        or not 0 <= seed <= MAX_SEED
    ):
        raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {shown(seed)}")
    return int(seed)


def check_count(what: str, number: Any, least: int = 1) -> int:
    """ValueError unless it is a whole number, `least` or more."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < least:
        raise ValueError(f"{what} must be a whole number of at least {least}, not {shown(number)}")
    if number > MAX_COUNT:
        raise ValueError(f"{what} cannot be {shown(number)}")
    return int(number)


def as_array(given: Any) -> NDArray[Any]:
    """The array that numpy makes of it; of what is none, an array that is no numbers."""
    try:
        return np.asarray(given)
    except Exception:  # lists of unlike rows, objects that only look like arrays
        return np.array(None)


def nbytes_of(game: Game) -> int:
    """About what one game of a batch takes."""
    per_game = game.observations.size * np.dtype(np.float32).itemsize + game.actions.size
    return game.state.itemsize + per_game


class Lanes:
    """A batch of games with the buffers that belong to them. `part` gives a slice that shares
    memory.

    Observations are the rows of `obs`. With `sparse` they are what is not zero instead: `indices`
    and `values`, of which lane i has those from offsets[i] to offsets[i + 1].
    """

    def __init__(self, game: Game, count: int, *, sparse: bool = False) -> None:
        self.game = game
        self.sparse = sparse
        self.loops = loops(game)
        self.kit = game.kit
        self.states: NDArray[Any] = game.new_states(count)
        self.streams = np.zeros(count, np.uint64)  # where each lane's next seed comes from
        self.seeds = np.zeros(count, np.uint64)  # seed of each lane's current game
        self.actions = np.zeros(count, np.int64)
        self.mask = np.zeros((count, game.actions.size), np.int8)
        self.seat = np.zeros(count, np.int8)
        self.reward = np.zeros((count, game.num_players), np.float32)
        self.done = np.zeros(count, np.bool_)
        self.ending = np.zeros(count, np.int8)
        if not sparse:
            self.obs = np.zeros((count, game.observations.size), np.float32)
        self._scratch()

    def _scratch(self) -> None:
        """Room that no two threads may share."""
        self.ids = np.zeros(self.game.actions.size, np.int32)
        self.blank = self.game.new_states(1)
        self.paid = np.zeros(self.game.num_players, np.float32)
        size = self.game.observations.size if self.sparse else 0
        self.room = np.zeros(padded(size), np.float32)
        if self.sparse:
            self.obs = self.room[:size].reshape(1, size)
        self.offsets = np.zeros((len(self.states) + 1) * self.sparse, np.int64)
        self._make_room(size)

    def _make_room(self, entries: int) -> None:
        self.indices = np.zeros(entries + GROUP, np.int32)
        self.values = np.zeros(entries + GROUP, np.float32)

    def part(self, start: int, stop: int) -> Lanes:
        """Lanes start to stop - 1, with scratch space of their own: safe to run in another
        thread. Sparse observations are in that space.
        """
        part = object.__new__(Lanes)
        part.game, part.loops, part.kit, part.sparse = self.game, self.loops, self.kit, self.sparse
        for name in SHARED if self.sparse else (*SHARED, "obs"):
            setattr(part, name, getattr(self, name)[start:stop])
        part._scratch()
        return part

    def without(self, leaving: NDArray[np.bool_], *more: NDArray[Any]) -> Lanes:
        """The lanes that stay. Games from the end fill the places of those that leave, so that
        little is copied; `more` arrays of the same length are changed likewise.
        """
        left = int(np.count_nonzero(~leaving))
        holes = np.flatnonzero(leaving[:left])
        movers = left + np.flatnonzero(~leaving[left:])
        for array in (self.states, self.seeds, self.obs, self.mask, self.seat, *more):
            array[holes] = array[movers]
        return self.part(0, left)

    def run(self, mode: int) -> int:
        """One call of `run_lanes`; see _runtime/loops.py for the modes."""
        found = int(self.loops.run_lanes(*self.arguments, mode))
        if self.sparse and self.offsets[-1] > len(self.indices) - GROUP:
            self._make_room(int(self.offsets[-1] * MORE_ROOM))
            self.loops.run_lanes(*self.arguments, LOOK)
        return found

    @property
    def arguments(self) -> tuple[NDArray[Any], ...]:
        """What `run_lanes` takes before the mode."""
        return (
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
            self.room,
            self.indices,
            self.values,
            self.offsets,
        )

    def play_at_random(
        self, rows: NDArray[np.int64], stop_at: NDArray[np.int8], chooser: NDArray[Any]
    ) -> int:
        """Random moves in these lanes, up to the end or until the seat of `stop_at` is to move;
        `reward` is what they paid. Returns how many were played, without showing any.
        """
        return int(
            self.loops.playouts(
                self.kit, self.states, rows, stop_at, chooser, self.reward, self.paid, self.ids
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
