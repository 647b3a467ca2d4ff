"""Effects as text -> rows of numbers. docs/writing_an_episode.md explains the words.

One statement a line; a line that ends with a colon rules the indented lines below it, and is read
here. effect_verbs.py reads all others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cthulhu_envs.games.death_may_die.content.effect_line import TOKENS, Names, PhraseError, Reader
from cthulhu_envs.games.death_may_die.content.effect_rows import (
    ChooseRow,
    IfRow,
    JumpRow,
    Op,
    OptionRow,
    RepeatRow,
    SelectRow,
    effect_row,
)
from cthulhu_envs.games.death_may_die.content.effect_verbs import Verbs
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    NOTHING,
    Among,
    Mode,
    Var,
)
from cthulhu_envs.games.death_may_die.sizes import MAX_ROWS, N_OPTIONS

DEEPEST = 6  # frames on the stack that one effect can take
MOST_TIMES = 1000  # that a line is repeated, by all repetitions around it
COUNTED = 10  # repetitions that something counted is taken for
ANYWAY = (int(Var.CONST), 1, 1)  # a condition that always holds
__all__ = ["Names", "PhraseError", "Program"]


@dataclass
class _Line:
    indent: int
    words: list[str]
    number: int


@dataclass
class Program:
    """All effects of a game, end to end."""

    rows: list[list[int]] = field(default_factory=lambda: [effect_row(Op.END)])
    starts: list[int] = field(default_factory=list)  # first row of every effect

    def effect(self, text: str, names: Names, key: str = "") -> int:
        """Add an effect, known by its key in the file; returns its first row."""
        lines = [
            _Line(len(raw) - len(raw.lstrip()), TOKENS.findall(raw), number)
            for number, raw in enumerate(text.splitlines())
            if raw.strip()
        ]
        start = len(self.rows)
        self.starts.append(start)
        if lines:
            _Writer(self.rows, names, lines, key).block(0, lines[0].indent)
        self.rows.append(effect_row(Op.END))
        if len(self.rows) > MAX_ROWS:
            raise PhraseError("this is more text than the tables hold", 0)
        return start

    def rows_of(self, start: int) -> list[list[int]]:
        """The rows of an effect."""
        behind = [row for row in self.starts if row > start]
        return self.rows[start : min(behind)] if behind else self.rows[start:]

    def condition(self, text: str, names: Names) -> tuple[int, int, int]:
        """Var, argument and bound of a condition: at least the bound, or less if negative."""
        reader = Reader(TOKENS.findall(text), names)
        try:
            found = reader.condition()
            reader.end()
        except ValueError as fault:
            raise PhraseError(str(fault), 0) from None
        return found


class _Writer:
    """Writes the rows of one effect."""

    def __init__(self, rows: list[list[int]], names: Names, lines: list[_Line], key: str) -> None:
        self.rows = rows
        self.names = names
        self.lines = lines
        self.verbs = Verbs(names, key)
        self.deep = 0  # lines that rule the one being read
        self.times = 1  # that the line at hand is repeated

    def block(self, at: int, indent: int) -> int:
        """The lines from `at` on that are indented so far; returns the line behind them."""
        while at < len(self.lines) and self.lines[at].indent >= indent:
            line = self.lines[at]
            try:
                if line.indent > indent:
                    raise ValueError("this line is indented, but no line above rules it")
                at = self.statement(at)
            except PhraseError:
                raise
            except ValueError as fault:
                raise PhraseError(str(fault), line.number) from None
        return at

    def body(self, at: int) -> int:
        """The indented lines below a line that ends with a colon."""
        below = at + 1
        if below >= len(self.lines) or self.lines[below].indent <= self.lines[at].indent:
            raise ValueError("the indented lines below this one are missing")
        self.deep += 1
        if self.deep > DEEPEST:
            raise ValueError(f"lines rule lines below them at most {DEEPEST} deep")
        behind = self.block(below, self.lines[below].indent)
        self.deep -= 1
        return behind

    def statement(self, at: int) -> int:
        line = self.lines[at]
        rules = line.words[-1] == ":"
        reader = Reader(line.words[:-1] if rules else line.words, self.names)
        word = reader.take()
        headers: dict[str, Callable[[int, Reader], int]] = {
            "if": self.when,
            "choose": self.choose,
            "repeat": self.repeat,
        }
        modes = {mode.name.lower(): mode for mode in Mode}
        if rules and word in headers:
            return headers[word](at, reader)
        if rules and word in modes:
            return self.select(at, reader, modes[word])
        if rules:
            raise ValueError(f"{word!r} rules no lines below it")
        self.rows.append(self.verbs.row(word, reader))
        reader.end()
        return at + 1

    def when(self, at: int, reader: Reader) -> int:
        row = effect_row(Op.IF, condition=reader.condition())
        reader.end()
        self.rows.append(row)
        indent = self.lines[at].indent
        at = self.body(at)
        below = self.lines[at] if at < len(self.lines) else None
        if below and below.words == ["else", ":"] and below.indent == indent:
            jump = effect_row(Op.JUMP)
            self.rows.append(jump)
            row[IfRow.OTHERWISE] = len(self.rows)
            at = self.body(at)
            jump[JumpRow.TO] = len(self.rows)
            return at
        row[IfRow.OTHERWISE] = len(self.rows)
        return at

    def repeat(self, at: int, reader: Reader) -> int:
        var, amount = reader.amount()
        reader.end()
        before = self.times
        self.times *= max(amount, 1) if var == Var.CONST else COUNTED
        if self.times > MOST_TIMES:
            raise ValueError(f"this would be repeated more than {MOST_TIMES} times")
        row = effect_row(Op.REPEAT, amount=(var, amount))
        at = self.loop(at, row, RepeatRow.BEHIND)
        self.times = before
        return at

    def loop(self, at: int, row: list[int], behind: int) -> int:
        """A row, the body it rules, and in its column `behind` the row that follows."""
        self.rows.append(row)
        at = self.body(at)
        self.rows.append(effect_row(Op.END))
        row[behind] = len(self.rows)
        return at

    def choose(self, at: int, reader: Reader) -> int:
        if reader.words:
            return self.select(at, reader, Mode.CHOICE)
        row = effect_row(Op.CHOOSE)
        self.rows.append(row)
        indent, at, count = self.lines[at].indent, at + 1, 0
        before: list[int] | None = None
        while at < len(self.lines) and self.lines[at].indent > indent:
            words = self.lines[at].words
            if words[0] != "option" or words[-1] != ":":
                raise PhraseError("below `choose:` stand options", self.lines[at].number)
            inner = Reader(words[1:-1], self.names)
            bounds = inner.condition() if inner.found("if") else ANYWAY
            inner.end()
            option = effect_row(Op.OPTION, condition=bounds, next=NOTHING)
            if before is None:
                row[ChooseRow.FIRST] = len(self.rows)
            else:
                before[OptionRow.NEXT] = len(self.rows)
            before = option
            count += 1
            self.rows.append(option)
            at = self.body(at)
            self.rows.append(effect_row(Op.END))
        if not 2 <= count <= N_OPTIONS:
            raise ValueError(f"a choice has 2 to {N_OPTIONS} options, not {count}")
        row[ChooseRow.BEHIND] = len(self.rows)
        return at

    def select(self, at: int, reader: Reader, mode: Mode) -> int:
        count = reader.number() if reader.peek().isdigit() else 1
        if mode in (Mode.MOST, Mode.FEWEST):
            among, count = (int(Among.INVESTIGATORS), 0), 1
            condition = (*reader.amount(), 0)
        else:
            among = self.among(reader)
            condition = reader.condition() if reader.found("with") else ANYWAY
        reader.end()
        row = effect_row(Op.SELECT, mode=mode, among=among, condition=condition, count=count)
        self.verbs.subjects.append(row[SelectRow.AMONG])
        at = self.loop(at, row, SelectRow.BEHIND)
        self.verbs.subjects.pop()
        return at

    def among(self, reader: Reader) -> tuple[int, int]:
        if reader.found("investigator"):
            return Among.INVESTIGATORS, 0
        if reader.found("company"):
            return Among.COMPANY, 0
        for word, among in (("near", Among.NEAR), ("adjacent", Among.ADJACENT)):
            if reader.found(word):
                reader.want("space")
                return among, 0
        if reader.found("space"):
            return Among.SPACES, 0
        if reader.is_kind():
            return Among.FIGURES, reader.kinds()
        if reader.peek() in ("pieces", "hidden", "revealed"):
            return Among.PIECES, reader.where()[1]
        raise ValueError(f"{reader.peek() or 'nothing'!r} cannot be looked through")
