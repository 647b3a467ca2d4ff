"""`cthulhu train`: learn a policy, by any trainer that is installed.

`--config FILE` takes the settings of a file, such as run.toml of an earlier run; what is typed
besides wins over it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cthulhu_envs.api.registry import find, find_typed
from cthulhu_envs.api.trust import specs_from
from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.files import named
from cthulhu_envs.authoring.game import Game
from cthulhu_training.arena.names import table_name
from cthulhu_training.cli.options import TRUST, notice, record_of
from cthulhu_training.cli.show import facts_table, show
from cthulhu_training.command import GAME, TABLE, Command, Needs, table_of, with_settings
from cthulhu_training.loggers import needs_of
from cthulhu_training.run_settings import checked, read_toml
from cthulhu_training.settings_record import Argument, argument, fields_of
from cthulhu_training.trainers import DEFAULT, find_trainer, names

TRAINER, CONFIG = "--trainer", "--config"
NOT_SETTINGS = ("game", "trainer", "table")  # keys of a file that are no options of their own


def options_of(typed: Sequence[str]) -> tuple[Argument, ...]:
    """The options of the trainer that was named; their defaults may come from a file."""
    file = typed_value(typed, CONFIG)
    config = read_toml(Path(file)) if file else {}
    trainer = typed_value(typed, TRAINER) or str(config.get("trainer", DEFAULT))
    record = find_trainer(trainer).settings
    given = {name: value for name, value in config.items() if name not in NOT_SETTINGS}
    defaults = checked(given, record, Path(file))
    fields = [one for one in fields_of(record) if one.name != "trainer"]
    return (
        (("game",), {**GAME[1], "nargs": "?"}) if config else GAME,
        *TABLE,
        (
            (TRAINER,),
            {
                "default": trainer,
                "help": f"{', '.join(names())}; each has settings of its own, "
                f"see `cthulhu train {TRAINER} NAME --help`; default {DEFAULT}",
            },
        ),
        *(argument(one, defaults.get(one.name)) for one in fields),
        ((CONFIG,), {"type": Path, "metavar": "FILE", "help": "settings, such as a run.toml"}),
        TRUST,
        (("--out",), {"type": Path, "help": "folder of the run; default results/train/..."}),
    )


def typed_value(typed: Sequence[str], option: str) -> str:
    """What the command line gives for an option that others depend on, before it is parsed."""
    for number, word in enumerate(typed):
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
        if word == option and number + 1 < len(typed):
            return typed[number + 1]
    return ""


def table(options: argparse.Namespace) -> Game:
    """The game that is learned: of the command line, on top of that of the file."""
    if options.config is None:
        return table_of(options)
    config = read_toml(options.config)
    if "game" not in config and not options.game:
        raise ValueError(f"{options.config} names no game; type one")
    if not isinstance(config.get("table", {}), dict):
        raise ValueError(f"{options.config}: table must be the settings of the game, as [table]")
    known = find(str(config.get("game", options.game)))
    if options.game and find_typed(options.game).id != known.id:
        raise ValueError(f"{options.config} is for {known.name}, not for {options.game}")
    players = {} if options.players is None else {"num_players": options.players}
    return with_settings(known.configure(**config.get("table", {})), options.set, **players)


def needs(options: argparse.Namespace) -> Needs:
    """The libraries of the trainer and of the logs."""
    log: Any = getattr(options, "log", [])
    return (*find_trainer(options.trainer).needs, *needs_of(" ".join(log)))


def run(options: argparse.Namespace) -> int:
    """Learn, and show what came out of it."""
    trainer = find_trainer(options.trainer)
    game = table(options)
    settings = record_of(trainer.settings, options, game)
    algorithm = getattr(settings, "algorithm", options.trainer)
    by = "" if algorithm == DEFAULT else f"{algorithm}-"
    name = f"{by}{table_name(game)}-{game.num_players}p-seed{settings.seed}"
    folder = options.out or Path("results/train") / name
    if options.config is None:
        found = trainer.run(settings, folder, notice, progress=True)
    else:
        check_typed(trainer.settings, settings, options)
        with specs_from(options.config, options.typed, options.trust):
            found = trainer.run(settings, folder, notice, progress=True)
    if os.environ.get("RANK", "0") != "0":  # of several processes under torchrun, one speaks
        return 0
    policy = found.pop("policy")
    show(facts_table(f"{game.title}, {game.num_players} players: learned", found))
    print(policy)  # on a line of its own, to be copied whole
    return 0


def check_typed(record: Any, settings: Any, options: argparse.Namespace) -> None:
    """ValueError for a setting that runs somebody's code and was not typed."""
    for one in fields_of(record):
        value = getattr(settings, one.name)
        is_told = value != one.default and not typed_value(options.typed, argument(one)[0][0])
        if one.metadata.get("runs_code") and is_told and not options.trust:
            raise ValueError(
                f"{named(options.config)} sets {one.name} to {shown(value)}, which can run code "
                "here; if you trust it, say so with --trust"
            )


COMMAND = Command(
    run,
    "learn a policy by self-play",
    options_of,
    "cthulhu train love_letter -p 2 --steps 1e6 --log tensorboard --out results/mine",
    needs,
)
