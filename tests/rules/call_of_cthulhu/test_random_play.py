"""Random play keeps the invariants, in both formats and with every window asked."""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.call_of_cthulhu import GAME

STEPS = 600 if is_compiled() else 60
TABLES = [
    {},
    {"auto_pass": False},
    {"format": "constructed"},
    {"format": "constructed", "deck_0": "yellow_mob", "deck_1": "gate_keepers"},
    {"deck_0": "Cthulhu, Hastur, 1", "deck_1": "The Agency, The Syndicate, 2"},
]


@pytest.mark.parametrize("settings", TABLES, ids=lambda settings: ", ".join(settings) or "default")
def test_random_play_breaks_no_invariant(settings):
    env = RawEnv(GAME.configure(**settings))
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    for _ in range(STEPS):
        state = env._lanes.states[0]
        if state.ending:
            env.reset()
            continue
        env.step(int(rng.choice(state.ids[: state.ids_n])))
        GAME.check_state(env.game, env._lanes.states[0])
