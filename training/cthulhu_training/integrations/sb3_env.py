"""The vector environment as a native VecEnv of stable-baselines3, for self-play with masks.

Each slot is one game in which the learner holds one seat, drawn anew for each game. The other
seats are played in batches, by the learner as it was at the last refresh, by past selves or bots.
A slot's reward is all that its seat is paid until it decides again: the loser gets its loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from cthulhu_agents.learned.policy import scale_of
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.answers import legal_actions
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_training.ppo.opponents import LEARNER, OpponentPool


class SelfPlayVecEnv(VecEnv):
    """N games, one learner's seat in each; observations are scaled as policies want them."""

    def __init__(self, game: Game, slots: int, opponents: OpponentPool, seed: int) -> None:
        self.game = game
        self.opponents = opponents
        self.current: Agent | None = None  # plays the learner's other seats
        self.scale = scale_of(game)
        self.rng = np.random.default_rng(seed)
        self.vec = VectorEnv(game, slots, reuse=True)
        self._first_seed = seed
        self._wanted = np.zeros(slots, np.int64)
        self._earned = np.zeros(slots)  # in the games that are being played
        self._length = np.zeros(slots, np.int64)
        self._quiet: list[dict[str, Any]] = [{} for _ in range(slots)]
        size = game.observations.size
        super().__init__(
            slots,
            spaces.Box(0.0, np.inf, (size,), np.float32),
            spaces.Discrete(game.actions.size),
        )

    def reset(self) -> NDArray[np.float32]:
        """New games, each played up to its learner's first decision."""
        _, _, self.seat = self.vec.reset(self._first_seed)
        everywhere = np.ones(self.num_envs, np.bool_)
        self._take_seats(everywhere)
        self._earned[:] = 0.0
        self._length[:] = 0
        self._play_others(everywhere, np.zeros(self.num_envs, np.float32))
        return self._shown()

    def _take_seats(self, lanes: NDArray[np.bool_]) -> None:
        """Draw players and the learner's seat for games that begin."""
        self.opponents.seat_anew(lanes)
        is_own = self.opponents.owner == LEARNER
        drawn = (self.rng.random(is_own.shape) * is_own).argmax(axis=1)
        self.own_seat = np.where(lanes, drawn, getattr(self, "own_seat", drawn))

    def step_async(self, actions: NDArray[Any]) -> None:
        self._wanted = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """The learner's action in every game, then the others' until the learner decides again."""
        paid = np.zeros(self.num_envs, np.float32)
        is_over = np.zeros(self.num_envs, np.bool_)
        self._length += 1
        self._advance(self._wanted, None, is_over, paid)
        self._play_others(is_over, paid)
        infos = list(self._quiet)
        self._earned += paid
        for slot in np.flatnonzero(is_over):
            episode = {"r": float(self._earned[slot]), "l": int(self._length[slot]), "t": 0.0}
            infos[slot] = {"episode": episode}
        self._earned[is_over] = 0.0
        self._length[is_over] = 0
        return self._shown(), paid, is_over, infos

    def _advance(
        self,
        actions: NDArray[Any],
        waits: NDArray[np.bool_] | None,
        is_over: NDArray[np.bool_],
        paid: NDArray[np.float32],
    ) -> None:
        """One move in the lanes that do not wait; pays the seats whose game is not yet over."""
        _, _, self.seat, reward, done = self.vec.step(actions, waits)
        own = reward[np.arange(self.num_envs), self.own_seat]
        paid += np.where(is_over, 0.0, own)
        is_over |= done
        if done.any():
            self._take_seats(done)

    def _play_others(self, is_over: NDArray[np.bool_], paid: NDArray[np.float32]) -> None:
        """Moves of all who are not the learner, until it is to decide in every game."""
        actions = np.zeros(self.num_envs, np.int64)
        obs, mask = self.vec.obs, self.vec.mask
        while True:
            waits = self.seat == self.own_seat
            if waits.all():
                return
            is_self = self.opponents.act_for_others(obs, mask, self.seat, actions)
            rows = np.flatnonzero(is_self & ~waits)
            if len(rows):
                assert self.current is not None, "nobody plays the learner's other seats yet"
                actions[rows] = legal_actions(self.current, obs[rows], mask[rows])
            self._advance(actions, waits, is_over, paid)

    def _shown(self) -> NDArray[np.float32]:
        shown: NDArray[np.float32] = self.vec.obs * self.scale
        return shown

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions (N, A), all at once."""
        return self.vec.mask.astype(np.bool_)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """sb3-contrib asks for `action_masks` this way; there is nothing else to ask for."""
        if method_name != "action_masks":
            raise AttributeError(f"these games have no method {method_name!r}")
        return self.action_masks()

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "render_mode":  # asked by SB3 before anything exists
            return [None] * self.vec.num_envs
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Any = None
    ) -> list[bool]:
        return [False] * self.num_envs

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        if seed is not None:
            self._first_seed = seed
        return [seed] * self.num_envs

    def close(self) -> None:
        self.vec.close()
