"""SparseObs: rows without their zeros, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs import SparseObs
from cthulhu_envs._runtime.nonzero import GROUP, STRIDE, move_nonzero, padded

rng = np.random.default_rng(1)
DENSE = (rng.random((9, 100)) * (rng.random((9, 100)) < 0.2)).astype(np.float32)
DENSE[3] = 0.0
SPARSE = SparseObs.from_dense(DENSE)


def test_from_dense_and_back() -> None:
    assert np.array_equal(SPARSE.to_dense(), DENSE)
    assert len(SPARSE) == 9
    assert len(SPARSE.indices) == np.count_nonzero(DENSE)


@pytest.mark.parametrize(
    "rows", [[3, 0, 0], np.arange(9) % 2 == 0, slice(2, 5), slice(0, 0), np.zeros(0, int)], ids=str
)
def test_rows_are_selected_as_in_an_array(rows: Any) -> None:
    assert np.array_equal(SPARSE[rows].to_dense(), DENSE[rows])


def test_rows_are_put_one_after_the_other() -> None:
    joined = SparseObs.concatenate([SPARSE[[1]], SPARSE[[3]], SPARSE[:]])

    assert np.array_equal(joined.to_dense(), np.concatenate([DENSE[[1, 3]], DENSE]))


def test_scaled_multiplies_each_number_by_its_own() -> None:
    scale = np.arange(100, dtype=np.float32)

    assert np.array_equal(SPARSE.scaled(scale).to_dense(), DENSE * scale)


def test_a_copy_has_arrays_of_its_own() -> None:
    copy = SPARSE.copy()
    copy.values[:] = 0.0

    assert np.array_equal(SPARSE.to_dense(), DENSE)
    assert copy.nbytes == SPARSE.nbytes


@pytest.mark.parametrize("room", [0, 1, 4, 5, 10, 1000])
def test_entries_are_moved_as_plain_numpy_would(room: int) -> None:
    """Negative numbers and those at the ends of a stride included. Without room nothing is written
    beyond the end, and what is needed is counted.
    """
    vector = np.zeros(padded(200), np.float32)
    places = np.array([0, 1, 2, 3, 4, STRIDE - 1, STRIDE, 2 * STRIDE - 1, 199])
    vector[places] = [1.0, -2.0, 0.5, 3.0, -0.25, 7.0, 1.0, 2.0, 3.0]
    wanted = vector[places]
    indices, values = np.full(room + 9, -1, np.int32), np.full(room + 9, -1, np.float32)

    end = move_nonzero(vector, indices[:room], values[:room], 0)

    assert end == len(places)
    assert not vector.any()
    assert (indices[room:] == -1).all() and (values[room:] == -1).all()
    if end <= room - GROUP:
        assert np.array_equal(indices[:end], places)
        assert np.array_equal(values[:end], wanted)


def test_full_strides_are_moved_whole() -> None:
    vector = np.arange(1, 2 * STRIDE + 1, dtype=np.float32)
    indices, values = np.zeros(200, np.int32), np.zeros(200, np.float32)

    assert move_nonzero(vector, indices, values, 3) == 3 + 2 * STRIDE
    assert np.array_equal(indices[3 : 3 + 2 * STRIDE], np.arange(2 * STRIDE))
    assert np.array_equal(values[3 : 3 + 2 * STRIDE], np.arange(1, 2 * STRIDE + 1))
