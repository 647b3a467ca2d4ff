"""Sparse observations made by hand: kernels copy them, so rows and entries must fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.sparse import SparseObs


def rows(**parts: Any) -> SparseObs:
    good: dict[str, Any] = {
        "indices": np.array([1, 2, 3], np.int32),
        "values": np.ones(3, np.float32),
        "offsets": np.array([0, 1, 3]),
        "size": 5,
    }
    return SparseObs(**(good | parts))


SPARSE = {
    "offsets below zero": {"offsets": np.array([-(10**9), 1, 3])},
    "offsets beyond the entries": {"offsets": np.array([0, 1, 10**9])},
    "offsets that fall": {"offsets": np.array([0, 3, 1])},
    "no offsets": {"offsets": np.zeros(0, int)},
    "offsets in a list": {"offsets": [0, 1, 3]},
    "values too few": {"values": np.ones(1, np.float32)},
    "indices of another type": {"indices": np.zeros(3)},
}


@pytest.mark.parametrize("parts", SPARSE.values(), ids=SPARSE)
def test_sparse_observations_that_do_not_fit_are_refused(parts: dict[str, Any]) -> None:
    for use in (SparseObs.to_dense, lambda obs: obs[:1]):
        with pytest.raises(ValueError):
            use(rows(**parts))


@pytest.mark.parametrize("place", [-1, 5, 2**31 - 1])
def test_an_entry_beyond_the_row_is_refused(place: int) -> None:
    with pytest.raises(ValueError, match="outside 0 to 4"):
        rows(indices=np.array([1, 2, place], np.int32)).to_dense()


@pytest.mark.parametrize(
    "which",
    [[-1], [2], [10**9], [0.5], [[0]], [True], ["0"], 0, b"\xff", [b"\xff", "\ud800"]],
    ids=repr,
)
def test_rows_that_there_are_not_are_refused(which: Any) -> None:
    with pytest.raises((ValueError, IndexError)):
        rows()[which]
    assert rows()[[1, 0]].to_dense().tolist() == rows().to_dense()[[1, 0]].tolist()
