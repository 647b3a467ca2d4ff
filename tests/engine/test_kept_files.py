"""The cache on disk: what somebody else may have written is never unpickled, and no fault of the
disk costs more than time.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cthulhu_envs._compile import kept_files
from cthulhu_envs._compile.kept_files import cache_folder, claim, keep, read_kept, release
from cthulhu_envs._compile.kernel_cache import packed, unpacked

NAME, CONTENT = "loops.run-0123.kernel", b"machine code"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache folder that is not there yet, in a process that has not complained yet."""
    monkeypatch.setenv("CTHULHU_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(kept_files, "_told", set())
    return tmp_path / "cache"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_kept_is_found_again_and_is_the_users_alone(folder: Path) -> None:
    assert read_kept(NAME) is None

    assert keep(NAME, CONTENT)

    assert read_kept(NAME) == CONTENT
    assert (mode(folder), mode(folder / NAME)) == (0o700, 0o600)
    assert [one.name for one in folder.iterdir()] == [NAME]


def test_a_file_larger_than_it_can_be_is_not_read(folder: Path) -> None:
    keep(NAME, CONTENT)

    assert read_kept(NAME, len(CONTENT)) == CONTENT
    assert read_kept(NAME, len(CONTENT) - 1) is None


# --- others


HOLES: dict[str, Callable[[Path], None]] = {
    "it": lambda folder: folder.chmod(0o777),
    "it ": lambda folder: folder.chmod(0o770),
    "everybody can write to": lambda folder: folder.parent.chmod(0o777),
}


@pytest.mark.parametrize("where", HOLES)
def test_a_folder_that_others_can_write_to_is_not_used(
    where: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(NAME, CONTENT)
    HOLES[where](folder)

    assert read_kept(NAME) is None
    assert not keep("another", CONTENT)

    told = capsys.readouterr().err
    assert told.count("\n") == 1, "it is said once"
    assert "compiled again in every process" in told and where.strip() in told
    assert [one.name for one in folder.iterdir()] == [NAME]


def test_a_sticky_folder_above_is_safe(folder: Path) -> None:
    """Such as /tmp: nobody can move there what is not theirs."""
    keep(NAME, CONTENT)
    folder.parent.chmod(0o1777)

    assert read_kept(NAME) == CONTENT


@pytest.mark.parametrize("bits", [0o620, 0o602])
def test_a_file_that_others_can_write_is_made_anew(
    bits: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(NAME, CONTENT)
    (folder / NAME).chmod(bits)

    assert read_kept(NAME) is None
    assert f"other users can write to the file {NAME}" in capsys.readouterr().err

    assert keep(NAME, b"new") and read_kept(NAME) == b"new"
    assert mode(folder / NAME) == 0o600


def test_what_belongs_to_somebody_else_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(NAME, CONTENT)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    monkeypatch.setattr(kept_files, "ROOT", -1)

    assert read_kept(NAME) is None and not keep(NAME, CONTENT)

    assert "it belongs to another user" in capsys.readouterr().err


def test_what_root_made_is_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of an image of a container, made when it was built."""
    keep(NAME, CONTENT)
    monkeypatch.setattr(kept_files, "ROOT", folder.stat().st_uid)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)

    assert read_kept(NAME) == CONTENT


def test_links_are_not_followed_but_replaced(folder: Path, tmp_path: Path) -> None:
    keep(NAME, CONTENT)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"not ours")
    (folder / NAME).unlink()
    (folder / NAME).symlink_to(elsewhere)

    assert read_kept(NAME) is None
    assert keep(NAME, CONTENT)

    assert read_kept(NAME) == CONTENT and elsewhere.read_bytes() == b"not ours"


def test_a_folder_may_be_a_link_to_one_that_is_the_users(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "real")
    assert keep(NAME, CONTENT) and read_kept(NAME) == CONTENT

    (tmp_path / "real").chmod(0o777)
    assert read_kept(NAME) is None and "other users can write to it" in capsys.readouterr().err


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["a pipe", "a folder"])
def test_what_is_no_file_is_not_read(make: Callable[[Path], Any], folder: Path) -> None:
    folder.mkdir(mode=0o700)
    make(folder / NAME)

    assert read_kept(NAME) is None  # and does not wait for somebody to write


# --- faults of the disk


def fails(number: int) -> Callable[..., Any]:
    def fail(*given: Any, **more: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


def creation_fails(*given: Any, **more: Any) -> int:
    if given[1] & os.O_CREAT:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))
    return OPEN(*given, **more)


class Full:
    """A file on a full disk."""

    def __init__(self, handle: int, *more: Any) -> None:
        self.handle = handle

    def __enter__(self) -> Full:
        return self

    def __exit__(self, *fault: Any) -> None:
        os.close(self.handle)

    def write(self, content: bytes) -> None:
        os.write(self.handle, content[:3])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


OPEN = os.open
FAULTS = {
    "No space left on device": ("fdopen", Full),
    "Read-only file system": ("open", creation_fails),
    "Input/output error": ("replace", fails(errno.EIO)),
}


@pytest.mark.parametrize("why", FAULTS)
def test_a_disk_that_takes_nothing_costs_only_time(
    why: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(kept_files, "BY_HANDLE", True)  # os.open is another one here
    monkeypatch.setattr(os, *FAULTS[why])

    assert not keep(NAME, CONTENT) and not keep(NAME, CONTENT)

    monkeypatch.undo()
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and why in told and str(folder) in told
    assert list(folder.iterdir()) == [], "nothing half written is left"


def test_without_a_home_nothing_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CTHULHU_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)

    assert read_kept(NAME) is None and not keep(NAME, CONTENT) and claim("mark") is None

    assert "there is no home folder; CTHULHU_CACHE can name another" in capsys.readouterr().err


def test_a_cache_home_that_depends_on_where_one_stands_is_ignored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As its specification wants it: else a stranger's folder could bring its own."""
    monkeypatch.delenv("CTHULHU_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")

    assert cache_folder() == Path.home() / ".cache" / "cthulhu_envs"


def test_what_one_has_claimed_nobody_else_can_until_it_is_released(folder: Path) -> None:
    handle = claim("mark")
    assert handle is not None
    with pytest.raises(BlockingIOError):
        claim("mark")
    other = claim("another")
    assert other is not None
    release(other)

    release(handle)
    again = claim("mark")
    assert again is not None
    release(again)


def test_where_files_cannot_be_locked_each_process_works_for_itself(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_files, "fcntl", None)
    assert claim("mark") is None
    release(None)


# --- entries


def test_no_bit_of_an_entry_can_change() -> None:
    whole = packed("key", bytes(range(256)))
    assert unpacked("key", whole) == bytes(range(256))

    for place in range(len(whole)):
        for bit in range(8):
            harmed = bytearray(whole)
            harmed[place] ^= 1 << bit
            assert unpacked("key", bytes(harmed)) is None

    for size in range(len(whole)):
        assert unpacked("key", whole[:size]) is None
    assert unpacked("key", whole + b"\0") is None
    assert unpacked("another key", whole) is None and unpacked("key", None) is None
