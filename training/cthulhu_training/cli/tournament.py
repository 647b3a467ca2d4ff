"""`cthulhu tournament`: bots against each other, all pairings."""

from __future__ import annotations

import argparse

from cthulhu_training.cli.options import (
    FAULTS,
    OUT,
    WORKERS,
    arena_needs,
    folder_of,
    tournament_of,
    workers_of,
)
from cthulhu_training.cli.show import show
from cthulhu_training.command import GAME, TABLE, Command, table_of
from cthulhu_training.defaults import DEALS
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "default": ["random", "heuristic"], "help": "bots"}),
    (("--deals",), {"type": int, "default": DEALS, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    OUT,
    *FAULTS,
    *WORKERS,
)


def run(options: argparse.Namespace) -> int:
    """Bots against each other: a table, a picture, tidy results; goes on where it was stopped."""
    from cthulhu_training.arena import run_tournament

    wanted = tournament_of(options, table_of(options))
    folder = options.out or folder_of("tournament", wanted)
    outcome = run_tournament(wanted, folder, workers=workers_of(options))
    show(outcome.table())
    print(f"results and picture are in {outcome.folder}")
    return 0


COMMAND = Command(
    run,
    "let bots play each other",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu tournament love_letter -p 2 --agents random heuristic --deals 200",
    arena_needs,
)
