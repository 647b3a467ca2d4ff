"""Long commands that are killed at any moment go on to the same bytes as ones that are not. The sb3
trainer does not promise that much: a run goes on from its last checkpoint, and comes to its end.

`make kills` kills each command at twenty moments. Commands that write no results, as `balance`,
have nothing to lose; the games of `champion` are a tournament.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from cthulhu_agents.learned.policy import LearnedPolicy

from cthulhu_envs.authoring.files import is_passing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are killed by signals")

MOMENTS = int(os.environ.get("CTHULHU_MOMENTS", "1"))
PROGRAM = [sys.executable, "-m", "cthulhu_training.cli.main"]
GAME = ["love_letter", "-p", "2", "--set", "edition=classic", "--set", "rounds=single"]
COMMANDS = {
    "tournament": [
        *("tournament", *GAME, "--agents", "random", "heuristic", "--deals", "1000"),
        *("--cores", "1", "--out", "out"),
    ],
    "versus": [
        "versus",
        *GAME,
        "--agents",
        "heuristic",
        "random",
        "--deals",
        "5000",
        "--out",
        "out",
    ],
    "compare": [
        *("compare", *GAME, "--agents", "random", "heuristic", "--better", "-590", "--worse"),
        *("-600", "--deals", "4000", "--cores", "1", "--out", "out"),
    ],
    "leaderboard": [
        *("leaderboard", "love_letter", "-p", "2", "--set", "rounds=single", "--deals", "500"),
        *("--cores", "1", "--out", "out/pages", "--results", "out/games"),
    ],
    "solve": [
        *("solve", *GAME[:1], "--set", "edition=classic", "--deck", "ll-6", "--target", "1e-9"),
        *("--iterations", "300", "--checkpoint", "0", "--out", "out"),
    ],
    "metrics": [
        *("metrics", *GAME, "--agents", "random", "heuristic", "--deals", "40", "--worlds", "30"),
        *("--out", "out"),
    ],
    "exploit": [
        *("exploit", *GAME[:1], "--set", "edition=classic", "--deck", "ll-6", "--agents", "random"),
        *("heuristic", "--page", "out/page.md", "--json", "out/figures.json"),
    ],
    "benchmark": [
        *("benchmark", *GAME[:1], "--set", "edition=classic", "--deck", "ll-6"),
        *("--agents", "random", "heuristic", "equilibrium", "--out", "out"),
    ],
    "train": [
        *("train", *GAME, "--set", "deck=ll-6", "--steps", "40000", "--num-envs", "64"),
        *("--num-steps", "16", "--hidden", "16", "--evaluate-games", "50", "--pool-every", "3"),
        *("--evaluate-every", "0.05", "--out", "out"),
    ],
}


def contents(folder: Path) -> dict[str, bytes]:
    """What every file says; of archives all but how long the work took."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not is_passing(path.name):
            found[str(path.relative_to(folder))] = said(path)
    return found


def said(path: Path) -> bytes:
    if path.suffix != ".npz":
        return path.read_bytes()
    with np.load(path) as archive:
        return b"".join(
            name.encode() + archive[name].tobytes() for name in archive.files if name != "head"
        )


def started(words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    folder.mkdir(exist_ok=True)
    with (folder / "told").open("ab") as told:
        return subprocess.Popen(
            [*PROGRAM, *words],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=told,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )


def finished(words: list[str], folder: Path) -> None:
    with started(words, folder) as process:
        code = process.wait(300)
    text = (folder / "told").read_text()
    assert code in (0, 1) and "Traceback" not in text, text


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_killed_at_any_moment_goes_on_to_the_same_bytes(
    name: str, tmp_path: Path
) -> None:
    words, rng = COMMANDS[name], np.random.default_rng(len(name))
    begin = time.monotonic()
    finished(words, tmp_path / "whole")
    seconds = time.monotonic() - begin
    wanted = contents(tmp_path / "whole" / "out")
    assert wanted

    for _ in range(MOMENTS):  # one run, killed again and again
        with started(words, tmp_path / "killed") as process:
            time.sleep(float(rng.uniform(0.1, 1.0)) * seconds)
            process.send_signal(signal.SIGKILL)
    finished(words, tmp_path / "killed")

    found = contents(tmp_path / "killed" / "out")
    assert found.keys() == wanted.keys()
    assert [name for name in wanted if found[name] != wanted[name]] == []


def test_a_run_of_sb3_killed_at_any_moment_comes_to_its_end(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    words = [*COMMANDS["train"], "--trainer", "sb3", "--steps", "20000"]
    begin = time.monotonic()
    finished(words, tmp_path / "whole")
    seconds, rng = time.monotonic() - begin, np.random.default_rng(3)

    for _ in range(MOMENTS):
        with started(words, tmp_path / "killed") as process:
            time.sleep(float(rng.uniform(0.1, 1.0)) * seconds)
            process.send_signal(signal.SIGKILL)
    finished(words, tmp_path / "killed")

    whole, killed = (tmp_path / name / "out" for name in ("whole", "killed"))
    assert contents(killed).keys() == contents(whole).keys()
    log = (killed / "log.jsonl").read_text()
    steps = [line["steps"] for line in map(json.loads, log.splitlines())]
    assert steps == sorted(steps) and steps[-1] >= 20_000
    assert LearnedPolicy.read(killed / "last.npz").facts["steps"] >= 20_000


def children_of(pid: int) -> list[int]:
    """The processes that one has started, as Linux tells it."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(one) for one in path.read_text().split()] if path.is_file() else []


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux lists children")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    program = (
        "from cthulhu_training.arena import workers, Tournament, play_missing\n"
        "workers.WORTH_IT = 0.0\n"
        "if __name__ == '__main__':\n"
        "    wanted = Tournament('love_letter', ('random', 'ismcts:iters=100'), 10**4,\n"
        "                        settings={'num_players': 2})\n"
        "    play_missing(wanted, 'out', workers=workers.on_all_cores(2))\n"
    )
    (tmp_path / "program.py").write_text(program)
    told = tmp_path / "told"
    with (
        told.open("wb") as file,
        subprocess.Popen(
            [sys.executable, "program.py"],
            cwd=tmp_path,
            stderr=file,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        ) as process,
    ):
        players: list[int] = []
        end = time.monotonic() + 120
        while len(players) < 3 and time.monotonic() < end:  # two, and one that looks after them
            players = children_of(process.pid)
            assert process.poll() is None, told.read_text()
            time.sleep(0.1)
        time.sleep(1.0)
        process.send_signal(signal.SIGKILL)
    end = time.monotonic() + 60
    left = players
    while left and time.monotonic() < end:
        left = [pid for pid in left if Path(f"/proc/{pid}").exists() and not is_zombie(pid)]
        time.sleep(0.1)

    assert len(players) == 3 and left == []
    assert "leaked" not in told.read_text()


def is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
