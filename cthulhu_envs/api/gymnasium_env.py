"""The Gymnasium face: one learner, the other seats played by bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cthulhu_envs.api.aec import ILLEGAL_REWARD, RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.errors import illegal_action
from cthulhu_envs.drawing.render import CURRENT, MODES

ANY_SEAT = "random"


class GymEnv(gymnasium.Env[NDArray[np.float32], int]):
    """A game as one player meets it: an episode is a game, the others move by themselves.

    `opponents` is one spec for all other seats or a list with one each, clockwise from the
    learner. `seat` is the learner's chair, "random" draws it anew each episode. Masks:
    `action_masks()`, and `info["action_mask"]`. An illegal action ends the episode with reward
    -1 and `info["illegal"]`, so that algorithms without masks can learn. `render()` shows what
    the learner sees; `render_seat` may name another seat ("player_2"), or "all".
    """

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] = "random",
        seat: int | str = ANY_SEAT,
        render_mode: str | None = None,
        render_seat: str = CURRENT,
        **settings: Any,
    ) -> None:
        self._raw = RawEnv(find(game).configure(**settings), render_mode, render_seat)
        self.game = self._raw.game
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.metadata = {"render_modes": list(MODES), "render_fps": 1}
        self._seat_wanted = self._check_seat(seat)
        self._bots = [make_agent(spec, self.game) for spec in self._specs(opponents)]
        self.observation_space = spaces.Box(0.0, self.game.observations.highs, dtype=np.float32)
        self.action_space = spaces.Discrete(self.game.actions.size)

    def _check_seat(self, seat: int | str) -> int | None:
        if seat == ANY_SEAT:
            return None
        if isinstance(seat, bool) or seat not in range(self.game.num_players):
            raise ValueError(
                f"seat must be 0 to {self.game.num_players - 1} or 'random', not {seat!r}"
            )
        return int(seat)

    def _specs(self, opponents: str | Sequence[str]) -> list[str]:
        wanted = self.game.num_players - 1
        specs = [opponents] * wanted if isinstance(opponents, str) else list(opponents)
        if len(specs) != wanted:
            raise ValueError(f"{self.game.title} here needs {wanted} opponents, not {len(specs)}")
        return specs

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new game, played up to the learner's first decision. `options` stack decks as in the
        AEC face.
        """
        super().reset(seed=seed)
        players = self.game.num_players
        drawn = int(self.np_random.integers(players))
        self._seat = drawn if self._seat_wanted is None else self._seat_wanted
        self._me = self._raw.possible_agents[self._seat]
        if self.render_seat == CURRENT:
            self._raw.render_seat = self._me
        for bot in self._bots:
            bot.seed(int(self.np_random.integers(2**63)))
        while True:  # a game may end before the learner has had a decision
            self._paid = 0.0
            self._raw.reset(seed=int(self.np_random.integers(2**63)), options=options)
            if not self._play_others():
                return self._look()

    def step(
        self, action: int
    ) -> tuple[NDArray[np.float32], SupportsFloat, bool, bool, dict[str, Any]]:
        mask = self._mask()
        if not self.action_space.contains(action):
            raise ValueError(illegal_action(self.game, self._me, action, mask))
        if not mask[action]:
            obs, info = self._look()
            return obs, ILLEGAL_REWARD, True, False, {**info, "illegal": True}
        self._raw.step(action)
        paid = float(self._raw.rewards[self._me])
        over = self._play_others()
        reward = paid + self._paid
        self._paid = 0.0
        obs, info = self._look()
        truncated = over and self._raw.truncations[self._me]
        return obs, reward, over and not truncated, truncated, info

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
        """A bot that needs no more than observation and mask is spared the making of a View."""
        step = (self._raw._seat_of[agent] - self._seat) % self.game.num_players
        bot = self._bots[step - 1]
        if not bot.batched:
            return int(bot.act(self._raw.view(agent)))
        seen = self._raw.observe(agent)
        return int(bot.act_on(seen["observation"], seen["action_mask"]))

    def _mask(self) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = self._raw.observe(self._me)["action_mask"]
        return mask

    def _look(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        seen = self._raw.observe(self._me)
        info = {**self._raw.infos[self._me], "action_mask": seen["action_mask"], "seat": self._seat}
        return seen["observation"], info

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions, under the name that sb3-contrib looks for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        return self._raw.render()
