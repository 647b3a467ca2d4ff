"""The settings of a training run as a file: run.toml in its folder, which
`cthulhu train --config run.toml` takes back.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cthulhu_envs.api import plugins
from cthulhu_envs.authoring.errors import bounded, nearest, shown
from cthulhu_envs.authoring.files import SETTINGS, is_passing, named, read_text, write_whole
from cthulhu_envs.authoring.parsing import parse_toml, record_in
from cthulhu_training.run_lock import InUseError
from cthulhu_training.settings_record import fields_of
from cthulhu_training.toml_text import as_toml

RUN = "run.toml"
OLD = "settings.json"  # of versions before 0.3.0
OF_THE_START = {RUN, OLD, "tensorboard", "wandb"}  # what a folder holds before anything is learned
HEAD = "# `cthulhu train --config FILE` takes this back; options that are typed win over it.\n"


def write_run(folder: Path, settings: Any, trainer: str) -> None:
    """Make the folder of a run, with its settings."""
    folder.mkdir(parents=True, exist_ok=True)
    fields = fields_of(type(settings))
    values = {"game": settings.game, "trainer": trainer}
    values |= {one.name: getattr(settings, one.name) for one in fields}
    comments = {one.name: one.metadata["help"] for one in fields}
    comments["trainer"] = f"one of {', '.join(sorted(plugins.found(plugins.TRAINERS)))}"
    text = HEAD + as_toml({**values, "table": settings.table}, comments)
    write_whole(folder / RUN, text)


def settings_in(folder: Path) -> dict[str, Any] | None:
    """The settings in a folder by name, `trainer` among them if it is known; None if there are
    none.
    """
    if (folder / RUN).is_file():
        return read_toml(folder / RUN)
    if (folder / OLD).is_file():
        return record_in(read_text(folder / OLD, SETTINGS), named(folder / OLD))
    return None


def read_toml(path: Path) -> dict[str, Any]:
    """What a file says; ValueError if it is no TOML."""
    return parse_toml(read_text(path, SETTINGS), named(path))


def checked(values: Mapping[str, Any], record: Any, path: Path) -> dict[str, Any]:
    """Values for the fields of a settings record; a ValueError names what is wrong in the file."""
    fields = {one.name: one for one in fields_of(record)}
    for name in values:
        if name not in fields:
            known = list(dict.fromkeys(["game", "trainer", "table", *fields]))
            words = f"has an unknown key {shown(name)}{nearest(name, known)}"
            raise ValueError(bounded(f"{named(path)} {words}"))
    return {name: _fitting(fields[name], value, path) for name, value in values.items()}


def _fitting(one: dataclasses.Field[Any], value: Any, path: Path) -> Any:
    """A value of the field's type; whole numbers may be written 1e6, many words as a list."""
    wanted = type(one.default)
    if wanted is str and isinstance(value, list) and one.metadata["many"]:
        value = " ".join(map(str, value))
    if wanted is float and type(value) is int:
        value = float(value)
    if wanted is int and type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not wanted:
        words = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
        must = f"{one.name} must be {words[wanted]}, not {shown(value)}"
        raise ValueError(f"{named(path)}: {must}")
    return value


def is_begun(folder: Path) -> bool:
    """Whether a folder holds more than a run that stopped before it learned anything."""
    return folder.is_dir() and any(
        one.name not in OF_THE_START and not is_passing(one.name) for one in folder.iterdir()
    )


def check_new(folder: Path) -> None:
    """ValueError if a folder holds something: of trainers whose runs cannot go on."""
    if is_begun(folder):
        raise ValueError(f"{folder} is not empty; choose another --out")


@contextmanager
def kept_if_begun(folder: Path) -> Iterator[None]:
    """A run that fails before it has learned anything leaves no folder."""
    was_there = folder.is_dir()
    may_go = not is_begun(folder)
    try:
        yield
    except InUseError:
        raise
    except BaseException:
        if may_go and folder.is_dir() and not is_begun(folder):
            shutil.rmtree(folder)
            if was_there:
                folder.mkdir()
        raise
