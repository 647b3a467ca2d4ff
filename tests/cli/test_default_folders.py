"""Without --out every command has a folder of its own, and finds it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cthulhu_envs.authoring.kernels import is_compiled
from tests.cli.program import piped

pytestmark = pytest.mark.skipif(not is_compiled(), reason="other processes play whole games")

GAME = ["love_letter", "-p", "2", "--set", "rounds=single", "--deals", "2"]
RESULTS = {  # a file that tells whether a folder holds results
    "versus": "results.jsonl",
    "compare": "sequential.jsonl",
    "tournament": "results.jsonl",
    "metrics": "metrics.csv",
}
BOTS = ["--agents", "random", "heuristic"]
TURNED = ["--agents", "heuristic", "random"]
WORKERS = {"tournament": ["--cores", "1"], "compare": ["--cores", "1"]}


@pytest.mark.parametrize("command", RESULTS)
def test_each_command_gets_a_folder_of_its_own_and_the_same_one_resumes(
    command: str, tmp_path: Path
) -> None:
    def folders(*words: str) -> list[Path]:
        found = piped([command, *GAME, *WORKERS.get(command, []), *words], tmp_path)
        said = found.stdout.decode()
        assert found.returncode in (0, 1) and b"cthulhu: " not in found.stderr, found.stderr
        here = sorted((tmp_path / "results" / command).iterdir())
        assert any(f"in {one.relative_to(tmp_path)}\n" in said for one in here)
        assert all((one / RESULTS[command]).is_file() for one in here)
        return here

    first = folders(*BOTS)
    written = {path: path.read_bytes() for path in first[0].glob(RESULTS[command])}

    assert len(first) == 1 and first[0].name.startswith("love_letter-")
    assert folders(*BOTS) == first
    assert all(path.read_bytes() == content for path, content in written.items())
    assert len(folders(*TURNED)) == 2
    assert len(folders(*BOTS, "--seed", "2")) == 3
    assert len(folders(*BOTS, "--set", "edition=classic")) == 4


def test_metrics_of_other_games_are_other_tables_and_writing_anew_is_said(tmp_path: Path) -> None:
    for number in range(2):
        words = ["watch", *GAME[:5], "--agents", "random", "--delay", "0", "--seed", str(number)]
        assert piped([*words, "--save-replay", f"{number}.jsonl"], tmp_path).returncode == 0

    first = piped(["metrics", "--replays", "0.jsonl"], tmp_path)
    again = piped(["metrics", "--replays", "0.jsonl"], tmp_path)
    other = piped(["metrics", "--replays", "1.jsonl"], tmp_path)

    assert [found.returncode for found in (first, again, other)] == [0, 0, 0]
    assert b"written again" not in first.stderr + other.stderr and b"written again" in again.stderr
    assert len(list((tmp_path / "results/metrics").iterdir())) == 2


def test_the_settings_are_told_in_the_folder(tmp_path: Path) -> None:
    assert piped(["versus", *GAME, *BOTS], tmp_path).returncode == 0

    (file,) = (tmp_path / "results/versus").glob("love_letter-*-2p-seed1-*/results.jsonl")
    head = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert head["agents"] == BOTS[1:] and head["settings"]["num_players"] == 2
