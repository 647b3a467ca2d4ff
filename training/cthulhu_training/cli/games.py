"""`cthulhu games`: list the games."""

from __future__ import annotations

import argparse

import cthulhu_envs
from cthulhu_envs.api.registry import find
from cthulhu_training.cli.options import Command


def run(options: argparse.Namespace) -> int:
    """List the games."""
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "players", "actions", "observation", "about", box=None)
    for game_id in cthulhu_envs.games():
        game = find(game_id)
        low, high = game.players[0], game.players[-1]
        sizes = (game.actions.size, game.observations.size)
        table.add_row(game_id, f"{low}-{high}", str(sizes[0]), str(sizes[1]), game.docs.summary)
    console = Console()
    console.print(table)
    console.print(
        f"sizes are for each game's default number of players; version {cthulhu_envs.__version__}"
    )
    return 0


COMMAND = Command(run, "list the games", ())
