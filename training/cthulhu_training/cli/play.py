"""`cthulhu play`: a person at the terminal against bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_envs.api.play import seated
from cthulhu_envs.drawing.spectator import name_of
from cthulhu_training.cli.options import SEED
from cthulhu_training.command import GAME, TABLE, Command, table_of
from cthulhu_training.out_folder import prepare_files
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--seat",), {"type": int, "default": 0, "help": "your seat, from 0"}),
    (
        ("--opponents",),
        {
            "nargs": "+",
            "default": ["heuristic"],
            "help": "bots at the other seats: one for all, or one each, clockwise from you",
        },
    ),
    (("--save-replay",), {"type": Path, "metavar": "FILE", "help": "write the game to a file"}),
    SEED,
)


def run(options: argparse.Namespace) -> int:
    """A person at the terminal against bots."""
    from cthulhu_envs.tools.terminal import Quit, play_game

    game = table_of(options)
    if options.seat not in range(game.num_players):
        raise ValueError(f"--seat must be 0 to {game.num_players - 1}, not {options.seat}")
    specs = ["human", *seated(options.opponents, game.num_players - 1, "opponents")]
    clockwise = [specs[(k - options.seat) % len(specs)] for k in range(len(specs))]
    eyes = name_of(options.seat)
    prepare_files(options.save_replay)
    try:
        replay = play_game(game, clockwise, options.seed, eyes, person=options.seat)
    except Quit as left:
        kept = f" What was played is in {options.save_replay}." if options.save_replay else ""
        print(f"You left the table.{kept}")
        replay = left.replay
    if options.save_replay:
        replay.write(options.save_replay)
    return 0


COMMAND = Command(
    run,
    "play at the terminal against bots",
    (GAME, *TABLE, *OPTIONS),
    "cthulhu play love_letter -p 2 --opponents heuristic",
)
