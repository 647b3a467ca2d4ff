"""`cthulhu coverage`: how often each rule happens in play."""

from __future__ import annotations

import argparse

from cthulhu_envs.api.registry import find_typed
from cthulhu_training.cli.show import show
from cthulhu_training.command import GAME, Command
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    GAME,
    (("--deals",), {"type": int, "default": 100_000, "help": "episodes to play"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of deals and choices"}),
    (("--agents",), {"nargs": "+", "default": ["random"], "help": "who plays, each in turn"}),
    (("--markdown",), {"action": "store_true", "help": "print the table as Markdown"}),
)


def run(options: argparse.Namespace) -> int:
    """Count which rules happen in random play; exit code 1 if one never did."""
    from cthulhu_envs.tools.rule_coverage import cover
    from cthulhu_training.progress import bar, counted

    game = find_typed(options.game)
    with bar(f"rules of {game.title}", True, options.deals, "episodes") as advance:
        ended = counted(advance, options.deals)
        found = cover(game, options.deals, options.seed, options.agents, ended)
    if options.markdown:
        print(found.markdown(), end="")
    else:
        show(found.table())
    return 1 if found.missing else 0


COMMAND = Command(
    run,
    "count which rules happen in random play",
    OPTIONS,
    "cthulhu coverage lovecraft_letter --deals 1000",
)
