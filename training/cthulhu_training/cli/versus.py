"""`cthulhu versus`: one agent against another over paired deals.

    cthulhu versus love_letter --agents ismcts heuristic --players 2 --deals 10000 \\
        --set rounds=single --set edition=classic --out results/search

Unlike a tournament it plays one pairing and no self-play: for agents that take their time.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_training.cli.options import GAME, TABLE, Command, notice, table_of, tournament_of
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--agents",), {"nargs": 2, "required": True, "help": "the one, then all the others"}),
    (("--deals",), {"type": int, "default": 1000, "help": "deals, each from every chair"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    (("--out",), {"type": Path, "default": Path("results/versus"), "help": "folder"}),
)


def run(options: argparse.Namespace) -> int:
    """Play what is missing, and say how the first agent did."""
    from cthulhu_training.arena.versus import versus

    print(versus(tournament_of(options, table_of(options)), options.out, notice, progress=True))
    return 0


COMMAND = Command(
    run,
    "let one bot play another, without self-play",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu versus love_letter -p 2 --agents ismcts:iters=100 heuristic --deals 20",
)
