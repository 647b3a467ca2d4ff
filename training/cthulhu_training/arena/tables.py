"""A tournament's results as a table at the terminal, in the form that fits its width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cthulhu_training.arena.faults import in_words
from cthulhu_training.arena.names import short_names
from cthulhu_training.arena.nash import nash_average
from cthulhu_training.arena.ratings import Ratings
from cthulhu_training.arena.report import cell, interval, ranking, title
from cthulhu_training.arena.results import Results
from cthulhu_training.arena.statistics import Matrix, cycles
from cthulhu_training.fitting import Fitted, letters

Facts = tuple[tuple[str, Sequence[str]], ...]  # columns beside the names: head, a cell for each row


def table(results: Results, matrix: Matrix, ratings: Ratings) -> Fitted:
    """Ratings and cross-play in per cent, best agent first; self-play in brackets."""
    order = ranking(ratings)
    weights = nash_average(matrix).weight
    caption = (
        f"A cell is how many % of the games one <row> wins among {results.players - 1} <column>. "
        f"It sits in every seat in turn, on the same deals; {100 * matrix.fair:.3g} % is fair. "
        "± is the 95 % interval, over deals. (Self-play) is a check. "
        f"In ratings {ratings.anchor}, and 400 points are odds of 10 to 1. Nash is how often the "
        "most even unbeatable mixture chooses the bot."
    )
    for names in cycles(matrix):
        caption += f"\nCycle: {' beats '.join([*names, names[0]])}; ratings hide it."
    caption += _forfeits(results)
    facts: Facts = (
        ("rating", [interval(ratings, i) for i in order]),
        ("Nash", [f"{100 * weights[i]:.0f} %" for i in order]),
    )
    called = short_names(ratings.agents)

    def inside(row: int, column: int) -> str:
        return cell(matrix, order[row], order[column])

    return CrossPlay(title(results), [called[i] for i in order], facts, inside, caption).fitted()


def team_table(results: Results, rewards: Matrix) -> Fitted:
    """What teams are paid, whose seats win or lose together."""
    caption = (
        f"A cell is the mean reward of the team of one <row> among {results.players - 1} <column>. "
        "It sits in every seat in turn, on the same deals. ± is the 95 % interval, over deals. "
        "(In brackets) stands a team of one kind."
    )
    caption += _forfeits(results)

    def inside(row: int, column: int) -> str:
        return cell(rewards, row, column, scale=1, digits=3)

    names = short_names(rewards.agents)
    return CrossPlay(title(results), names, (), inside, caption).fitted()


def _forfeits(results: Results) -> str:
    return f"\n{in_words(results.forfeit_counts)}." if results.forfeits else ""


@dataclass(frozen=True)
class CrossPlay:
    """Agents against agents; `inside` gives the cell of a row and a column."""

    title: str
    names: Sequence[str]
    facts: Facts
    inside: Callable[[int, int], str]
    caption: str

    def fitted(self) -> Fitted:
        return Fitted((self.wide, self.with_letters, self.in_two, self.as_list))

    def wide(self) -> Table:
        """All in one, under whole names."""
        shown = Table(title=Text(self.title), caption=Text(self.caption))
        return self._filled(shown, self.names, self.facts, self.names)

    def with_letters(self) -> RenderableType:
        """All in one; columns are called by the letters before the names of the rows."""
        return self._framed(self._filled(_narrow(), self._lettered(), self.facts, self._letters()))

    def in_two(self) -> RenderableType:
        """Ratings first, then the cells under letters."""
        rated = self._filled(_narrow(), self._lettered(), self.facts, ())
        return self._framed(rated, self._filled(_narrow(), self._letters(), (), self._letters()))

    def as_list(self) -> RenderableType:
        """Agents with their facts first, then a line for each pair."""
        lines = []
        for i, name in enumerate(self._lettered()):
            facts = [f"  {what} {column[i]}" for what, column in self.facts]
            lines += [Text(name, "bold"), *map(Text, facts)]
        pairs = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
        for i, row in enumerate(self._letters()):
            for j, column in enumerate(self._letters()):
                pairs.add_row(Text(f"{row} : {column}"), Text(self.inside(i, j)))
        return self._framed(*lines, Text(), pairs)

    def _letters(self) -> list[str]:
        return letters(len(self.names))

    def _lettered(self) -> list[str]:
        pairs = zip(self._letters(), self.names, strict=True)
        return [f"{letter} {name}" for letter, name in pairs]

    def _framed(self, *parts: RenderableType) -> Group:
        return Group(Text(self.title, "italic"), *parts, Text(self.caption, "italic"))

    def _filled(
        self, shown: Table, rows: Sequence[str], facts: Facts, heads: Sequence[str]
    ) -> Table:
        """A row for each agent: its name, its facts, and its cells under the heads."""
        shown.add_column("agent", overflow="fold")
        for head in (*(what for what, _ in facts), *heads):
            shown.add_column(Text(head), justify="right")
        for i, row in enumerate(rows):
            cells = [self.inside(i, j) for j in range(len(heads))]
            shown.add_row(*map(Text, (row, *(column[i] for _, column in facts), *cells)))
        return shown


def _narrow() -> Table:
    return Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
