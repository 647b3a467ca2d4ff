"""`cthulhu leaderboard`: rate every game's bots and write the pages."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_training.cli.options import (
    FAULTS,
    GAMES,
    WORKERS,
    arena_needs,
    chosen_games,
    notice,
    typed_command,
    workers_of,
)
from cthulhu_training.command import SET, Command
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (
        ("--players", "-p"),
        {
            "type": int,
            "nargs": "+",
            "help": "numbers of players; default: the fewest and the usual one",
        },
    ),
    SET,
    (("--agents",), {"nargs": "+", "help": "bots; default: random and the game's own"}),
    (("--deals",), {"type": int, "default": 2000, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": 7, "help": "seed of the deals"}),
    (
        ("--out",),
        {"type": Path, "default": Path("docs/leaderboards"), "help": "folder of the pages"},
    ),
    (
        ("--results",),
        {"type": Path, "default": Path("results/leaderboards"), "help": "folder of the games"},
    ),
    *FAULTS,
    *WORKERS,
)


def run(options: argparse.Namespace) -> int:
    """Rate every game's bots and write the pages that say so."""
    from cthulhu_training.arena import leaderboard as board

    workers = workers_of(options)
    for game in chosen_games(options.game, options.set):
        players = options.players or board.tables_of(game)
        path = board.leaderboard(
            game,
            options.agents or board.bots_of(game),
            players,
            options.deals,
            options.seed,
            options.results,
            options.out,
            typed_command(options),
            workers,
            notice,
            options.faults,
            options.move_seconds,
        )
        print(f"wrote {path}")
    return 0


COMMAND = Command(
    run,
    "rate the bots, write the pages",
    (GAMES, *OPTIONS),
    "cthulhu leaderboard love_letter -p 2 --deals 200 --out results/pages",
    arena_needs,
)
