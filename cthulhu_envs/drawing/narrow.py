"""Text boards for terminals narrower than they were made for. Tables that would be squeezed become
lists, cards are put into new rows, and no card is ever broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cthulhu_envs.drawing.text import rows_of

FRAME = 4  # columns that a panel takes
INDENT = 2
UNBROKEN = re.compile(r"\[[^\]\n]*\]\S*|\S+")  # a card, or a word
BETWEEN_FACTS = "    "  # in a line of several facts
ALIGNING = re.compile(r"(?<=\S) {5,}| +$")  # blanks that bring words below each other


def narrowed(look: RenderableType, width: int) -> RenderableType:
    """The same for that many columns."""
    if isinstance(look, Panel):
        look.width, look.renderable = None, narrowed(look.renderable, width - FRAME)
        return look
    if isinstance(look, Group):
        return Group(*(narrowed(part, width) for part in look.renderables))
    if isinstance(look, Table) and look.show_header:
        if _span(look).minimum > width:
            return Group(*_listed(look, width))
        _share_out(look, width)
    if isinstance(look, Text):
        return _lines(look, width)
    return look


def _span(look: RenderableType) -> Measurement:
    """The columns below which words or cards are broken, and those that it would like."""
    console = Console(width=1000)
    return Measurement.get(console, console.options, look)


def _share_out(table: Table, width: int) -> None:
    """Give each column what its longest word takes, and of the rest a share by what it would like:
    rich itself takes most from the widest, whatever stands in it.
    """
    if _span(table).maximum <= width:
        return
    spans = []
    for column in table.columns:
        cells = [_span(part) for part in (column.header, *column.cells)]
        spans.append((max(c.minimum for c in cells), max(c.maximum for c in cells)))
    least = sum(low for low, _ in spans)
    room = width - _span(table).minimum
    wanted = max(1, sum(high for _, high in spans) - least)
    for column, (low, high) in zip(table.columns, spans, strict=True):
        column.width = low + min(high - low, room * (high - low) // wanted)


def _listed(table: Table, width: int) -> Iterator[RenderableType]:
    """A row after the other: what has no head and the first column that has one, then the rest."""
    heads = [str(column.header) for column in table.columns]
    first = next(number for number, head in enumerate(heads) if head)
    rows = zip(*(column.cells for column in table.columns), strict=True)
    for row in rows:
        cells = [Text.from_markup(cell) if isinstance(cell, str) else cell for cell in row]
        yield rows_of([part for cell in cells[: first + 1] for part in _parts(cell)], width)
        for head, cell in zip(heads[first + 1 :], cells[first + 1 :], strict=True):
            if cell.plain.strip():
                parts = [Text(f"{head}:", "dim"), *_parts(cell)]
                yield Padding(rows_of(parts, width - INDENT), (0, 0, 0, INDENT))


def _lines(text: Text, width: int) -> Text:
    """A line that is too long is broken between its facts, or between its cards. A drawing, which
    cannot be broken, is left out.
    """
    wide = max((line.cell_len for line in text.split("\n")), default=0)
    if wide <= width:
        return text
    if text.no_wrap:
        return Text(f"(The map takes {wide + FRAME} columns, and is left out.)", "italic")
    return Text("\n").join(
        part if part.cell_len <= width or "[" not in part.plain else rows_of(_parts(part), width)
        for line in text.split("\n")
        for part in (_facts(line) if line.cell_len > width else [line])
    )


def _facts(line: Text) -> list[Text]:
    """The facts of a line; what only aligned them is gone."""
    shorter = Text("  ").join(_between(line, ALIGNING))
    return list(shorter.split(BETWEEN_FACTS))


def _between(text: Text, gaps: re.Pattern[str]) -> list[Text]:
    ends = [0, *(end for found in gaps.finditer(text.plain) for end in found.span()), len(text)]
    return [text[ends[i] : ends[i + 1]] for i in range(0, len(ends), 2)]


def _parts(text: Text) -> list[Text]:
    return [text[found.start() : found.end()] for found in UNBROKEN.finditer(text.plain)]
