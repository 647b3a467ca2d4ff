"""DRAWING: how Love Letter looks. The text is here, the picture in picture.py."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.render import Drawing
from cthulhu_envs.drawing.spectator import counted
from cthulhu_envs.drawing.text import (
    framed,
    hand_of,
    hidden_box,
    named,
    pointer,
    rows_of,
    story,
    strip,
)
from cthulhu_envs.games.love_letter.emblems import COLOR
from cthulhu_envs.games.love_letter.scene import CardOrBack, Scene, look

TEXT_WIDTH = 84  # columns for a row of cards behind some words
HAND_WIDTH = 30  # columns; a Chancellor's three cards take two lines
DISCARDS_WIDTH = 37
MOST_HEARTS = 7  # longer rows of tokens are told as a number
HEART_STYLE = "bold red"


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
    line = Text(f"{goal}    Draw pile: {counted(len(scene.pile), 'card')}")
    line.append("    CardOrBack down: ")
    line.append_text(card_box(scene.aside[0]) if scene.aside else Text("taken"))
    if scene.face_up:
        line.append("\nFace up: ")
        line.append_text(rows_of(map(card_box, scene.face_up), TEXT_WIDTH))
    if any(face is not None for face in scene.pile):
        marks = ["?" if face is None else str(int(face)) for face in scene.pile]
        line.append_text(strip(marks))
    return line


def _players(scene: Scene) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, expand=True)
    table.add_column("")
    table.add_column("player")
    table.add_column("tokens")
    table.add_column("hand", width=HAND_WIDTH)
    table.add_column("discards, first to last", width=DISCARDS_WIDTH)
    for place in scene.places:
        table.add_row(
            pointer(place),
            named(place, {}),
            _hearts(place.tokens, scene.goal),
            hand_of(place, card_box, title, HAND_WIDTH),
            rows_of(map(card_box, place.discards), DISCARDS_WIDTH),
            style="dim" if place.out else "",
        )
    return table


def _hearts(tokens: int, goal: int | None) -> Text:
    most = tokens if goal is None else max(goal, tokens)
    if most > MOST_HEARTS:
        return Text(f"\u2665 {tokens} of {most}", HEART_STYLE)
    return Text("\u2665" * tokens + "\u2661" * (most - tokens), HEART_STYLE)


DRAWING = Drawing(text, "cthulhu_envs.games.love_letter.picture:picture")
