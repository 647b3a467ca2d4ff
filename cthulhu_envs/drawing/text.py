"""Parts of a card table as text, for rich to print: rows of boxes, marks, the story so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cthulhu_envs.drawing.spectator import Account, Seated, name_of

LAST_TURNS = 6
HIDDEN_STYLE = "white on grey35"
GOLD_STYLE = "bold dark_orange"


def framed(scene: Account, *parts: RenderableType) -> Panel:
    """The whole table under a line that says what is played, and who looks."""
    head = f"{scene.title} - round {scene.round_number} - {scene.looker}"
    return Panel(Group(*parts), title=head, title_align="left", box=ROUNDED, expand=True)


def hidden_box() -> Text:
    """A card that is not seen."""
    return Text("[?]", HIDDEN_STYLE)


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


def strip(marks: Sequence[str]) -> Text:
    """The draw pile, card by card."""
    return Text("\nDraw pile from top to bottom: ").append(" ".join(marks))


def pointer(place: Seated) -> Text:
    """The sign before the one who is to move, or who has won."""
    return Text(">" if place.is_to_move else "*" if place.is_winner else " ", GOLD_STYLE)


def named(place: Seated, marks: Mapping[str, bool]) -> Text:
    """A name, and under it the marks that hold for the seat now."""
    text = Text(place.name, GOLD_STYLE if place.is_first else "bold")
    usual = {
        "you": place.is_me,
        "wins": place.is_winner,
        "out": place.out,
        "protected": place.protected,
    }
    for mark in (mark for mark, holds in (usual | dict(marks)).items() if holds):
        text.append(f"\n({mark})", "italic")
    return text


def hand_of(
    place: Seated, box: Callable[[Any], Text], name: Callable[[Any], str], width: int
) -> Text:
    """The cards held, and a line for each that others know; `box` and `name` are given faces."""
    lines = rows_of((box(held.face) for held in place.hand), width)
    for held in place.hand:
        if held.face is None or not held.known_to:
            continue
        verb = "knows" if len(held.known_to) == 1 else "know"
        knowing = ", ".join(name_of(seat) for seat in held.known_to)
        lines.append(f"\n{knowing} {verb} the {name(held.face)}", "italic")
    return lines


def story(scene: Account) -> Table:
    """The last turns, the last round and what comes next, in words."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right")
    grid.add_column()
    last_round = Text(f"{scene.last_round}.", "italic")
    if scene.last_round and not scene.is_over:
        grid.add_row("-", last_round)
    if len(scene.turns) > LAST_TURNS:
        grid.add_row("...", Text())
    for number, turn in list(enumerate(scene.turns, 1))[-LAST_TURNS:]:
        grid.add_row(f"{number}.", Text(f"{turn}."))
    if scene.last_round and scene.is_over:
        grid.add_row("-", last_round)
    grid.add_row(Text(">", GOLD_STYLE), Text(f"{scene.status}.", GOLD_STYLE))
    return grid
