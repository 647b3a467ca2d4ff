"""What commands share on the command line: the game, its settings, and how they are read."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import cthulhu_envs
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.registry import find

Argument = tuple[tuple[str, ...], dict[str, Any]]


class Command(NamedTuple):
    """A word after `cthulhu`, what it runs, and what it takes."""

    name: str
    run: Callable[[argparse.Namespace], int]
    text: str
    arguments: tuple[Argument, ...]


GAME: Argument = (("game",), {"help": "name of a game, as `cthulhu games` lists them"})
SOME_GAME: Argument = (("game",), {"nargs": "?", "help": "name of a game; default the first"})
GAMES: Argument = (("game",), {"nargs": "*", "help": "names of games; default all"})
SET: Argument = (
    ("--set",),
    {
        "action": "append",
        "default": [],
        "metavar": "NAME=VALUE",
        "help": "a setting of the game, such as edition=classic; may be repeated",
    },
)
TABLE: tuple[Argument, ...] = (
    (("--players", "-p"), {"type": int, "help": "number of players"}),
    SET,
)


def settings_of(items: Sequence[str]) -> dict[str, Any]:
    """`edition=classic` and the like as settings; values are JSON where they can be."""
    settings = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"--set needs NAME=VALUE, not {item!r}")
        try:
            settings[name] = json.loads(value)
        except json.JSONDecodeError:
            settings[name] = value
        if not isinstance(settings[name], (dict, list, bool, type(None))):
            settings[name] = _number_or_word(value)
    return settings


def _number_or_word(value: str) -> int | str:
    """'3' is a number, '2019' may be an edition's name: the game decides, see `table_of`."""
    return int(value) if value.lstrip("-").isdigit() else value


def table_of(options: argparse.Namespace) -> Game:
    """The game with the settings of the command line."""
    game = find(options.game or cthulhu_envs.games()[0])
    players = {} if options.players is None else {"num_players": options.players}
    return with_settings(game, options.set, **players)


def with_settings(game: Game, items: Sequence[str], **more: Any) -> Game:
    """A game with settings as they stand on the command line; `more` wins over them."""
    settings = settings_of(items)
    for setting in game.settings:  # names that look like numbers are words where words are wanted
        if setting.choices and isinstance(settings.get(setting.name), int):
            settings[setting.name] = str(settings[setting.name])
    return game.configure(**{**settings, **more})


def chosen_games(names: Sequence[str], items: Sequence[str] = ()) -> list[Game]:
    """The games that were named, or all; with settings."""
    return [with_settings(find(name), items) for name in names or cthulhu_envs.games()]
