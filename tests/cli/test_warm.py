"""After `cthulhu warm` nothing is left to compile, whatever is done with the game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cthulhu_envs.authoring.kernels import is_compiled

pytestmark = pytest.mark.skipif(not is_compiled(), reason="is about compiling")

TABLE = ["love_letter", "-p", "2", "--set", "edition=classic", "--set", "rounds=single"]
COMMANDS = {
    "train": [*TABLE, "--steps", "64", "--num-envs", "4", "--num-steps", "4", "--out", "learned"],
    "exploit": ["love_letter", "--set", "edition=classic", "--deck", "ll-6"],
    "solve": ["love_letter", "--set", "edition=classic", "--deck", "ll-6", "--out", "solved"],
    "metrics": [*TABLE, "--agents", "random", "heuristic", "--deals", "2", "--out", "metrics"],
    "tournament": [*TABLE, "--agents", "random", "ismcts:iters=4", "ppo", "--deals", "2"],
    "watch": ["love_letter", "--delay", "0", "--seed", "1"],
    "check": ["love_letter"],
}
VECTOR = """
import gymnasium, numpy as np, cthulhu_envs
for form in ("dense", "sparse"):
    vec = cthulhu_envs.make_vec("love_letter", 4, obs=form)
    obs, mask, seat = vec.reset(seed=1)
    vec.step(mask.argmax(axis=1))
for opponents in ("random", "heuristic"):
    envs = gymnasium.make_vec("cthulhu_envs/LoveLetter-v1", 4, opponents=opponents)
    obs, info = envs.reset(seed=1)
    envs.step(info["action_mask"].argmax(axis=1))
"""

FIRST_USE = "import cthulhu_envs; cthulhu_envs.make('love_letter').reset(seed=1)"


def test_of_processes_that_start_cold_together_one_says_that_it_compiles_and_one_that_it_waits(
    tmp_path: Path,
) -> None:
    known = {**os.environ, "CTHULHU_CACHE": str(tmp_path), "OMP_NUM_THREADS": "1"}
    words = [sys.executable, "-c", FIRST_USE]
    both = [subprocess.Popen(words, env=known, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = "".join(process.communicate()[1] for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert sorted(said.splitlines()) == [
        "cthulhu_envs: another process compiles the rules of Love Letter too; wait about 5 s",
        "cthulhu_envs: compiling the rules of Love Letter, once, about 5 s",
    ]


def test_warm_leaves_nothing_to_compile(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    known = {**os.environ, "CTHULHU_CACHE": str(cache), "OMP_NUM_THREADS": "1"}

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env=known, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stderr

    told = run("-m", "cthulhu_envs", "warm", TABLE[0])
    assert "the rules of Love Letter, once, and its bots, searches, training and metrics" in told
    assert "about 35 s" in told
    ready = {file.name for file in cache.iterdir()}

    for name, words in COMMANDS.items():
        said = run("-m", "cthulhu_envs", name, *words)
        added = {file.name for file in cache.iterdir()} - ready
        assert not added and "compiling" not in said, f"{name} compiled {added}"
    run("-c", VECTOR)
    assert {file.name for file in cache.iterdir()} == ready
