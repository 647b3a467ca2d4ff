"""`cthulhu metrics`: bluffs, guesses and information in full games."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_training.cli.options import (
    SOME_GAME,
    TABLE,
    Command,
    table_of,
    tournament_of,
)
from cthulhu_training.cli.show import show
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "default": ["random", "heuristic"], "help": "bots"}),
    (("--deals",), {"type": int, "default": 200, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    (
        ("--tournament",),
        {"type": Path, "metavar": "FOLDER", "help": "measure a tournament that was played"},
    ),
    (("--replays",), {"type": Path, "nargs": "+", "metavar": "FILE", "help": "or to replays"}),
    (("--worlds",), {"type": int, "default": 64, "help": "worlds drawn for each belief"}),
    (("--out",), {"type": Path, "default": Path("results/metrics"), "help": "folder"}),
)


def run(options: argparse.Namespace) -> int:
    """Bluffs, guesses and information in full games, as tidy tables."""
    from cthulhu_training.behaviour import sources
    from cthulhu_training.behaviour.summary import summary, table, write_tables
    from cthulhu_training.progress import bar

    if options.worlds < 1:
        raise ValueError(f"worlds must be at least 1, not {options.worlds}")
    check_source(options)
    with bar("listening") as advance:
        if options.replays:
            game, heard = sources.of_replays(options.replays, options.worlds)
        elif options.tournament:
            game, heard = sources.of_folder(options.tournament, options.worlds, advance)
        else:
            game = table_of(options)
            heard = sources.of_tournament(tournament_of(options, game), options.worlds, advance)
    rows = summary(heard)
    write_tables(options.out, heard, rows)
    show(table(rows, f"{game.title}, {game.num_players} players"))
    if not game.extras.signals:
        print(f"{game.title} declares no bluffs and guesses: what was played is in metrics.csv")
    print(f"tables are in {options.out}")
    return 0


def check_source(options: argparse.Namespace) -> None:
    """ValueError if it is said twice which games are listened to."""
    if options.tournament and options.replays:
        raise ValueError("--tournament and --replays exclude each other; give one of them")
    if options.tournament or options.replays:
        source = "--tournament" if options.tournament else "--replays"
        given = {"a game": options.game, "--players": options.players, "--set": options.set}
        for what, value in given.items():
            if value:
                raise ValueError(f"{source} says which table it was; leave out {what}")


COMMAND = Command(
    run,
    "measure bluff and deduction in games",
    (SOME_GAME, *TABLE, *OPTIONS),
    "cthulhu metrics love_letter -p 2 --agents random heuristic --deals 50",
)
