"""`Block` and `Table`: ids and vector positions <-> meaning.

A game declares its actions once and its observation once. Ids, masks, text, decoding,
documentation, the tests' notation and the offsets that kernels use all come from those two
declarations.

Seats are relative to the seat that acts or looks, everywhere: 0 is me, +1 the player to my left,
and so on.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.errors import asked, bounded, shown
from cthulhu_envs.authoring.record import scales_dtype, starts_dtype


@dataclass(frozen=True)
class Axis:
    """What one index of a block runs over: values as rules use them, labels as people read them."""

    values: tuple[int, ...]
    labels: tuple[str, ...]
    is_seat: bool = False

    def __len__(self) -> int:
        return len(self.values)

    def position(self, value: int) -> int:
        if isinstance(value, (int, np.integer)) and int(value) in self.values:
            return self.values.index(int(value))
        raise ValueError(f"{shown(value)} is not one of {bounded(', '.join(self.labels), 200)}")


def title(member: enum.Enum) -> str:
    """`Card.ELDER_SIGN` -> 'Elder Sign'."""
    return member.name.replace("_", " ").title()


def axis_of(kind: type[enum.IntEnum], without: tuple[enum.IntEnum, ...] = ()) -> Axis:
    """An axis over the members of an enum, in order of value."""
    members = [member for member in kind if member not in without]
    return Axis(tuple(int(m) for m in members), tuple(title(m) for m in members))


def seats(num_players: int) -> Axis:
    """All seats, from my own (0) round the table."""
    labels = ("me", *(f"+{step}" for step in range(1, num_players)))
    return Axis(tuple(range(num_players)), labels, is_seat=True)


def others(num_players: int) -> Axis:
    """All seats but mine, from the one to my left (+1)."""
    steps = tuple(range(1, num_players))
    return Axis(steps, tuple(f"+{step}" for step in steps), is_seat=True)


def count(n: int, what: str = "") -> Axis:
    """Plain positions 0 to n - 1."""
    return Axis(tuple(range(n)), tuple(f"{what}{i}" for i in range(n)))


class Block:
    """A named family of actions, or a named part of the observation, with one index per axis."""

    def __init__(
        self, name: str, text: str, *, high: float = 1.0, scale: float = 1.0, **axes: Axis
    ) -> None:
        self.name = name
        self.text = text
        self.high = high  # observations: the largest value an entry can have
        # What one of a thing counts as in the vector; kernels multiply by it, readers divide.
        self.scale = scale
        self.axes: Mapping[str, Axis] = axes
        self.shape = tuple(len(axis) for axis in axes.values())
        self.size = math.prod(self.shape)

    @property
    def told(self) -> str:
        """Its sentence for the documentation, with the scale: 'wounds (1/4 each)'."""
        if self.scale == 1.0:
            return self.text
        return f"{self.text} ({Fraction(self.scale).limit_denominator(10_000)} each)"


@dataclass(frozen=True)
class Meaning:
    """A decoded id: the block's name and the value on each axis."""

    name: str
    values: Mapping[str, int]


class Table:
    """Blocks laid end to end."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = {block.name: block for block in blocks}
        if len(self.blocks) != len(blocks):
            raise ValueError("two blocks of a Table have the same name")
        self.starts: dict[str, int] = {}
        self.size = 0
        for block in blocks:
            self.starts[block.name] = self.size
            self.size += block.size

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks.values())

    def start_record(self) -> Any:
        """The first id of each block as a record, the form in which kernels read it."""
        return np.array(tuple(self.starts.values()), dtype=starts_dtype(list(self.starts)))[()]

    def scale_record(self) -> Any:
        """The scale of each block as a record."""
        scales = tuple(block.scale for block in self.blocks.values())
        return np.array(scales, dtype=scales_dtype(list(self.blocks)))[()]

    def encode(self, name: str, **values: int) -> int:
        """The id of one entry: `encode("guess", seat=2, card=Card.PRIEST)`."""
        if not isinstance(name, str) or name not in self.blocks:
            raise ValueError(f"unknown name {asked(name, self.blocks)}")
        block = self.blocks[name]
        if set(values) != set(block.axes):
            wanted = ", ".join(block.axes) or "nothing"
            raise ValueError(f"{name!r} needs {wanted}; got {', '.join(values) or 'nothing'}")
        at = tuple(axis.position(values[key]) for key, axis in block.axes.items())
        offset = int(np.ravel_multi_index(at, block.shape)) if at else 0
        return self.starts[name] + offset

    def decode(self, number: int) -> Meaning:
        """The meaning of one id."""
        block, at = self._locate(number)
        keys = zip(block.axes.items(), at, strict=True)
        return Meaning(block.name, {key: axis.values[i] for (key, axis), i in keys})

    def text(self, number: int, names: Mapping[int, str] | None = None) -> str:
        """One entry in words; `names` says what to call the relative seats."""
        block, at = self._locate(number)
        words = {}
        for (key, axis), i in zip(block.axes.items(), at, strict=True):
            known = names is not None and axis.is_seat and axis.values[i] in names
            words[key] = names[axis.values[i]] if known and names else axis.labels[i]
        return block.text.format(**words)

    def _locate(self, number: int) -> tuple[Block, tuple[int, ...]]:
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
            raise ValueError(f"an id is a whole number, not {shown(number)}")
        if not 0 <= number < self.size:
            raise ValueError(f"id {shown(int(number))} is outside 0 to {self.size - 1}")
        for block in self.blocks.values():
            offset = number - self.starts[block.name]
            if 0 <= offset < block.size:
                at = np.unravel_index(offset, block.shape) if block.shape else ()
                return block, tuple(int(i) for i in at)
        raise AssertionError("blocks cover all ids")

    def view(self, vector: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The parts of a vector, or of a batch of vectors (..., size), as views that share its
        memory.
        """
        if not isinstance(vector, np.ndarray) or vector.shape[-1:] != (self.size,):
            raise ValueError(f"a vector of {self.size} numbers is needed, or a batch of them")
        parts = {}
        for block in self.blocks.values():
            start = self.starts[block.name]
            part = vector[..., start : start + block.size]
            parts[block.name] = part.reshape((*vector.shape[:-1], *block.shape))
        return parts

    @cached_property
    def highs(self) -> NDArray[np.float32]:
        """The largest value of every entry."""
        return np.concatenate(
            [np.full(block.size, block.high, np.float32) for block in self.blocks.values()]
        )

    def markdown(self, what: str) -> str:
        """The table for the documentation: positions, name, axes, meaning."""
        lines = [f"| {what} | name | indices | meaning |", "|---|---|---|---|"]
        for block in self.blocks.values():
            if not block.size:
                continue
            start = self.starts[block.name]
            last = start + block.size - 1
            span = str(start) if block.size == 1 else f"{start}-{last}"
            axes = " x ".join(f"{key} ({len(axis)})" for key, axis in block.axes.items()) or "-"
            lines.append(f"| {span} | `{block.name}` | {axes} | {block.told} |")
        return "\n".join(lines)
