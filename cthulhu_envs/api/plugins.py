"""What other packages add to this one, found by entry points.

Imports run one way: cthulhu_envs <- cthulhu_agents <- cthulhu_training. What stands higher up is
reached through the groups below, and so is what a third party brings: a package that declares

    [project.entry-points."cthulhu_envs.games"]
    "my_game-v0" = "my_package:GAME"

is found by `cthulhu_envs.make("my_game")`, `cthulhu check my_game` and all other commands.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

GAMES = "cthulhu_envs.games"  # 'my_game-v0' -> a Game
AGENTS = "cthulhu_envs.agents"  # 'kind' for every game, or 'game.kind' -> a class of agents
COMMANDS = "cthulhu_envs.commands"  # a command of the command line -> its Command
TRAINERS = "cthulhu_envs.trainers"  # the name of a trainer -> a function
FUNCTIONS = "cthulhu_envs.functions"  # names of the public API that stand higher up
SCRIPTS, PROGRAM = "console_scripts", "cthulhu"  # where the command line is found
WARMERS = "cthulhu_envs.warm"  # what a package adds -> a function of a game that compiles it
MEASURES = "cthulhu_envs.measures"  # the name of a game, or `training` -> rows of `cthulhu bench`


@cache
def found(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name. Of two with one name, the first installed counts."""
    by_name: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        by_name.setdefault(entry.name, entry)
    return by_name


def load(group: str, name: str) -> Any:
    """The object behind an entry point; KeyError if there is none of this name."""
    return found(group)[name].load()
