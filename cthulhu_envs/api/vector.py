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
from cthulhu_envs._runtime.handed_out import HandedOut
from cthulhu_envs._runtime.lanes import Lanes, as_array, check_count, check_seed, nbytes_of
from cthulhu_envs._runtime.legality import ALL_LEGAL, WAIT, first_illegal
from cthulhu_envs._runtime.room import check_room
from cthulhu_envs._runtime.threads import Team, Turn
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.authoring.errors import illegal_action, shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import next_seed
from cthulhu_envs.authoring.state_checks import check_states

Shown = tuple[Any, ...]  # arrays; sparse observations are a SparseObs
DENSE, SPARSE = OBS_FORMS = ("dense", "sparse")
SAVED = ("states", "streams", "seeds")
STEPPED = ("mask", "seat", "reward", "done")  # what a step returns behind the observations
MOST_THREADS = 1024
HIGHEST = np.iinfo(np.int64).max  # also the highest seed that a stream of seeds gives


class VectorEnv:
    """N games side by side, each waiting for one seat's action.

    The arrays that `reset` and `step` return are copies, yours to keep. With `reuse` they are
    buffers: the same arrays each time, written anew by the next step. That is faster, but what is
    kept of them must be copied, also what a network needs for its gradient. Whether an action is
    legal is judged by a mask of the environment's own, whatever is written into those.
    Finished games restart by themselves within the step that ended them (`done` is True,
    `reward` is the finished game's, `obs`, `mask` and `seat` are the new game's). Lane i plays
    exactly the AEC game with the seed `lane_seed(i)`.

    With `obs="sparse"` observations are a `SparseObs`: only what is not zero, a few percent of the
    numbers in most games. They are the same numbers, and a large game is stepped faster.

    One thread at a time: while one is inside, others get a RuntimeError, and so does everybody
    after `close`.
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
        self._num_envs = check_count("num_envs", num_envs)
        if check_count("threads", threads) > MOST_THREADS:
            raise ValueError(f"threads can be {MOST_THREADS} at most, not {shown(threads)}")
        if not isinstance(obs, str) or obs not in OBS_FORMS:
            raise ValueError(f"obs must be {' or '.join(OBS_FORMS)}, not {shown(obs)}")
        check_room(f"{self.num_envs} games of {game.title}", self.num_envs * nbytes_of(game))
        self.game = game
        self.num_players = game.num_players
        self.reuse = bool(reuse)
        self.metadata = {"name": game.id, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(game.actions.size)
        self.single_observation_space = spaces.Box(0.0, game.observations.highs, dtype=np.float32)
        self._lanes = Lanes(game, self.num_envs, sparse=obs == SPARSE)
        self._reused = HandedOut(self._lanes) if self.reuse else None
        self._turn = Turn()
        self.threads = min(int(threads), self.num_envs)
        self._parts = self._split() if self.threads > 1 else [self._lanes]
        self._team = Team([part.run for part in self._parts]) if self.threads > 1 else None
        self._is_reset = False

    @property
    def num_envs(self) -> int:
        """The number of games; fixed, for kernels run over so many."""
        return self._num_envs

    def _split(self) -> list[Lanes]:
        edges = np.linspace(0, self.num_envs, self.threads + 1).astype(int)
        return [self._lanes.part(int(a), int(b)) for a, b in pairwise(edges)]

    def reset(self, seed: int | None = None) -> Shown:
        """Start all games anew; returns obs (N, D), mask (N, A) and the seat to move (N,).

        Without a seed the lanes' streams go on, after the first reset.
        """
        lanes = self._lanes
        with self._turn:
            if seed is not None or not self._is_reset:
                lanes.seed(check_seed(seed))
            for i in range(self.num_envs):
                lanes.seeds[i] = next_seed(lanes.streams, i)
            lanes.clear()
            self._run(loops.BEGIN)
            self._is_reset = True
            return (self.obs, *self._handed_out(("mask", "seat")))

    def step(self, actions: ArrayLike, waits: ArrayLike | None = None) -> Shown:
        """Play one action in each game; returns obs, mask, seat, reward (N, P) by seat, and done
        (N,).

        Lanes where `waits` (N,) is True are left alone, whatever action stands there: they show
        the same again, pay nothing and are not done. An illegal action anywhere raises ValueError
        and changes nothing.
        """
        if not self._turn.take(False):
            raise self._turn.refusal()
        try:
            if not self._is_reset:
                self._check_reset("step")
            lanes = self._lanes
            lanes.actions[:] = self._checked(actions)
            if waits is not None:
                lanes.actions[self._checked_waits(waits)] = WAIT
            self._run(loops.STEP_AND_RESTART)
            return (self.obs, *self._handed_out(STEPPED))
        finally:
            self._turn.give_back()

    def _check_reset(self, what: str) -> None:
        if not self._is_reset:
            raise RuntimeError(f"reset() must be called before {what}()")

    def _handed_out(self, names: tuple[str, ...]) -> tuple[NDArray[Any], ...]:
        """The caller's own copies of what is shown, or the buffers that it may reuse."""
        if self._reused is None:
            return tuple(getattr(self._lanes, name).copy() for name in names)
        return self._reused.refreshed(names)

    def _checked(self, actions: ArrayLike) -> NDArray[Any]:
        given = actions if type(actions) is np.ndarray else as_array(actions)
        kind = given.dtype.kind
        if given.shape != (self.num_envs,) or kind not in "iu":
            raise ValueError(
                f"actions must be {self.num_envs} whole numbers, not {given.dtype!s:.60} of shape "
                f"{given.shape!s:.60}"
            )
        if kind == "u":
            if given.max() > HIGHEST:  # would come out negative
                self._refuse(int(given.argmax()), int(given.max()))
        elif given.min() == WAIT:
            raise ValueError(f"{WAIT} is not an action; use `waits` to skip lanes")
        return given

    def _checked_waits(self, waits: ArrayLike) -> NDArray[np.bool_]:
        given = as_array(waits)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_:
            raise ValueError(f"waits must be {self.num_envs} truth values, not {shown(waits)}")
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
            self._refuse(lane, int(self._lanes.actions[lane]))

    def _refuse(self, lane: int, action: int) -> None:
        lanes = self._lanes
        who = f"lane {lane}, seat {lanes.seat[lane]}"
        raise ValueError(illegal_action(self.game, who, action, lanes.mask[lane]))

    def lane_seed(self, lane: int) -> int:
        """The seed with which an AEC environment plays the game now in that lane."""
        self._check_reset("lane_seed")
        is_number = isinstance(lane, (int, np.integer)) and not isinstance(lane, bool)
        if not is_number or not 0 <= lane < self.num_envs:
            last = self.num_envs - 1
            raise ValueError(f"lane must be a whole number from 0 to {last}, not {shown(lane)}")
        return int(self._lanes.seeds[lane])

    def save(self) -> dict[str, NDArray[Any]]:
        """All games in progress as arrays, from which `load` goes on exactly.

        np.savez("batch.npz", **vec.save())
        with np.load("batch.npz") as saved:
            obs, mask, seat = vec.load(saved)
        """
        with self._turn:
            self._check_reset("save")
            return {name: getattr(self._lanes, name).copy() for name in SAVED}

    def load(self, saved: Mapping[str, NDArray[Any]]) -> Shown:
        """Go on from what `save` gave; returns obs, mask and seat as `reset` does.

        Arrays of another game or size, and states that cannot be, raise ValueError and change
        nothing.
        """
        with self._turn:
            lanes = self._lanes
            for name, array in self._checked_save(saved).items():
                getattr(lanes, name)[...] = array
            lanes.seat[:] = lanes.states["seat"]
            lanes.reward[:], lanes.done[:], lanes.ending[:] = 0.0, False, 0
            self._run(loops.LOOK)
            self._is_reset = True
            return (self.obs, *self._handed_out(("mask", "seat")))

    def _checked_save(self, saved: Any) -> dict[str, NDArray[Any]]:
        """Copies of the arrays of a save that can do no harm."""
        if not isinstance(saved, Mapping):
            kind = type(saved).__name__
            raise ValueError(f"a save is a dictionary of {', '.join(SAVED)}, not {kind:.60}")
        checked = {}
        for name in SAVED:
            own, given = getattr(self._lanes, name), saved.get(name)
            if not isinstance(given, np.ndarray) or (given.shape, given.dtype) != (
                own.shape,
                own.dtype,
            ):
                raise ValueError(f"{name!r} is not of {self.num_envs} games of {self.game.id}")
            checked[name] = np.empty_like(own)  # of our records: an .npz file gives plain tuples
            checked[name][...] = given
        if unknown := [name for name in saved if name not in SAVED]:
            raise ValueError(f"a save has {', '.join(SAVED)}, but no {shown(unknown[0])}")
        check_states(self.game, checked["states"])
        if checked["states"]["ending"].any():
            raise ValueError("a save of a batch has no game that is over")
        if (checked["seeds"] > HIGHEST).any():
            raise ValueError(f"seeds of lanes are from 0 to {HIGHEST}")
        return checked

    @property
    def obs(self) -> Any:
        """What the seat to move sees in each game, (N, D), or a SparseObs of N rows; a copy unless
        buffers are reused.
        """
        if not self._lanes.sparse:
            return self._lanes.obs if self.reuse else self._lanes.obs.copy()
        parts = [_sparse(part) for part in self._parts]
        if len(parts) > 1:
            return SparseObs.concatenate(parts)
        return parts[0] if self.reuse else parts[0].copy()

    @property
    def mask(self) -> NDArray[np.int8]:
        """Its legal actions, (N, A)."""
        (mask,) = self._handed_out(("mask",))
        return mask

    @property
    def seat(self) -> NDArray[np.int8]:
        """The seat to move in each game, (N,)."""
        (seat,) = self._handed_out(("seat",))
        return seat

    @property
    def states(self) -> NDArray[Any]:
        """A copy of the state records: secret, no player may see them."""
        return self._lanes.states.copy()

    @property
    def ending(self) -> NDArray[np.int8]:
        """Why the lane's game ended in the last step (the game's own Ending), or 0."""
        (ending,) = self._handed_out(("ending",))
        return ending

    @property
    def nbytes(self) -> int:
        """Memory of all games and their buffers."""
        return self._lanes.nbytes + (self._reused.nbytes if self._reused else 0)

    def close(self) -> None:
        """End the threads that step the games; these cannot be played any further."""
        self._turn.close()
        if self._team is not None:
            self._team.close()

    def __reduce__(self) -> tuple[Any, ...]:
        obs = SPARSE if self._lanes.sparse else DENSE
        saved = self.save() if self._is_reset else None
        return _rebuild, (self.game, self.num_envs, self.threads, self.reuse, obs, saved)


def _rebuild(
    game: Game,
    num_envs: int,
    threads: int,
    reuse: bool,
    obs: str,
    saved: Mapping[str, NDArray[Any]] | None,
) -> VectorEnv:
    """A copy, also in another process."""
    vec = VectorEnv(game, num_envs, threads, reuse=reuse, obs=obs)
    if saved is not None:
        vec.load(saved)
    return vec


def _sparse(lanes: Lanes) -> SparseObs:
    """The observations of lanes, in their own buffers; `offsets` is read again, so not that."""
    entries = lanes.offsets[-1]
    size = lanes.game.observations.size
    offsets = lanes.offsets.copy()
    return SparseObs(lanes.indices[:entries], lanes.values[:entries], offsets, size)
