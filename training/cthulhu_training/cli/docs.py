"""`cthulhu docs`: pages that are made from the code."""

from __future__ import annotations

import argparse
from pathlib import Path

from cthulhu_training.command import Command
from cthulhu_training.settings_record import Argument

OPTIONS: tuple[Argument, ...] = (
    (("--check",), {"action": "store_true", "help": "write nothing, and fail if files differ"}),
)


def run(options: argparse.Namespace) -> int:
    """Pages made from the code; exit code 1 when `--check` finds one that differs."""
    from cthulhu_envs.tools.docs import write_docs

    changed = write_docs(Path.cwd(), only_check=options.check)
    for path in changed:
        print(f"{'differs' if options.check else 'wrote'} {path}")
    return 1 if changed and options.check else 0


COMMAND = Command(run, "write the generated documentation", OPTIONS, "cthulhu docs --check")
