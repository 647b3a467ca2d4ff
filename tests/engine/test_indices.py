"""Kernels index as plain Python does, as long as no index is negative; that is found on demand."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from cthulhu_envs._compile.fingerprint import fingerprint
from cthulhu_envs.authoring.kernels import is_compiled, kernel
from cthulhu_envs.authoring.record import record_dtype

ROW = record_dtype(("small", np.int8, (4,)), ("table", np.int16, (3, 4)))
NEGATIVE = """
import sys
import numpy as np
from cthulhu_envs.authoring.kernels import kernel

@kernel
def read(numbers, i):
    return numbers[i]

@kernel
def write(numbers, i):
    numbers[i, 0] = 7

@kernel
def outer(numbers, table, i):
    write(table, i)
    return read(numbers, i)

outer(np.arange(5), np.zeros((5, 2)), int(sys.argv[1]))
"""


def use_all(row: Any, matrix: Any, small: Any) -> float:
    """Reads and writes by one index, by several, by indices of several widths, by slices."""
    total = 0.0
    for i in range(3):
        row.table[i, i + 1] += row.small[i]
        row.table[i][0] = 9
        matrix[small[i], 1] = row.table[i, small[i]]
        matrix[i, 2:] = 5.0
        total += matrix[i, :].sum() + matrix[small[i]][1]
    for i in range(np.uint8(2)):
        total += row.small[np.int64(i)] * row.small[np.uint8(i)]
    return total


def test_indices_mean_what_they_mean_in_python() -> None:
    found = []
    for function in (use_all, kernel(use_all)):
        rows = np.zeros(1, ROW)
        rows[0].small = 1, 2, 3, 4
        matrix, small = np.ones((3, 5)), np.array([2, 0, 1], np.int8)
        total = function(rows[0], matrix, small)
        found.append((total, rows.tobytes(), matrix.tobytes()))

    assert found[0] == found[1]


@pytest.mark.skipif(not is_compiled(), reason="plain Python counts them from the end")
@pytest.mark.parametrize("index", [-1, 5])
def test_bounds_are_checked_on_demand(index: int, tmp_path: Any) -> None:
    checked = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "CTHULHU_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", NEGATIVE, str(index)]

    run = subprocess.run(command, env=checked, capture_output=True, text=True)

    assert run.returncode == 1
    assert "IndexError: index is out of bounds" in run.stderr


def test_code_that_checks_bounds_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = fingerprint(use_all)
    monkeypatch.setattr("numba.config.BOUNDSCHECK", 1)

    assert fingerprint(use_all) != usual
