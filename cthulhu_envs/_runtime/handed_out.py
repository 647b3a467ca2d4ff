"""What the vector environment hands out to be reused: buffers apart from its own.

A caller may write into what it was given. Legality is judged by arrays that it cannot reach.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.lanes import Lanes

FIELDS = ("reward", "mask", "seat", "done", "ending")  # those of the widest numbers first


class HandedOut:
    """A second set of the small arrays of lanes. Each set lies in one piece of memory, so that one
    copy refreshes all of it.
    """

    def __init__(self, lanes: Lanes) -> None:
        self._own, kept = _in_one_piece(lanes)
        self._given, self._given_arrays = _in_one_piece(lanes)
        for name, array in kept.items():
            setattr(lanes, name, array)
        self._asked: dict[tuple[str, ...], tuple[NDArray[np.generic], ...]] = {}

    def refreshed(self, names: tuple[str, ...]) -> tuple[NDArray[np.generic], ...]:
        """The buffers of these names, all brought up to what is true."""
        self._given[:] = self._own
        if names not in self._asked:
            self._asked[names] = tuple(self._given_arrays[name] for name in names)
        return self._asked[names]

    @property
    def nbytes(self) -> int:
        return self._given.nbytes


def _in_one_piece(lanes: Lanes) -> tuple[NDArray[np.uint8], dict[str, NDArray[np.generic]]]:
    """Arrays like those of the lanes, and the memory in which they lie end to end."""
    likes = {name: getattr(lanes, name) for name in FIELDS}
    piece = np.zeros(sum(like.nbytes for like in likes.values()), np.uint8)
    arrays, at = {}, 0
    for name, like in likes.items():
        part = piece[at : at + like.nbytes]
        arrays[name] = part.view(like.dtype).reshape(like.shape)
        arrays[name][...] = like
        at += like.nbytes
    return piece, arrays
