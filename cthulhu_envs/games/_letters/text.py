"""Lines and tables that the texts of both letter games have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from cthulhu_envs.drawing.spectator import counted
from cthulhu_envs.drawing.text import rows_of, strip

ROW_WIDTH = 84  # columns for a row of cards behind some words

Box = Callable[[Any], Text]  # how a game writes a card, or the back of one (None)


def deck_line(pile: Sequence[Any], aside: Sequence[Any], box: Box) -> Text:
    """'Draw pile: 9 cards    Face down: [?]', or 'taken' where the face-down card is gone."""
    line = Text(f"Draw pile: {counted(len(pile), 'card')}    Face down: ")
    return line.append_text(box(aside[0]) if aside else Text("taken"))


def card_row(words: str, cards: Sequence[Any], box: Box) -> Text:
    """A new line of cards behind some words; nothing where there are no cards."""
    if not cards:
        return Text()
    return Text(f"\n{words}: ").append_text(rows_of(map(box, cards), ROW_WIDTH))


def known_pile(pile: Sequence[Any], mark: Callable[[Any], str]) -> Text:
    """The draw pile card by card, if some card of it is known; `mark` is given a known card."""
    if all(card is None for card in pile):
        return Text()
    return strip(["?" if card is None else mark(card) for card in pile])


def players_table(
    places: Sequence[Any],
    columns: Mapping[str, int | None],
    cells: Callable[[Any], Sequence[Text]],
) -> Table:
    """One row for each seat, dim when it is out. `columns` are headings and widths; a column
    without a width takes what it needs, and the table then takes the whole line.
    """
    is_wide = None in columns.values()
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, expand=is_wide)
    for heading, width in columns.items():
        table.add_column(heading, width=width)
    for place in places:
        table.add_row(*cells(place), style="dim" if place.out else "")
    return table
