"""The folder, and the files, that a command writes its results to."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from cthulhu_envs.authoring.files import is_passing


def prepare_files(*files: Path | None) -> None:
    """Make the folders of files that are written at the end of long work; a ValueError or OSError
    before it begins says which cannot be. None is a file that nobody wants.
    """
    for file in files:
        if file is None:
            continue
        if file.is_dir():
            raise ValueError(f"{str(file)!r} is a folder, not a file")
        file.absolute().parent.mkdir(parents=True, exist_ok=True)


def check_out(folder: Path, ours: Collection[str], what: str) -> None:
    """ValueError if a folder holds other things than results: these might be written over.

    `ours` are names of files by which earlier results are known, `what` says of what.
    """
    if not folder.is_dir() or any((folder / name).exists() for name in ours):
        return
    if any(not is_passing(one.name) for one in folder.iterdir()):
        raise ValueError(f"{folder} is not empty and holds no {what}; choose another --out")
