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

import re
from collections.abc import Container
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.games._script.places import at, fault_at, text_of
from cthulhu_envs.games.call_of_cthulhu.cards.card_texts import (
    faction_named,
    names_of,
    number_of,
    read_static,
    used_text,
    word_in,
)
from cthulhu_envs.games.call_of_cthulhu.cards.card_words import (
    filter_of,
)
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    CARD_COST,
    NONE,
    SUBTYPES,
    Aim,
    CardType,
    Effect,
    Faction,
    From,
    Icon,
    Keyword,
    Op,
    Timing,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, K, O

FOLDER = Path(__file__).with_name("rows")
RULE_FILTERS = (  # what the rules themselves choose from, by number
    "character mine insane restorable",
    "character mine heroic-or-villainous",
    "character mine maddenable at-this",
    "character mine woundable at-this",
    "character mine exhausted at-this",
)


MOST_SHOWN = 60  # letters of what is wrong, in a message


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
    """All kinds of cards as rows of numbers, columns as columns.py names them."""

    cards: list[CardRow] = field(default_factory=list)
    kinds: list[list[int]] = field(default_factory=list)  # columns K
    texts: list[list[int]] = field(default_factory=list)  # columns A
    ops: list[list[int]] = field(default_factory=list)  # columns O
    mods: list[list[int]] = field(default_factory=list)  # columns M
    filters: list[list[int]] = field(default_factory=list)  # columns F

    def kind_named(self, title: str) -> int:
        """The kind with that title; ValueError names a near miss, but not all 165."""
        titles = [card.title for card in self.cards]
        if title not in titles:
            hint = nearest(title[:MOST_SHOWN], titles)
            near = hint if hint.endswith("?") else ""
            raise ValueError(f"there is no card {title[:MOST_SHOWN]!r}{near}")
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
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith(" "):
                if not rows or rows[-1][1] != path:
                    raise fault_at(path, number, "a text before any card")
                rows[-1][4].append((number, line.strip()))
                continue
            begins = re.match(r"F(\d+) \|", line)
            if not begins:
                raise fault_at(path, number, "a card begins with its number, 'F12 | '")
            rows.append((int(begins[1]), path, number, line, []))
    rows.sort(key=lambda row: row[0])
    book = CardBook()
    for words in RULE_FILTERS:
        book.add_filter(words)
    for _, path, number, line, texts in rows:  # all titles first: filters may name them
        with at(path, number):
            book.cards.append(_card_row(line, texts, book))
    for (_, path, number, line, texts), card in zip(rows, book.cards, strict=True):
        with at(path, number):
            kind = _kind_row(line, card, book)
        kind[K.FIRST_TEXT] = len(book.texts)
        attach_filter = 0
        for text_at, text in texts:
            with at(path, text_at):
                if text.startswith("attach "):
                    attach_filter = _read_attach(text, kind, book)
                else:
                    _read_text(text, card, kind, book)
        _play_row(card, kind, attach_filter, book)
        _count_texts(kind, book)
        book.kinds.append(kind)
    return book


def _card_row(line: str, texts: list[tuple[int, str]], book: CardBook) -> CardRow:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) < 3:
        raise ValueError("a card needs at least number, title and type")
    found = re.fullmatch(r"(.+?)(?: \((.+)\))?", parts[1])
    assert found is not None
    card_type = CardType(word_in(names_of(CardType), parts[2].split()[-1], "card type"))
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
            value = number_of(rest)
            kind[{"cost": K.COST, "skill": K.SKILL, "steadfast": K.STEADFAST}[word]] = value
        elif word == "icons":
            pairs = rest.split()
            for name, number in zip(pairs[::2], pairs[1::2], strict=True):
                kind[K.TERROR + word_in(names_of(Icon), name, "icon")] = number_of(number)
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
            kind[K.TOUGHNESS] = number_of(name.removeprefix("Toughness +"))
        else:
            kind[K.WORDS] |= word_in(names_of(Keyword), name.lower(), "keyword")


def _read_attach(text: str, kind: list[int], book: CardBook) -> int:
    """What the card attaches to; returns the filter for it, NONE for a story."""
    rest = text.removeprefix("attach ")
    if rest == "story":
        kind[K.ATTACH] = Aim.STORY
        return NONE
    kind[K.ATTACH] = Aim.CARD
    return book.add_filter(rest[1:-1])


def _read_text(text: str, card: CardRow, kind: list[int], book: CardBook) -> None:
    word = re.split(r"[ ,:]", text)[0]
    if word == "booster":
        for name in text.split()[1:]:
            kind[K.BOOST_TERROR + word_in(names_of(Icon), name, "icon")] += 1
            kind[K.BOOSTS] += 1
    elif word == "static":
        read_static(text, kind, book)
    else:
        book.texts.append(used_text(text, card, len(book.kinds), book))
        kind[K.NUM_TEXTS] += 1


def _play_row(card: CardRow, kind: list[int], attach_filter: int, book: CardBook) -> None:
    """Playing the card from hand is a text of its own, the last one of the card; one that attaches
    chooses what to by a filter.
    """
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
