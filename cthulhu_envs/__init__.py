"""Imperfect-information tabletop games for reinforcement learning: bluff, deduction, risk and
co-operation.

env = cthulhu_envs.make("love_letter", num_players=4) vec = cthulhu_envs.make_vec("love_letter",
num_envs=4096, num_players=4)
"""

from importlib.metadata import PackageNotFoundError, version

import cthulhu_envs.games  # noqa: F401 - registers the games
from cthulhu_envs.engine.faces import make, make_vec
from cthulhu_envs.engine.registry import (
    check_not_replaced,
    games,
    register,
    register_everywhere,
)

try:
    __version__ = version("cthulhu_envs")
except PackageNotFoundError:  # run from a folder that is not installed
    __version__ = "0+unknown"

register_everywhere(__name__)


def __getattr__(name: str) -> object:
    """Importing the module of an older version of a game says what replaced it."""
    try:
        check_not_replaced("-v".join(name.rsplit("_v", 1)))
    except ValueError as fault:
        raise ImportError(str(fault)) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["__version__", "games", "make", "make_vec", "register"]
