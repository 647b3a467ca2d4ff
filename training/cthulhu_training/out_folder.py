"""The folder that a command writes its results to."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from cthulhu_envs.authoring.files import is_passing


def check_out(folder: Path, ours: Collection[str], what: str) -> None:
    """ValueError if a folder holds other things than results: these might be written over.

    `ours` are names of files by which earlier results are known, `what` says of what.
    """
    if not folder.is_dir() or any((folder / name).exists() for name in ours):
        return
    if any(not is_passing(one.name) for one in folder.iterdir()):
        raise ValueError(f"{folder} is not empty and holds no {what}; choose another --out")
