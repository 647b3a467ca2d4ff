"""Whose code runs: bots in modules run if the user named them, not because a file does.

A spec such as `my_module.MyBot` imports a module, which may do anything. Typed, or handed to
`make_agent`, that is what the user wants. Read in a file (a tournament's results, the settings of
a run), it is somebody else's wish, and refused unless the user trusts the file. And no bot is
imported from a folder of results: folders like that are copied from one machine to another.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.files import named

RESULTS = {  # files that commands write, and how each begins: their folder holds results
    "results.jsonl": b'{"format": "cthulhu_envs ',
    "sequential.jsonl": b'{"format": "cthulhu_envs ',
    "run.toml": b"# `cthulhu train --config FILE`",
}
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
    return any(_begins(Path(folder) / name, mark) for name, mark in RESULTS.items())


def use_own_folder() -> None:
    """Let bots be found in the current folder, as the last place, unless it holds results: then
    nothing is imported from there.
    """
    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return
    if not holds_results(here):
        sys.path.append(str(here))
        return
    sys.path[:] = [place for place in sys.path if not _is_same(place, here)]


def why_not_here() -> str:
    """The rest of a sentence about a module that is missing."""
    try:
        is_shut = holds_results(Path.cwd())
    except OSError:
        return ""
    return "; nothing is imported from the current folder, it holds results" if is_shut else ""


def _begins(file: Path, mark: bytes) -> bool:
    try:
        if not file.is_file():
            return False
        with file.open("rb") as stream:
            return stream.read(len(mark)) == mark
    except OSError:
        return False


def _is_same(place: str, folder: Path) -> bool:
    try:
        return Path(place or ".").resolve() == folder.resolve()
    except OSError:
        return False
