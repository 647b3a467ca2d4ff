"""Tables that fit the width they are printed at: whole names where there is room, letters with a
legend where there is little, one agent below the other where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.jupyter import JupyterMixin
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

ANY_WIDTH = 10_000


@dataclass(frozen=True)
class Fitted(JupyterMixin):
    """The first of several forms that fits without a broken word; the last one in any case.

    Forms are made when they are tried, widest first.
    """

    forms: Sequence[Callable[[], RenderableType]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for form in self.forms[:-1]:
            look = form()
            if width_of(look, console, options) <= options.max_width:
                yield look
                return
        yield self.forms[-1]()


def width_of(look: RenderableType, console: Console, options: ConsoleOptions) -> int:
    """Columns that the tables of something take when no cell is broken; words above and below
    them are broken anyway.
    """
    if isinstance(look, Group):
        return max(width_of(one, console, options) for one in look.renderables)
    if not isinstance(look, Table):
        return 0
    return Measurement.get(console, options.update(max_width=ANY_WIDTH), look).maximum


def letters(count: int) -> list[str]:
    """A, B, ... Z, A1, B1 and so on."""
    return [ascii_uppercase[k % 26] + (str(k // 26) if k >= 26 else "") for k in range(count)]


@dataclass(frozen=True)
class Columns:
    """Measures of several agents: a row for each measure, a column for each agent."""

    title: str
    agents: Sequence[str]
    rows: Sequence[Sequence[str]]  # name of the measure, then its value for each agent
    caption: str = ""

    def fitted(self) -> Fitted:
        return Fitted((self.wide, self.with_letters, self.one_by_one))

    def wide(self) -> Table:
        """A column for each agent, under its name."""
        shown = Table(title=Text(self.title), caption=Text(self.caption))
        shown.add_column("")
        for name in self.agents:
            shown.add_column(Text(name), justify="right")
        for row in self.rows:
            shown.add_row(*map(Text, row))
        return shown

    def with_letters(self) -> Group:
        """A column for each agent, under a letter."""
        called = letters(len(self.agents))
        short = replace(self, agents=called, caption="").wide()
        short.box, short.padding = SIMPLE_HEAD, (0, 1, 0, 0)
        legend = [f"{letter}: {name}" for letter, name in zip(called, self.agents, strict=True)]
        return Group(short, *map(Text, legend), Text(self.caption, "italic"))

    def one_by_one(self) -> Group:
        """One agent below the other."""
        parts: list[RenderableType] = [Text(self.title, "italic")]
        for number, name in enumerate(self.agents, start=1):
            shown = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
            shown.add_column(overflow="fold")
            shown.add_column(justify="right", overflow="fold")
            for row in self.rows:
                shown.add_row(Text(row[0]), Text(row[number]))
            parts += [Text(f"\n{name}", "bold"), shown]
        return Group(*parts, Text(f"\n{self.caption}", "italic"))
