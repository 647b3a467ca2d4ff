"""DRAWING: how Love Letter looks. The text is here, the picture in picture.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.layout import title
from cthulhu_envs.engine.render import Drawing
from cthulhu_envs.games.love_letter.emblems import COLOR
from cthulhu_envs.games.love_letter.picture import picture
from cthulhu_envs.games.love_letter.scene import Face, Place, Scene, look
from cthulhu_envs.games.love_letter.telling import name_of

LAST_TURNS = 6
TEXT_WIDTH = 84  # columns for a row of cards behind some words
HAND_WIDTH = 30  # columns; a Chancellor's three cards take two lines
DISCARDS_WIDTH = 37
MOST_HEARTS = 7  # longer rows of tokens are told as a number
HIDDEN_STYLE = "white on grey35"
HEART_STYLE = "bold red"
GOLD_STYLE = "bold dark_orange"


def text(game: Game, s: Any, seat: int | None) -> RenderableType:
    """The table for a terminal. Whatever is shown in colour is said in words or signs as well."""
    scene = look(game, s, seat)
    parts = (_table_line(scene), _players(scene), _story(scene))
    head = f"{scene.title} - round {scene.round_number} - {scene.looker}"
    return Panel(Group(*parts), title=head, title_align="left", box=ROUNDED, expand=True)


def card_box(face: Face) -> Text:
    """`[5 Prince]`, or `[?]` for a card that is not seen."""
    if face is None:
        return Text("[?]", HIDDEN_STYLE)
    return Text(f"[{int(face)} {title(face)}]", f"bold white on {COLOR[face]}")


def rows_of(boxes: Iterable[Text], width: int) -> Text:
    """Boxes side by side, on a new line where the width is used up; no box is ever broken."""
    lines, used = Text(), 0
    for box in boxes:
        if used and used + 1 + box.cell_len > width:
            lines.append("\n")
            used = 0
        if used:
            lines.append(" ")
        lines.append_text(box)
        used += box.cell_len + 1
    return lines


def _table_line(scene: Scene) -> Text:
    """The middle of the table: goal, draw pile, face-down and face-up cards."""
    goal = "One round" if scene.goal is None else f"First to {_count(scene.goal, 'token')}"
    line = Text(f"{goal}    Draw pile: {_count(len(scene.pile), 'card')}")
    line.append("    Face down: ")
    line.append_text(card_box(scene.aside[0]) if scene.aside else Text("taken"))
    if scene.face_up:
        line.append("\nFace up: ")
        line.append_text(rows_of(map(card_box, scene.face_up), TEXT_WIDTH))
    if any(face is not None for face in scene.pile):
        line.append("\nDraw pile from top to bottom:")
        for face in scene.pile:
            line.append(" ")
            line.append("?" if face is None else str(int(face)))
    return line


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _players(scene: Scene) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, expand=True)
    table.add_column("")
    table.add_column("player")
    table.add_column("tokens")
    table.add_column("hand", width=HAND_WIDTH)
    table.add_column("discards, first to last", width=DISCARDS_WIDTH)
    for place in scene.places:
        table.add_row(
            Text(">" if place.is_to_move else "*" if place.is_winner else " ", GOLD_STYLE),
            _who(place),
            _hearts(place.tokens, scene.goal),
            _hand(place),
            rows_of(map(card_box, place.discards), DISCARDS_WIDTH),
            style="dim" if place.out else "",
        )
    return table


def _who(place: Place) -> Text:
    """Name, and under it the marks that hold for the seat now."""
    is_first = place.is_to_move or place.is_winner
    name = Text(place.name, GOLD_STYLE if is_first else "bold")
    marks = {
        "you": place.is_me,
        "wins": place.is_winner,
        "out": place.out,
        "protected": place.protected,
    }
    for mark in (mark for mark, holds in marks.items() if holds):
        name.append(f"\n({mark})", "italic")
    return name


def _hearts(tokens: int, goal: int | None) -> Text:
    most = tokens if goal is None else max(goal, tokens)
    if most > MOST_HEARTS:
        return Text(f"\u2665 {tokens} of {most}", HEART_STYLE)
    return Text("\u2665" * tokens + "\u2661" * (most - tokens), HEART_STYLE)


def _hand(place: Place) -> Text:
    """The cards held, and who else knows them."""
    lines = rows_of((card_box(held.face) for held in place.hand), HAND_WIDTH)
    for held in place.hand:
        if held.face is None or not held.known_to:
            continue
        verb = "knows" if len(held.known_to) == 1 else "know"
        knowing = ", ".join(name_of(seat) for seat in held.known_to)
        lines.append(f"\n{knowing} {verb} the {title(held.face)}", "italic")
    return lines


def _story(scene: Scene) -> Table:
    """The last turns, the last round and what comes next, in words."""
    told = Table.grid(padding=(0, 1, 0, 0))
    told.add_column(justify="right")
    told.add_column()
    last_round = Text(f"{scene.last_round}.", "italic")
    if scene.last_round and not scene.is_over:
        told.add_row("-", last_round)
    if len(scene.turns) > LAST_TURNS:
        told.add_row("...", Text())
    for number, turn in list(enumerate(scene.turns, 1))[-LAST_TURNS:]:
        told.add_row(f"{number}.", Text(f"{turn}."))
    if scene.last_round and scene.is_over:
        told.add_row("-", last_round)
    told.add_row(Text(">", GOLD_STYLE), Text(f"{scene.status}.", GOLD_STYLE))
    return told


DRAWING = Drawing(text=text, picture=picture)
