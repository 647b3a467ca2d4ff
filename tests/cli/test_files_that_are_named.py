"""A file that a command writes at its end is looked after before its work begins."""

from __future__ import annotations

from pathlib import Path

import pytest
from cthulhu_training.cli.main import BAD_INPUT, main

from cthulhu_envs.authoring.kernels import is_compiled

LL6 = ["--set", "edition=classic", "--set", "rounds=single", "--deck", "ll-6"]
BENCH = ["bench", "love_letter", "-p", "2", "--seconds", "0.001", "--no-startup"]
EXPLOIT = ["exploit", "love_letter", "--agents", "random", *LL6]
WATCH = ["watch", "love_letter", "-p", "2", "--agents", "random", "--delay", "0"]
PLAY = ["play", "love_letter", "-p", "2"]
COMMANDS = [
    (BENCH, "--json"),
    (EXPLOIT, "--json"),
    (EXPLOIT, "--page"),
    (WATCH, "--save-replay"),
    (PLAY, "--save-replay"),
]


@pytest.mark.parametrize(("words", "option"), COMMANDS)
def test_what_cannot_be_written_is_told_before_any_work(
    words: list[str], option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()

    for path, fault in ((tmp_path / "file" / "x.json", "already exists and is not a folder"),
                        (tmp_path, "is a folder, not a file")):  # fmt: skip
        assert main([*words, option, str(path)]) == BAD_INPUT
        printed = capsys.readouterr()
        assert fault in printed.err and printed.err.count("\n") == 1
        assert not printed.out


@pytest.mark.skipif(not is_compiled(), reason="works")
@pytest.mark.parametrize(("words", "option"), COMMANDS[1:4])
def test_folders_that_are_missing_are_made(words: list[str], option: str, tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file"

    assert main([*words, option, str(path)]) == 0

    assert path.stat().st_size > 0
