"""`cthulhu check`: the laws of every game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from cthulhu_envs._runtime.lanes import check_count
from cthulhu_envs.authoring.kernels import checks_bounds
from cthulhu_envs.authoring.law import SEEDS, BrokenLawError
from cthulhu_training.cli.options import GAMES, chosen_games
from cthulhu_training.command import Command
from cthulhu_training.progress import bar
from cthulhu_training.settings_record import Argument, whole_number


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
        (
            ("--decisions",),
            {
                "type": whole_number,
                "metavar": "N",
                "help": "instead of the laws, play N random decisions over all variants of each "
                "game; with NUMBA_BOUNDSCHECK=1 every index is checked",
            },
        ),
    )


def run(options: argparse.Namespace) -> int:
    """The laws of every game; exit code 1 when one is broken."""
    from cthulhu_envs.tools.laws import check as check_laws

    if options.seeds < 1:
        raise ValueError(f"--seeds must be at least 1, not {options.seeds}")
    if options.decisions is not None:
        return _play_long(options)
    for game in chosen_games(options.game):
        try:
            check_laws(
                game, options.seeds, lambda line: print(f"ok  {line}", flush=True), options.law
            )
        except BrokenLawError as fault:
            print(f"BROKEN  {game.title}: {fault}", file=sys.stderr)
            return 1
    return 0


def _play_long(options: argparse.Namespace) -> int:
    """Random play with every variant; exit code 1 when a fault was found."""
    from cthulhu_envs.tools.long_play import play_long

    decisions = check_count("--decisions", options.decisions)
    if options.law is not None:
        raise ValueError("--decisions checks what it can at once; leave out --law")
    print("bounds checks:", "on" if checks_bounds() else "off (NUMBA_BOUNDSCHECK=1 turns them on)")
    found = 0
    for game in chosen_games(options.game):
        with bar(f"{game.title}, random play", total=decisions, unit="decisions") as advance:
            played = play_long(game, decisions, lambda done: advance(min(done / decisions, 1.0)))
        print(played.words, flush=True)
        for fault in played.faults:
            print(f"BROKEN  {fault}", file=sys.stderr)
        found += len(played.faults)
    return 1 if found else 0


COMMAND = Command(
    run, "check the laws of every game", options_of, "cthulhu check love_letter --seeds 1"
)
