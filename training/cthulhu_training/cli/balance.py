"""`cthulhu balance`: how often a table of bots wins a co-operative game.

    cthulhu balance death_may_die --games 1000 \\
        --vary "episode=Blasphemous Alchemy|Tomes of Madness|Danse Macabre" \\
        --vary "elder_one=Cthulhu|Hastur"

prints a table in Markdown, with 95 % intervals (Wilson). With

    cthulhu balance death_may_die --agents ismcts:iters=64 heuristic -p 2

a whole table of one agent is compared with a whole table of another on the same deals. `--set`
gives settings that hold for all of it.
"""

from __future__ import annotations

import argparse

from cthulhu_envs.api.registry import find_typed
from cthulhu_envs.authoring.game import NUM_PLAYERS
from cthulhu_training.command import GAME, SET, Command, player_count, with_settings
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (
        ("--agents",),
        {
            "nargs": "+",
            "default": ["heuristic"],
            "help": "the bot in every seat; with a second bot, both play the same deals and are "
            "compared",
        },
    ),
    (("--games",), {"type": int, "default": 500, "help": "games for each figure of the table"}),
    (
        ("--players", "-p"),
        {"type": player_count, "help": "number of players; default: all numbers"},
    ),
    (("--seed",), {"type": int, "default": 0, "help": "seed of a comparison's deals"}),
    (
        ("--vary",),
        {
            "action": "append",
            "default": [],
            "metavar": "NAME=VALUE|VALUE",
            "help": "a row for each value of a setting; may be repeated",
        },
    ),
    SET,
)


def run(options: argparse.Namespace) -> int:
    """Print the table, or the comparison, line by line."""
    from cthulhu_training.arena import balance
    from cthulhu_training.progress import bar, counted

    game = with_settings(find_typed(options.game), options.set)
    vary = [variant_of(text) for text in options.vary]
    players = [options.players] if options.players else []
    agent, *others = options.agents
    if len(others) > 1:
        raise ValueError(f"--agents takes one or two, not {len(options.agents)}")
    figures = 2 if others else len(balance.rows_of(vary)) * len(players or game.players)
    total = figures * options.games
    with bar(f"{game.title}, {' : '.join(options.agents)}", True, total, "games") as advance:
        report = counted(advance, total)
        lines = balance.table(game, agent, options.games, vary, players, report)
        if others:
            there = game.configure(**({NUM_PLAYERS: options.players} if options.players else {}))
            lines = balance.compare(there, agent, others[0], options.games, options.seed, report)
        for line in lines:
            print(line, flush=True)
    return 0


def variant_of(text: str) -> tuple[str, list[str | int]]:
    """A setting and its values."""
    name, equals, values = text.partition("=")
    if not equals or not values:
        raise ValueError(f"--vary takes NAME=VALUE|VALUE, not {text!r}")
    return name, [int(v) if v.lstrip("-").isdecimal() else v for v in values.split("|")]


COMMAND = Command(
    run,
    "find out how often a team of bots wins",
    (GAME, *OPTIONS),
    "cthulhu balance death_may_die -p 2 --games 200",
)
