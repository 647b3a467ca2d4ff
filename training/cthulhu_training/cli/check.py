"""`cthulhu check`: the laws of every game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from cthulhu_envs.authoring.law import SEEDS, BrokenLawError
from cthulhu_training.cli.options import GAMES, chosen_games
from cthulhu_training.command import Command
from cthulhu_training.settings_record import Argument


def options_of(typed: Sequence[str]) -> tuple[Argument, ...]:
    """The options; the laws are named where this command was chosen, for they take a while."""
    names = ""
    if typed:
        from cthulhu_envs.tools.laws import LAWS

        names = f" ({', '.join(law.name for law in LAWS)}, or one of the game's own)"
    return (
        GAMES,
        (
            ("--seeds",),
            {"type": int, "default": SEEDS, "help": "games for each law and player count"},
        ),
        (("--law",), {"help": f"check only this law{names}; default: all"}),
    )


def run(options: argparse.Namespace) -> int:
    """The laws of every game; exit code 1 when one is broken."""
    from cthulhu_envs.tools.laws import check as check_laws

    if options.seeds < 1:
        raise ValueError(f"--seeds must be at least 1, not {options.seeds}")
    for game in chosen_games(options.game):
        try:
            check_laws(
                game, options.seeds, lambda line: print(f"ok  {line}", flush=True), options.law
            )
        except BrokenLawError as fault:
            print(f"BROKEN  {game.title}: {fault}", file=sys.stderr)
            return 1
    return 0


COMMAND = Command(
    run, "check the laws of every game", options_of, "cthulhu check love_letter --seeds 1"
)
