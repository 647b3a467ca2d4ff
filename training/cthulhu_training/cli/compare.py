"""`cthulhu compare`: whether a new bot is better than an old one."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from cthulhu_training.cli.options import (
    GAME,
    TABLE,
    WORKERS,
    Command,
    table_of,
    tournament_of,
    workers_of,
)
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--agents",), {"nargs": 2, "required": True, "help": "the new bot, then the old one"}),
    (("--worse",), {"type": float, "default": 0.0, "help": "rating at which it is no better"}),
    (("--better",), {"type": float, "default": 20.0, "help": "rating at which it is better"}),
    (("--alpha",), {"type": float, "default": 0.05, "help": "chance of a false better"}),
    (("--beta",), {"type": float, "default": 0.05, "help": "chance of a false not better"}),
    (("--deals",), {"type": int, "default": 20_000, "help": "at most so many"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    (("--out",), {"type": Path, "default": Path("results/compare"), "help": "folder"}),
    *WORKERS,
)


def run(options: argparse.Namespace) -> int:
    """Whether a new bot is better than an old one, by as few deals as that takes; exit code 1
    if it is not.
    """
    from cthulhu_training.arena.sequential import BETTER, LANES, Trial
    from cthulhu_training.arena.sequential import compare as compared

    wanted = replace(tournament_of(options, table_of(options)), lanes=LANES)
    trial = Trial(options.worse, options.better, options.alpha, options.beta)
    found = compared(wanted, trial, options.out, workers_of(options), progress=True)
    print(f"{options.agents[0]} against {options.agents[1]}: {found.words}")
    return 0 if found.answer == BETTER else 1


COMMAND = Command(
    run,
    "find out whether a bot is better",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu compare love_letter -p 2 --agents heuristic random",
    lambda options: () if options.ray is None else ("ray",),
)
