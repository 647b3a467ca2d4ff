"""No kernel reads or writes beyond an array: compiled code does not look by itself, not even for
negative indices (_compile/unsigned_indices.py).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cthulhu_envs.api.registry import games

ROOT = Path(__file__).parent.parent.parent
CHECK = "import sys; from cthulhu_training.cli.main import main; sys.exit(main(sys.argv[1:]))"
DECISIONS = 800_000


def checked(*words: str) -> list[str]:
    """What `cthulhu check` prints in a process that looks at every index."""
    eyes = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-c", CHECK, "check", *words]
    run = subprocess.run(command, cwd=ROOT, env=eyes, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize("name", games())
def test_random_play_stays_within_all_arrays(name: str) -> None:
    first, last = checked(name, "--decisions", str(DECISIONS))

    assert first == "bounds checks: on"
    assert last.endswith(" 0 faults")
    assert int(last.partition(" decisions")[0].rpartition(" ")[2].replace(",", "")) >= DECISIONS


@pytest.mark.parametrize("law", ["bounds", "hostile"])
@pytest.mark.parametrize("name", games())
def test_states_from_outside_are_refused_or_do_no_harm(name: str, law: str) -> None:
    assert all(line.startswith("ok ") for line in checked(name, "--law", law, "--seeds", "1"))
