"""Whoever plays a tournament, and however often it is stopped: the same bytes."""

from __future__ import annotations

import importlib.util
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

SINGLE = {"num_players": 2, "edition": "classic", "rounds": "single"}


def played(folder: Path, workers: Workers | None, **changes: Any) -> bytes:
    fields: dict[str, Any] = {"deals": 60, "lanes": 16, "settings": SINGLE} | changes
    settings = Tournament("love_letter", ("random", "heuristic"), **fields)
    play_missing(settings, folder, progress=False, workers=workers)
    return (folder / NAME).read_bytes()


def test_ten_thousand_paired_games_come_out_alike(tmp_path: Path) -> None:
    """5,000 deals in both chairs, twice."""
    fields: dict[str, Any] = {"deals": 5000, "lanes": 1024}

    one, two = (played(tmp_path / name, None, **fields) for name in "ab")

    assert one == two and one.count(b"\n") == 1 + 3 * 5000


def test_processes_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "WORTH_IT", 0.0)

    apart = played(tmp_path / "apart", on_all_cores(2))

    assert apart == played(tmp_path / "alone", in_turn)


def test_short_tournaments_start_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "ProcessPoolExecutor", None)  # would fail

    assert played(tmp_path / "short", on_all_cores(2), deals=20)


@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_a_ray_cluster_plays_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
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
