"""Files from anywhere, read and written: all code that reads or writes a file goes through here.

Reading refuses what is no plain file, what is too large, and what is no UTF-8 text, each with a
ValueError of one sentence. Writing replaces a file only when the new one is complete and on the
disk: a program that is stopped, or finds the disk full, leaves the old file.
"""

from __future__ import annotations

import itertools
import os
import platform
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter
from pathlib import Path
from typing import IO, BinaryIO

from cthulhu_envs.authoring.errors import bounded, sentence, shown

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30
SETTINGS = 1 * MB  # the most that is read of a file of settings, content or a deck
DICTIONARY = 64 * MB
REPLAY = 64 * MB
LINES = 2 * GB  # of results and logs, which are long where much was played

KINDS = (  # what is no plain file, in words
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
LOCK = ".lock"  # in a folder that a process writes to, see cthulhu_training/run_lock.py
PART = ".part"  # the end of the name of a file that is being written
PASSING = re.compile(rf"{re.escape(LOCK)}|\..*{re.escape(PART)}")
LONGEST_NAME = 100  # letters of a file's name that the name of its unfinished part repeats
READ_AT_ONCE = 1 * MB
_numbers = itertools.count()  # of the parts that this process writes


def read_bytes(path: str | Path, most: int) -> bytes:
    """What a file holds; ValueError if it cannot be read, is no plain file, or has more than `most`
    bytes.
    """
    with reading(path, most) as file:
        return _read(file, path, most)


def read_text(path: str | Path, most: int) -> str:
    """The text of a file in UTF-8, with or without a byte-order mark."""
    return as_text(read_bytes(path, most), named(path)).removeprefix("\ufeff")


@contextmanager
def reading(path: str | Path, most: int) -> Iterator[BinaryIO]:
    """A plain file that is open for reading; nothing of a pipe or device is touched."""
    if "\0" in str(path):
        raise ValueError(f"{shown(str(path))} is no name of a file")
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        _check_plain(os.stat(path), path, most)
        handle = os.open(path, flags | getattr(os, "O_CLOEXEC", 0))
        with os.fdopen(handle, "rb") as file:
            _check_plain(os.fstat(handle), path, most)
            yield file
    except FileNotFoundError:
        raise ValueError(f"there is no file {shown(str(path), 120)}") from None
    except OSError as fault:
        raise ValueError(sentence(fault)) from None


def as_text(data: bytes, where: str) -> str:
    """Bytes as UTF-8; ValueError says where they are none."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise ValueError(f"{where}, line {line}: this is no UTF-8 text") from None


def named(path: str | Path) -> str:
    """The name of a file as messages begin with it: of a long one its end and beginning."""
    return bounded(str(path), 120)


def _check_plain(found: os.stat_result, path: str | Path, most: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind = next((words for is_it, words in KINDS if is_it(found.st_mode)), "something else")
        raise ValueError(f"{shown(str(path), 120)} is {kind}, not a file")
    if found.st_size > most:
        raise ValueError(_too_large(path, most))


def _read(file: BinaryIO, path: str | Path, most: int) -> bytes:
    """The whole of it; files of the system itself do not tell their size before they are read."""
    parts, size = [], 0
    while part := file.read(min(READ_AT_ONCE, most + 1 - size)):
        parts.append(part)
        size += len(part)
        if size > most:
            raise ValueError(_too_large(path, most))
    return b"".join(parts)


def _too_large(path: str | Path, most: int) -> str:
    return (
        f"{named(path)} has more than {size_in_words(most)}, the most that is read of such a file"
    )


def size_in_words(count: int) -> str:
    """`64 MB`."""
    for unit, words in ((GB, "GB"), (MB, "MB"), (KB, "KB")):
        if count >= unit:
            return f"{count / unit:.3g} {words}"
    return f"{count} bytes"


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file, whole or not at all; OSError names it."""
    with writing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def writing(path: str | Path) -> Iterator[BufferedWriter]:
    """A file to be written, which takes its place when it is complete and on the disk.

    Until then what was there stays, and an error leaves nothing else behind. A device or pipe is
    written to as it is.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        _sweep(target)
        part = target.with_name(f"{_part_of(target)}{next(_numbers)}{PART}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(part, flags, 0o666), "wb") as file:
            try:
                yield file
                file.flush()
                os.fsync(file.fileno())
                os.replace(part, target)
            except BaseException:
                with suppress(OSError):
                    os.unlink(part)
                raise
        _sync_folder(target.parent)
    except OSError as fault:
        if fault.errno is None:
            raise
        raise OSError(fault.errno, fault.strerror, str(path)) from None


def _part_of(target: Path) -> str:
    """How the names of the parts begin that this process writes."""
    return f".{target.name[:LONGEST_NAME]}.{platform.node()[:LONGEST_NAME]}-{os.getpid()}-"


def _sweep(target: Path) -> None:
    """Remove the parts of processes that were killed while they wrote this file."""
    begin = f".{target.name[:LONGEST_NAME]}.{platform.node()[:LONGEST_NAME]}-"
    for name in os.listdir(target.parent):
        if name.startswith(begin) and name.endswith(PART):
            pid = name[len(begin) :].partition("-")[0]
            if pid.isdecimal() and not is_alive(int(pid)):
                with suppress(OSError):
                    os.unlink(target.parent / name)


def is_alive(pid: int) -> bool:
    """Whether a process of this machine goes on; True if that cannot be known."""
    if os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _sync_folder(folder: Path) -> None:
    """The new name too survives a loss of power, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_passing(name: str) -> bool:
    """Whether a file of a folder is no content of it: a lock, or a part that was never finished."""
    return PASSING.fullmatch(name) is not None


def append(file: IO[bytes], text: str, sync: bool = True) -> None:
    """Add text at the end of a file that was opened without a buffer, and bring it to the disk;
    interrupted, the file is as it was before. OSError names it.
    """
    end = file.seek(0, os.SEEK_END)
    rest = memoryview(text.encode())
    try:
        while rest:
            rest = rest[file.write(rest) or 0 :]
        if sync:
            os.fsync(file.fileno())
    except BaseException as fault:
        os.ftruncate(file.fileno(), end)
        if isinstance(fault, OSError) and fault.errno is not None:
            raise OSError(fault.errno, fault.strerror, str(file.name)) from None
        raise


def append_line(path: str | Path, line: str) -> None:
    """Add a line to a log; one that cannot be written whole is not written at all.

    It is not brought to the disk at once, which would take longer than a short update: a loss of
    power may cost the last lines of a log. A run that goes on writes what came after its last
    checkpoint again, and that is on the disk.
    """
    with open(path, "ab", buffering=0) as file:
        append(file, line + "\n", sync=False)
