"""DRAWING: how Death May Die looks. The text is here, the picture in picture.py."""

from __future__ import annotations

from typing import Any

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cthulhu_envs.authoring.drawing import Drawing
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.death_may_die.view.scene import Scene, look
from cthulhu_envs.games.death_may_die.view.text_map import map_lines


def text(game: Game, s: Any, seat: int | None) -> RenderableType:
    """The table for a terminal. Whatever is shown in colour is said in words as well."""
    scene = look(game, s, seat)
    head = f"{scene.title} - {scene.looker}"
    parts: list[RenderableType] = [
        Text("; ".join(scene.status)),
        Text("\n".join(["", *map_lines(scene)]), no_wrap=True),
        _map(scene),
        _boards(scene),
        Text(scene.asked, "bold"),
    ]
    return Panel(Group(*parts), title=head, title_align="left", box=ROUNDED, expand=True)


def _map(scene: Scene) -> Table:
    """Every space with its neighbours and what is there."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("space", "to", "fire", "marks", "investigators", "enemies"):
        table.add_column(name)
    for space in scene.spaces:
        ends = [pair for pair in scene.links if space.number - 1 in pair]
        beside = sorted(sum(pair) - space.number + 2 for pair in ends)
        table.add_row(
            str(space.number),
            " ".join(map(str, beside)),
            Text("*" * space.fire, "bold red"),
            Text(", ".join([*space.marks, *space.pieces])),
            Text(" ".join(str(n + 1) for n in space.people), "bold green"),
            Text(", ".join(space.enemies), "magenta"),
        )
    return table


def _boards(scene: Scene) -> Table:
    """Every investigator's board. Cells are Text: brackets in a plain one would be markup."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("", "investigator", "at", "wounds", "stress", "sanity", "skills", "cards"):
        table.add_column(name)
    for board in scene.boards:
        state = "dead" if board.dead else str(board.space)
        table.add_row(
            ">" if board.decides else "-" if board.active else "",
            Text(f"{board.number} {board.name}\n({board.insanity})"),
            state,
            board.wounds,
            board.stress,
            board.sanity,
            Text(", ".join(board.skills)),
            Text(", ".join([*board.cards, *([board.tokens] if board.tokens else [])])),
        )
    return table


DRAWING = Drawing(text, "cthulhu_envs.games.death_may_die.view.picture:picture")
