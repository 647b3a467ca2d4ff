"""A record of settings as a command line: scripts of this folder declare their options once."""

from __future__ import annotations

import argparse
import dataclasses
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cthulhu_envs.engine.errors import sentence
from cthulhu_envs.options import GAME, TABLE, Argument, table_of
from training.names import deck_words

OWN = ("game", "table")  # said by GAME and TABLE
BAD_INPUT = 2


def setting(default: Any, meaning: str, many: bool = False) -> Any:
    """A field of a settings record, with the words for `--help`; `many` words are kept as one
    text, with blanks between them.
    """
    return dataclasses.field(default=default, metadata={"help": meaning, "many": many})


def argument(one: dataclasses.Field[Any]) -> Argument:
    """The option of a field."""
    flag, meaning = f"--{one.name.replace('_', '-')}", one.metadata["help"]
    if isinstance(one.default, bool):
        return (flag,), {"action": "store_true", "help": meaning}
    shown = f"{meaning}; default {one.default}" if one.default != "" else meaning
    if one.metadata["many"]:
        return (flag,), {"nargs": "+", "default": [one.default], "help": shown}
    return (flag,), {"type": type(one.default), "default": one.default, "help": shown}


def fields_of(record: Any) -> list[dataclasses.Field[Any]]:
    """The fields of a settings record that are options of their own."""
    return [one for one in dataclasses.fields(record) if one.name not in OWN]


def settings_of(record: Any, given: argparse.Namespace) -> Any:
    """The settings record that a command line describes."""
    game = table_of(given)
    table = {**game.chosen, "num_players": game.num_players}
    chosen = {one.name: getattr(given, one.name) for one in fields_of(record)}
    for one in fields_of(record):
        if one.metadata["many"]:
            chosen[one.name] = " ".join(chosen[one.name])
    return record(game=game.id, table=table, **chosen)


def command_of(settings: Any) -> str:
    """The command line that describes a settings record, without the name of the program."""
    table = dict(settings.table)
    words = [settings.game.partition("-v")[0], "-p", str(table.pop("num_players"))]
    for name, value in table.items():
        words += ["--set", shlex.quote(f"{name}={deck_words(value)}")]
    for one in fields_of(type(settings)):
        value = getattr(settings, one.name)
        if value != one.default:
            flag = argument(one)[0][0]
            values = value.split() if one.metadata["many"] else [f"{value}"]
            words += [flag] if isinstance(value, bool) else [flag, *map(shlex.quote, values)]
    return " ".join(words)


def run_script(
    name: str,
    record: Any,
    learn: Callable[[Any, Path | None], None],
    typed: Sequence[str] | None = None,
) -> int:
    """Read a settings record from the command line and learn; bad input gives one line and exit
    code 2.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m {name}", description=record.__doc__, allow_abbrev=False
    )
    for flags, told in (GAME, *TABLE, *map(argument, fields_of(record))):
        parser.add_argument(*flags, **told)
    parser.add_argument("--out", type=Path, help="folder of the run")
    given = parser.parse_args(typed)
    try:
        learn(settings_of(record, given), given.out)
    except (ValueError, ImportError, OSError) as fault:
        print(f"{name}: {sentence(fault)}", file=sys.stderr)
        return BAD_INPUT
    return 0
