"""The table of `cthulhu metrics`: every line under its measure, in the words of the game."""

from __future__ import annotations

from io import StringIO

import pytest
from cthulhu_training.behaviour.summary import ANY, COLUMNS, action_words, table
from rich.console import Console

import cthulhu_envs
from cthulhu_envs.api.registry import find

START = 16  # letters of a name that stand together at any width
LOVE = find("love_letter")
ROWS = [  # the first agent lacks a bluff, and two kinds of actions
    ("anna", "guesses right", ANY),
    ("anna", "bits gained", ANY),
    ("anna", "bits gained", "baron"),
    ("anna", "beliefs above one half that were false", ANY),
    ("bert", "free Countess", "Handmaid"),
    ("bert", "guesses right", ANY),
    ("bert", "bits gained", ANY),
    ("bert", "bits gained", "guard_nobody"),
    ("bert", "bits gained", "guard"),
]
MEASURES = [
    "free Countess",
    "... Handmaid",
    "guesses right",
    "bits gained",
    "... play a Guard",
    "... play a Baron",
    "... play a Guard, nobody can be chosen",
    "beliefs above one half that were false",
]


@pytest.mark.parametrize("width", [40, 80, 160])
def test_every_line_stands_under_its_measure(width: int) -> None:
    rows = [dict(zip(COLUMNS, (*row, 0.5, None, None, 3), strict=True)) for row in ROWS]
    out = StringIO()

    Console(width=width, file=out).print(table(rows, "Love Letter", action_words(LOVE)))

    shown, at = out.getvalue(), 0
    for measure in MEASURES:
        at = shown.find(measure[:START], at)
        assert at >= 0, f"{measure} is not where it should be in\n{shown}"
    assert "guard_nobody" not in shown


@pytest.mark.parametrize(
    "game_id", [one for one in cthulhu_envs.games() if find(one).extras.signals]
)
def test_actions_have_words_of_their_own(game_id: str) -> None:
    words = action_words(find(game_id))

    assert len(set(words.values())) == len(words)
    assert not any("{" in text or "_" in text for text in words.values())
