"""How long a process takes from its start to the first step, before and after rules are compiled.

Python's own byte code is on disk in both cases, and the operating system has read the files.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

from cthulhu_envs.authoring.game import Game

COLD = "cold first use: process start to first step, compiling"
WARM = "warm start: the same with compiled rules on disk"

FIRST_STEP = """
import pickle, sys
game = pickle.load(sys.stdin.buffer)
import cthulhu_envs
env = cthulhu_envs.make(game)
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
print("stepped", flush=True)
"""


@dataclass(frozen=True)
class Startup:
    """Seconds to the first step."""

    cold: float
    warm: float


def measure_startup(game: Game, progress: Callable[[str], None]) -> Startup:
    """Two processes one after the other, with one folder for compiled rules, empty at first."""
    with tempfile.TemporaryDirectory(prefix="cthulhu-bench-") as folder:
        progress(COLD)
        cold = _seconds_to_first_step(game, folder)
        progress(WARM)
        return Startup(cold, _seconds_to_first_step(game, folder))


def _seconds_to_first_step(game: Game, folder: str) -> float:
    """From the start of the process until it says that it has stepped."""
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", FIRST_STEP],
        env={**os.environ, "CTHULHU_CACHE": folder},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # the notice that rules are being compiled
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        with process.stdin as pipe:
            pickle.dump(game, pipe)
        said = process.stdout.readline()
        seconds = time.perf_counter() - start
    if not said:
        raise RuntimeError(f"the process that should step once ended with {process.returncode}")
    return seconds
