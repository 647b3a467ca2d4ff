"""Arguments that several commands share, and how they are read."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cthulhu_envs
from cthulhu_envs.api.registry import find_typed
from cthulhu_envs.authoring.game import Game
from cthulhu_training.command import Needs, table_of, with_settings
from cthulhu_training.defaults import TARGET
from cthulhu_training.settings_record import Argument, fields_of

SOME_GAME: Argument = (
    ("game",),
    {
        "nargs": "?",
        "help": f"name of a game; default: {cthulhu_envs.games()[0].partition('-v')[0]}",
    },
)
GAMES: Argument = (("game",), {"nargs": "*", "help": "names of games; default: all"})
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
        "help": "import the bots that a file names, and use whatever else in it runs code",
    },
)
FAULTS: tuple[Argument, ...] = (
    (
        ("--faults",),
        {
            "choices": ("stop", "forfeit"),
            "default": "stop",
            "help": "when a bot fails, chooses an illegal action or takes too long: stop ends "
            "everything, forfeit ends that game",
        },
    ),
    (("--move-seconds",), {"type": float, "help": "seconds for a decision; default: no limit"}),
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
        {"type": float, "help": "gigabytes for solving; default: most of the free memory"},
    ),
)


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
