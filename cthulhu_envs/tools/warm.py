"""Compiling ahead: every loop of a game, and the kernels of its batched bots, run once."""

from __future__ import annotations

import numpy as np

from cthulhu_envs._compile.templates import loops
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent, own_kinds
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import STREAM

SEARCHES = ("ismcts:iters=2", "ismcts:iters=2,rollouts=random,opponents=search,belief=none")


def warm(game: Game) -> None:
    """Afterwards every first use of the game, in any face, finds its machine code on disk."""
    env = RawEnv(game)
    env.reset(seed=0)
    agent = env.agent_selection
    view = env.view(agent)
    view.sample_world(0)
    for spec in ("random", *own_kinds(game), *SEARCHES):
        make_agent(spec, game).act(view)
    states = env._lanes.states.copy()
    reward = np.zeros((1, game.num_players), np.float32)
    paid = np.zeros(game.num_players, np.float32)
    ids = np.zeros(game.actions.size, np.int32)
    loops(game).playouts(game.kit, states, np.zeros(1, STREAM), reward, paid, ids)
