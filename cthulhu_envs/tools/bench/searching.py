"""How fast tree search is: iterations a second, on one core, the drawing of worlds included."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.tools.bench.clock import Rate, rate
from cthulhu_envs.tools.bench.peers import SEED

RANDOM = "tree search, random play-outs"
GUIDED = "tree search as it plays, belief included"
ITERATIONS_PER_SECOND = "iterations/s"
SEARCHES = {
    RANDOM: "ismcts:iters=1000,rollouts=random,opponents=search,belief=none",
    GUIDED: "ismcts:iters=1000",
}
SEARCHED = 16  # positions, in turns


def search(
    game: Game, spec: str, positions: Callable[[Game], NDArray[Any]], seconds: float
) -> Rate:
    """Iterations of whole moves at positions with something to decide; one move is a lap."""
    agent: Any = make_agent(spec, game, SEED)
    found = positions(game)
    states = np.split(found[:: len(found) // SEARCHED], SEARCHED)
    views = [view_of(game, state, int(state[0].seat)) for state in states]
    turns = itertools.cycle([view for view in views if len(view.legal) > 1] or views[:1])

    def lap() -> tuple[int, float]:
        view = next(turns)
        start = time.perf_counter()
        iterations = agent.search(view).iterations
        return iterations, time.perf_counter() - start

    return rate(lap, seconds)
