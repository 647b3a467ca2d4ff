"""Compiling ahead: every loop of a game, its bots and searches, and what other packages add, run
once.
"""

from __future__ import annotations

import contextlib
import io

import numpy as np

from cthulhu_envs._compile.kernel_cache import announce_all
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import first_illegal
from cthulhu_envs._runtime.loops import BEGIN, NOBODY
from cthulhu_envs.api import plugins
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent, own_kinds
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import STREAM
from cthulhu_envs.authoring.state_checks import check_states
from cthulhu_envs.tools.terminal import play_game

REST, SOLVER = 15, 15  # seconds beside those of the rules: bots to metrics, and solving
SEARCHES = ("ismcts:iters=2", "ismcts:iters=2,rollouts=random,opponents=search,belief=none")


def warm(game: Game) -> None:
    """Compile all that is ever compiled for a game: afterwards environments, bots, searches,
    training, metrics and solving find machine code on disk.
    """
    seconds = game.docs.compile_seconds + REST + SOLVER * bool(game.extras.solver)
    what = f"the rules of {game.title}, its bots, searches, training and metrics"
    announce_all(what, seconds)
    env = RawEnv(game)
    env.reset(seed=0)
    agent = env.agent_selection
    view = env.view(agent)
    view.sample_world(0)
    for spec in ("random", *own_kinds(game), *SEARCHES):
        make_agent(spec, game).act(view)
    lanes = Lanes(game, 1)
    lanes.run(BEGIN)
    check_states(game, lanes.states)
    first_illegal(lanes.actions, lanes.mask)  # of environments with threads
    lanes.play_at_random(np.zeros(1, np.int64), np.full(1, NOBODY, np.int8), np.zeros(1, STREAM))
    with contextlib.redirect_stdout(io.StringIO()):
        play_game(game, ["random"] * game.num_players, seed=0)
    for name in plugins.found(plugins.WARMERS):
        plugins.load(plugins.WARMERS, name)(game)
