"""Reads the card files (`rows/*.txt`): one row for a card, one indented line for each of its texts.

    F55 | Shadowed Reef | support | Cthulhu | cost 1 | subtypes Location
        static (character subtype:Deep One): terror +1

A row gives number, title (descriptor), type and faction, then in any order cost, steadfast, skill,
icons, subtypes and keywords. A text is one of

    attach (FILTER)  |  attach story
    booster ICON ...
    static [while committed|attachment] [cost] self|host|all|(FILTER): STAT N [min N] [per P]
    TIMING [TRIGGER [WHOM]] {, MODIFIER}: [choose AIM {, AIM} ->] OPERATION {; OPERATION}

with TIMING action, response, forced, disrupt, passive or win; a MODIFIER `pay N`, `pay X`,
`exhaust`, `sacrifice`, `exhaust (FILTER)`, `sacrifice (FILTER)`, `when CONDITION`, `from pile` or
`granted`; an OPERATION `[then|overpaid] NAME [WHOM] [N|X] [(FILTER)] [STAT N]`. The words are those
of cards.py. A fault is reported with file and line.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.games.call_of_cthulhu.card_words import (
    AIM_WORDS,
    COND_WORDS,
    OP_WORDS,
    PER_WORDS,
    STAT_WORDS,
    TRIGGER_WORDS,
    filter_of,
)
from cthulhu_envs.games.call_of_cthulhu.cards import (
    CARD_COST,
    NO_LAYER,
    NONE,
    OF_X,
    SUBTYPES,
    A,
    Aim,
    CardType,
    Cond,
    Effect,
    Faction,
    From,
    Icon,
    K,
    Keyword,
    M,
    O,
    Op,
    Scope,
    Stat,
    Timing,
    Trigger,
    When,
    While,
    Whom,
    layer_of,
)

FOLDER = Path(__file__).with_name("rows")
RULE_FILTERS = (  # what the rules themselves choose from, by number
    "character mine insane restorable",
    "character mine heroic-or-villainous",
    "character mine maddenable at-this",
    "character mine woundable at-this",
    "character mine exhausted at-this",
)
WHOM_WORDS = {
    "SELF": Whom.SELF,
    "T1": Whom.T1,
    "T2": Whom.T2,
    "ALL": Whom.ALL,
    "me": Whom.ME,
    "them": Whom.THEM,
    "each": Whom.EACH,
    "trigger": Whom.TRIGGER,
}
ALWAYS_FIRST = {"then": When.THEN, "overpaid": When.IF_OVERPAID}


class CardFileError(ValueError):
    """A card file cannot be understood; the message names file, line and reason."""


@dataclass(frozen=True)
class CardRow:
    """One kind of card, for people."""

    number: str
    title: str
    descriptor: str
    type: CardType
    faction: Faction | None
    texts: tuple[str, ...]


@dataclass
class CardBook:
    """All kinds of cards as rows of numbers, columns as cards.py names them."""

    cards: list[CardRow] = field(default_factory=list)
    kinds: list[list[int]] = field(default_factory=list)  # columns K
    texts: list[list[int]] = field(default_factory=list)  # columns A
    ops: list[list[int]] = field(default_factory=list)  # columns O
    mods: list[list[int]] = field(default_factory=list)  # columns M
    filters: list[list[int]] = field(default_factory=list)  # columns F

    def kind_named(self, title: str) -> int:
        """The kind with that title; ValueError names near misses."""
        titles = [card.title for card in self.cards]
        if title not in titles:
            raise ValueError(f"there is no card {title!r}{nearest(title, titles)}")
        return titles.index(title)

    def kinds_with(self, operations: Container[int]) -> tuple[int, ...]:
        """The kinds of cards with a text that uses one of these operations."""
        return tuple(
            sorted(
                {
                    row[A.KIND]
                    for row in self.texts
                    for op in self.ops[row[A.FIRST_OP] : row[A.FIRST_OP] + row[A.NUM_OPS]]
                    if op[O.OP] in operations
                }
            )
        )

    def add_filter(self, words: str) -> int:
        row = filter_of(words, self)
        if row not in self.filters:
            self.filters.append(row)
        return self.filters.index(row)


@cache
def card_book() -> CardBook:
    """The 165 cards of the Core Set, in order of their numbers."""
    return read_books(sorted(FOLDER.glob("*.txt")))


def read_books(paths: list[Path]) -> CardBook:
    """Several card files as one book."""
    rows: list[tuple[int, Path, int, str, list[tuple[int, str]]]] = []
    for path in paths:
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith(" "):
                if not rows or rows[-1][1] != path:
                    raise CardFileError(f"{path.name}:{at}: a text before any card")
                rows[-1][4].append((at, line.strip()))
                continue
            number = re.match(r"F(\d+) \|", line)
            if not number:
                raise CardFileError(f"{path.name}:{at}: a card begins with its number, 'F12 | '")
            rows.append((int(number[1]), path, at, line, []))
    rows.sort(key=lambda row: row[0])
    book = CardBook()
    for words in RULE_FILTERS:
        book.add_filter(words)
    for _, path, at, line, texts in rows:  # all titles first: filters may name them
        with _at(path, at):
            book.cards.append(_card_row(line, texts, book))
    for (_, path, at, line, texts), card in zip(rows, book.cards, strict=True):
        with _at(path, at):
            kind = _kind_row(line, card, book)
        for text_at, text in texts:
            with _at(path, text_at):
                _read_text(text, card, kind, book)
        _play_row(card, kind, book)
        _count_texts(kind, book)
        book.kinds.append(kind)
    return book


class _at:  # noqa: N801 - reads as a preposition
    """Puts file and line before whatever goes wrong inside."""

    def __init__(self, path: Path, line: int) -> None:
        self.where = f"{path.name}:{line}"

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, ValueError) and not isinstance(fault, CardFileError):
            raise CardFileError(f"{self.where}: {fault}") from fault


def word_in(words: Mapping[str, int], word: str, what: str) -> int:
    """A word's number; the error says what was expected."""
    if word not in words:
        raise ValueError(f"{word!r} is no {what}{nearest(word, words)}")
    return int(words[word])


def _names(kind: type[enum.IntEnum]) -> dict[str, int]:
    return {member.name.lower().replace("_", " "): int(member) for member in kind}


def faction_named(name: str) -> Faction:
    """A faction as it is printed."""
    words = {member.name.replace("_", " ").lower(): int(member) for member in Faction}
    return Faction(word_in(words, name.replace("-", " ").lower(), "faction"))


def _card_row(line: str, texts: list[tuple[int, str]], book: CardBook) -> CardRow:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) < 3:
        raise ValueError("a card needs at least number, title and type")
    found = re.fullmatch(r"(.+?)(?: \((.+)\))?", parts[1])
    assert found is not None
    card_type = CardType(word_in(_names(CardType), parts[2].split()[-1], "card type"))
    if card_type != CardType.STORY and len(parts) < 4:
        raise ValueError("only a story has no faction")
    faction = None if card_type == CardType.STORY else faction_named(parts[3])
    if any(card.number == parts[0] for card in book.cards):
        raise ValueError(f"{parts[0]} is there twice")
    return CardRow(
        parts[0], found[1], found[2] or "", card_type, faction, tuple(t for _, t in texts)
    )


def _kind_row(line: str, card: CardRow, book: CardBook) -> list[int]:
    """What is printed on the card besides its texts."""
    kind = [0] * len(K)
    parts = [part.strip() for part in line.split("|")]
    kind[K.TYPE] = card.type
    kind[K.FACTION] = NONE if card.faction is None else card.faction
    kind[K.UNIQUE] = parts[2].startswith("unique ")
    for part in parts[3 if card.faction is None else 4 :]:
        word, _, rest = part.partition(" ")
        if word in ("cost", "skill", "steadfast"):
            value = _number(rest)
            kind[{"cost": K.COST, "skill": K.SKILL, "steadfast": K.STEADFAST}[word]] = value
        elif word == "icons":
            pairs = rest.split()
            for name, number in zip(pairs[::2], pairs[1::2], strict=True):
                kind[K.TERROR + word_in(_names(Icon), name, "icon")] = _number(number)
        elif word == "subtypes":
            for name in rest.split(", "):
                at = word_in({name: i for i, name in enumerate(SUBTYPES)}, name, "subtype")
                kind[K.SUBS] |= 1 << at
        elif word == "keywords":
            _read_keywords(rest, kind)
        else:
            raise ValueError(f"{part!r} is not understood")
    return kind


def _read_keywords(rest: str, kind: list[int]) -> None:
    for name in rest.split(", "):
        if name.startswith("Toughness +"):
            kind[K.TOUGHNESS] = _number(name.removeprefix("Toughness +"))
        else:
            kind[K.WORDS] |= word_in(_names(Keyword), name.lower(), "keyword")


def _number(word: str) -> int:
    if word == "X":
        return OF_X
    if not re.fullmatch(r"[+-]?\d+", word):
        raise ValueError(f"{word!r} is no number")
    return int(word)


def _read_text(text: str, card: CardRow, kind: list[int], book: CardBook) -> None:
    word = re.split(r"[ ,:]", text)[0]
    if word == "attach":
        rest = text.removeprefix("attach ")
        is_story = rest == "story"
        kind[K.ATTACH] = Aim.STORY if is_story else Aim.CARD
        kind[K.FIRST_TEXT] = NONE if is_story else book.add_filter(rest[1:-1])
    elif word == "booster":
        for name in text.split()[1:]:
            kind[K.BOOST_TERROR + word_in(_names(Icon), name, "icon")] += 1
            kind[K.BOOSTS] += 1
    elif word == "static":
        _read_static(text, kind, book)
    else:
        book.texts.append(_used_text(text, card, len(book.kinds), book))
        kind[K.NUM_TEXTS] += 1


def _read_static(text: str, kind: list[int], book: CardBook) -> None:
    found = re.fullmatch(r"static (?:while (\w+) )?(cost )?(self|host|all|\(.*?\)): (.+)", text)
    if not found:
        raise ValueError("a static text reads 'static [while W] [cost] SCOPE: STAT N'")
    mod = [0] * len(M)
    words = found[4].split()
    if found[2]:
        words.insert(0, "cost")
    _read_modifier(words, mod)
    kind[K.LAYERS] |= 1 << mod[M.LAYER] if mod[M.LAYER] != NO_LAYER else 0
    scope = found[3]
    mod[M.SCOPE] = {"self": Scope.SELF, "host": Scope.HOST}.get(scope, Scope.ALL)
    mod[M.FILTER] = book.add_filter(scope[1:-1]) if scope.startswith("(") else NONE
    mod[M.WHILE] = word_in(_names(While), found[1] or "always", "condition")
    if not kind[K.NUM_MODS]:
        kind[K.FIRST_MOD] = len(book.mods)
    book.mods.append(mod)
    kind[K.NUM_MODS] += 1
    if mod[M.STAT] == Stat.COST and mod[M.SCOPE] == Scope.SELF:
        kind[K.OWN_COST] = 1
    elif mod[M.STAT] == Stat.COST:
        kind[K.LAYERS] |= Effect.DEAR
    elif mod[M.STAT] == Stat.MAD_AT:
        kind[K.LAYERS] |= Effect.MOODY


def _read_modifier(words: list[str], mod: list[int]) -> None:
    """STAT N [min N] [per P]"""
    if len(words) < 2:
        raise ValueError("a modifier reads 'STAT N [min N] [per P]'")
    mod[M.STAT] = word_in(STAT_WORDS, words[0], "modifier")
    mod[M.AMOUNT] = _number(words[1])
    rest = words[2:]
    while rest:
        if rest[0] == "min" and len(rest) > 1:
            mod[M.LEAST] = _number(rest[1])
        elif rest[0] == "per" and len(rest) > 1:
            mod[M.PER] = word_in(PER_WORDS, rest[1], "number to multiply with")
        else:
            raise ValueError(f"{' '.join(rest)!r} is not understood")
        rest = rest[2:]
    mod[M.LAYER] = layer_of(mod[M.STAT], mod[M.PER])


def _used_text(text: str, card: CardRow, kind: int, book: CardBook) -> list[int]:
    """TIMING [TRIGGER] {, MODIFIER}: [choose AIM {, AIM} ->] OPERATION {; OPERATION}"""
    head, colon, body = text.partition(": ")
    if not colon:
        raise ValueError("a text reads 'TIMING ...: OPERATION ...'")
    row = [0] * len(A)
    is_event = card.type == CardType.EVENT
    row[A.KIND] = kind
    row[A.FROM] = From.HAND if is_event else From.PLAY
    row[A.PAY] = CARD_COST if is_event else 0
    row[A.EXHAUST_FILTER] = row[A.SACRIFICE_FILTER] = NONE
    first, *modifiers = head.split(", ")
    _read_timing(first.split(), row)
    for modifier in modifiers:
        _read_condition(modifier, row, book)
    if body.startswith("choose "):
        aims, arrow, body = body.removeprefix("choose ").partition(" -> ")
        if not arrow:
            raise ValueError("'choose ...' ends with ' -> '")
        _read_aims(aims.split(", "), row, book)
    row[A.FIRST_OP] = len(book.ops)
    for operation in body.split("; "):
        book.ops.append(_operation(operation, book))
        row[A.NUM_OPS] += 1
    return row


def _read_timing(words: list[str], row: list[int]) -> None:
    timings = {name: number for name, number in _names(Timing).items() if name != "play"}
    row[A.TIMING] = word_in(timings, words[0], "timing")
    if len(words) > 1:
        row[A.TRIGGER] = word_in(TRIGGER_WORDS, words[1], "trigger")
    if row[A.TRIGGER] == Trigger.WOUND:
        wounded = {
            "self": Cond.WOUNDS_ME,
            "host": Cond.WOUNDS_HOST,
            "mine": Cond.WOUNDS_MINE,
            "any": Cond.WOUNDS_ANY,
        }
        row[A.COND] = word_in(dict(wounded), words[2] if len(words) > 2 else "", "wounded card")
    elif len(words) > 2:
        raise ValueError(f"{' '.join(words[2:])!r} is not understood")


def _read_condition(modifier: str, row: list[int], book: CardBook) -> None:
    word, _, rest = modifier.partition(" ")
    if modifier == "from pile":
        row[A.FROM] = From.PILE
    elif modifier == "granted":
        row[A.FROM] = From.HOST
    elif word == "pay":
        row[A.PAY] = _number(rest)
    elif word == "when":
        row[A.COND] = word_in(COND_WORDS, rest, "condition")
    elif word == "exhaust":
        row[A.EXHAUST_FILTER if rest else A.EXHAUST] = book.add_filter(rest[1:-1]) if rest else 1
    elif word == "sacrifice":
        column = A.SACRIFICE_FILTER if rest else A.SACRIFICE
        row[column] = book.add_filter(rest[1:-1]) if rest else 1
    else:
        raise ValueError(f"{modifier!r} is not understood")


def _read_aims(aims: list[str], row: list[int], book: CardBook) -> None:
    if len(aims) > 2:
        raise ValueError("a text chooses at most two things")
    for number, aim in enumerate(aims):
        row[A.MAYBE2] = aim.startswith("maybe ")
        words, _, filter_words = aim.removeprefix("maybe ").partition("(")
        aim_column, filter_column = (A.AIM1, A.FILTER1) if number == 0 else (A.AIM2, A.FILTER2)
        name, *rest = [word for word in re.split(r" (?=not:|\d)", words.strip()) if word] or [""]
        row[aim_column] = word_in(AIM_WORDS, name, "thing to choose")
        row[filter_column] = NONE
        if row[aim_column] in (Aim.CARD, Aim.PILE, Aim.THEIR_PILE):
            row[filter_column] = book.add_filter(filter_words.removesuffix(")"))
        elif row[aim_column] == Aim.RESOURCE:
            row[filter_column] = faction_named(rest[0].removeprefix("not:"))
        elif row[aim_column] == Aim.TOKENS:  # at least, at most
            row[filter_column] = 100 * _number(rest[0]) + _number(rest[1])


def _operation(text: str, book: CardBook) -> list[int]:
    row = [0] * len(O)
    row[O.FILTER] = row[O.MOD] = NONE
    row[O.AMOUNT] = 1
    found = re.fullmatch(r"([^(]*?)(?: ?\((.*?)\) ?(.*))?", text)
    assert found is not None
    words = found[1].split() + (found[3] or "").split()
    if found[2] is not None:
        row[O.FILTER] = book.add_filter(found[2])
    if words and words[0] in ALWAYS_FIRST:
        row[O.WHEN] = ALWAYS_FIRST[words.pop(0)]
    name = words.pop(0) if words else ""
    row[O.OP] = Op.PHASE if name == "next" else word_in(OP_WORDS, name, "operation")
    if words and words[0] in WHOM_WORDS:
        row[O.WHOM] = WHOM_WORDS[words.pop(0)]
        if words and words[0] in WHOM_WORDS:  # 'copy-text SELF T1': the second is the target
            words.pop(0)
    if row[O.OP] == Op.PHASE:
        mod = [0] * len(M)
        _read_modifier(words, mod)
        mod[M.SCOPE] = Scope.ALL if row[O.WHOM] == Whom.ALL else Scope.SELF
        mod[M.FILTER] = row[O.FILTER]
        mod[M.NEXT] = name == "next"
        row[O.MOD] = len(book.mods)
        book.mods.append(mod)
    elif words:
        row[O.AMOUNT] = _number(words[0])
        if len(words) == 2 and row[O.OP] == Op.MAY_ADD_SUCCESS:
            row[O.FILTER] = _number(words[1])
        elif len(words) > 1:
            raise ValueError(f"{' '.join(words[1:])!r} is not understood")
    return row


def _play_row(card: CardRow, kind: list[int], book: CardBook) -> None:
    """Playing the card from hand is a text of its own, the last one of the card."""
    attach_filter = kind[K.FIRST_TEXT]
    kind[K.FIRST_TEXT] = len(book.texts) - kind[K.NUM_TEXTS]
    if card.type in (CardType.EVENT, CardType.STORY):
        return
    row = [0] * len(A)
    row[A.TIMING], row[A.FROM], row[A.PAY] = Timing.PLAY, From.HAND, CARD_COST
    row[A.EXHAUST_FILTER] = row[A.SACRIFICE_FILTER] = NONE
    row[A.AIM1], row[A.FILTER1] = kind[K.ATTACH], attach_filter
    row[A.KIND] = len(book.kinds)
    row[A.FIRST_OP], row[A.NUM_OPS] = len(book.ops), 1
    operation = [0] * len(O)
    operation[O.OP], operation[O.FILTER], operation[O.MOD] = Op.ENTER, NONE, NONE
    book.ops.append(operation)
    book.texts.append(row)
    kind[K.NUM_TEXTS] += 1


def _count_texts(kind: list[int], book: CardBook) -> None:
    """Bits of the timings and triggers, so that most cards can be passed over quickly."""
    first = kind[K.FIRST_TEXT]
    for row in book.texts[first : first + kind[K.NUM_TEXTS]]:
        kind[K.TIMINGS] |= 1 << row[A.TIMING]
        kind[K.TRIGGERS] |= 1 << row[A.TRIGGER]
        if row[A.FROM] == From.HOST:
            kind[K.LAYERS] |= Effect.GRANTS
        elif row[A.FROM] == From.PILE:
            kind[K.FROM_PILE] = 1
