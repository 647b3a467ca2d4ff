"""Whoever plays a tournament, and however often it is stopped: the same bytes."""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cthulhu_training.arena import Tournament, play_missing
from cthulhu_training.arena import workers as hands
from cthulhu_training.arena.results import NAME
from cthulhu_training.arena.workers import Workers, in_turn, on_all_cores, on_ray
from cthulhu_training.cli.main import BAD_INPUT, main

from cthulhu_envs.api.registry import find

SINGLE = {"num_players": 2, "edition": "classic", "rounds": "single"}


def played(folder: Path, workers: Workers | None, **changes: Any) -> bytes:
    fields: dict[str, Any] = {"deals": 60, "lanes": 16, "settings": SINGLE} | changes
    settings = Tournament("love_letter", ("random", "heuristic"), **fields)
    play_missing(settings, folder, progress=False, workers=workers)
    return (folder / NAME).read_bytes()


def test_ten_thousand_paired_games_come_out_alike(tmp_path: Path) -> None:
    """5,000 deals in both seats, twice."""
    fields: dict[str, Any] = {"deals": 5000, "lanes": 1024}

    one, two = (played(tmp_path / name, None, **fields) for name in "ab")

    assert one == two and one.count(b"\n") == 1 + 3 * 5000


PAGE = Path(__file__).parents[2] / "docs" / "tutorial_own_game.md"
SCRIPT = """
import cthulhu_envs
from cthulhu_training.arena import processes, workers

workers.WORTH_IT = 0.0
print("the script runs")


class Brave:
    def act(self, view):
        return view.legal[-1]


cthulhu_envs.register_agent("mine", lambda game, seed=0: Brave())
cthulhu_envs.register("kuhn-v0", "kuhn:GAME")
begun = processes._started


def noted(begin, count):
    print(count, "processes")
    return begun(begin, count)


processes._started = noted
for bots in ([Brave, lambda view: view.legal[0]], [Brave, "mine"]):
    print(cthulhu_envs.evaluate("kuhn", bots, deals=8, cores=2).matrix.mean.tolist())
"""


def test_a_script_without_a_main_guard_runs_once(tmp_path: Path) -> None:
    """Its bots are played elsewhere, and so is the game of the tutorial; a bot that it names is
    known to this process alone.
    """
    game = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    (tmp_path / "kuhn.py").write_text(game, encoding="utf-8")
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")

    command = [sys.executable, "script.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    first, apart, *tables = done.stdout.splitlines()
    assert (first, apart) == ("the script runs", "2 processes")
    assert len(tables) == 2 and all(line.startswith("[[0.5, ") for line in tables)


def test_processes_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "WORTH_IT", 0.0)

    apart = played(tmp_path / "apart", on_all_cores(2))

    assert apart == played(tmp_path / "alone", in_turn)


def test_short_tournaments_start_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "played_in_order", None)  # would fail

    assert played(tmp_path / "short", on_all_cores(2), deals=20)


@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_a_ray_cluster_plays_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        far = played(tmp_path / "far", on_ray())
    finally:
        ray.shutdown()

    assert far == played(tmp_path / "near", in_turn)


def test_without_ray_the_command_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    given = ["tournament", "love_letter", "--deals", "1", "--out", str(tmp_path / "new"), "--ray"]

    assert main(given) == BAD_INPUT
    assert 'this needs ray: pip install "cthulhu_envs[ray]"' in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_game_that_is_handed_over_can_be_played_elsewhere_if_it_is_found_there() -> None:
    game = find("love_letter").configure(**SINGLE)
    other = dataclasses.replace(game, title="Another")

    travels = [Tournament(one, ("random", "heuristic")).travels for one in (game, other)]

    assert travels == [True, False]


def test_cores_must_be_some(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "love_letter", "--cores", "0"]) == BAD_INPUT
    assert "cores must be at least 1, not 0" in capsys.readouterr().err


def test_a_tournament_killed_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    given = ["tournament", "love_letter", "-p", "2", "--set", "rounds=single", "--deals", "6000"]
    given += ["--cores", "1", "--out"]
    command = [sys.executable, "-m", "cthulhu_training.cli.main", *given, str(tmp_path / "killed")]
    results = tmp_path / "killed" / NAME

    running = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while not results.exists() or results.stat().st_size < 10_000:
        assert running.poll() is None, "it ended before it could be killed"
        time.sleep(0.005)
    running.send_signal(signal.SIGKILL)
    running.wait()
    left = results.read_bytes()
    for name in ("killed", "whole"):
        assert main([*given, str(tmp_path / name)]) == 0

    complete = (tmp_path / "whole" / NAME).read_bytes()
    assert len(left) < len(complete)
    assert results.read_bytes() == complete
