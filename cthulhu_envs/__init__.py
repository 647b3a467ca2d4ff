"""Imperfect-information tabletop games for reinforcement learning: bluff, deduction, risk and
co-operation.

    import cthulhu_envs

    env = cthulhu_envs.make("love_letter", num_players=4)  # PettingZoo AEC
    vec = cthulhu_envs.make_vec("love_letter", num_envs=4096, num_players=4)  # many games at once
    game = cthulhu_envs.game("love_letter", num_players=2)  # its actions, observations and rules

All that a script needs is here; everything else may change without notice. docs/api.md lists it.
"""

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import cthulhu_envs.games  # noqa: F401 - registers the games
from cthulhu_envs.api import plugins
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.agents import register as register_agent
from cthulhu_envs.api.make import game, make, make_vec
from cthulhu_envs.api.play import play
from cthulhu_envs.api.registry import (
    check_not_replaced,
    games,
    register,
    register_everywhere,
)
from cthulhu_envs.api.replay import Replay, load_replay
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game

if TYPE_CHECKING:  # found by entry points when they are asked for: imports run one way
    from cthulhu_training.ppo.credit import gae_by_seat
    from cthulhu_training.public import (
        behaviour,
        compare,
        evaluate,
        exploitability,
        read_benchmark,
        solve,
        train,
    )

    from cthulhu_envs.tools.laws import check

try:
    __version__ = version("cthulhu_envs")
except PackageNotFoundError:  # run from a folder that is not installed
    __version__ = "0+unknown"

register_everywhere(__name__)

__all__ = [
    "Agent",
    "Game",
    "Replay",
    "SparseObs",
    "VectorEnv",
    "View",
    "__version__",
    "behaviour",
    "check",
    "compare",
    "evaluate",
    "exploitability",
    "gae_by_seat",
    "game",
    "games",
    "load_replay",
    "make",
    "make_agent",
    "make_vec",
    "play",
    "read_benchmark",
    "register",
    "register_agent",
    "solve",
    "train",
]


def __getattr__(name: str) -> Any:
    """Functions of the packages above, when they are first asked for. An older version of a game,
    `from cthulhu_envs import love_letter_v0`, says what replaced it.
    """
    if name in plugins.found(plugins.FUNCTIONS):
        return plugins.load(plugins.FUNCTIONS, name)
    try:
        check_not_replaced("-v".join(name.rsplit("_v", 1)))
    except ValueError as fault:
        raise ImportError(str(fault)) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
