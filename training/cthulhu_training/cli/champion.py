"""`cthulhu champion`: find out who plays a table best, and write it down."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_training.cli.options import (
    FAULTS,
    WORKERS,
    arena_needs,
    folder_of,
    tournament_of,
    workers_of,
)
from cthulhu_training.command import GAME, TABLE, Command, table_of
from cthulhu_training.defaults import CHAMPION_DEALS, CHAMPION_SEED, WITHIN
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "required": True, "help": "bots that may become the champion"}),
    (("--deals",), {"type": int, "default": CHAMPION_DEALS, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": CHAMPION_SEED, "help": "seed of the deals"}),
    (
        ("--within",),
        {
            "type": float,
            "default": WITHIN,
            "help": "longest time in seconds for 95 %% of its moves",
        },
    ),
    (
        ("--out",),
        {"type": Path, "metavar": "FOLDER", "help": "folder of the games; default: results/..."},
    ),
    *FAULTS,
    *WORKERS,
)


def run(options: argparse.Namespace) -> int:
    """Play the candidates, show what they did, and crown the best."""
    from cthulhu_agents.champion import FILE

    from cthulhu_training.arena import champion
    from cthulhu_training.arena.tournament import run_tournament
    from cthulhu_training.cli.show import show
    from cthulhu_training.fitting import Columns
    from cthulhu_training.ppo.shipping import check_checkout

    check_checkout()
    game = table_of(options)
    wanted = tournament_of(options, game)
    folder = options.out or folder_of("champion", wanted)
    outcome = run_tournament(wanted, folder, workers=workers_of(options))
    shown = champion.candidates(outcome, game)
    rows = [
        ["seconds a move", *(f"{one.seconds:.3f}" for one in shown)],
        ["worst result", *(f"{one.worst:.3f}" for one in shown)],
        ["against", *(one.against for one in shown)],
    ]
    show(Columns(f"{game.title}: candidates", [one.spec for one in shown], rows).fitted())
    winner = champion.best(shown, options.within)
    champion.crown(game, winner.spec, FILE)
    print(f"champion: {winner.spec}")
    return 0


COMMAND = Command(
    run,
    "find the strongest bot of a table, which then plays as `champion`",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu champion love_letter -p 2 --set rounds=single --agents heuristic ismcts flat",
    arena_needs,
)
