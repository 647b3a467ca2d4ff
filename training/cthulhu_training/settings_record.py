"""A record of settings, described once: the options of a command are made from its fields."""

from __future__ import annotations

import dataclasses
import shlex
from typing import Any

from cthulhu_training.arena.names import deck_words

Argument = tuple[tuple[str, ...], dict[str, Any]]  # flags, and what argparse is told about them

OWN = ("game", "table")  # fields that are no options of their own


def setting(default: Any, meaning: str, many: bool = False) -> Any:
    """A field of a settings record, with the words for `--help`; `many` words are kept as one
    text, with blanks between them.
    """
    return dataclasses.field(default=default, metadata={"help": meaning, "many": many})


def fields_of(record: Any) -> list[dataclasses.Field[Any]]:
    """The fields of a settings record that are options of their own."""
    return [one for one in dataclasses.fields(record) if one.name not in OWN]


def argument(one: dataclasses.Field[Any]) -> Argument:
    """The option of a field."""
    flag, meaning = f"--{one.name.replace('_', '-')}", one.metadata["help"]
    if isinstance(one.default, bool):
        return (flag,), {"action": "store_true", "help": meaning}
    shown = f"{meaning}; default {one.default}" if one.default != "" else meaning
    if one.metadata["many"]:
        return (flag,), {"nargs": "+", "default": [one.default], "help": shown}
    return (flag,), {"type": type(one.default), "default": one.default, "help": shown}


def command_of(settings: Any) -> str:
    """The options that describe a settings record, as they would be typed after the command."""
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
