"""`cthulhu play` at narrow terminals, and what it says at the end of a game."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from cthulhu_training.cli.main import main

from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.drawing.render import in_columns
from cthulhu_envs.tools.terminal import outcome
from tests.position import position

pytestmark = pytest.mark.skipif(not is_compiled(), reason="plays whole games")


@pytest.mark.parametrize("width", [40, 80])
def test_no_line_is_wider_than_the_terminal(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n" + "1\n" * 12))
    words = ["play", "death_may_die", "-p", "2", "--opponents", "random", "--seed", "5"]

    assert main(words) == 0

    question = "your choice"  # behind which a person types
    lines = capsys.readouterr().out.splitlines()
    said = [line.rpartition("q): ")[2] if question in line else line for line in lines]
    assert max(map(len, said)) <= width
    assert len(said) > 40


def test_words_in_a_pipe_are_left_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)

    assert in_columns("many words " * 40) == "many words " * 40


def test_the_end_is_told_to_the_person() -> None:
    """A Guard that names the card of the other one ends a single round."""
    at = position(hands=["Guard Spy", "Baron"], deck="King Priest ...", rounds="single")
    at.play("guard", seat=+1, card="Baron")
    replay = at.env.replay()

    assert outcome(replay, 0) == "You won (last one standing)."
    assert outcome(replay, 1) == "You lost: player_0 won (last one standing)."


def test_a_team_is_told_how_its_game_ended(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 3000))
    words = ["play", "death_may_die", "-p", "2", "--opponents", "random", "--seed", "1"]

    assert main(words) == 0

    endings = find("death_may_die").endings
    last = capsys.readouterr().out.splitlines()[-1]
    names = [ending.name.lower().replace("_", " ") for ending in endings if ending]
    assert last in [f"The game is over: {name}." for name in names]
