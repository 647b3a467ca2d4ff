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
from cthulhu_envs.api.gymnasium_vector import GymVectorEnv
from cthulhu_envs.api.registry import find, games
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


def kinds(info: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    return {name: (type(value), value.dtype, value.shape) for name, value in info.items()}


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("many", [False, True], ids=["one", "many"])
def test_info_has_the_same_keys_types_and_shapes_always(name: str, many: bool) -> None:
    """After a reset, a step, an illegal action and the end: libraries make room for it once."""
    players = find(name).players[0]
    env = GymVectorEnv(name, 2, num_players=players) if many else GymEnv(name, num_players=players)
    _, info = env.reset(seed=1)
    wanted, seen = kinds(info), set()

    def step(legal: bool) -> dict[str, Any]:
        mask = np.atleast_2d(info["action_mask"])
        action = (mask == legal).argmax(axis=1)
        *_, ended, cut, told = env.step(action if many else int(action[0]))
        is_over = bool(np.any(np.logical_or(ended, cut)))
        seen.add("illegal" if not legal else "end" if is_over else "step")
        assert kinds(told) == wanted
        return {} if is_over and not many else told

    for legal in (True, False):
        for _ in range(3000):
            info = step(legal) or env.reset()[1]
            assert kinds(info) == wanted
            if "end" in seen or not legal:
                break
        if many:
            _, info = env.reset()

    assert set(wanted) == {"action_mask", "seat", "ending", "illegal"}
    assert all(kind is np.ndarray for kind, *_ in wanted.values())
    assert seen == {"illegal", "step", "end"}
