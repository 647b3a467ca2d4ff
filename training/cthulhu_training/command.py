"""What a command of the terminal is, and how a table is typed in all of them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import cthulhu_envs
from cthulhu_envs.api.registry import find_typed
from cthulhu_envs.authoring.errors import require
from cthulhu_envs.authoring.game import Game
from cthulhu_training.settings_record import Argument

Needs = tuple[str, ...]  # libraries that an extra of the package brings


class Command(NamedTuple):
    """A word after `cthulhu`: what it runs, what it takes, and what `cthulhu --help` says of it.

    Its name is that of its entry point in the group `cthulhu_envs.commands`. The libraries that it
    needs are looked for before anything is done.
    """

    run: Callable[[argparse.Namespace], int]
    text: str
    arguments: tuple[Argument, ...] | Callable[[Sequence[str]], tuple[Argument, ...]]  # of argv
    example: str = ""  # a whole line, as it would be typed
    needs: Needs | Callable[[argparse.Namespace], Needs] = ()

    def check_needs(self, options: argparse.Namespace) -> None:
        """ImportError names all that is missing, and how to get it."""
        require(*(self.needs(options) if callable(self.needs) else self.needs))


def player_count(text: str) -> int:
    """A number of players, for argparse; the game says which it takes."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of players such as 2") from None


GAME: Argument = (
    ("game",),
    {"help": "name of a game, as `cthulhu games` lists them, or module:NAME of your own"},
)
"""The argument `game` of a command."""
SET: Argument = (
    ("--set",),
    {
        "action": "append",
        "default": [],
        "metavar": "NAME=VALUE",
        "help": "a setting of the game, such as edition=classic; may be repeated; "
        "default: the game's own",
    },
)
PLAYERS: Argument = (
    ("--players", "-p"),
    {
        "type": player_count,
        "help": "number of players; default: the game's own, see `cthulhu info GAME`",
    },
)
TABLE: tuple[Argument, ...] = (PLAYERS, SET)
"""The options `-p` and `--set`, which `table_of` reads together with `GAME`."""


def settings_of(items: Sequence[str]) -> dict[str, Any]:
    """`edition=classic` and the like as settings; values are JSON where they can be."""
    settings = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"--set needs NAME=VALUE, not {item!r}")
        try:
            settings[name] = json.loads(value)
        except (ValueError, RecursionError):  # a word, or a number without end
            settings[name] = value
        if not isinstance(settings[name], (dict, list, bool, type(None))):
            settings[name] = _number_or_word(value)
    return settings


def _number_or_word(value: str) -> int | str:
    """'3' is a number, '2019' may be an edition's name: the game decides, see `table_of`."""
    return int(value) if value.lstrip("-").isdigit() else value


def table_of(options: argparse.Namespace) -> Game:
    """The game with the settings of the command line."""
    game = find_typed(options.game or cthulhu_envs.games()[0])
    players = {} if options.players is None else {"num_players": options.players}
    return with_settings(game, options.set, **players)


def with_settings(game: Game, items: Sequence[str], **more: Any) -> Game:
    """A game with settings as they stand on the command line; `more` wins over them."""
    settings = settings_of(items)
    for setting in game.settings:  # names that look like numbers are words where words are wanted
        if setting.choices and isinstance(settings.get(setting.name), int):
            settings[setting.name] = str(settings[setting.name])
    return game.configure(**{**settings, **more})
