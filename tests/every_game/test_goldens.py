"""Goldens: a game for each table, written down. One that changes means that a rule changed.

Write them anew with `cthulhu goldens`, in the same commit as the rule and
its new version.
"""

from __future__ import annotations

from pathlib import Path

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.tools.goldens import MOST_LINES, golden_name, golden_text, write_goldens
from tests.every_game.play import TABLES

FOLDER = Path(__file__).parent.parent / "golden"


def seed_in(text: str) -> int:
    """The second line of a golden is 'seed 4'."""
    return int(text.splitlines()[1].split()[1])


def test_every_registered_game_has_a_golden_for_each_player_count() -> None:
    wanted = {golden_name(game) for game in TABLES}

    assert {path.name for path in FOLDER.glob("*.txt")} == wanted


def test_the_game_comes_out_as_its_golden_says(game: Game) -> None:
    written = (FOLDER / golden_name(game)).read_text(encoding="utf-8")

    played = golden_text(game, seed_in(written))

    for number, (was, now) in enumerate(
        zip(written.splitlines(), played.splitlines(), strict=False)
    ):
        assert now == was, f"line {number + 1} of {golden_name(game)}"
    assert played == written


def test_goldens_are_short_enough_to_be_read(game: Game) -> None:
    lines = (FOLDER / golden_name(game)).read_text(encoding="utf-8").splitlines()

    assert 10 < len(lines) < MOST_LINES
    assert lines[0] == f"game {game.id}"
    assert lines[-2].startswith("ending ")


def test_goldens_are_written_anew_by_one_call(tmp_path: Path) -> None:
    written = write_goldens(tmp_path)

    assert [path.name for path in written] == [golden_name(game) for game in TABLES]
    for path in written:
        assert path.read_text(encoding="utf-8") == (FOLDER / path.name).read_text(encoding="utf-8")
