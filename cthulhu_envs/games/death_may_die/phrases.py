"""Effects as text -> rows of numbers. docs/writing_an_episode.md explains the words.

One statement a line; a line that ends with a colon rules the indented lines below it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.games.death_may_die.board import MAX_ROWS, N_OPTIONS, ROLLED_DICE
from cthulhu_envs.games.death_may_die.reader import TOKENS, Names, PhraseError, Reader
from cthulhu_envs.games.death_may_die.vocabulary import (
    ALL,
    NOTHING,
    ROW,
    Among,
    Mode,
    Op,
    Roll,
    Var,
    Who,
    Whom,
)

PLAIN = (Op.LIE_DOWN, Op.EVEN_OUT, Op.HAND_OVER)  # two words each
SINGLE = (Op.SCRAP, Op.ADVANCE, Op.LOOK, Op.STEAL, Op.REPLAY, Op.CLEAR, Op.LEAVE)
OF_CARDS = ("before", "use", "gain")  # keys of effects that can speak of their card
SYMPTOM = "symptom"  # the key of effects that can replay a Mythos card
DEEPEST = 6  # frames on the stack that one effect can take
MOST_TIMES = 1000  # that a line is repeated, by all repetitions around it
COUNTED = 10  # repetitions that something counted is taken for
__all__ = ["Names", "PhraseError", "Program"]


@dataclass
class _Line:
    indent: int
    words: list[str]
    number: int


@dataclass
class Program:
    """All effects of a game, end to end."""

    rows: list[list[int]] = field(default_factory=lambda: [_row(Op.END)])
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
        self.rows.append(_row(Op.END))
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


def _row(op: Op, *operands: int) -> list[int]:
    return [int(op), *map(int, operands), *[0] * (ROW - 1 - len(operands))]


class _Writer:
    """Writes the rows of one effect."""

    def __init__(self, rows: list[list[int]], names: Names, lines: list[_Line], key: str) -> None:
        self.rows = rows
        self.names = names
        self.lines = lines
        self.key = key
        self.deep = 0  # lines that rule the one being read
        self.subjects: list[int] = [int(Among.NONE)]  # of the loops around, innermost last
        self.times = 1  # that the line at hand is repeated

    def need(self, what: str, *subjects: Among) -> None:
        """An effect on the subject needs one of these sorts."""
        if self.subjects[-1] not in subjects:
            raise ValueError(f"{what} has no target here: no loop around it finds one")

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
        self.rows.append(self.simple(word, reader))
        reader.end()
        return at + 1

    def when(self, at: int, reader: Reader) -> int:
        row = _row(Op.IF, *reader.condition())
        reader.end()
        self.rows.append(row)
        indent = self.lines[at].indent
        at = self.body(at)
        below = self.lines[at] if at < len(self.lines) else None
        if below and below.words == ["else", ":"] and below.indent == indent:
            jump = _row(Op.JUMP)
            self.rows.append(jump)
            row[4] = len(self.rows)
            at = self.body(at)
            jump[1] = len(self.rows)
            return at
        row[4] = len(self.rows)
        return at

    def repeat(self, at: int, reader: Reader) -> int:
        var, amount = reader.amount()
        reader.end()
        before = self.times
        self.times *= max(amount, 1) if var == Var.CONST else COUNTED
        if self.times > MOST_TIMES:
            raise ValueError(f"this would be repeated more than {MOST_TIMES} times")
        at = self.loop(at, _row(Op.REPEAT, var, amount), 3)
        self.times = before
        return at

    def loop(self, at: int, row: list[int], behind: int) -> int:
        """A row, the body it rules, and in its column `behind` the row that follows."""
        self.rows.append(row)
        at = self.body(at)
        self.rows.append(_row(Op.END))
        row[behind] = len(self.rows)
        return at

    def choose(self, at: int, reader: Reader) -> int:
        if reader.words:
            return self.select(at, reader, Mode.CHOICE)
        row = _row(Op.CHOOSE)
        self.rows.append(row)
        indent, at, count = self.lines[at].indent, at + 1, 0
        before: list[int] | None = None
        while at < len(self.lines) and self.lines[at].indent > indent:
            words = self.lines[at].words
            if words[0] != "option" or words[-1] != ":":
                raise PhraseError("below `choose:` stand options", self.lines[at].number)
            inner = Reader(words[1:-1], self.names)
            bounds = inner.condition() if inner.found("if") else (int(Var.CONST), 1, 1)
            inner.end()
            option = _row(Op.OPTION, *bounds, NOTHING)
            if before is None:
                row[2] = len(self.rows)
            else:
                before[4] = len(self.rows)
            before = option
            count += 1
            self.rows.append(option)
            at = self.body(at)
            self.rows.append(_row(Op.END))
        if not 2 <= count <= N_OPTIONS:
            raise ValueError(f"a choice has 2 to {N_OPTIONS} options, not {count}")
        row[1] = len(self.rows)
        return at

    def select(self, at: int, reader: Reader, mode: Mode) -> int:
        count = reader.number() if reader.peek().isdigit() else 1
        if mode in (Mode.MOST, Mode.FEWEST):
            var, argument = reader.amount()
            row = _row(Op.SELECT, mode, Among.INVESTIGATORS, 0, var, argument, 0, 1)
        else:
            among, argument = self.among(reader)
            bounds = reader.condition() if reader.found("with") else (int(Var.CONST), 1, 1)
            row = _row(Op.SELECT, mode, among, argument, *bounds, count)
        reader.end()
        self.subjects.append(row[2])
        at = self.loop(at, row, 8)
        self.subjects.pop()
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

    def simple(self, word: str, reader: Reader) -> list[int]:
        for op in PLAIN:
            first, second = op.name.lower().split("_")
            if word == first:
                reader.want(second)
                return _row(op)
        for op in SINGLE:
            if word == op.name.lower():
                if op == Op.LOOK:
                    self.need("'look'", Among.PIECES)
                if op in (Op.SCRAP, Op.LEAVE) and self.key not in OF_CARDS:
                    raise ValueError(f"{word!r} has no target here: this is no effect of a card")
                if op == Op.REPLAY and self.key != SYMPTOM:
                    raise ValueError(f"{word!r} has no target here: only a symptom replays a card")
                return _row(op)
        verb = getattr(self, f"verb_{word}", None)
        if verb is None:
            known = [name[5:] for name in dir(self) if name.startswith("verb_")]
            raise ValueError(f"{word!r} is no effect{nearest(word, known)}")
        row: list[int] = verb(reader)
        return row

    def verb_move(self, r: Reader) -> list[int]:
        self.need("'move'", Among.FIGURES, Among.PIECES)
        amount = r.amount()
        away = r.found("away")
        r.want("from" if away else "toward")
        return _row(Op.MOVE, *amount, *r.where(), away)

    def verb_place(self, r: Reader) -> list[int]:
        word = r.take("who is placed")
        if word not in ("it", "you", "elder", "partner"):
            raise ValueError(f"it, you, elder or partner can be placed, not {word!r}")
        who = Who.ONE if word == "it" else Who[word.upper()]
        if who == Who.ONE:
            self.need("'place it'", Among.FIGURES)
        if who == Who.PARTNER:
            self.names.partner()
        return _row(Op.PLACE, who, *r.at())

    def verb_summon(self, r: Reader) -> list[int]:
        return _row(Op.SUMMON, self.names.kind(r.name("an enemy")), *r.at())

    def verb_fire(self, r: Reader) -> list[int]:
        return _row(Op.FIRE, *r.amount(), *r.at())

    def verb_douse(self, r: Reader) -> list[int]:
        return _row(Op.DOUSE, *r.amount())

    def verb_token(self, r: Reader) -> list[int]:
        return _row(Op.TOKEN, *r.at())

    def verb_sign(self, r: Reader) -> list[int]:
        return _row(Op.SIGN, *r.amount(), 1)

    def verb_lose(self, r: Reader) -> list[int]:
        r.want("sign")
        return _row(Op.SIGN, *r.amount(), -1)

    def verb_wound(self, r: Reader) -> list[int]:
        amount, each = r.amount(), 1
        if r.found("per"):
            if amount[0] != Var.CONST:
                raise ValueError("before 'per' stands a number")
            each, amount = amount[1], r.amount()
        whom = Whom.ONE
        if r.words:
            word = r.take()
            if word.upper() not in Whom.__members__:
                raise ValueError(f"{word!r} cannot be wounded")
            whom = Whom[word.upper()]
        return _row(Op.WOUND, *amount, whom, each)

    def verb_sanity(self, r: Reader) -> list[int]:
        return _row(Op.SANITY, *r.amount())

    def verb_stress(self, r: Reader) -> list[int]:
        return _row(Op.STRESS, *r.amount(), r.found("overflow"))

    def verb_heal(self, r: Reader) -> list[int]:
        what = r.take("stress or wounds")
        if what not in ("stress", "wounds"):
            raise ValueError(f"stress or wounds can be healed, not {what!r}")
        return _row(Op.HEAL, *r.amount(), what == "wounds")

    def verb_set(self, r: Reader) -> list[int]:
        r.want("stress")
        return _row(Op.SET_STRESS, *r.amount())

    def verb_discard(self, r: Reader) -> list[int]:
        tag = NOTHING if r.found("any") else self.names.tag(r.name("a card"))
        return _row(Op.DISCARD, tag, ALL if r.found("all") else r.number())

    def verb_roll(self, r: Reader) -> list[int]:
        amount = r.amount() if r.words else (int(Var.CONST), ROLLED_DICE)
        most = ALL
        if r.found("up"):
            r.want("to")
            most = r.number()
        if r.found("against"):
            r.want("you")
            return _row(Op.ROLL, *amount, Roll.AGAINST_SELF, most)
        return _row(Op.ROLL, *amount, Roll.PLAIN if r.found("plain") else Roll.ACTION, most)

    def verb_hit(self, r: Reader) -> list[int]:
        return _row(Op.HIT, *r.amount(), self.names.group(r.name("pieces")))

    def verb_mend(self, r: Reader) -> list[int]:
        return _row(Op.MEND, *r.amount(), self.names.group(r.name("pieces")))

    def verb_reveal(self, r: Reader) -> list[int]:
        return _row(Op.REVEAL, self.names.group(r.name("pieces")))

    def verb_draw(self, r: Reader) -> list[int]:
        return _row(Op.DRAW, *r.amount(), self.names.group(r.name("pieces")))

    def verb_take(self, r: Reader) -> list[int]:
        taken = self.names.group(r.name("pieces"))
        r.want("with")
        return _row(Op.TAKE, taken, self.names.group(r.name("pieces")))

    def verb_escort(self, r: Reader) -> list[int]:
        return _row(Op.ESCORT, self.names.group(r.name("pieces")))

    def verb_unmark(self, r: Reader) -> list[int]:
        return _row(Op.MARK, -1)

    def verb_mark(self, r: Reader) -> list[int]:
        return _row(Op.MARK, 1)

    def verb_rise(self, r: Reader) -> list[int]:
        return _row(Op.RISE, self.names.kind(r.name("an enemy")))

    def verb_keep(self, r: Reader) -> list[int]:
        return _row(Op.KEEP, r.number())

    def verb_boost(self, r: Reader) -> list[int]:
        return _row(Op.BOOST, r.number())
