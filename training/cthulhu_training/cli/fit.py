"""`cthulhu fit`: weights of a rule bot, fitted to its own games."""

from __future__ import annotations

import argparse
from importlib import import_module
from pkgutil import iter_modules

from cthulhu_training import fit
from cthulhu_training.command import GAME, Command
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (
        ("--games",),
        {
            "type": int,
            "default": 2000,
            "help": "games to fit to, for each set of weights and number of players",
        },
    ),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
)


def fitted() -> list[str]:
    """Games whose rule bot has fitted weights: each has a module in `cthulhu_training/fit/`."""
    return sorted(module.name for module in iter_modules(fit.__path__))


def run(options: argparse.Namespace) -> int:
    """Play, fit and write the file of weights."""
    known = fitted()
    if options.game not in known:
        raise ValueError(f"only the bot of {', '.join(known)} has weights that are fitted")
    from cthulhu_training.progress import bar

    module = import_module(f"{fit.__name__}.{options.game}")
    with bar(f"games of {options.game}") as advance:
        for line in module.fit_all(options.games, options.seed, advance):
            print(line, flush=True)
    return 0


COMMAND = Command(
    run,
    "fit the weights of a rule bot to its games",
    (GAME, *OPTIONS),
    "cthulhu fit death_may_die --games 2000",
)
