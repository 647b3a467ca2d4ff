"""`cthulhu bench`: steps a second, ours and those of other libraries."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from cthulhu_envs.authoring.errors import how_to_install, missing
from cthulhu_envs.authoring.files import write_whole
from cthulhu_training.cli.options import SOME_GAME, notice
from cthulhu_training.cli.show import show
from cthulhu_training.command import TABLE, Command, Needs, table_of
from cthulhu_training.out_folder import prepare_files
from cthulhu_training.settings_record import Argument

PEERS = ("rlcard", "pyspiel", "jax", "pgx")
OPTIONS: tuple[Argument, ...] = (
    (("--seconds",), {"type": float, "default": 1.0, "help": "seconds for each figure"}),
    (("--threads",), {"type": int, "default": 2, "help": "threads for the figure with threads"}),
    (("--num-envs",), {"type": int, "help": "games in a batch; default: as many as fit the cache"}),
    (("--peers",), {"action": "store_true", "help": "measure other libraries in the same run"}),
    (("--training",), {"action": "store_true", "help": "measure learning too"}),
    (("--no-startup",), {"action": "store_true", "help": "do not measure cold and warm starts"}),
    (("--json",), {"type": Path, "metavar": "FILE", "help": "write the figures to a file"}),
)


def run(options: argparse.Namespace) -> int:
    """Steps a second of every environment, and the ratio to other libraries."""
    from cthulhu_envs.tools.bench import run_bench
    from cthulhu_training.fitting import Fitted

    game = table_of(options)
    prepare_files(options.json)
    if options.peers and (lacking := missing(PEERS)):
        notice(f"peers that are not installed are left out; {how_to_install(lacking)} for all")
    players = [options.players] if options.players else [n for n in (2, 4, 6) if n in game.players]
    result = run_bench(
        game,
        seconds=options.seconds,
        players=players,
        threads=options.threads,
        num_envs=options.num_envs,
        peers=options.peers,
        startup=not options.no_startup,
        training=options.training,
        progress=lambda line: print(line, file=sys.stderr),
    )
    show(Fitted(result.forms()))
    if options.json:
        write_whole(options.json, json.dumps(result.to_json(), indent=2) + "\n")
    return 0


def needs(options: argparse.Namespace) -> Needs:
    """What learning needs, if that is measured; peers that are missing are told and left out."""
    return ("torch", "threadpoolctl") if options.training else ()


COMMAND = Command(
    run,
    "measure our speed, and that of other libraries",
    (SOME_GAME, *TABLE, *OPTIONS),
    "cthulhu bench love_letter -p 2 --seconds 0.5 --no-startup",
    needs,
)
