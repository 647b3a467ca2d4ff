"""Which members of an enum are alike, as a table that kernels read.

A ladder of branches over forty operations is split into a few: first the sort, then the operation.
The table says the sort of each member, so that no branch depends on the order of the enum.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def sorted_by(
    kind: type[enum.IntEnum], sorts: Mapping[Any, Sequence[enum.IntEnum]]
) -> NDArray[np.int8]:
    """The sort of each member of an enum, by its value. Every member has exactly one."""
    listed = [member for members in sorts.values() for member in members]
    for member in kind:
        if listed.count(member) != 1:
            raise ValueError(f"{member!r} is in {listed.count(member)} sorts, not in one")
    table = np.zeros(max(kind) + 1, np.int8)
    for sort, members in sorts.items():
        for member in members:
            table[member] = sort
    table.flags.writeable = False
    return table
