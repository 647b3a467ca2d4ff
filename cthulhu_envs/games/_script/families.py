"""Families: which members of an enum are done alike, as a table that kernels read.

A ladder of branches over forty operations is split into a few: first the family, then the
operation. The table says the family of each member, so that no branch depends on the order of the
enum.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def families_of(
    kind: type[enum.IntEnum], families: Mapping[Any, Collection[enum.IntEnum]]
) -> NDArray[np.int8]:
    """The family of each member of an enum, by its value. Every member has exactly one."""
    listed = [member for members in families.values() for member in members]
    for member in kind:
        if listed.count(member) != 1:
            raise ValueError(f"{member!r} is in {listed.count(member)} families, not in one")
    table = np.zeros(max(kind) + 1, np.int8)
    for family, members in families.items():
        for member in members:
            table[member] = family
    table.flags.writeable = False
    return table
