"""Errors of content files, with file and line: `reef.toml, line 6: the map does not connect`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cthulhu_envs.authoring.errors import bounded
from cthulhu_envs.authoring.files import SETTINGS, as_text, read_bytes


class ContentError(ValueError):
    """A content file cannot be understood; the message says where and why."""


def fault_at(file: str | Path, line: int | None, words: str) -> ContentError:
    """The error to be raised about a line of a file (the first is 1), or about the whole file."""
    name = bounded(Path(file).name, 60)
    where = name if line is None else f"{name}, line {line}"
    return ContentError(bounded(f"{where}: {words}"))


@contextmanager
def at(file: str | Path, line: int | None) -> Iterator[None]:
    """Put file and line before any ValueError raised inside, unless it names its place already."""
    try:
        yield
    except ContentError:
        raise
    except ValueError as fault:
        raise fault_at(file, line, str(fault)) from fault


def text_of(path: Path) -> str:
    """The text of a content file in UTF-8, with or without a byte-order mark."""
    try:
        text = as_text(read_bytes(path, SETTINGS), path.name).removeprefix("\ufeff")
        return text.replace("\r\n", "\n").replace("\r", "\n")
    except ValueError as fault:
        raise ContentError(str(fault)) from None
