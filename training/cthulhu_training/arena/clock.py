"""What the processes of a tournament are thinking about, for the process that started them.

A decision in the middle of a computation cannot be interrupted from inside its process. So each
process writes down which decision it makes and until when, in a file of its own, and one that is
over its time is ended from outside.
"""

from __future__ import annotations

import math
import mmap
import os
import struct
import time
from pathlib import Path
from typing import NamedTuple

FORM = struct.Struct("<qqd")  # chunk, decision, the moment at which it must have been made
GRACE = 2.0  # seconds that the process itself has to notice


class Overdue(NamedTuple):
    """A decision that was not made in time."""

    process: int
    chunk: int
    decision: int


class Clock:
    """The writing side, in a process that plays."""

    def __init__(self, folder: str) -> None:
        path = Path(folder) / str(os.getpid())
        path.write_bytes(FORM.pack(0, 0, math.inf))
        with path.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), FORM.size)

    def begins(self, chunk: int, decision: int, seconds: float) -> None:
        """A decision begins that may take so long; infinity: none is being made."""
        self._page[:] = FORM.pack(chunk, decision, time.monotonic() + seconds)


def overdue(folder: str) -> Overdue | None:
    """A decision that is over its time by GRACE."""
    for path in Path(folder).iterdir():
        page = path.read_bytes()
        if len(page) == FORM.size:
            chunk, decision, until = FORM.unpack(page)
            if time.monotonic() > until + GRACE:
                return Overdue(int(path.name), chunk, decision)
    return None
