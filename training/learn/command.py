"""`cthulhu train`: the settings of a run as options, made from the record itself."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cthulhu_envs.options import GAME, TABLE, Argument, Command
from training.learn.settings import Settings
from training.names import table_name
from training.options import argument, fields_of, settings_of

TRAIN: tuple[Argument, ...] = (
    *map(argument, fields_of(Settings)),
    (("--out",), {"type": Path, "help": "folder of the run; default results/train/..."}),
)


def train(options: argparse.Namespace) -> int:
    """Learn a policy by self-play; a run that was stopped goes on where it was."""
    from rich.console import Console
    from rich.table import Table

    from training.learn.ledger import POLICY
    from training.learn.run import train as trained

    settings = settings_of(Settings, options)
    game = settings.table_of_game()
    folder = options.out or _default_folder(settings)
    found = trained(
        settings,
        folder,
        lambda line: print(f"cthulhu_envs: {line}", file=sys.stderr),
        progress=sys.stderr.isatty(),
    )
    shown = Table(title=f"{game.title}, {game.num_players} players: learned", box=None)
    shown.add_row("decisions", f"{found.steps:,}")
    shown.add_row("seconds of learning", f"{found.seconds:.1f}")
    shown.add_row("decisions a second", f"{found.steps / max(found.seconds, 1e-9):,.0f}")
    for name, value in found.best.items():
        what = name if name == "exploitability" else f"mean reward against {name}"
        shown.add_row(what, f"{value:.4f}")
    shown.add_row("policy", f"ppo:{folder / POLICY}")
    Console().print(shown)
    return 0


def _default_folder(settings: Settings) -> Path:
    game = settings.table_of_game()
    return Path("results/train") / f"{table_name(game)}-{game.num_players}p-seed{settings.seed}"


COMMAND = Command("train", train, "learn a policy by self-play", (GAME, *TABLE, *TRAIN))
