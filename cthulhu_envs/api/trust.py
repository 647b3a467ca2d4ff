"""Whose code runs: bots in modules run if the user named them, not because a file does.

A spec such as `my_module.MyBot` imports a module, which may do anything. Typed, or handed to
`make_agent`, that is what the user wants. Read in a file (a tournament's results, the settings of
a run), it is somebody else's wish, and refused unless the user trusts the file. And no bot is
imported from a folder of results: folders like that are copied from one machine to another.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.files import MB, SETTINGS, named
from cthulhu_envs.authoring.own_folder import FOLDER
from cthulhu_envs.authoring.parsing import parse_toml, record_in

LONGEST_HEAD = 1 * MB  # of results; one that is longer is taken for a head unread
WORDS = re.compile(r"[\s,:=]+")  # what stands between the words of a spec


class _Reading(NamedTuple):
    """A file that specs are read from, and what the user typed besides."""

    file: str
    typed: frozenset[str]


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)


@contextmanager
def specs_from(file: str | Path, typed: Iterable[str] = (), trust: bool = False) -> Iterator[None]:
    """While this lasts, bots in modules are refused with a ValueError that names the file, also
    bots inside of bots (`ismcts:rollouts=my_module.MyBot`). Those that the user `typed` are made;
    with `trust` all are.
    """
    words = frozenset(word for text in typed for word in WORDS.split(str(text)))
    token = _reading.set(None if trust else _Reading(str(file), words))
    try:
        yield
    finally:
        _reading.reset(token)


def check_wanted(bot: str) -> None:
    """ValueError if a file named this bot, `my_module.MyBot`, and the user did not."""
    reading = _reading.get()
    if reading is not None and bot not in reading.typed:
        raise ValueError(
            f"{named(reading.file)} names the bot {shown(bot)}, which is code: nothing was "
            "imported; if you trust it, say so with --trust (in Python, trust=True)"
        )


def check_place(module: str) -> None:
    """ValueError if Python would find a module, or a package it is in, in a folder of results."""
    parts = module.split(".")
    for count in range(1, len(parts) + 1):
        name = ".".join(parts[:count])
        if name in sys.modules:
            continue
        found = importlib.util.find_spec(name)
        if found is None:
            return
        places = [Path(place) for place in found.submodule_search_locations or ()]
        if found.origin and found.has_location:
            places.append(Path(found.origin).parent)
        for place in places:
            if holds_results(place):
                raise ValueError(
                    f"{shown(str(place), 120)} holds results, and no bot is imported from there; "
                    "keep its module in another folder"
                )


def holds_results(folder: str | Path) -> bool:
    """Whether a folder holds what a tournament, a comparison or a training run wrote."""
    return any(_is_ours(Path(folder) / name) for name in RESULTS)


def use_own_folder() -> None:
    """Let modules that the user names be found in the current folder, as the last place, unless it
    holds results: then nothing is imported from there.
    """
    os.environ.pop(FOLDER, None)
    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return
    if not holds_results(here):
        os.environ[FOLDER] = str(here)
        return
    sys.path[:] = [place for place in sys.path if not _is_same(place, here)]


def why_not_here() -> str:
    """The rest of a sentence about a module that is missing."""
    try:
        is_shut = holds_results(Path.cwd())
    except OSError:
        return ""
    return "; nothing is imported from the current folder, it holds results" if is_shut else ""


def _is_head(data: bytes) -> bool:
    """Whether a file of JSON lines begins as ours do, however its head is written."""
    line, end, _ = data.partition(b"\n")
    if not end and len(line) > LONGEST_HEAD:
        return line.lstrip().startswith(b"{")
    form = record_in(line, "").get("format")
    return isinstance(form, str) and form.startswith("cthulhu_envs ")


def _is_run(data: bytes) -> bool:
    """Whether a file of TOML holds the settings of a training run."""
    return not {"game", "trainer"}.isdisjoint(parse_toml(data.decode().removeprefix("\ufeff"), ""))


RESULTS = {  # files that commands write, and what tells them from others of that name
    "results.jsonl": (_is_head, LONGEST_HEAD),
    "sequential.jsonl": (_is_head, LONGEST_HEAD),
    "run.toml": (_is_run, SETTINGS),
}


def _is_ours(file: Path) -> bool:
    is_it, most = RESULTS[file.name]
    try:
        if not file.is_file():
            return False
        with file.open("rb") as stream:
            return is_it(stream.read(most + 1))
    except (OSError, ValueError):  # it cannot be read, and no command reads it either
        return False


def _is_same(place: str, folder: Path) -> bool:
    try:
        return Path(place or ".").resolve() == folder.resolve()
    except OSError:
        return False
