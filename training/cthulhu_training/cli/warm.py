"""`cthulhu warm`: compile ahead of first use."""

from __future__ import annotations

import argparse
import time

from cthulhu_training.cli.options import GAMES, chosen_games
from cthulhu_training.command import Command


def run(options: argparse.Namespace) -> int:
    """Compile everything a game needs, and keep it on disk."""
    from cthulhu_envs.tools.warm import warm as warm_game
    from cthulhu_training.progress import bar

    games = chosen_games(options.game)
    with bar("compiling", True, len(games), "games") as advance:
        for number, game in enumerate(games):
            advance(number / len(games), f"compiling {game.title}")
            start = time.perf_counter()
            warm_game(game)
            print(f"{game.id} is ready, after {time.perf_counter() - start:.1f} s")
    return 0


COMMAND = Command(run, "compile the rules ahead of first use", (GAMES,), "cthulhu warm love_letter")
