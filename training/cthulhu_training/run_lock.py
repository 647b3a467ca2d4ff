"""One process at a time writes to a folder of results.

The lock is a file in the folder that the operating system holds for its process: it is free again
as soon as that process ends, however it ends. The file says who holds it.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from cthulhu_envs.authoring.errors import bounded
from cthulhu_envs.authoring.files import LOCK

MOST_BYTES = 1000  # of the words in a lock


class InUseError(ValueError):
    """Another process writes to the folder."""


@contextmanager
def only_writer(folder: str | Path) -> Iterator[None]:
    """Nobody else writes to a folder meanwhile. It is made if it is not there, and removed again
    if nothing was written to it. `InUseError`, a ValueError, names the process that writes to it
    now.

    Where files cannot be locked, nobody checks.
    """
    folder = Path(folder)
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    file = _taken(folder / LOCK)
    try:
        yield
    finally:
        with suppress(OSError):  # the folder may be gone, with the lock
            if file is not None:
                os.unlink(folder / LOCK)
            for one in made:  # nothing was written to it
                one.rmdir()
        if file is not None:
            file.close()


def _taken(path: Path) -> BinaryIO | None:
    """The lock, taken; None where files cannot be locked."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return None
    while True:
        file = path.open("a+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = _holder(file)
            file.close()
            raise InUseError(f"{path.parent} is being written by {who}") from None
        except OSError:  # on some file systems of networks
            file.close()
            return None
        if _is_still_there(file, path):
            break
        file.close()  # its owner removed it between our opening and locking it
    file.truncate(0)
    file.write(json.dumps({"pid": os.getpid(), "host": platform.node()}).encode())
    file.flush()
    return file


def _is_still_there(file: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _holder(file: BinaryIO) -> str:
    """Who holds a lock, in words."""
    file.seek(0)
    try:
        told = json.loads(file.read(MOST_BYTES))
        return bounded(f"process {int(told['pid'])} on {told['host']}", 100)
    except (ValueError, KeyError, TypeError):  # it was taken a moment ago
        return "another process"
