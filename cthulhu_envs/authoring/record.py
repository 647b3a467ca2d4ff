"""Records: a game in progress, and the kit it is played with, are one element of a structured
array each.
"""

from __future__ import annotations

import enum
import hashlib
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

FLAG = np.dtype(np.uint8)
"""The type of a field that is 0 or 1: Numba's records cannot hold arrays of bool."""


class Span(NamedTuple):
    """The values a field of a state can have, both ends included: the last item of its
    declaration. A state from outside with another value is refused (state_checks.py).
    """

    low: float
    high: float

    @classmethod
    def of(cls, values: type[enum.IntEnum], *, least: int = 0) -> Span:
        """The members of an enum, or from `least` on where a constant means none of them."""
        return cls(min(least, *values), max(values))

    @classmethod
    def below(cls, count: int, least: int = 0) -> Span:
        """0 to count - 1, as an index; `least` is the constant that means none."""
        return cls(least, count - 1)


IS_FLAG = Span(0, 1)
HOLE = "hole_"  # names of the bytes between fields begin with it
ANY = Span(-math.inf, math.inf)
"""The bounds of a field that is never an index, a count or a shift."""

# What the engine itself reads in every game's state; a game's own fields follow.
HEADER: tuple[tuple[Any, ...], ...] = (
    ("rng", np.uint64, ANY),  # the random stream, see rng.py
    ("seat", np.int8, Span(0, np.iinfo(np.int8).max)),  # the seat that decides next
    # 0 while the game goes on, else the game's own Ending
    ("ending", np.int8, Span(0, np.iinfo(np.int8).max)),
)


def record_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """An aligned record type whose elements give their fields as attributes, compiled or not."""
    fields = tuple(tuple(part for part in field if not isinstance(part, Span)) for field in fields)
    for field in fields:
        if hasattr(np.record, field[0]):
            raise ValueError(f"{field[0]!r} is a name that numpy uses itself; rename the field")
    return np.dtype((np.record, _without_holes(np.dtype(list(fields), align=True))))


def _without_holes(aligned: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with the holes between fields as fields: numpy copies no hole's bytes."""
    whole: list[tuple[Any, ...]] = []
    end = 0
    assert aligned.fields is not None
    for name, (field, offset, *_) in aligned.fields.items():
        if offset > end:
            whole.append((f"{HOLE}{end}", np.uint8, (offset - end,)))
        whole.append((name, field))
        end = offset + field.itemsize
    if aligned.itemsize > end:
        whole.append((f"{HOLE}{end}", np.uint8, (aligned.itemsize - end,)))
    return np.dtype(whole, align=True)


def state_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The record type of a game's state: the engine's header, then the game's fields.

    A game whose players can leave for good adds `("gone", FLAG, n_seats)`; those agents
    terminate early. A field may end with the Span of its values, see `bounds_of`.
    """
    return record_dtype(*HEADER, *fields)


def bounds_of(*fields: tuple[Any, ...]) -> Mapping[str, Span]:
    """The Span of each field of `state_dtype(*fields)` that has one; flags always do."""
    found = {}
    for name, kind, *more in (*HEADER, *fields):
        spans = [part for part in more if isinstance(part, Span)]
        if kind is FLAG:
            spans.append(IS_FLAG)
        if spans:
            found[name] = spans[0]
    return MappingProxyType(found)


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
