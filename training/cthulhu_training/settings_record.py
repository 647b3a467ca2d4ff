"""A record of settings, described once: the options of a command are made from its fields."""

from __future__ import annotations

import argparse
import dataclasses
import shlex
from collections.abc import Mapping
from typing import Any, TypeVar

from cthulhu_envs.api.typed import table_options
from cthulhu_envs.authoring.errors import shown

Argument = tuple[tuple[str, ...], dict[str, Any]]
"""An argument of a command: its flags, and what argparse's `add_argument` takes for them."""

R = TypeVar("R")
OWN = ("game", "table")  # fields that are no options of their own


THOUSANDS = {"k": 1_000, "K": 1_000, "M": 1_000_000}


def whole_number(text: str) -> int:
    """`1000000`, `1_000_000`, `1e6` and `1M` alike; for argparse, which shows the fault."""
    many = THOUSANDS.get(text[-1:], 1)
    digits = text[:-1] if many > 1 else text
    try:
        return many * int(digits)
    except ValueError:
        pass
    try:
        number = many * float(digits)
        if number == int(number):
            return int(number)
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number such as 2000, 1e6 or 10M")


def setting(default: Any, meaning: str, many: bool = False, runs_code: bool = False) -> Any:
    """A field of a settings record, with the words for `--help`; `many` words are kept as one
    text, with blanks between them. What `runs_code` is taken from a file only with `--trust`.
    Specs of bots need no such mark: modules in them are refused where they would be imported.
    """
    told = {"help": meaning, "many": many, "runs_code": runs_code}
    return dataclasses.field(default=default, metadata=told)


def record_from(record: type[R], values: Mapping[str, Any], fault: str) -> R:
    """A settings record from values by name, such as a file holds; ValueError begins with `fault`
    if they are not its fields.
    """
    for one in dataclasses.fields(record):  # type: ignore[arg-type]
        if one.name in values and not _is_of_its_type(one, values[one.name]):
            raise ValueError(f"{fault}: {one.name} cannot be {shown(values[one.name])}")
    try:
        return record(**values)
    except TypeError:
        raise ValueError(fault) from None


def _is_of_its_type(one: dataclasses.Field[Any], value: Any) -> bool:
    if one.name == "table":
        return isinstance(value, Mapping)
    kinds = (int, float) if type(one.default) is float else (type(one.default),)
    return type(value) in kinds


def fields_of(record: Any) -> list[dataclasses.Field[Any]]:
    """The fields of a settings record that are options of their own."""
    return [one for one in dataclasses.fields(record) if one.name not in OWN]


def argument(one: dataclasses.Field[Any], given: Any = None) -> Argument:
    """The option of a field; `given` is another default than the field's own."""
    flag, meaning = f"--{one.name.replace('_', '-')}", one.metadata["help"]
    default = one.default if given is None else given
    options = {"default": default, "help": meaning}
    if isinstance(one.default, bool):
        return (flag,), {**options, "action": argparse.BooleanOptionalAction}
    if one.metadata["many"]:
        return (flag,), {**options, "nargs": "+", "default": [default]}
    return (flag,), {**options, "type": type(one.default)}


def command_of(settings: Any) -> str:
    """The options that describe a settings record, as they would be typed after the command."""
    words = [settings.game.partition("-v")[0], *table_options(settings.table)]
    for one in fields_of(type(settings)):
        value = getattr(settings, one.name)
        if value != one.default:
            flag = argument(one)[0][0]
            values = value.split() if one.metadata["many"] else [f"{value}"]
            if isinstance(value, bool):
                words += [flag if value else flag.replace("--", "--no-", 1)]
            else:
                words += [flag, *map(shlex.quote, values)]
    return " ".join(words)
