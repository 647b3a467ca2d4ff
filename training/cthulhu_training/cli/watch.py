"""`cthulhu watch`: bots, or a recorded game, move by move."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_envs.api.play import seated
from cthulhu_envs.api.registry import find_typed
from cthulhu_envs.drawing import render
from cthulhu_envs.drawing.spectator import name_of
from cthulhu_training.cli.options import SEED
from cthulhu_training.command import TABLE, Command, settings_of, table_of
from cthulhu_training.out_folder import prepare_files
from cthulhu_training.settings_record import Argument

REPLAY = "show a recorded game instead; `--set` says where files of its settings lie now"
BETWEEN_MOVES = 1.0  # seconds, when bots are watched
GAME: Argument = (
    ("game",),
    {"nargs": "?", "help": "name of a game, as `cthulhu games` lists them; a replay knows its own"},
)
OPTIONS: tuple[Argument, ...] = (
    (
        ("--agents",),
        {
            "nargs": "+",
            "default": ["heuristic"],
            "help": "bots: one for all seats, or one for each",
        },
    ),
    (("--replay",), {"type": Path, "metavar": "FILE", "help": REPLAY}),
    (
        ("--seat",),
        {
            "default": render.ALL,
            "help": "whose view: a seat from 0, `current` for the seat to move, or all",
        },
    ),
    (("--delay",), {"type": float, "default": BETWEEN_MOVES, "help": "seconds between moves"}),
    (("--save-replay",), {"type": Path, "metavar": "FILE", "help": "write the game to a file"}),
    SEED,
)


def run(options: argparse.Namespace) -> int:
    """Bots, or a recorded game, move by move, with every card open or as a seat sees it."""
    from cthulhu_envs.tools.terminal import play_game, show_replay

    eyes = name_of(int(options.seat)) if options.seat.isdecimal() else options.seat
    if options.replay:
        wanted = find_typed(options.game) if options.game else None
        show_replay(options.replay, options.delay, eyes, wanted, settings_of(options.set))
        return 0
    if not options.game:
        raise ValueError("name a game, or a replay with --replay FILE")
    game = table_of(options)
    prepare_files(options.save_replay)
    specs = seated(options.agents, game.num_players)
    replay = play_game(game, specs, options.seed, eyes, options.delay)
    if options.save_replay:
        replay.write(options.save_replay)
    return 0


COMMAND = Command(
    run,
    "watch bots play, or a replay",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu watch love_letter -p 2 --agents heuristic random --delay 0.5",
)
