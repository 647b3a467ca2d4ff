"""DRAWING: how Love Letter looks. The text is here, the picture in picture.py."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cthulhu_envs.authoring.drawing import Drawing
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.spectator import counted
from cthulhu_envs.drawing.text import (
    framed,
    hand_of,
    hidden_box,
    named,
    pointer,
    rows_of,
    story,
)
from cthulhu_envs.games._letters.text import card_row, deck_line, known_pile, players_table
from cthulhu_envs.games.love_letter.emblems import COLOR
from cthulhu_envs.games.love_letter.scene import CardOrBack, Place, Scene, look

HAND_WIDTH = 30  # columns; a Chancellor's three cards take two lines
DISCARDS_WIDTH = 37
MOST_HEARTS = 7  # longer rows of tokens are told as a number
HEART_STYLE = "bold red"
COLUMNS = {
    "": None,
    "player": None,
    "tokens": None,
    "hand": HAND_WIDTH,
    "discards, first to last": DISCARDS_WIDTH,
}


def text(game: Game, s: Any, seat: int | None) -> RenderableType:
    """The table for a terminal. Whatever is shown in colour is said in words or signs as well."""
    scene = look(game, s, seat)
    return framed(scene, _table_line(scene), _players(scene), story(scene))


def card_box(face: CardOrBack) -> Text:
    """`[5 Prince]`, or `[?]` for a card that is not seen."""
    if face is None:
        return hidden_box()
    return Text(f"[{int(face)} {title(face)}]", f"bold white on {COLOR[face]}")


def _table_line(scene: Scene) -> Text:
    """The middle of the table: goal, draw pile, face-down and face-up cards."""
    goal = "One round" if scene.goal is None else f"First to {counted(scene.goal, 'token')}"
    line = Text(f"{goal}    ").append_text(deck_line(scene.pile, scene.aside, card_box))
    line.append_text(card_row("Face up", scene.face_up, card_box))
    return line.append_text(known_pile(scene.pile, lambda card: str(int(card))))


def _players(scene: Scene) -> Table:
    def cells(place: Place) -> tuple[Text, ...]:
        return (
            pointer(place),
            named(place, {}),
            _hearts(place.tokens, scene.goal),
            hand_of(place, card_box, title, HAND_WIDTH),
            rows_of(map(card_box, place.discards), DISCARDS_WIDTH),
        )

    return players_table(scene.places, COLUMNS, cells)


def _hearts(tokens: int, goal: int | None) -> Text:
    most = tokens if goal is None else max(goal, tokens)
    if most > MOST_HEARTS:
        return Text(f"\u2665 {tokens} of {most}", HEART_STYLE)
    return Text("\u2665" * tokens + "\u2661" * (most - tokens), HEART_STYLE)


DRAWING = Drawing(text, "cthulhu_envs.games.love_letter.picture:picture")
