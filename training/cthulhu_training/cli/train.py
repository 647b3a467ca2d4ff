"""`cthulhu train`: learn a policy, by any trainer that is installed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from cthulhu_training.arena.names import table_name
from cthulhu_training.cli.options import GAME, TABLE, Command, notice, record_of
from cthulhu_training.settings_record import Argument, argument, fields_of
from cthulhu_training.trainers import DEFAULT, find_trainer, names

TRAINER = "--trainer"


def options_of(typed: Sequence[str]) -> tuple[Argument, ...]:
    """The options of the trainer that was named."""
    fields = fields_of(find_trainer(named_in(typed)).settings)
    return (
        GAME,
        *TABLE,
        (
            (TRAINER,),
            {
                "default": DEFAULT,
                "help": f"{', '.join(names())}; each has settings of its own, "
                f"see `cthulhu train {TRAINER} NAME --help`; default {DEFAULT}",
            },
        ),
        *(argument(one) for one in fields if one.name != "trainer"),
        (("--out",), {"type": Path, "help": "folder of the run; default results/train/..."}),
    )


def named_in(typed: Sequence[str]) -> str:
    """The trainer that the command line names, before its options can be known."""
    for number, word in enumerate(typed):
        if word.startswith(f"{TRAINER}="):
            return word.partition("=")[2]
        if word == TRAINER and number + 1 < len(typed):
            return typed[number + 1]
    return DEFAULT


def run(options: argparse.Namespace) -> int:
    """Learn, and show what came out of it."""
    from rich.console import Console
    from rich.table import Table

    trainer = find_trainer(options.trainer)
    settings = record_of(trainer.settings, options)
    game = settings.table_of_game()
    algorithm = getattr(settings, "algorithm", options.trainer)
    by = "" if algorithm == DEFAULT else f"{algorithm}-"
    name = f"{by}{table_name(game)}-{game.num_players}p-seed{settings.seed}"
    folder = options.out or Path("results/train") / name
    found = trainer.train(settings, folder, notice, progress=sys.stderr.isatty())
    shown = Table(title=f"{game.title}, {game.num_players} players: learned", box=None)
    policy = found.pop("policy")
    for what, value in found.items():
        shown.add_row(what, value)
    Console().print(shown)
    print(policy)  # on a line of its own, to be copied whole
    return 0


COMMAND = Command(run, "learn a policy by self-play", options_of)
