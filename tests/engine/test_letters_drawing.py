"""What the texts and pictures of both letter games share: lines, tables, marks, words of a row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from cthulhu_envs.api.make import make
from cthulhu_envs.drawing.spectator import Seated
from cthulhu_envs.drawing.tabletop import SPACE, STEP, Tabletop
from cthulhu_envs.games._letters.limits import NOBODY
from cthulhu_envs.games._letters.narration import fallen, is_seen_by, shown_by
from cthulhu_envs.games._letters.picture import (
    MARKS_BELOW,
    MARKS_BELOW_TOKENS,
    TOKENS_BELOW,
    MarkColors,
    draw_deck,
    draw_words,
    known_chips,
    seat_marks,
)
from cthulhu_envs.games._letters.text import card_row, deck_line, known_pile, players_table

SEAT = Seated(
    seat=1,
    name="player_1",
    is_me=False,
    is_to_move=True,
    is_winner=False,
    out=False,
    protected=True,
    hand=(),
)
COLORS = MarkColors(light="gold", wins="red", out="black", protected="blue")


class Pen:
    """Notes what a Tabletop is asked to draw."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Any, ...]] = []

    def __getattr__(self, verb: str) -> Any:
        return lambda *asked: self.drawn.append((verb, *asked))


def box(card: str | None) -> Text:
    return Text(f"[{card or '?'}]")


def printed(table: Any) -> list[str]:
    console = Console(width=60, color_system=None)
    with console.capture() as kept:
        console.print(table)
    return kept.get().splitlines()


@pytest.mark.parametrize(
    ("pile", "aside", "words"),
    [
        ([None] * 9, ["King"], "Draw pile: 9 cards    Face down: [King]"),
        ([None], [None], "Draw pile: 1 card    Face down: [?]"),
        ([], [], "Draw pile: 0 cards    Face down: taken"),
    ],
)
def test_the_deck_in_a_line(pile: list[None], aside: list[Any], words: str) -> None:
    assert deck_line(pile, aside, box).plain == words


def test_a_row_of_cards_stands_behind_its_words_or_not_at_all() -> None:
    assert card_row("Face up", ["Spy", "King"], box).plain == "\nFace up: [Spy] [King]"
    assert card_row("Face up", [], box).plain == ""


def test_a_draw_pile_is_shown_once_a_card_of_it_is_known() -> None:
    assert known_pile([None, None], str).plain == ""
    assert known_pile([None, 7], str).plain.endswith(": ? 7")
    assert known_chips([None, None], "grey", lambda card: (str(card), "red")) == []
    assert known_chips([None, 7], "grey", lambda card: (str(card), "red")) == [
        ("?", "grey"),
        ("7", "red"),
    ]


def test_a_table_has_a_row_for_each_seat_and_its_columns() -> None:
    seats = [SEAT, replace(SEAT, seat=2, name="player_2", out=True)]

    lines = printed(players_table(seats, {"who": 10, "out": 5}, lambda seat: (
        Text(seat.name), Text(str(seat.out))
    )))  # fmt: skip
    wide = players_table(seats, {"who": None}, lambda seat: (Text(seat.name),))

    assert [line.split() for line in lines if "player" in line] == [
        ["player_1", "False"],
        ["player_2", "True"],
    ]
    assert "who" in lines[0] or "who" in lines[1]
    assert wide.expand
    assert wide.rows[1].style == "dim" and wide.rows[0].style == ""


def test_marks_of_a_game_stand_around_protected() -> None:
    own: Any = [("sane", "sea", True, None)]
    more: Any = [("asked", "black", False, None)]

    marks = seat_marks(SEAT, COLORS, own, more)

    words = ["you", "wins", "out", "sane", "protected", "asked", "to move"]
    assert [mark[0] for mark in marks] == words
    assert {mark[0] for mark in marks if mark[2]} == {"sane", "protected", "to move"}
    assert marks[-1][1] == "gold"


def test_the_deck_lies_side_by_side() -> None:
    pen: Any = Pen()

    after = draw_deck(pen, [None] * 3, ("King",), (10.0, 20.0))

    assert pen.drawn == [
        ("pile", 3, (10.0, 20.0)),
        ("place_for", ("King",), (10.0 + STEP + SPACE, 20.0), "face down"),
    ]
    assert after == 10.0 + 2 * (STEP + SPACE)
    assert all(hasattr(Tabletop, verb) for verb, *_ in pen.drawn)


def test_marks_move_up_where_there_are_no_tokens() -> None:
    pen: Any = Pen()
    tokens: list[Any] = []

    draw_words(pen, SEAT, (5.0, 100.0), 90.0, [], tokens.append)
    draw_words(pen, SEAT, (5.0, 100.0), 90.0, [], None)

    assert tokens == [(5.0, 100.0 + TOKENS_BELOW)]
    assert [asked[2] for asked in pen.drawn if asked[0] == "marks"] == [
        (5.0, 100.0 + MARKS_BELOW_TOKENS),
        (5.0, 100.0 + MARKS_BELOW),
    ]


def test_questions_about_a_row_of_the_log() -> None:
    assert is_seen_by(None, 0) and is_seen_by(2, 0, 2)
    assert not is_seen_by(1, 0, 2)
    assert fallen(3, "the Baron") == "player_3 is out, showing the Baron"
    assert shown_by(target=2, out=NOBODY) == 2
    assert shown_by(target=2, out=0) == 0


@pytest.mark.parametrize("game", ["love_letter", "lovecraft_letter"])
def test_both_games_say_what_lies_face_down(game: str) -> None:
    env = make(game, num_players=3, render_mode="ansi", render_seat="player_0")
    env.reset(seed=1)

    assert "Face down: [?]" in env.render()
