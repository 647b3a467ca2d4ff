"""Damage to files, and whether a reader refuses it in one bounded sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cthulhu_envs.authoring.errors import MOST_LETTERS

DAMAGES = 60
OTHER_VALUES: tuple[Any, ...] = (None, -1, 2.5, 10**30, "x" * 5000, [], [[1]], {"a": {}}, True)


def is_refused(read: Callable[[Path], Any], path: Path) -> bool:
    """Whether a file is refused in a sentence; anything but that and success is an error."""
    try:
        read(path)
    except ValueError as fault:
        assert 0 < len(str(fault)) <= MOST_LETTERS, str(fault)
        return True
    return False


def damaged(whole: bytes, rng: np.random.Generator) -> Iterator[bytes]:
    """Cut short, with bytes changed, with a part doubled."""
    for case in range(DAMAGES):
        data = bytearray(whole)
        at = int(rng.integers(len(data)))
        if case % 3 == 0:
            del data[at:]
        elif case % 3 == 1:
            data[at] ^= 1 << int(rng.integers(8))
        else:
            data[at:at] = data[at : at + 50]
        yield bytes(data)
