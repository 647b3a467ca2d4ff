"""How commands print their tables."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text


def show(look: RenderableType) -> None:
    """Print for the terminal that there is: no colours in a pipe, or if NO_COLOR is set, and no
    blanks at the ends of lines in a pipe.
    """
    plain = {"color_system": None} if os.environ.get("NO_COLOR") else {}
    console = Console(**plain)  # type: ignore[arg-type]
    if console.is_terminal or console.is_jupyter:
        console.print(look)
        return
    with console.capture() as printed:
        console.print(look)
    console.file.write("".join(f"{line.rstrip()}\n" for line in printed.get().splitlines()))


def facts_table(title: str, facts: Mapping[str, str]) -> Table:
    """Names and values, a line each."""
    shown = Table(title=Text(title), box=None, show_header=False)
    shown.add_column(overflow="fold")
    shown.add_column(overflow="fold")
    for name, value in facts.items():
        shown.add_row(Text(name), Text(value))
    return shown


def entries(pairs: Iterable[tuple[str, str]]) -> Group:
    """Heads, and below each its words, indented: readable at any width."""
    parts: list[RenderableType] = []
    for head, words in pairs:
        parts += [Text(head, "bold"), Padding(Text(words), (0, 0, 0, 4))]
    return Group(*parts)
