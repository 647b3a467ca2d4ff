"""No kernel reads or writes beyond an array: compiled code does not look by itself, not even for
negative indices (_compile/unsigned_indices.py).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cthulhu_envs.api.registry import find, games

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", games())
def test_random_play_stays_within_all_arrays(name: str) -> None:
    checked = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-m", "tests.every_game.wander", find(name).id]

    run = subprocess.run(command, cwd=ROOT, env=checked, capture_output=True, text=True)

    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 0
