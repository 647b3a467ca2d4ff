"""Text boards fit narrow terminals: no line too long, no card broken, nobody left out."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

import cthulhu_envs
from cthulhu_envs.drawing import render
from cthulhu_envs.drawing.spectator import name_of
from tests.every_game.test_render import every_table, positions, record

CARD = re.compile(r"\[\d+[^]\s|\w]? [\w -]+\]|\[[A-Z?]+\d*\]")  # [5 Prince], [?], [A5]


@every_table
@pytest.mark.parametrize("width", [80, 40])
def test_a_narrow_board_has_short_lines_whole_cards_and_all_seats(game_id, players, width):
    for env in positions(game_id, players):
        wide = render.text(env.game, record(env))
        narrow = render.text(env.game, record(env), width=width)

        assert max(map(cell_len, narrow.splitlines())) <= width
        assert "…" not in narrow  # no word is cut
        assert sorted(CARD.findall(narrow)) == sorted(CARD.findall(wide))
        for seat in range(players):
            assert (name_of(seat) in narrow) == (name_of(seat) in wide)


@pytest.mark.parametrize(("columns", "width"), [("60", 60), ("100", 100), ("200", 100), ("1", 20)])
def test_a_printed_board_is_as_wide_as_the_terminal(
    columns: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    env = cthulhu_envs.make("love_letter", render_mode="human")
    env.reset(seed=1)

    env.render()

    assert max(map(cell_len, capsys.readouterr().out.splitlines())) == width
