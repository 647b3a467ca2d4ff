"""The batched face: thousands of games a step, on one core or several."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from cthulhu_envs.engine import loops
from cthulhu_envs.engine.buffers import Lanes, check_seed
from cthulhu_envs.engine.errors import illegal_action
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.rng import next_seed

Arrays = tuple[NDArray[Any], ...]


class VectorEnv:
    """N games side by side, each waiting for one seat's action.

    `reset` and `step` return the same arrays each time, written anew: copy what you keep.
    Finished games restart by themselves within the step that ended them (`done` is True,
    `reward` is the finished game's, `obs`, `mask` and `seat` are the new game's). Lane i plays
    exactly the AEC game with the seed `lane_seed(i)`.
    """

    def __init__(self, game: Game, num_envs: int, threads: int = 1) -> None:
        _check_count("num_envs", num_envs)
        _check_count("threads", threads)
        self.game = game
        self.num_envs = int(num_envs)
        self.num_players = game.num_players
        self.metadata = {"name": game.id, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(game.actions.size)
        self.single_observation_space = spaces.Box(0.0, game.observations.highs, dtype=np.float32)
        self._lanes = Lanes(game, self.num_envs)
        self.threads = min(int(threads), self.num_envs)
        self._split()
        self._is_reset = False

    def _split(self) -> None:
        edges = np.linspace(0, self.num_envs, self.threads + 1).astype(int)
        self._parts = [self._lanes.part(int(a), int(b)) for a, b in pairwise(edges)]
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def reset(self, seed: int | None = None) -> Arrays:
        """Start all games anew; returns obs (N, D), mask (N, A) and the seat to move (N,).

        Without a seed the lanes' streams go on, after the first reset.
        """
        lanes = self._lanes
        if seed is not None or not self._is_reset:
            lanes.seed(check_seed(seed))
        for i in range(self.num_envs):
            lanes.seeds[i] = next_seed(lanes.streams, i)
        lanes.clear()
        self._run(loops.BEGIN)
        self._is_reset = True
        return lanes.obs, lanes.mask, lanes.seat

    def step(self, actions: ArrayLike) -> Arrays:
        """Play one action in each game; returns obs, mask, seat, reward (N, P) by seat, and done
        (N,).

        An illegal action anywhere raises ValueError and changes nothing.
        """
        if not self._is_reset:
            raise RuntimeError("reset() must be called before step()")
        lanes = self._lanes
        lanes.actions[:] = self._checked(actions)
        self._run(loops.STEP_AND_RESTART)
        return lanes.obs, lanes.mask, lanes.seat, lanes.reward, lanes.done

    def _checked(self, actions: ArrayLike) -> NDArray[Any]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(
                f"{self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        if self._pool is not None:  # one thread must not play while another refuses
            self._raise_for(given)
        return given

    def _raise_for(self, actions: NDArray[Any]) -> None:
        """Say which lane's action is illegal, if any is."""
        mask = self._lanes.mask
        inside = (actions >= 0) & (actions < mask.shape[1])
        safe = np.where(inside, actions, 0)
        legal = inside & (mask[np.arange(self.num_envs), safe] == 1)
        if not legal.all():
            lane = int(np.flatnonzero(~legal)[0])
            who = f"lane {lane}, seat {self._lanes.seat[lane]}"
            raise ValueError(illegal_action(self.game, who, int(actions[lane]), mask[lane]))

    def _run(self, mode: int) -> None:
        if self._pool is None:
            if self._lanes.run(mode) != loops.ALL_LEGAL:
                self._raise_for(self._lanes.actions)
            return
        others = [self._pool.submit(part.run, mode) for part in self._parts[1:]]
        self._parts[0].run(mode)
        for other in others:
            other.result()

    def lane_seed(self, lane: int) -> int:
        """The seed with which an AEC environment plays the game now in that lane."""
        return int(self._lanes.seeds[lane])

    @property
    def states(self) -> NDArray[Any]:
        """The state records themselves: secret, and written by every step."""
        return self._lanes.states

    @property
    def ending(self) -> NDArray[np.int8]:
        """Why the lane's game ended in the last step (the game's own Ending), or 0."""
        return self._lanes.ending

    @property
    def nbytes(self) -> int:
        """Memory of all games and their buffers."""
        return self._lanes.nbytes

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _check_count(what: str, number: Any) -> None:
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
        raise ValueError(f"{what} must be a whole number of at least 1, not {number!r}")
