"""A record of settings as a command line: scripts of this folder declare their options once."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cthulhu_envs.options import GAME, TABLE, Argument, table_of

OWN = ("game", "table")  # said by GAME and TABLE
BAD_INPUT = 2


def setting(default: Any, meaning: str) -> Any:
    """A field of a settings record, with the words for `--help`."""
    return dataclasses.field(default=default, metadata={"help": meaning})


def argument(one: dataclasses.Field[Any]) -> Argument:
    """The option of a field."""
    flag, meaning = f"--{one.name.replace('_', '-')}", one.metadata["help"]
    shown = f"{meaning}; default {one.default}" if one.default != "" else meaning
    return (flag,), {"type": type(one.default), "default": one.default, "help": shown}


def run_script(
    name: str,
    record: Any,
    learn: Callable[[Any, Path | None], None],
    typed: Sequence[str] | None = None,
) -> int:
    """Read a settings record from the command line and learn; bad input gives one line and exit
    code 2.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=record.__doc__)
    fields = [one for one in dataclasses.fields(record) if one.name not in OWN]
    for flags, told in (GAME, *TABLE, *map(argument, fields)):
        parser.add_argument(*flags, **told)
    parser.add_argument("--out", type=Path, help="folder of the run")
    given = parser.parse_args(typed)
    try:
        game = table_of(given)
        table = {**game.chosen, "num_players": game.num_players}
        chosen = {one.name: getattr(given, one.name) for one in fields}
        learn(record(game=game.id, table=table, **chosen), given.out)
    except (ValueError, ImportError, OSError) as fault:
        print(f"{name}: {fault}", file=sys.stderr)
        return BAD_INPUT
    return 0
