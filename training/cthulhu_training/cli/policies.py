"""`cthulhu policies`: take runs into the collection that comes with the package."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_training.command import Command


def run(options: argparse.Namespace) -> int:
    """Ship the runs named, then rewrite docs/policies.md."""
    from cthulhu_training.ppo import shipping

    shipping.check_checkout()
    for folder in options.runs:
        print(shipping.ship(folder))
    print(shipping.write_page())
    return 0


COMMAND = Command(
    run,
    "ship policies with the package, write their page",
    ((("runs",), {"nargs": "*", "type": Path, "help": "folders of `cthulhu train`"}),),
    "cthulhu policies results/train/love_letter-2p-seed1",
)
