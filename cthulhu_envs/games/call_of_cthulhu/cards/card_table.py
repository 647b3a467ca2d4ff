"""All cards as a table for the documentation: what is printed, and how its texts are encoded."""

from __future__ import annotations

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import CardRow, card_book
from cthulhu_envs.games.call_of_cthulhu.cards.card_sentences import sentences
from cthulhu_envs.games.call_of_cthulhu.cards.cards import OF_X, SUBTYPES, CardType, Faction, Icon
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Keyword as Word
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K

CHECKED = (
    "## Checking millions of decisions",
    "",
    "    cthulhu check call_of_cthulhu --law decks --seeds 100",
    "",
    "plays ten million random decisions (100,000 for each seed) with every faction pair, both",
    "neutral packets, and the example lists. After each decision it checks that every card is in",
    "one place, nobody insane is committed, no domain is drained twice, no wounds are beyond",
    "death, tokens and stories add up, what was worked out is what would be worked out now, and",
    "windows alternate. The first fault is named with its seed.",
    "`cthulhu coverage call_of_cthulhu` counts in how many games each card and operation is used.",
)


def card_table() -> str:
    """Markdown, one row a card, made from the very rows that the interpreter runs."""
    book = card_book()
    lines = [
        "## Cards",
        "",
        "Every card is a row of `cards/rows/*.txt`; `card_file.py` explains the words. `T1` and",
        "`T2` are the first and second thing chosen, `SELF` is the card itself. The sentences are",
        "made from the numbers that the interpreter runs: they say what happens, not what was",
        "meant.",
        "",
        "| card | printed | its encoding in words | its encoding |",
        "|---|---|---|---|",
    ]
    for kind, (card, row) in enumerate(zip(book.cards, book.kinds, strict=True)):
        title = f"{card.title} ({card.descriptor})" if card.descriptor else card.title
        words = "<br>".join(sentences(book, kind)) or "-"
        texts = "<br>".join(f"`{_safe(text)}`" for text in card.texts) or "-"
        lines.append(f"| {card.number} {title} | {printed_words(card, row)} | {words} | {texts} |")
    return "\n".join(lines)


def printed_words(card: CardRow, row: list[int]) -> str:
    """Type, faction, numbers, icons, subtypes and keywords of a card."""
    words = ["unique " + card.type.name.lower() if row[K.UNIQUE] else card.type.name.lower()]
    if card.type == CardType.STORY:
        return words[0]
    assert card.faction is not None
    words += [_spelled(Faction(card.faction).name), f"cost {_number(row[K.COST])}"]
    if row[K.STEADFAST]:
        words.append(f"steadfast {row[K.STEADFAST]}")
    if card.type == CardType.CHARACTER:
        words.append(f"skill {_number(row[K.SKILL])}")
        words += [f"{icon.name.lower()} {n}" for icon in Icon if (n := row[K.TERROR + icon])]
    words += [name for at, name in enumerate(SUBTYPES) if row[K.SUBS] >> at & 1]
    words += [_spelled(word.name) for word in Word if row[K.WORDS] & word]
    if row[K.TOUGHNESS]:
        words.append(f"Toughness +{row[K.TOUGHNESS]}")
    return ", ".join(words)


def _number(value: int) -> str:
    return "X" if value == OF_X else str(value)


def _spelled(name: str) -> str:
    return name.replace("_", " ").title()


def _safe(text: str) -> str:
    return text.replace("|", "\\|")
