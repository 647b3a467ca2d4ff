"""`cthulhu fit`: weights of a rule bot, fitted to its own games."""

from __future__ import annotations

import argparse

from cthulhu_training.cli.options import GAME, Command
from cthulhu_training.settings_record import Argument

FITTED = ("death_may_die",)
OPTIONS: tuple[Argument, ...] = (
    (("--games",), {"type": int, "default": 2000, "help": "for each set and player count"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
)


def run(options: argparse.Namespace) -> int:
    """Play, fit and write the file of weights."""
    from cthulhu_training.fit.death_may_die import fit_all

    if options.game not in FITTED:
        raise ValueError(f"only the bot of {', '.join(FITTED)} has weights that are fitted")
    for line in fit_all(options.games, options.seed):
        print(line, flush=True)
    return 0


COMMAND = Command(
    run,
    "fit the weights of a rule bot to its games",
    (GAME, *OPTIONS),
    "cthulhu fit death_may_die --games 2000",
)
