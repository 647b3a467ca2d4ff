"""`cthulhu goldens`: rewrite the golden games, after a rule has changed."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_envs.tools.goldens import FOLDER, write_goldens
from cthulhu_training.command import Command


def run(options: argparse.Namespace) -> int:
    """Recorded games that tests compare with; a change of rules changes them."""
    for path in write_goldens(options.folder):
        print(path)
    return 0


COMMAND = Command(
    run,
    "record the games that tests compare with",
    (
        (
            ("folder",),
            {
                "nargs": "?",
                "type": Path,
                "default": Path(FOLDER),
                "help": "folder that the games are written to",
            },
        ),
    ),
    "cthulhu goldens",
)
