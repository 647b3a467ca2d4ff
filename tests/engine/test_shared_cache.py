"""One cache folder, many processes: whoever compiled a kernel, what is loaded is that kernel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cthulhu_envs.authoring.kernels import is_compiled

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not is_compiled(), reason="plain Python keeps nothing on disk")


def start(cache: Path, seed: int, share: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.engine.shared_cache", str(seed), str(share)],
        cwd=ROOT,
        env={**os.environ, "CTHULHU_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str]) -> dict[str, Any]:
    told, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    found: dict[str, Any] = json.loads(told)
    return found


@pytest.mark.parametrize("share", [0.1, 0.6], ids=["one kernel each", "overlapping"])
def test_kernels_of_many_processes_are_loaded_into_one(tmp_path: Path, share: float) -> None:
    """Processes side by side compile in random order: their counts of functions are alike, as
    are the names of their kernels and of the records, while the contents differ.
    """
    for first in range(0, 8, 4):
        for process in [start(tmp_path, first + i, share) for i in range(4)]:
            assert end(process)["wrong"] == []

    last = end(start(tmp_path, 99, 1.0))

    assert last["wrong"] == []
    assert last["hits"] >= 4, "the last process was to load what the others compiled"


def test_all_kernels_compiled_at_once_are_kept(tmp_path: Path) -> None:
    for process in [start(tmp_path, seed, 1.0) for seed in range(3)]:
        assert end(process)["wrong"] == []

    last = end(start(tmp_path, 99, 1.0))

    assert last == {"hits": 10, "wrong": []}
