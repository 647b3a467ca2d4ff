"""Records: a game in progress, and the kit it is played with, are one element of a structured
array each.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

FLAG = np.uint8  # 0 or 1; Numba's records cannot hold arrays of bool

# What the engine itself reads in every game's state; a game's own fields follow.
HEADER: tuple[tuple[Any, ...], ...] = (
    ("rng", np.uint64),  # the random stream, see rng.py
    ("seat", np.int8),  # the seat that decides next
    ("ending", np.int8),  # 0 while the game goes on, else the game's own Ending
)


def record_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """An aligned record type whose elements give their fields as attributes, compiled or not."""
    for field in fields:
        if hasattr(np.record, field[0]):
            raise ValueError(f"{field[0]!r} is a name numpy uses itself; call the field otherwise")
    return np.dtype((np.record, _without_holes(np.dtype(list(fields), align=True))))


def _without_holes(aligned: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with the holes between fields as fields: numpy copies no hole's bytes."""
    whole: list[tuple[Any, ...]] = []
    end = 0
    assert aligned.fields is not None
    for name, (field, offset, *_) in aligned.fields.items():
        if offset > end:
            whole.append((f"hole_{end}", np.uint8, (offset - end,)))
        whole.append((name, field))
        end = offset + field.itemsize
    if aligned.itemsize > end:
        whole.append((f"hole_{end}", np.uint8, (aligned.itemsize - end,)))
    return np.dtype(whole, align=True)


def state_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The record type of a game's state: the engine's header, then the game's fields.

    A game whose players can leave for good adds `("gone", FLAG, n_seats)`; those agents
    terminate early.
    """
    return record_dtype(*HEADER, *fields)


# A random stream apart from any game's, to choose actions with. Its `rng` lies elsewhere than a
# state's: Numba would take a record that begins like another for a kind of it, and warn.
STREAM = record_dtype(("apart", np.uint64), ("rng", np.uint64))


def starts_dtype(names: Sequence[str]) -> np.dtype[Any]:
    """The record type that holds the first id of each block of a Table inside a kit."""
    return np.dtype([(name, np.int32) for name in names], align=True)


def scales_dtype(names: Sequence[str]) -> np.dtype[Any]:
    """The record type that holds the scale of each block of a Table inside a kit."""
    return np.dtype([(name, np.float64) for name in names], align=True)


def digest(states: NDArray[Any]) -> str:
    """A short fingerprint of records, equal exactly when all their bytes are."""
    return hashlib.blake2b(states.tobytes(), digest_size=8).hexdigest()
