"""`cthulhu solve`: solve a small table for two exactly."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_training.arena.names import table_name
from cthulhu_training.cli.options import SOLVING, memory_of, notice, small_table_of
from cthulhu_training.cli.show import facts_table, show
from cthulhu_training.command import GAME, TABLE, Command
from cthulhu_training.defaults import MOST_ITERATIONS
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (
        ("--deck",),
        {
            "help": "the deck: a name such as ll-8, or cards such as 'guard=2 priest baron king "
            "princess'; the same as --set deck=...; default: the edition's"
        },
    ),
    *SOLVING,
    (
        ("--iterations",),
        {"type": int, "default": MOST_ITERATIONS, "help": "largest number of iterations"},
    ),
    (("--variant",), {"default": "discounted", "help": "cfr+, linear or discounted"}),
    (("--out",), {"type": Path, "help": "folder of the policy; default: results/solve/..."}),
    (
        ("--checkpoint",),
        {"type": float, "default": 30.0, "help": "seconds between checkpoints, at least"},
    ),
)


def run(options: argparse.Namespace) -> int:
    """Solve a small table exactly; resumes from a checkpoint where there is one."""
    from cthulhu_training.solve.cfr import Variant
    from cthulhu_training.solve.run import POLICY
    from cthulhu_training.solve.run import solve as solved
    from cthulhu_training.solve.tree import described

    game = small_table_of(options, options.deck)
    folder = options.out or Path("results/solve") / table_name(game, understood=["rounds"])
    found = solved(
        game,
        folder,
        options.target,
        options.iterations,
        Variant.named(options.variant),
        memory_of(options.memory),
        notice,
        progress=True,
        checkpoint_seconds=options.checkpoint,
    )
    facts = described(game) | {
        "information sets": f"{found.information_sets:,}",
        "decisions in the tree": f"{found.decisions:,}",
        "iterations": f"{found.iterations:,}",
        "wins of the first player": f"{found.value:.4f}",
        "exploitability": f"{found.exploitability:.1e}",
        "exploitability of random play": f"{found.uniform_exploitability:.4f}",
        "seconds": f"{found.seconds:.1f}",
    }
    show(facts_table(f"{game.title}: solved", facts))
    print(f"solved:{folder / POLICY}")
    return 0


COMMAND = Command(
    run,
    "solve a small table for two exactly",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu solve love_letter --set edition=classic --deck ll-6",
)
