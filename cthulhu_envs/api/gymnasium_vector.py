"""The Gymnasium vector environment: one learner in each of N games, bots in the other seats.

    import cthulhu_envs, gymnasium
    envs = gymnasium.make_vec("cthulhu_envs/LoveLetter-v1", num_envs=1024, opponents="heuristic")

It runs on the batched kernels: a step is one call for the learner's actions, then one for each
round of the others' moves, until the learner decides again in every game. Random opponents are
played inside the kernels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes, as_array, check_count, check_seed, nbytes_of
from cthulhu_envs._runtime.legality import ALL_LEGAL, WAIT
from cthulhu_envs._runtime.room import check_room
from cthulhu_envs._runtime.threads import Turn
from cthulhu_envs.api.aec import ILLEGAL_REWARD
from cthulhu_envs.api.agent import Agent, action_of, actions_of
from cthulhu_envs.api.seating import ANY_SEAT, check_seat, configured, make_opponents
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.errors import illegal_action, nearest, shown
from cthulhu_envs.authoring.record import STREAM
from cthulhu_envs.authoring.rng import lane_stream, next_seed
from cthulhu_envs.drawing.render import picture

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
SHOWN = ("states", "obs", "mask", "seat")  # what moves with a game from lane to lane
RENDER_MODES = ("rgb_array",)
RESET_MASK = "reset_mask"  # the option by which Gymnasium resets some of the games


class GymVectorEnv(gymnasium.vector.VectorEnv[Floats, NDArray[Any], Floats]):
    """N games as one player meets each of them; an episode is a game.

    `opponents` and `seat` are those of the single environment (`GymEnv`). `autoreset_mode` is one
    of Gymnasium's: "NextStep" (finished games begin anew in the step after, whatever action is
    given), "SameStep" (in the same step; `info["final_obs"]` and `info["final_info"]` tell of the
    finished game) or "Disabled" (by `reset(options={"reset_mask": finished})`).

    `info` has arrays, always the same: `action_mask` (N, A) int8, `seat` (N,), `ending` (N,), the
    numbers of the games' endings, and `illegal` (N,). An illegal action ends its episode with
    reward -1. When an episode is over every action is masked in, so that those who sample once
    more find one. Observations and masks are copies, yours to keep. Deals depend on the seed and
    the number of the game alone; the bots draw for the whole batch, so their choices depend on its
    size.

    With `render_mode="rgb_array"` `render()` returns a picture of each game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: Any = "random",
        seat: int | str = ANY_SEAT,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self._turn = Turn()  # before anything can fail: Gymnasium closes what was never made
        if render_mode not in (None, *RENDER_MODES):
            known = f"render_mode of many games is 'rgb_array' or None, not {shown(render_mode)}"
            raise ValueError(f"{known}; gymnasium.make renders one in every mode")
        self.game = configured(game, settings)
        self.num_envs = num_envs = check_count("num_envs", num_envs)
        check_room(f"{num_envs} games of {self.game.title}", 2 * num_envs * nbytes_of(self.game))
        self.render_mode = render_mode
        self.autoreset_mode = _autoreset(autoreset_mode)  # where TorchRL looks for it
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._seat_wanted = check_seat(self.game, seat)
        self.set_opponents(opponents)
        highs = self.game.observations.highs
        self.single_observation_space = spaces.Box(0.0, highs, dtype=np.float32)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(self.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lanes = Lanes(self.game, num_envs)
        self._spare = Lanes(self.game, num_envs)  # games that are looked at, or begin, apart
        self._seat = np.zeros(num_envs, np.int8)  # the learner's
        self._chooser = np.zeros(1, STREAM)
        self._over = np.zeros(num_envs, np.bool_)
        self._illegal = np.zeros(num_envs, np.bool_)
        self._is_reset = False

    def set_opponents(self, opponents: Any) -> None:
        """Change who plays the other seats, past selves of the learner for example."""
        self._bots = make_opponents(self.game, opponents)
        leaves_early = "gone" in (self.game.state.names or ())
        self._draws = all(bot.is_uniform for bot in self._bots) and not leaves_early

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Floats, dict[str, Any]]:
        """New games, each played up to its learner's first decision; with `options` of
        {"reset_mask": (N,) bool} only those games.
        """
        with self._turn:
            which = self._wanted(options)
            self._seed(seed, which)
            self._begin(which)
            self._is_reset = True
            return self._shown()

    def _wanted(self, options: dict[str, Any] | None) -> Bools:
        if not isinstance(options, (Mapping, type(None))):
            raise ValueError(f"reset options are a dictionary, not {shown(options)}")
        if not options or RESET_MASK not in options:
            return np.ones(self.num_envs, np.bool_)
        which = as_array(options[RESET_MASK])
        if which.shape != (self.num_envs,) or which.dtype != np.bool_ or not which.any():
            raise ValueError(f"reset_mask must be {self.num_envs} truth values, at least one True")
        if not self._is_reset:
            raise RuntimeError("the first reset() is of all games")
        return which

    def _seed(self, seed: int | Sequence[int | None] | None, which: Bools) -> None:
        lanes = self._lanes
        if isinstance(seed, np.ndarray):
            seed = np.atleast_1d(seed).tolist()
        if isinstance(seed, Sequence) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise ValueError(f"seed must have {self.num_envs} entries, not {len(seed)}")
            checked = [check_seed(one) for one in seed]  # all of them before any is used
            for lane, one in enumerate(seed):
                if which[lane] and (one is not None or not self._is_reset):
                    lanes.streams[lane] = lane_stream(np.uint64(checked[lane]), 0)
            first: int | None = next((one for one in seed if one is not None), None)
        else:
            first = seed
            if seed is not None or not self._is_reset:
                lanes.seed(check_seed(seed))
        if first is not None or not self._is_reset:
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(first)
            self._chooser["rng"] = self.np_random.integers(2**63)
            for bot in self._bots:
                bot.seed(int(self.np_random.integers(2**63)))

    def step(  # type: ignore[override]
        self, actions: NDArray[Any]
    ) -> tuple[Floats, Floats, Bools, Bools, dict[str, Any]]:
        """The learner's action in every game, then the others' moves until it decides again."""
        with self._turn:
            return self._step(actions)

    def _step(self, actions: NDArray[Any]) -> tuple[Floats, Floats, Bools, Bools, dict[str, Any]]:
        if not self._is_reset:
            raise RuntimeError("reset() must be called before step()")
        chosen = self._checked(actions)
        resting = self._over.copy()
        if resting.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            raise RuntimeError("finished games must be reset before step()")
        lanes, reward = self._lanes, np.zeros(self.num_envs, np.float32)
        rows = np.arange(self.num_envs)
        self._illegal = (lanes.mask[rows, chosen] == 0) & ~resting
        reward[self._illegal] = ILLEGAL_REWARD
        self._over = resting | self._illegal
        lanes.actions[:] = np.where(self._over, WAIT, chosen)
        self._run(lanes)
        reward += lanes.reward[rows, self._seat]  # nothing where a lane waits
        moved = ~self._over
        self._over |= moved & (lanes.done | _is_gone(lanes, self._seat))
        self._play_others(np.flatnonzero(moved), reward)
        if resting.any():
            self._begin(resting)
        over = self._over.copy()
        truncated = over & np.isin(lanes.states["ending"], list(self.game.truncations))
        if over.any() and self.autoreset_mode == AutoresetMode.SAME_STEP:
            return self._restarted(reward, over, truncated)
        obs, info = self._shown()
        return obs, reward, over & ~truncated, truncated, info

    def _restarted(
        self, reward: Floats, over: Bools, truncated: Bools
    ) -> tuple[Floats, Floats, Bools, Bools, dict[str, Any]]:
        """The same step begins the next games, and tells of those that ended."""
        last, told = self._shown()
        illegal = self._illegal
        self._begin(over)
        obs, info = self._shown()
        info["illegal"] = illegal
        final = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(over):
            final[lane] = last[lane]
        info |= {"final_obs": final, "_final_obs": over, "final_info": told, "_final_info": over}
        return obs, reward, over & ~truncated, truncated, info

    def _checked(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        chosen = as_array(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.num_envs} whole numbers, not {chosen.dtype!s:.60} of "
                f"shape {chosen.shape!s:.60}"
            )
        outside = np.flatnonzero((chosen < 0) | (chosen >= self.game.actions.size))
        if len(outside):
            lane = int(outside[0])
            who = f"the learner of game {lane}"
            mask = self._lanes.mask[lane]
            raise ValueError(illegal_action(self.game, who, int(chosen[lane]), mask))
        return chosen.astype(np.int64)

    def _begin(self, which: Bools) -> None:
        """Deal new games into these lanes, until each has a decision for its learner."""
        lanes, rows = self._lanes, np.flatnonzero(which)
        while len(rows):  # a game may end before the learner has had a decision
            fresh = self._spare.part(0, len(rows))
            fresh.clear()
            for row, lane in enumerate(rows):
                lanes.seeds[lane] = fresh.seeds[row] = next_seed(lanes.streams, lane)
            fresh.run(loops.BEGIN)
            for name in SHOWN:
                getattr(lanes, name)[rows] = getattr(fresh, name)
            self._over[rows] = self._illegal[rows] = False
            if self._seat_wanted is None:
                self._seat[rows] = self.np_random.integers(self.game.num_players, size=len(rows))
            else:
                self._seat[rows] = self._seat_wanted
            self._play_others(rows, np.zeros(self.num_envs, np.float32))
            rows = rows[self._over[rows]]

    def _play_others(self, rows: NDArray[np.int64], reward: Floats) -> None:
        """Moves of the bots in these lanes, until each is over or its learner's turn."""
        rows = rows[~self._over[rows] & (self._lanes.seat[rows] != self._seat[rows])]
        if len(rows) and self._draws:
            self._draw_for_others(rows, reward)
        elif len(rows):
            self._ask_others(rows, reward)

    def _draw_for_others(self, rows: NDArray[np.int64], reward: Floats) -> None:
        """Random moves."""
        lanes = self._lanes
        lanes.play_at_random(rows, self._seat, self._chooser)
        reward[rows] += lanes.reward[rows, self._seat[rows]]
        self._over[rows] = lanes.states["ending"][rows] != 0

    def _ask_others(self, rows: NDArray[np.int64], reward: Floats) -> None:
        """Moves that bots choose. The games are played apart, close together, because some take
        many moves more than others.
        """
        apart = self._spare.part(0, len(rows))
        for name in SHOWN:
            getattr(apart, name)[...] = getattr(self._lanes, name)[rows]
        while len(rows):
            mine = self._seat[rows]
            self._choose(apart, mine)
            self._run(apart)
            reward[rows] += apart.reward[np.arange(len(rows)), mine]
            over = apart.done | _is_gone(apart, mine)
            stops = over | (apart.seat == mine)
            if stops.any():
                self._over[rows[over]] = True
                self._lanes.states[rows[stops]] = apart.states[stops]
                apart = apart.without(stops, rows)
                rows = rows[: len(apart.states)]

    def _choose(self, lanes: Lanes, mine: NDArray[np.int8]) -> None:
        """The actions of the bots, each for all its games at once if it can."""
        if len(set(map(id, self._bots))) == 1:
            lanes.actions[:] = self._chosen_by(self._bots[0], lanes, np.arange(len(mine)))
            return
        step = (lanes.seat - mine) % self.game.num_players
        for number, bot in enumerate(self._bots, start=1):
            rows = np.flatnonzero(step == number)
            if len(rows):
                lanes.actions[rows] = self._chosen_by(bot, lanes, rows)

    def _chosen_by(self, bot: Agent, lanes: Lanes, rows: NDArray[np.int64]) -> NDArray[Any]:
        if bot.batched:
            return actions_of(bot, lanes.obs[rows], lanes.mask[rows])
        views = (view_of(self.game, lanes.states[i : i + 1], int(lanes.seat[i])) for i in rows)
        return np.array([action_of(bot, view) for view in views])

    def _run(self, lanes: Lanes) -> None:
        """One move in every lane that does not wait."""
        lane = lanes.run(loops.STEP)
        if lane != ALL_LEGAL:
            who = f"the bot in seat {lanes.seat[lane]}"
            action = int(lanes.actions[lane])
            raise ValueError(illegal_action(self.game, who, action, lanes.mask[lane]))

    def _shown(self) -> tuple[Floats, dict[str, Any]]:
        """What every learner sees; of finished games, what it sees at the end."""
        lanes = self._lanes
        lanes.seat[:] = self._seat
        lanes.run(loops.LOOK)
        lanes.mask[self._over] = 1
        info = {
            "action_mask": lanes.mask.copy(),
            "seat": self._seat.astype(np.int64),
            "ending": lanes.states["ending"].astype(np.int64),
            "illegal": self._illegal.copy(),
        }
        return lanes.obs.copy(), info

    def action_masks(self) -> Bools:
        """Legal actions (N, A) of all learners."""
        if not self._is_reset:
            raise RuntimeError("reset() must be called before action_masks()")
        return self._lanes.mask > 0

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:  # type: ignore[override]
        """A picture of each game as its learner sees it; None without a `render_mode`."""
        if not self._is_reset:
            raise RuntimeError("reset() must be called before render()")
        if self.render_mode is None:
            return None
        pairs = zip(self._lanes.states, self._seat.tolist(), strict=True)
        return tuple(picture(self.game, state, seat) for state, seat in pairs)

    def close_extras(self, **kwargs: Any) -> None:
        """The games cannot be played any further."""
        self._turn.close()


def _autoreset(mode: Any) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = [one.value for one in AutoresetMode]
        hint = nearest(mode, known)
        raise ValueError(f"there is no autoreset mode {shown(mode)}{hint}") from None


def _is_gone(lanes: Lanes, mine: NDArray[np.int8]) -> Bools:
    """Whose learner has left for good, though the game may go on."""
    if "gone" not in (lanes.states.dtype.names or ()):
        return np.zeros(len(mine), np.bool_)
    gone: Bools = lanes.states["gone"][np.arange(len(mine)), mine] != 0
    return gone
