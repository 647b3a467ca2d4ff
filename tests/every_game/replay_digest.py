"""Plays replay files and prints what every seat saw of them, in short.

    NUMBA_DISABLE_JIT=1 python -m tests.every_game.replay_digest FILE ...

runs the same rules as plain Python, for comparison.
"""

from __future__ import annotations

import hashlib
import sys

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay, settings_in
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.authoring.record import digest


def digest_of_replay(path: str) -> str:
    """A digest of all states, observations, masks, rewards and some worlds of a game."""
    name, settings = settings_in(path)
    game = find(name).configure(**settings)
    replay = Replay.read(game, path)
    env = RawEnv(game)
    env.reset(seed=replay.seed)
    seen_by_all = hashlib.sha256()
    for action in [None, *replay.actions]:
        if action is not None:
            env.step(action)
        seen_by_all.update(digest(env._lanes.states).encode())
        seen_by_all.update(repr((env.agent_selection, env.rewards)).encode())
        for agent in env.possible_agents:
            seen = env.observe(agent)
            seen_by_all.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        worlds = env.view(env.agent_selection).sample_worlds(2, seed=len(seen_by_all.hexdigest()))
        seen_by_all.update(repr(worlds.tolist()).encode())
    return seen_by_all.hexdigest()


if __name__ == "__main__":
    print("compiled" if is_compiled() else "plain")
    for path in sys.argv[1:]:
        print(digest_of_replay(path))
