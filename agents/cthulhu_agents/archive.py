"""Files of arrays with a head in JSON: numpy archives without pickled objects, written whole or
not at all.
"""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

NEW = ".new"  # a file is written under this name and then moved, so that a kill loses nothing
HEAD = "head"


def write_archive(
    path: str | Path, kind: str, head: dict[str, Any], arrays: dict[str, NDArray[Any]]
) -> None:
    """Write a file of that kind; folders are made as needed."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + NEW)
    words = np.frombuffer(json.dumps({"kind": kind, **head}).encode(), np.uint8)
    with new.open("wb") as file:
        np.savez(file, allow_pickle=False, **{HEAD: words, **arrays})
    os.replace(new, path)


def read_archive(path: str | Path, kind: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Head and arrays; a ValueError says if there is no such file, or what is wrong with it."""
    if not Path(path).is_file():
        raise ValueError(f"there is no file {str(path)!r}")
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        head = json.loads(arrays.pop(HEAD).tobytes())
        found = head["kind"]
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, TypeError):
        raise ValueError(f"{path} is damaged, or no file of ours") from None
    if found != kind:
        raise ValueError(f"{path} is a {found}, not a {kind}")
    return head, arrays
