"""After `cthulhu warm` nothing is left to compile, whatever is done with the game; and what is said
of compiling is true.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cthulhu_envs
from cthulhu_envs._compile.kept_files import cache_folder
from cthulhu_envs.authoring.kernels import is_compiled

pytestmark = pytest.mark.skipif(not is_compiled(), reason="is about compiling")

GAMES = [name.rpartition("-")[0] for name in cthulhu_envs.games()]
DECK = "--set edition=classic --deck ll-8"
SANE = "'investigators=1, carter=1, silver_key=1, cats=1, necronomicon=1'"
SOLVED = {  # small decks, other ones than `warm` solves
    "love_letter": [f"exploit love_letter {DECK}", f"solve love_letter {DECK} --target 0.1"],
    "lovecraft_letter": [f"exploit lovecraft_letter --set face_up=0 --deck {SANE}"],
}
ANYTHING = """
import shlex, sys
import gymnasium, cthulhu_envs
from cthulhu_envs.__main__ import main

game, commands = sys.argv[1], sys.argv[2:]
for form, threads in (("dense", 1), ("sparse", 1), ("dense", 2)):
    vec = cthulhu_envs.make_vec(game, 4, obs=form, threads=threads)
    obs, mask, seat = vec.reset(seed=1)
    vec.step(mask.argmax(axis=1))
name = "".join(word.title() for word in game.split("_"))
version = cthulhu_envs.game(game).id.rpartition("-")[2]
for opponents in ("random", "heuristic"):
    envs = gymnasium.make_vec(f"cthulhu_envs/{name}-{version}", 4, opponents=opponents)
    obs, info = envs.reset(seed=1)
    envs.step(info["action_mask"].argmax(axis=1))
for command in commands:
    sys.argv = ["cthulhu", *shlex.split(command)]
    code = main()
    assert not code, f"{command}: {code}"
"""
FIRST_USE = "import cthulhu_envs; cthulhu_envs.make('love_letter').reset(seed=1)"
SAID = "cthulhu_envs: compiling the rules of Love Letter, once, about 5 s"


def commands_of(game: str) -> list[str]:
    """What people do with a game, small."""
    return [
        f"train {game} --steps 64 --num-envs 4 --num-steps 4 --evaluate-games 2 --out learned",
        f"tournament {game} --agents random heuristic ismcts:iters=4 --deals 1 --out played",
        f"metrics {game} --agents random heuristic --deals 1 --out measured",
        f"watch {game} --delay 0 --seed 1 --agents random",
        *SOLVED.get(game, ()),
    ]


def fresh(folder: Path) -> dict[str, str]:
    """The environment of a process with a cache of its own."""
    return {**os.environ, "CTHULHU_CACHE": str(folder), "OMP_NUM_THREADS": "1"}


def begin(folder: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", FIRST_USE]
    return subprocess.Popen(words, env=fresh(folder), stderr=subprocess.PIPE, text=True)


def kernels(folder: Path) -> set[str]:
    return {file.name for file in folder.glob("*.kernel")}


def test_of_processes_that_start_cold_together_one_compiles_and_the_others_wait(
    tmp_path: Path,
) -> None:
    both = [begin(tmp_path) for _ in range(2)]
    said = "".join(process.communicate()[1] for process in both)

    assert [process.returncode for process in both] == [0, 0]
    assert sorted(said.splitlines()) == [
        "cthulhu_envs: another process compiles the rules of Love Letter; wait about 5 s",
        SAID,
    ]
    assert begin(tmp_path).communicate()[1] == ""


def test_whoever_was_interrupted_is_not_waited_for(tmp_path: Path) -> None:
    first = begin(tmp_path)
    assert first.stderr is not None and first.stderr.readline().strip() == SAID
    time.sleep(0.2)
    first.send_signal(signal.SIGKILL)
    first.communicate()

    assert begin(tmp_path).communicate()[1].splitlines() == [SAID]


@pytest.mark.parametrize("game", GAMES)
def test_warm_leaves_nothing_to_compile(game: str, tmp_path: Path) -> None:
    """Kernels that other tests have compiled already are not compiled again here."""
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    for kept in cache_folder().glob("*.kernel"):
        os.link(kept, cache / kept.name)

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env=fresh(cache), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stderr

    run("-m", "cthulhu_envs", "warm", game)
    warmed = kernels(cache)

    said = run("-c", ANYTHING, game, *commands_of(game))
    assert not kernels(cache) - warmed, f"compiled after all: {kernels(cache) - warmed}"
    assert "compiling" not in said


def test_warm_says_what_it_compiles(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "cthulhu_envs", "warm", "unspeakable_words"]
    warming = subprocess.Popen(words, env=fresh(tmp_path), stderr=subprocess.PIPE, text=True)
    assert warming.stderr is not None
    told = warming.stderr.readline()
    warming.kill()
    warming.communicate()

    what = "the rules of Unspeakable Words, its bots, searches, training and metrics"
    assert told.startswith(f"cthulhu_envs: compiling {what}, once, about")
