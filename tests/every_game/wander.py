"""`python -m tests.every_game.wander GAME`: random play of a game, batch by batch at every
variant, for a process that checks bounds.
"""

from __future__ import annotations

import sys

import numpy as np

from cthulhu_envs._runtime.legality import pick
from cthulhu_envs.api.vector import VectorEnv
from tests.every_game.play import VARIANTS

LANES, STEPS = 32, 300


def wander(game_id: str) -> int:
    """Play all variants of a game; returns how many there are."""
    rng = np.random.default_rng(1)
    actions = np.zeros(LANES, np.int64)
    variants = [game for game in VARIANTS if game.id == game_id]
    for seed, game in enumerate(variants):
        vec = VectorEnv(game, LANES)
        _, mask, *_ = vec.reset(seed=seed)
        for _ in range(STEPS):
            pick(mask, rng.random(LANES), actions)
            _, mask, *_ = vec.step(actions)
    return len(variants)


if __name__ == "__main__":
    print(wander(sys.argv[1]))
