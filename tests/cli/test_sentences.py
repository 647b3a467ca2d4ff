"""What is too much, or none, is refused in one line before anything is done; and so is a disk that
is full, with the name of the file.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from cthulhu_training.arena import Tournament
from cthulhu_training.cli.main import BAD_INPUT, main

from cthulhu_envs.authoring.errors import MOST_LETTERS, sentence
from tests.cli.program import environment

TB = 1 << 40
GAME = ["love_letter", "-p", "2", "--set", "rounds=single"]
REFUSED = {
    "hidden": (["train", *GAME, "--hidden", "100000000000"], "GB; this machine has"),
    "wide": (["train", *GAME, "--hidden", "9" * 5000], "sizes such as 64x64, not '999"),
    "threads": (["train", *GAME, "--threads", "1000000000"], "threads must be at most 1024"),
    "games": (["balance", "death_may_die", "-p", "2", "--games", "0"], "games must be at least 1"),
    "both": (
        ["balance", "death_may_die", "--agents", "random", "heuristic", "--games", "0"],
        "games must be at least 1",
    ),
    "checkpoint": (
        ["solve", "love_letter", "--deck", "ll-6", "--checkpoint", "nan"],
        "checkpoint must be at least 0 seconds, not nan",
    ),
    "deals": (
        ["tournament", *GAME, "--agents", "random", "heuristic", "--deals", "1e12"],
        "deals are too many: their results would have more than 2 GB",
    ),
    "worlds": (["metrics", *GAME, "--worlds", "1e13"], "worlds must be from 1 to 100000, not"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_amounts_that_no_machine_can_do_are_refused(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    words, wanted = REFUSED[name]

    assert main(words) == BAD_INPUT

    told = capsys.readouterr().err
    assert wanted in told and told.count("\n") == 1 and len(told) <= MOST_LETTERS + 10
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["--seed", 5000 * "a"],
        ["--deals", 100_000 * "9" + "x"],
        ["--deals", "a\n" * 500],
        ["--" + 5000 * "b"],
        ["--set", *(5000 * ["c"])],
    ],
    ids=["seed", "deals", "lines", "unknown", "words"],
)
def test_what_was_typed_wrongly_is_told_in_one_short_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["tournament", "love_letter", *words])

    *_, last = capsys.readouterr().err.splitlines()
    assert ended.value.code == BAD_INPUT
    assert last.startswith("cthulhu") and "error: " in last and len(last) <= MOST_LETTERS + 40


def test_errors_of_several_lines_are_told_in_one() -> None:
    assert sentence(ValueError("one\n  two\n\tthree")) == "one two three"
    assert len(sentence(ValueError("a\n" * 5000))) <= MOST_LETTERS


# --- files too large to be read


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file that has a size, and takes no room."""
    folder = tmp_path / "large"
    folder.mkdir()
    with (folder / "results.jsonl").open("wb") as file:
        file.truncate(TB)
    return folder


@pytest.mark.parametrize("source", ["--tournament", "--replays"])
def test_metrics_reads_no_file_that_is_too_large(
    source: str, large: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = large if source == "--tournament" else large / "results.jsonl"

    assert main(["metrics", source, str(named)]) == BAD_INPUT

    assert "the most that is read of such a file" in capsys.readouterr().err


def test_nor_does_a_tournament_read_one_that_an_agent_names(large: Path) -> None:
    settings = Tournament("love_letter", ("random", f"ppo:{large / 'results.jsonl'}"))

    with pytest.raises(ValueError, match="the most that is read of such a file"):
        settings.head()


# --- a full disk


@pytest.mark.parametrize("command", ["tournament", "versus", "compare"])
def test_a_disk_that_is_full_is_told_with_the_file_and_nothing_is_lost(
    command: str, tmp_path: Path
) -> None:
    words = [command, *GAME, "--agents", "random", "heuristic", "--deals", "60", "--out", "out"]
    words += ["--worse", "-600", "--better", "-590"] if command == "compare" else []

    def run(most: int) -> subprocess.CompletedProcess[bytes]:
        limit = (most, most)
        return subprocess.run(
            [sys.executable, "-m", "cthulhu_training.cli.main", *words],
            cwd=tmp_path,
            env=environment({"NUMBA_DISABLE_JIT": "1"}),
            capture_output=True,
            timeout=300,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
        )

    full = run(2048)

    told = full.stderr.decode().splitlines()[-1]
    assert full.returncode == BAD_INPUT
    assert told.startswith("cthulhu: 'out/") and told.endswith(
        ".jsonl' would be larger than files may be here"
    )
    assert run(resource.RLIM_INFINITY).returncode in (0, 1)
    assert os.listdir(tmp_path / "out")
