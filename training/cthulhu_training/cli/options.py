"""What commands share on the command line: the game, its settings, and how they are read."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cthulhu_envs
from cthulhu_envs.api.registry import find_typed
from cthulhu_envs.authoring.errors import require
from cthulhu_envs.authoring.game import Game
from cthulhu_training.defaults import TARGET
from cthulhu_training.settings_record import Argument, fields_of

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
        raise argparse.ArgumentTypeError(f"{text!r} is no number of players, such as 2") from None


GAME: Argument = (
    ("game",),
    {"help": "name of a game, as `cthulhu games` lists them, or module:NAME of your own"},
)
SOME_GAME: Argument = (
    ("game",),
    {
        "nargs": "?",
        "help": f"name of a game; default: {cthulhu_envs.games()[0].partition('-v')[0]}",
    },
)
GAMES: Argument = (("game",), {"nargs": "*", "help": "names of games; default: all"})
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
SEED: Argument = (("--seed",), {"type": int, "help": "seed of the deals; default: any"})
WORKERS: tuple[Argument, ...] = (
    (("--cores",), {"type": int, "help": "processes that play; default: all cores"}),
    (
        ("--ray",),
        {
            "nargs": "?",
            "const": "",
            "metavar": "ADDRESS",
            "help": "play on a Ray cluster, or on a local one; the results are the same",
        },
    ),
)
TRUST: Argument = (
    ("--trust",),
    {
        "action": "store_true",
        "help": "import bots, and use other things that run code, which a file names",
    },
)
FAULTS: tuple[Argument, ...] = (
    (
        ("--faults",),
        {
            "choices": ("stop", "forfeit"),
            "default": "stop",
            "help": "when a bot fails, plays what is illegal or is too late: stop everything, or "
            "it forfeits that game",
        },
    ),
    (("--move-seconds",), {"type": float, "help": "what a decision may take; default: any time"}),
)
OUT: Argument = (
    ("--out",),
    {
        "type": Path,
        "metavar": "FOLDER",
        "help": "folder of the results; default: results/COMMAND/..., one for each table, agents, "
        "deals and seed",
    },
)
ARENA: Needs = ("matplotlib", "scipy")  # of tournaments: the picture and the Nash average
SOLVING: tuple[Argument, ...] = (
    (("--target",), {"type": float, "default": TARGET, "help": "exploitability to reach"}),
    (
        ("--memory",),
        {"type": float, "help": "gigabytes that solving may take; default: most that is free"},
    ),
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


def chosen_games(names: Sequence[str], items: Sequence[str] = ()) -> list[Game]:
    """The games that were named, or all; with settings."""
    return [with_settings(find_typed(name), items) for name in names or cthulhu_envs.games()]


def record_of(record: Any, options: argparse.Namespace, game: Game | None = None) -> Any:
    """The settings record that a command line describes, for its game or another."""
    game = game or table_of(options)
    chosen = {one.name: getattr(options, one.name) for one in fields_of(record)}
    for one in fields_of(record):
        if one.metadata["many"]:
            chosen[one.name] = " ".join(chosen[one.name])
    return record(game=game.id, table=game.table, **chosen)


def tournament_of(options: argparse.Namespace, game: Any) -> Any:
    """The tournament that a command line describes."""
    from cthulhu_training.arena import Tournament

    return Tournament(
        game=game,
        agents=tuple(options.agents),
        deals=options.deals,
        seed=options.seed,
        settings=game.table,
        faults=options.faults,
        move_seconds=options.move_seconds,
    )


def folder_of(command: str, tournament: Any, **more: Any) -> Path:
    """The folder of a tournament where none is named; `more` decides its results too."""
    from cthulhu_training.arena.names import default_folder

    tournament.check()  # names no folder after what is not there
    decided_by = {**tournament.head(), **more}
    return default_folder(command, tournament.configured, tournament.seed, decided_by)


def workers_of(options: argparse.Namespace) -> Any:
    """Who plays."""
    from cthulhu_training.arena.workers import on_all_cores, on_ray

    if options.ray is not None:
        return on_ray(options.ray or None)
    return on_all_cores(options.cores)


def arena_needs(options: argparse.Namespace) -> Needs:
    """What a tournament needs, on a Ray cluster or here."""
    return ARENA if options.ray is None else (*ARENA, "ray")


def small_table_of(options: argparse.Namespace, deck: str | None) -> Any:
    """A single round for two, with a deck by name, in words or as JSON."""
    from cthulhu_training.solve.tree import check_solvable

    check_solvable(find_typed(options.game))
    if deck is not None and any(item.startswith("deck=") for item in options.set):
        raise ValueError("--deck and --set deck=... say the same thing; give one of them")
    wanted = argparse.Namespace(**vars(options))
    chosen = [] if deck is None else [f"deck={deck}"]
    wanted.set = ["rounds=single", *options.set, *chosen]
    wanted.players = 2 if options.players is None else options.players
    return table_of(wanted)


def memory_of(gigabytes: float | None) -> int | None:
    """Bytes of memory that may be taken."""
    if gigabytes is not None and not gigabytes > 0:
        raise ValueError(f"--memory must be more than 0, not {gigabytes}")
    return None if gigabytes is None else int(gigabytes * 2**30)


def notice(line: str) -> None:
    """A line about what goes on, apart from the results."""
    print(f"cthulhu_envs: {line}", file=sys.stderr)


def typed_command(options: argparse.Namespace) -> str:
    """What was typed, for pages that say how they were made."""
    return shlex.join(["cthulhu", *options.typed])
