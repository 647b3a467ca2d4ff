"""`cthulhu compare`: whether a new bot is better than an old one."""

from __future__ import annotations

import argparse
from dataclasses import replace

from cthulhu_training.cli.options import FAULTS, OUT, WORKERS, folder_of, tournament_of, workers_of
from cthulhu_training.command import GAME, TABLE, Command, table_of
from cthulhu_training.defaults import ALPHA, BETA, BETTER_BY, TRIAL_DEALS, WORSE
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--agents",), {"nargs": 2, "required": True, "help": "the new bot, then the old one"}),
    (
        ("--worse",),
        {
            "type": float,
            "default": WORSE,
            "help": "rating points over the old bot at which the new one counts as not better",
        },
    ),
    (
        ("--better",),
        {
            "type": float,
            "default": BETTER_BY,
            "help": "rating points over the old bot at which the new one counts as better",
        },
    ),
    (
        ("--alpha",),
        {
            "type": float,
            "default": ALPHA,
            "help": "how often a bot that is not better may pass as better",
        },
    ),
    (("--beta",), {"type": float, "default": BETA, "help": "how often a better bot may fail"}),
    (
        ("--deals",),
        {
            "type": int,
            "default": TRIAL_DEALS,
            "help": "deals after which the test ends without an answer",
        },
    ),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    OUT,
    *FAULTS,
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
    folder = options.out or folder_of("compare", wanted, **vars(trial))
    found = compared(wanted, trial, folder, workers_of(options), progress=True)
    print(f"{options.agents[0]} against {options.agents[1]}: {found.words}")
    print(f"results are in {folder}")
    return 0 if found.answer == BETTER else 1


COMMAND = Command(
    run,
    "find out whether a bot is better",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu compare love_letter -p 2 --agents heuristic random",
    lambda options: () if options.ray is None else ("ray",),
)
