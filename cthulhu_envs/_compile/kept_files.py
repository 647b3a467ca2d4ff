"""The folder in which compiled kernels and other things that take long to make are kept.

Kernels are kept as pickles, and a pickle can run anything. So a file counts only if nobody but the
user, or root, can have written it: owner and mode are asked of what was opened, not of a path that
may be another file by then. Nothing here fails: what cannot be kept is made again, which takes
longer, and the reason is told once.
"""

from __future__ import annotations

import multiprocessing
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PART = ".part"  # a file that is being written
OPEN_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
OPEN_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
OPEN_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
OPEN_CLAIM = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
BINARY = getattr(os, "O_BINARY", 0)  # of Windows
ROOT = 0
MOST_KEPT = 1 << 28  # bytes of a file; the largest kernel has some millions
NOBODY_ELSE = hasattr(os, "getuid")  # where owners and modes mean something
BY_HANDLE = NOBODY_ELSE and {os.open, os.unlink} <= os.supports_dir_fd
_told: set[str] = set()


class UnsafeError(OSError):
    """Somebody else may have written what is there."""


def cache_folder() -> Path:
    """Where compiled kernels are kept: $CTHULHU_CACHE, or `cthulhu_envs` in the user's cache
    folder. OSError if the user has no home.
    """
    own = os.environ.get("CTHULHU_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "cthulhu_envs"
    try:
        return Path.home() / ".cache" / "cthulhu_envs"
    except RuntimeError:
        raise OSError("there is no home folder; CTHULHU_CACHE can name another") from None


def read_kept(name: str, most: int = MOST_KEPT) -> bytes | None:
    """What was kept under a name; None if nothing was, or not by this user, or more than `most`
    bytes.
    """
    try:
        with _opened(make=False) as (at, folder):
            handle = os.open(_inside(name, at, folder), OPEN_FILE | BINARY, dir_fd=at)
            with os.fdopen(handle, "rb") as file:
                _check(os.fstat(handle), f"the file {name} in it", stat.S_ISREG)
                content = file.read(most + 1)
                return content if len(content) <= most else None
    except FileNotFoundError:
        return None
    except UnsafeError as fault:
        tell_once(fault)
    except OSError:  # a link, a folder, a broken disk: `keep` will tell
        return None
    return None


def keep(name: str, content: bytes) -> bool:
    """Keep something under a name; other processes see it whole or not at all. False, and a line
    on stderr, if that cannot be done.
    """
    try:
        with _opened(make=True) as (at, folder):
            part = _inside(f"{name}.{secrets.token_hex(4)}{PART}", at, folder)
            handle = os.open(part, OPEN_NEW | BINARY, 0o600, dir_fd=at)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                os.replace(part, _inside(name, at, folder), src_dir_fd=at, dst_dir_fd=at)
            except BaseException:
                with suppress(OSError):
                    os.unlink(part, dir_fd=at)
                raise
    except OSError as fault:
        tell_once(fault)
        return False
    return True


def claim(name: str) -> int | None:
    """A handle on a file that no other process can claim until it is released, or this process
    ends. BlockingIOError if another process has it now; None where files cannot be locked.
    """
    if fcntl is None:
        return None
    try:
        with _opened(make=True) as (at, folder):
            handle = os.open(_inside(name, at, folder), OPEN_CLAIM, 0o600, dir_fd=at)
    except OSError:  # each process works for itself
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        os.close(handle)
        if isinstance(fault, BlockingIOError):
            raise
        return None  # on some file systems of networks
    return handle


def release(handle: int | None) -> None:
    """Let other processes claim it; processes that were forked meanwhile do not keep it."""
    if handle is not None and fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_UN)
        os.close(handle)


@contextmanager
def _opened(make: bool) -> Iterator[tuple[int | None, Path]]:
    """The folder, if it is the user's alone: a handle where files are opened by it, and its path.
    It is made as the user's alone; one that exists is left as it is.
    """
    folder = cache_folder()
    if make:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not BY_HANDLE:
        yield None, folder
        return
    at = os.open(folder, OPEN_FOLDER)
    try:
        _check(os.fstat(at), "it", stat.S_ISDIR)
        _check_above(folder)
        yield at, folder
    finally:
        os.close(at)


def _check_above(folder: Path) -> None:
    """Anyone who can write to a folder above can put another in its place; a sticky one, such as
    /tmp, is safe. Group members cannot do more than that, and the owner of that other would show.
    """
    for above in folder.resolve().parents:
        mode = above.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            raise UnsafeError(f"everybody can write to {above}")


def _check(found: os.stat_result, what: str, is_kind: Callable[[int], bool]) -> None:
    """That it is of the right kind, and that nobody else can have written it."""
    if not is_kind(found.st_mode):
        raise OSError(f"{what} is not what it should be")
    if not NOBODY_ELSE:
        return
    if found.st_uid not in (os.getuid(), ROOT):
        raise UnsafeError(f"{what} belongs to another user")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UnsafeError(f"other users can write to {what}")


def _inside(name: str, at: int | None, folder: Path) -> str:
    return name if at is not None else str(folder / name)


def tell_once(fault: Exception) -> None:
    """Say why nothing is kept: once, and in one process of many."""
    why = getattr(fault, "strerror", None) or str(fault)
    if "kept" in _told or multiprocessing.parent_process() is not None:
        return
    _told.add("kept")
    try:
        folder = f" in {str(cache_folder())!r}"
    except OSError:
        folder = ""
    print(
        f"cthulhu_envs: compiled rules cannot be kept{folder} and are compiled again in every "
        f"process ({why})",
        file=sys.stderr,
    )
