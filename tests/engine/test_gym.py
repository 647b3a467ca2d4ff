"""The Gymnasium environment: who plays the other seats."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.view import View

PLAYERS, LEARNER, STEPS = 4, 1, 60


class Noting(Agent):
    """Plays the first legal action, and notes whose turn it was."""

    def __init__(self, env: GymEnv) -> None:
        super().__init__(env.game)
        self.env = env
        self.played_for: set[str] = set()

    def note(self, mask: NDArray[np.int8]) -> int:
        assert mask.any()
        self.played_for.add(self.env._raw.agent_selection)
        return int(mask.argmax())


class ByView(Noting):
    def act(self, view: View) -> int:
        return self.note(view.mask)


class ByBatch(Noting):
    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return np.array([self.note(row) for row in mask])


@pytest.mark.parametrize("kind", [ByView, ByBatch])
def test_opponents_sit_clockwise_from_the_learner(kind: type[Noting]) -> None:
    env = GymEnv("love_letter", num_players=PLAYERS, seat=LEARNER)
    bots = [kind(env) for _ in range(PLAYERS - 1)]
    env._bots = list(bots)
    _, info = env.reset(seed=1)
    for _ in range(STEPS):
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        if over:
            _, info = env.reset()

    assert [bot.played_for for bot in bots] == [{"player_2"}, {"player_3"}, {"player_0"}]


def test_a_name_alone_is_enough_for_gymnasium() -> None:
    """Its form is Gymnasium's own: a module to import, then the id."""
    code = "import gymnasium; print(gymnasium.make('cthulhu_envs:cthulhu_envs/LoveLetter-v1'))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.returncode == 0 and "GymEnv" in done.stdout, done.stderr
