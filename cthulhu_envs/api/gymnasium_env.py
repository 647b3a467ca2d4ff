"""The Gymnasium environment: one learner, the other seats played by bots."""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cthulhu_envs._runtime.lanes import check_seed
from cthulhu_envs.api.aec import ILLEGAL_REWARD, RawEnv
from cthulhu_envs.api.agent import action_of, actions_of
from cthulhu_envs.api.seating import ANY_SEAT, check_seat, configured, make_opponents
from cthulhu_envs.api.spaces import holds
from cthulhu_envs.authoring.errors import illegal_action, known_options
from cthulhu_envs.drawing.render import CURRENT, MODES


class GymEnv(gymnasium.Env[NDArray[np.float32], int]):
    """A game as one player meets it: an episode is a game, the others move by themselves.

    `opponents` is one bot for all other seats or a list with one each, clockwise from the learner:
    specs, classes, functions or models (see `cthulhu_envs.make_agent`). `seat` is the learner's
    seat, "random" draws it anew each episode.

    `info` always has the same keys, with arrays: `action_mask` (A,) int8, and the numbers `seat`,
    `ending` (of the game's ending, 0 while it goes on; `game.ending_name(number)` names it) and
    `illegal`.
    `action_masks()` gives the mask to sb3-contrib. An illegal action ends the episode with reward
    -1, so that algorithms without masks can learn. When an episode is over every action is masked
    in, so that those who sample once more find one. `render()` shows what the learner sees;
    `render_seat` may name another seat ("player_2"), or "all".
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: Any = "random",
        seat: int | str = ANY_SEAT,
        render_mode: str | None = None,
        render_seat: str = CURRENT,
        **settings: Any,
    ) -> None:
        self._raw = RawEnv(configured(game, settings), render_mode, render_seat)
        self.game = self._raw.game
        self.render_mode = render_mode
        self.render_seat = render_seat
        self._seat_wanted = check_seat(self.game, seat)
        self.set_opponents(opponents)
        self.observation_space = spaces.Box(0.0, self.game.observations.highs, dtype=np.float32)
        self.action_space = spaces.Discrete(self.game.actions.size)
        self._all_legal = np.ones(self.game.actions.size, np.int8)
        self._is_reset = False

    def set_opponents(self, opponents: Any) -> None:
        """Change who plays the other seats, past selves of the learner for example. Best done
        between two episodes.
        """
        self._bots = make_opponents(self.game, opponents)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new game, played up to the learner's first decision. `options` stack decks as in the
        AEC environment.
        """
        known_options(self.game, options)
        super().reset(seed=None if seed is None else check_seed(seed))
        players = self.game.num_players
        drawn = int(self.np_random.integers(players))
        self._seat = drawn if self._seat_wanted is None else self._seat_wanted
        self._me = self._raw.possible_agents[self._seat]
        if self.render_seat == CURRENT:
            self._raw.render_seat = self._me
        for bot in self._bots:
            bot.seed(int(self.np_random.integers(2**63)))
        while True:  # a game may end before the learner has had a decision
            self._paid, self._is_over = 0.0, False
            self._raw.reset(seed=int(self.np_random.integers(2**63)), options=options)
            if not self._play_others():
                self._is_reset = True
                return self._look()

    def step(
        self, action: int
    ) -> tuple[NDArray[np.float32], SupportsFloat, bool, bool, dict[str, Any]]:
        """Play the learner's action, and the bots' until it is the learner's turn again.

        Returns the observation (a float32 vector), all that the learner was paid meanwhile,
        `terminated`, `truncated`, and an info with `action_mask`. A step after the end of an
        episode is a RuntimeError.
        """
        self._check_reset("step")
        if self._is_over:
            raise RuntimeError("the episode is over: reset() begins the next one")
        mask = self._mask()
        if isinstance(action, (bool, np.bool_)) or not holds(self.action_space, action):
            raise ValueError(illegal_action(self.game, self._me, action, mask))
        if not mask[action]:
            self._is_over = True
            obs, info = self._look()
            return obs, ILLEGAL_REWARD, True, False, {**info, "illegal": np.array(True)}
        self._raw.step(action)
        paid = float(self._raw.rewards[self._me])
        self._is_over = over = self._play_others()
        reward = paid + self._paid
        self._paid = 0.0
        obs, info = self._look()
        truncated = over and self._raw.truncations[self._me]
        return obs, reward, over and not truncated, truncated, info

    def _check_reset(self, what: str) -> None:
        if not self._is_reset:
            raise RuntimeError(f"reset() must be called before {what}()")

    def _play_others(self) -> bool:
        """Let the bots move until the learner is to decide; True if the game is over for the
        learner.
        """
        raw = self._raw
        while not (raw.terminations[self._me] or raw.truncations[self._me]):
            agent = raw.agent_selection
            if agent == self._me:
                return False
            if raw.terminations[agent]:
                raw.step(None)
                continue
            raw.step(self._chosen_by_bot(agent))
            self._paid += float(raw.rewards[self._me])
        return True

    def _chosen_by_bot(self, agent: str) -> int:
        """The action of a bot; a View is made only for bots that need one."""
        step = (self._raw._seat_of[agent] - self._seat) % self.game.num_players
        bot = self._bots[step - 1]
        if not bot.batched:
            return action_of(bot, self._raw.view(agent))
        seen = self._raw.observe(agent)
        obs, mask = seen["observation"], seen["action_mask"]
        return int(actions_of(bot, obs[None], mask[None])[0])

    def _mask(self) -> NDArray[np.int8]:
        if self._is_over:
            return self._all_legal.copy()
        mask: NDArray[np.int8] = self._raw.observe(self._me)["action_mask"]
        return mask

    def _look(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        info = {
            "action_mask": self._mask(),
            "seat": np.array(self._seat),
            "ending": np.array(self._raw.ending),
            "illegal": np.array(False),
        }
        return self._raw.observe(self._me)["observation"], info

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions, under the name that sb3-contrib looks for."""
        self._check_reset("action_masks")
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as `render_mode` says: text, an RGB array, or printed to the terminal."""
        return self._raw.render()
