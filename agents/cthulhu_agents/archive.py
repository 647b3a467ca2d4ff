"""Files of arrays with a head in JSON: numpy archives without pickled objects, written whole or
not at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.npz import MOST_UNPACKED, Found, Npz, Shape, Table, opened
from cthulhu_envs.authoring.errors import bounded, shown
from cthulhu_envs.authoring.files import MB, named, writing
from cthulhu_envs.authoring.parsing import Fields, parse_json

HEAD = "head"
FORMAT = 1  # of the files; those without it are of the first
MOST_HEAD = 16 * MB
Tables = Callable[[Fields, Found], Table]  # what must be in a file, by its head and what there is


def anything(head: Fields, found: Found) -> Table:
    """For files of one's own: all that is in them."""
    return {name: Shape(dtype, tuple(sizes)) for name, (dtype, sizes) in found.items()}


def write_archive(
    path: str | Path, kind: str, head: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write a file of that kind; folders are made as needed."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    words = json.dumps({"kind": kind, "format": FORMAT, **head}, allow_nan=False).encode()
    named_arrays: dict[str, Any] = {HEAD: np.frombuffer(words, np.uint8), **arrays}
    with writing(path) as file:
        np.savez(file, allow_pickle=False, **named_arrays)


def read_archive(
    path: str | Path, kind: str, tables: Tables = anything, most: int = MOST_UNPACKED
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Head and arrays. The arrays are unpacked when all of them, and their types and shapes, are
    those of the table; a ValueError says what is wrong with the file.
    """
    with opened(path, most) as archive:
        head = _head_of(archive, kind)
        found = {name: what for name, what in archive.found.items() if name != HEAD}
        table = tables(head, found)
        archive.check({HEAD: Shape(np.uint8, (None,)), **table})
        arrays = {name: archive.read(name) for name in table}
    return dict(head.values), arrays


def _head_of(archive: Npz, kind: str) -> Fields:
    where = named(archive.path)
    dtype, sizes = archive.found.get(HEAD, (None, ()))
    if dtype != np.uint8 or len(sizes) != 1 or sizes[0] > MOST_HEAD:
        raise ValueError(f"{where} is damaged, or no file of ours: it has no head")
    head = Fields(parse_json(archive.read(HEAD).tobytes(), f"the head of {where}"), where)
    if head.values.get("kind") != kind:
        found = shown(head.values.get("kind", "file without a kind")).strip("'\"")
        raise ValueError(bounded(f"{where} is a {found}, not a {kind}"))
    version = head.values.get("format", FORMAT)
    if type(version) is not int or version != FORMAT:
        words = f"has the format {shown(version)}; this version reads {FORMAT}"
        raise ValueError(bounded(f"{where} {words}"))
    return head
