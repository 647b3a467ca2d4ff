"""What commands write into a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import piped


@pytest.mark.parametrize(
    "words", ["games", "agents love_letter", "info love_letter", "info death_may_die"]
)
def test_lines_in_a_pipe_have_no_blanks_at_their_ends(words: str, tmp_path: Path) -> None:
    found = piped(words.split(), tmp_path, COLUMNS="200")

    lines = found.stdout.decode().splitlines()
    assert found.returncode == 0 and len(lines) > 3
    assert [line for line in lines if line != line.rstrip()] == []
