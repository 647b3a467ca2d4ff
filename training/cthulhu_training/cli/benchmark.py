"""`cthulhu benchmark`: algorithms compared on a deck where exploitability is exact.

    cthulhu benchmark love_letter --set edition=classic --deck ll-8 \\
        --runs results/ll8/* --agents random heuristic ismcts:iters=200 equilibrium

Runs are folders of `cthulhu train`, by any trainer, called ALGORITHM-SEED.
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from cthulhu_envs.api.registry import find_typed
from cthulhu_training.command import GAME, SET, Command, with_settings
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--deck",), {"default": "ll-8", "help": "the deck"}),
    SET,
    (("--runs",), {"nargs": "+", "type": Path, "default": [], "help": "folders of runs"}),
    (("--agents",), {"nargs": "+", "default": [], "help": "bots that do not learn"}),
    (
        ("--draws",),
        {"type": int, "default": 8, "help": "actions sampled from bots that give no probabilities"},
    ),
    (("--out",), {"type": Path, "default": Path("docs/benchmarks"), "help": "folder of the page"}),
)


def run(options: argparse.Namespace) -> int:
    """Write the file, the page and the picture."""
    from cthulhu_training.benchmark.run import benchmark
    from cthulhu_training.solve.tree import check_solvable

    check_solvable(find_typed(options.game))
    items = ["rounds=single", f"deck={options.deck}", *options.set]
    game = with_settings(find_typed(options.game), items, num_players=2)
    runs = ["--runs", "RUNS"] if options.runs else []
    bots = ["--agents", *options.agents, "--draws", str(options.draws)] if options.agents else []
    settings = [word for item in options.set for word in ("--set", item)]
    words = [options.game, "--deck", options.deck, *settings, *runs, *bots]
    made_by = shlex.join(["cthulhu", "benchmark", *words])
    page = benchmark(
        game, options.runs, options.agents, options.draws, options.out, made_by, progress=True
    )
    print(f"wrote {page}")
    return 0


COMMAND = Command(
    run,
    "compare algorithms on a deck that is solved exactly",
    (GAME, *OPTIONS),
    "cthulhu benchmark love_letter --set edition=classic --deck ll-8 --agents random heuristic "
    "--out results/benchmark",
    ("matplotlib",),
)
