"""Filters and amounts of the card rows in plain words, for the documentation."""

from __future__ import annotations

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import CardBook
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    BELOW_SELF,
    BELOW_X,
    NONE,
    OF_DOMAINS,
    OF_X,
    SUBTYPES,
    CardType,
    Faction,
    Keyword,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import F, Flag, Whose

ADJECTIVES = {
    Flag.OTHER: "other",
    Flag.INSANE: "insane",
    Flag.READY: "ready",
    Flag.EXHAUSTED: "exhausted",
    Flag.COMMITTED: "committed",
}
CLAUSES = {
    Flag.HERE: "at the same story",
    Flag.WITNESSED: "that was at that story",
    Flag.AT_THIS: "at this story",
    Flag.WOUNDABLE: "that can be wounded",
    Flag.MADDENABLE: "that can go insane",
    Flag.RESTORABLE: "that can be restored",
    Flag.BARE: "without an attachment",
    Flag.TAKEABLE: "that may change sides",
    Flag.ENTERABLE: "that may enter play",
    Flag.EXHAUST_OR_MADDEN: "that is ready or can go insane",
}
AMOUNTS = {
    OF_X: "X or less",
    BELOW_X: "less than X",
    BELOW_SELF: "less than its own",
    OF_DOMAINS: "at most the number of your domains",
}


def named(member: Faction) -> str:
    """A faction as it is printed."""
    words = member.name.replace("_", " ").title()
    return {"Yog Sothoth": "Yog-Sothoth", "Shub Niggurath": "Shub-Niggurath"}.get(words, words)


def a(noun: str) -> str:
    """With its article."""
    if noun.startswith("other "):
        return f"an{noun}"
    return f"an {noun}" if noun[0].lower() in "aeiou" else f"a {noun}"


def noun(book: CardBook, number: int) -> str:
    """What a filter accepts, in the singular and without an article."""
    row = book.filters[number]
    words = [word for flag, word in ADJECTIVES.items() if row[F.FLAGS] & flag]
    words += [*_natures(row), _type(row, book), *_clauses(row)]
    return " ".join(word for word in words if word)


def _natures(row: list[int]) -> list[str]:
    keywords = [word.name.capitalize() for word in Keyword if row[F.WORDS] & word]
    subtypes = [name for at, name in enumerate(SUBTYPES) if row[F.SUBS] >> at & 1]
    natures = [" or ".join(keywords + subtypes)]
    if row[F.FACTION] != NONE:
        natures.append(named(Faction(row[F.FACTION])))
    return natures


def _type(row: list[int], book: CardBook) -> str:
    if row[F.TITLE] != NONE:
        return f"card titled {book.cards[row[F.TITLE]].title}"
    types = [CardType(t).name.lower() for t in CardType if row[F.TYPES] >> t & 1]
    return "character" if types == ["character"] else f"{' or '.join(types)} card".strip()


def _clauses(row: list[int]) -> list[str]:
    clauses = {Whose.ANY: [], Whose.MINE: ["of yours"], Whose.THEIRS: ["of the opponent"]}[
        Whose(row[F.SIDE])
    ]
    barred = [name for at, name in enumerate(SUBTYPES) if row[F.NOT_SUBS] >> at & 1]
    if barred:
        clauses.append(f"that is no {' or '.join(barred)}")
    clauses += [words for flag, words in CLAUSES.items() if row[F.FLAGS] & flag]
    if row[F.SKILL] != NONE:
        clauses.append(f"with skill {_bound(row[F.SKILL])}")
    if row[F.COST] != NONE:
        what = "printed cost" if row[F.FLAGS] & Flag.PRINTED_COST else "cost"
        clauses.append(f"with {what} {_bound(row[F.COST])}")
    if row[F.TERROR_MIN]:
        clauses.append(f"with {row[F.TERROR_MIN]} or more terror icons")
    if row[F.TERROR_MAX] != NONE:
        clauses.append("without terror icons")
    if row[F.PRINTED_SKILL_MIN]:
        clauses.append(f"with printed skill {row[F.PRINTED_SKILL_MIN]} or more")
    if row[F.PRINTED_SKILL_MAX] != NONE:
        clauses.append(f"with printed skill {row[F.PRINTED_SKILL_MAX]} or less")
    return clauses


def _bound(amount: int) -> str:
    return AMOUNTS.get(amount, f"{amount} or less")
