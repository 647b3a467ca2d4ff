"""`cthulhu bench`: how fast a game is here and now, and how that compares with its peers."""

from __future__ import annotations

from collections.abc import Callable

from cthulhu_envs.api import plugins
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.tools.bench.ours import Figure, fitting_batch, measure_game
from cthulhu_envs.tools.bench.peers import measure_peers
from cthulhu_envs.tools.bench.report import Bench, machine
from cthulhu_envs.tools.bench.startup import measure_startup

__all__ = ["Bench", "run_bench"]

TRAINING = "training"  # the entry point that measures learning


def run_bench(
    game: Game,
    *,
    seconds: float,
    players: list[int],
    threads: int,
    num_envs: int | None = None,
    peers: bool,
    startup: bool = True,
    training: bool = False,
    progress: Callable[[str], None],
) -> Bench:
    """Measure a game at each player count, `seconds` for each figure, and the peers if wanted.

    `threads` and `num_envs` are those of the vector environment; by default a batch is what a
    core's cache holds of the first table. `startup` starts two processes, the first of which
    compiles the game anew. `training` also measures learning. `progress` is told what is measured
    next.
    """
    if not seconds > 0:
        raise ValueError(f"seconds must be more than 0, not {seconds}")
    if not players:
        raise ValueError("there is nothing to measure without a number of players")
    tables = [game.configure(num_players=count) for count in dict.fromkeys(players)]
    num_envs = fitting_batch(tables[0]) if num_envs is None else num_envs
    for what, count in (("threads", threads), ("num_envs", num_envs)):
        if count < 1:
            raise ValueError(f"{what} must be at least 1, not {count}")
    found = machine()
    begun = measure_startup(tables[0], progress) if startup else None
    figures: list[Figure] = []
    for table in tables:
        figures += measure_game(table, seconds, threads, num_envs, progress)
        if training:
            figures += plugins.load(plugins.MEASURES, TRAINING)(table, seconds, progress)
    return Bench(
        game=tables[0],
        seconds=seconds,
        threads=threads,
        num_envs=num_envs,
        figures=tuple(figures),
        startup=begun,
        machine=found,
        peers=tuple(measure_peers(seconds, progress)) if peers else (),
    )
