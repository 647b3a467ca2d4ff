"""`cthulhu versus`: one agent against another over paired deals.

    cthulhu versus love_letter --agents ismcts heuristic --players 2 --deals 10000 \\
        --set rounds=single --set edition=classic --out results/search

Unlike a tournament it plays one pairing and no self-play: for agents that take their time.
"""

from __future__ import annotations

import argparse

from cthulhu_training.cli.options import FAULTS, OUT, folder_of, notice, tournament_of
from cthulhu_training.command import GAME, TABLE, Command, table_of
from cthulhu_training.defaults import DEALS
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (
        ("--agents",),
        {"nargs": 2, "required": True, "help": "the agent to test, then its opponents"},
    ),
    (("--deals",), {"type": int, "default": DEALS, "help": "deals, each played from every seat"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    OUT,
    *FAULTS,
)


def run(options: argparse.Namespace) -> int:
    """Play what is missing, and say how the first agent did."""
    from cthulhu_training.arena.versus import versus

    wanted = tournament_of(options, table_of(options))
    folder = options.out or folder_of("versus", wanted)
    print(versus(wanted, folder, notice, progress=True))
    print(f"results are in {folder}")
    return 0


COMMAND = Command(
    run,
    "let one bot play another, without self-play",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu versus love_letter -p 2 --agents ismcts:iters=100 heuristic --deals 20",
)
