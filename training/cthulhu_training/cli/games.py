"""`cthulhu games`: list the games."""

from __future__ import annotations

import argparse

import cthulhu_envs
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game, span_of
from cthulhu_training.command import Command

HEADS = ("game", "players", "actions", "observation", "about")


def run(options: argparse.Namespace) -> int:
    """List the games."""
    from rich.table import Table

    from cthulhu_training.cli.show import entries, show
    from cthulhu_training.fitting import Fitted

    rows = [row(find(game_id)) for game_id in cthulhu_envs.games()]

    def wide() -> Table:
        table = Table(*HEADS, box=None)
        for cells in rows:
            table.add_row(*cells)
        return table

    def narrow() -> object:
        sizes = "{}: {} players, {} actions, observation of {}"
        return entries((sizes.format(*cells), cells[-1]) for cells in rows)

    show(Fitted((wide, narrow)))  # type: ignore[arg-type]
    show(f"sizes are for each game's default number of players; version {cthulhu_envs.__version__}")
    return 0


def row(game: Game) -> tuple[str, ...]:
    """A game in a line, under HEADS."""
    sizes = (game.actions.size, game.observations.size)
    return (game.id, span_of(game.players, "-"), *map(str, sizes), game.docs.summary)


COMMAND = Command(run, "list the games", (), "cthulhu games")
