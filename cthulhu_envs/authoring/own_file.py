"""Files that users name in settings: dictionaries, deck lists, content of their own."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

HASH = 16  # digits of a hash


class OwnFile(str):
    """The absolute path of a user's file, with its text as it was when the path was given: a table
    goes on with what it began with, also in other processes.
    """

    text: str

    @classmethod
    def read(cls, path: str | Path, text_of: Callable[[Path], str]) -> Self:
        """A file that is named for the first time is read by `text_of`, which may raise what it
        likes.
        """
        if isinstance(path, cls):
            return path
        own = cls(os.path.abspath(os.path.expanduser(path)))
        own.text = text_of(Path(own))
        return own

    @property
    def meaning(self) -> str:
        """What the file says, whatever its line ends and empty lines."""
        return "\n".join(line.strip() for line in self.text.splitlines() if line.strip())

    @property
    def digest(self) -> str:
        """A hash of what the file says."""
        return hashlib.sha256(self.meaning.encode()).hexdigest()[:HASH]


def contents_of(values: Mapping[str, Any]) -> dict[str, str]:
    """The settings that name files, each with a hash of what they say (`Game.contents_of`)."""
    found = {}
    for key, given in values.items():
        named = given if isinstance(given, (list, tuple)) else (given,)
        if any(isinstance(one, OwnFile) for one in named):
            found[key] = " ".join(getattr(one, "digest", str(one)) for one in named)
    return found
