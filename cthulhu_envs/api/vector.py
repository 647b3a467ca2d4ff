"""The vector environment: thousands of games a step, on one core or several."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes, check_seed
from cthulhu_envs._runtime.legality import ALL_LEGAL, WAIT, first_illegal
from cthulhu_envs._runtime.threads import Team
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.authoring.errors import illegal_action
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import next_seed

Shown = tuple[Any, ...]  # arrays; sparse observations are a SparseObs
DENSE, SPARSE = OBS_FORMS = ("dense", "sparse")
SAVED = ("states", "streams", "seeds")


class VectorEnv:
    """N games side by side, each waiting for one seat's action.

    The arrays that `reset` and `step` return are copies, yours to keep. With `reuse` they are the
    environment's own buffers: the same arrays each time, written anew by the next step. That is
    faster, but what is kept of them must be copied, also what a network needs for its gradient.
    Finished games restart by themselves within the step that ended them (`done` is True,
    `reward` is the finished game's, `obs`, `mask` and `seat` are the new game's). Lane i plays
    exactly the AEC game with the seed `lane_seed(i)`.

    With `obs="sparse"` observations are a `SparseObs`: only what is not zero, a few percent of the
    numbers in most games. They are the same numbers, and a large game is stepped faster.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        threads: int = 1,
        *,
        reuse: bool = False,
        obs: str = DENSE,
    ) -> None:
        _check_count("num_envs", num_envs)
        _check_count("threads", threads)
        if obs not in OBS_FORMS:
            raise ValueError(f"obs must be {' or '.join(OBS_FORMS)}, not {obs!r}")
        self.game = game
        self.num_envs = int(num_envs)
        self.num_players = game.num_players
        self.reuse = bool(reuse)
        self.metadata = {"name": game.id, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(game.actions.size)
        self.single_observation_space = spaces.Box(0.0, game.observations.highs, dtype=np.float32)
        self._lanes = Lanes(game, self.num_envs, sparse=obs == SPARSE)
        self.threads = min(int(threads), self.num_envs)
        self._parts = self._split() if self.threads > 1 else [self._lanes]
        self._team = Team([part.run for part in self._parts]) if self.threads > 1 else None
        self._is_reset = False

    def _split(self) -> list[Lanes]:
        edges = np.linspace(0, self.num_envs, self.threads + 1).astype(int)
        return [self._lanes.part(int(a), int(b)) for a, b in pairwise(edges)]

    def reset(self, seed: int | None = None) -> Shown:
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
        return (self.obs, *self._handed_out(lanes.mask, lanes.seat))

    def step(self, actions: ArrayLike, waits: NDArray[np.bool_] | None = None) -> Shown:
        """Play one action in each game; returns obs, mask, seat, reward (N, P) by seat, and done
        (N,).

        Lanes where `waits` (N,) is True are left alone, whatever action stands there: they show
        the same again, pay nothing and are not done. An illegal action anywhere raises ValueError
        and changes nothing.
        """
        if not self._is_reset:
            raise RuntimeError("reset() must be called before step()")
        lanes = self._lanes
        lanes.actions[:] = self._checked(actions)
        if waits is not None:
            lanes.actions[waits] = WAIT
        self._run(loops.STEP_AND_RESTART)
        return (
            self.obs,
            *self._handed_out(lanes.mask, lanes.seat, lanes.reward, lanes.done),
        )

    def _handed_out(self, *buffers: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        """The buffers themselves, or copies that are the caller's."""
        return buffers if self.reuse else tuple(buffer.copy() for buffer in buffers)

    def _checked(self, actions: ArrayLike) -> NDArray[Any]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.num_envs} whole numbers, not {given.dtype} of shape "
                f"{given.shape}"
            )
        if given.min() == WAIT:
            raise ValueError(f"{WAIT} is no action; lanes that wait are said by `waits`")
        return given

    def _run(self, mode: int) -> None:
        lanes = self._lanes
        if self._team is None:
            self._raise_for(lanes.run(mode))
            return
        if mode == loops.STEP_AND_RESTART:  # no thread may play while another refuses
            self._raise_for(first_illegal(lanes.actions, lanes.mask))
        self._team.run(mode)

    def _raise_for(self, lane: int) -> None:
        """Say what is wrong with a lane's action, unless all are legal."""
        if lane != ALL_LEGAL:
            lanes = self._lanes
            who = f"lane {lane}, seat {lanes.seat[lane]}"
            raise ValueError(
                illegal_action(self.game, who, int(lanes.actions[lane]), lanes.mask[lane])
            )

    def lane_seed(self, lane: int) -> int:
        """The seed with which an AEC environment plays the game now in that lane."""
        return int(self._lanes.seeds[lane])

    def save(self) -> dict[str, NDArray[Any]]:
        """All games in progress as arrays, from which `load` goes on exactly."""
        if not self._is_reset:
            raise RuntimeError("reset() must be called before save()")
        return {name: getattr(self._lanes, name).copy() for name in SAVED}

    def load(self, saved: Mapping[str, NDArray[Any]]) -> Shown:
        """Go on from what `save` gave; returns obs, mask and seat as `reset` does.

        Arrays of another game or size raise ValueError and change nothing.
        """
        lanes = self._lanes
        for name in SAVED:
            own, given = getattr(lanes, name), saved.get(name)
            if given is None or (given.shape, given.dtype) != (own.shape, own.dtype):
                raise ValueError(f"{name!r} is not of {self.num_envs} games of {self.game.id}")
        for name in SAVED:
            getattr(lanes, name)[...] = saved[name]
        lanes.seat[:] = lanes.states["seat"]
        self._run(loops.LOOK)
        self._is_reset = True
        return (self.obs, *self._handed_out(lanes.mask, lanes.seat))

    @property
    def obs(self) -> Any:
        """What the seat to move sees in each game, (N, D), or a SparseObs of N rows; a copy unless
        buffers are reused.
        """
        if not self._lanes.sparse:
            return self._handed_out(self._lanes.obs)[0]
        parts = [_sparse(part) for part in self._parts]
        if len(parts) > 1:
            return SparseObs.concatenate(parts)
        return parts[0] if self.reuse else parts[0].copy()

    @property
    def mask(self) -> NDArray[np.int8]:
        """Its legal actions, (N, A)."""
        (mask,) = self._handed_out(self._lanes.mask)
        return mask

    @property
    def seat(self) -> NDArray[np.int8]:
        """The seat to move in each game, (N,)."""
        (seat,) = self._handed_out(self._lanes.seat)
        return seat

    @property
    def states(self) -> NDArray[Any]:
        """The state records themselves: secret, and written by every step."""
        return self._lanes.states

    @property
    def ending(self) -> NDArray[np.int8]:
        """Why the lane's game ended in the last step (the game's own Ending), or 0."""
        (ending,) = self._handed_out(self._lanes.ending)
        return ending

    @property
    def nbytes(self) -> int:
        """Memory of all games and their buffers."""
        return self._lanes.nbytes

    def close(self) -> None:
        if self._team is not None:
            self._team.close()


def _sparse(lanes: Lanes) -> SparseObs:
    """The observations of lanes, in their own buffers."""
    entries = lanes.offsets[-1]
    size = lanes.game.observations.size
    return SparseObs(lanes.indices[:entries], lanes.values[:entries], lanes.offsets, size)


def _check_count(what: str, number: Any) -> None:
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
        raise ValueError(f"{what} must be a whole number of at least 1, not {number!r}")
