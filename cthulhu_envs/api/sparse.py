"""Observations of many games as what is not zero in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cthulhu_envs._runtime.lanes import as_array
from cthulhu_envs._runtime.nonzero import copy_rows, count_nonzero, spread_nonzero, write_nonzero


@dataclass(frozen=True)
class SparseObs:
    """N observations of `size` numbers each, in compressed rows (CSR): row i has the numbers
    `values[offsets[i]:offsets[i + 1]]` at the places `indices[offsets[i]:offsets[i + 1]]`, in
    rising order, and zeros everywhere else.

        vec = cthulhu_envs.make_vec("call_of_cthulhu", 256, obs="sparse")
        obs, mask, seat = vec.reset(seed=1)
        obs[seat == 0].to_dense()       # (n, size), of the lanes where seat 0 is to move
    """

    indices: NDArray[np.int32]  # (K,)
    values: NDArray[np.float32]  # (K,)
    offsets: NDArray[np.int64]  # (N + 1,)
    size: int

    @classmethod
    def from_dense(cls, obs: NDArray[np.float32]) -> SparseObs:
        """Observations (N, D) without their zeros."""
        obs = np.ascontiguousarray(obs, np.float32)
        if obs.ndim != 2:
            raise ValueError(f"observations are rows of numbers, not of shape {obs.shape!s:.60}")
        offsets = np.zeros(len(obs) + 1, np.int64)
        count_nonzero(obs, offsets)
        indices, values = np.empty(offsets[-1], np.int32), np.empty(offsets[-1], np.float32)
        write_nonzero(obs, offsets, indices, values)
        return cls(indices, values, offsets, obs.shape[1])

    @classmethod
    def concatenate(cls, parts: Sequence[SparseObs]) -> SparseObs:
        """The rows of several, one after the other, in arrays of their own."""
        starts = np.cumsum([0, *(part.offsets[-1] for part in parts)])
        offsets = [part.offsets[1:] + start for part, start in zip(parts, starts, strict=False)]
        return cls(
            np.concatenate([part.indices for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([np.zeros(1, np.int64), *offsets]),
            parts[0].size,
        )

    def to_dense(self) -> NDArray[np.float32]:
        """All numbers, zeros included: (N, size)."""
        self.check()
        dense = np.zeros((len(self), self.size), np.float32)
        spread_nonzero(self.offsets, self.indices, self.values, dense)
        return dense

    def check(self) -> None:
        """ValueError unless rows and places are what they must be, if they were made by hand:
        kernels do not ask again.
        """
        self._check_rows()
        places = self.indices
        if places.size and not (places.min() >= 0 and places.max() < self.size):
            raise ValueError(f"an entry lies outside 0 to {self.size - 1}")

    def _check_rows(self) -> None:
        """ValueError unless the rows lie one after the other within the entries: kernels copy them
        without asking again.
        """
        arrays = (self.indices, np.int32), (self.values, np.float32), (self.offsets, np.int64)
        fits = all(
            isinstance(array, np.ndarray) and array.ndim == 1 and array.dtype == dtype
            for array, dtype in arrays
        )
        if not fits or not len(self.offsets) or len(self.values) != len(self.indices):
            raise ValueError("sparse observations are int32, float32 and int64 arrays that fit")
        ends = self.offsets
        is_rising = bool((ends[1:] >= ends[:-1]).all())
        if ends[0] < 0 or not is_rising or ends[-1] > len(self.indices):
            raise ValueError("the rows of sparse observations do not lie within their entries")

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, rows: ArrayLike) -> SparseObs:
        """The rows that an array of numbers or of truth values selects, or a slice, as copies."""
        if isinstance(rows, slice):
            rows = np.arange(len(self))[rows]
        chosen = as_array(rows)
        if chosen.dtype == np.bool_ and chosen.shape == (len(self),):
            chosen = np.flatnonzero(chosen)
        if not chosen.size:
            chosen = chosen.astype(np.int64)
        if chosen.ndim != 1 or chosen.dtype.kind not in "iu":
            what = f"{chosen.dtype!s:.60} of shape {chosen.shape!s:.60}"
            raise ValueError(f"rows are numbers or {len(self)} truth values, not {what}")
        if chosen.size and not (chosen.min() >= 0 and chosen.max() < len(self)):
            raise IndexError(f"rows are from 0 to {len(self) - 1}")
        self._check_rows()
        offsets = np.zeros(len(chosen) + 1, np.int64)
        np.cumsum(np.diff(self.offsets)[chosen], out=offsets[1:])
        indices, values = np.empty(offsets[-1], np.int32), np.empty(offsets[-1], np.float32)
        copy_rows(self.offsets, chosen.astype(np.int64), offsets, self.indices, indices)
        copy_rows(self.offsets, chosen.astype(np.int64), offsets, self.values, values)
        return SparseObs(indices, values, offsets, self.size)

    def scaled(self, scale: NDArray[np.float32]) -> SparseObs:
        """Every number times the entry of `scale` (size,) at its place."""
        self.check()
        if scale.shape != (self.size,):
            raise ValueError(f"observations of {self.size} numbers need as many to scale them by")
        return SparseObs(self.indices, self.values * scale[self.indices], self.offsets, self.size)

    def copy(self) -> SparseObs:
        """The same in arrays of its own."""
        arrays = self.indices.copy(), self.values.copy(), self.offsets.copy()
        return SparseObs(*arrays, self.size)

    @property
    def nbytes(self) -> int:
        """Memory that its three arrays take."""
        return self.indices.nbytes + self.values.nbytes + self.offsets.nbytes
