"""Decks: the quick decks of the first game, and constructed deck lists (R2.9-R2.13).

A deck list is text, one line for each title: `3 Shotgun Blast`. Lines may be empty or begin with #.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.games.call_of_cthulhu.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.card_texts import faction_named
from cthulhu_envs.games.call_of_cthulhu.cards import N_FACTIONS, CardType, Faction
from cthulhu_envs.games.call_of_cthulhu.sizes import DECK_MAX, MOST_COPIES

FOLDER = Path(__file__).with_name("lists")
LEAST_CARDS = 50
PACKETS = (range(141, 148), range(148, 155))  # R2.10
QUICK = [
    (first, second, packet)
    for first, second in combinations(range(N_FACTIONS), 2)
    for packet in range(len(PACKETS))
]


def quick_deck(first: int, second: int, packet: int) -> list[int]:
    """All cards of two factions and one packet of neutral cards, one of each."""
    cards = card_book().cards
    numbers = PACKETS[packet]
    return [
        kind
        for kind, card in enumerate(cards)
        if card.faction in (first, second)
        or (card.faction == Faction.NEUTRAL and int(card.number[1:]) in numbers)
    ]


def quick_number(words: str) -> int:
    """'The Agency, Hastur, 2' -> which quick deck."""
    parts = [part.strip() for part in words.split(",")]
    if len(parts) != 3:
        raise ValueError(
            f"a quick deck is 'FACTION, FACTION, PACKET' with packet 1 or 2: {words!r}"
        )
    pair = sorted({int(faction_named(part)) for part in parts[:2]})
    if len(pair) != 2 or Faction.NEUTRAL in pair:
        raise ValueError(f"a quick deck has two different factions, not {words!r}")
    if parts[2] not in ("1", "2"):
        raise ValueError(f"the packet of neutral cards is 1 or 2, not {parts[2]!r}")
    return QUICK.index((pair[0], pair[1], int(parts[2]) - 1))


def quick_name(number: int) -> str:
    """The same words back: 'The Agency, Hastur, 2'."""
    first, second, packet = QUICK[number]
    factions = [Faction(one).name.replace("_", " ").title() for one in (first, second)]
    return f"{factions[0]}, {factions[1]}, {packet + 1}"


def quick_pairings(mine: int | None, theirs: int | None) -> list[tuple[int, int]]:
    """R2.11: decks that can meet: there is one copy of every card."""
    return [
        (one, other)
        for one, (a, b, p) in enumerate(QUICK)
        for other, (c, d, q) in enumerate(QUICK)
        if not {a, b} & {c, d} and p != q and mine in (None, one) and theirs in (None, other)
    ]


def example_decks() -> list[str]:
    """Names of the deck lists that come with the game."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def find_deck(words: str) -> list[int]:
    """A deck by example name, by file, or as the text of a list."""
    if "\n" in words:
        return read_deck(words, "deck list")
    if words in example_decks():
        path = FOLDER / f"{words}.txt"
    else:
        path = Path(words)
        if not path.is_file():
            hint = nearest(words, example_decks())
            raise ValueError(f"there is no deck and no file {words!r}{hint}")
    data = path.read_bytes()
    try:
        return read_deck(data.decode("utf-8-sig"), path.name)
    except UnicodeDecodeError as error:
        at = data[: error.start].count(b"\n") + 1
        raise ValueError(f"{path.name}:{at}: not text in UTF-8") from error


@cache
def _titles() -> dict[str, int]:
    return {card.title: kind for kind, card in enumerate(card_book().cards)}


def read_deck(text: str, name: str) -> list[int]:
    """The kinds of a deck list; a fault is named with its line."""
    deck: list[int] = []
    copies: dict[str, int] = {}
    for at, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        found = re.fullmatch(r"(\d+)\s+(.+)", line)
        if not found:
            raise ValueError(f"{name}:{at}: a line reads 'COPIES TITLE', not {line!r}")
        number, title = int(found[1]), found[2]
        if title not in _titles():
            raise ValueError(f"{name}:{at}: there is no card {title!r}{nearest(title, _titles())}")
        card = card_book().cards[_titles()[title]]
        if card.type == CardType.STORY:
            raise ValueError(f"{name}:{at}: {title} is a story, and stories are in no deck")
        copies[title] = copies.get(title, 0) + number
        if number < 1 or copies[title] > MOST_COPIES:
            count = copies[title] if number else 0
            raise ValueError(f"{name}:{at}: {count} copies of {title}; 1 to {MOST_COPIES} may be")
        deck += [_titles()[title]] * number
    if not LEAST_CARDS <= len(deck) <= DECK_MAX:
        raise ValueError(f"{name}: {len(deck)} cards; a deck has {LEAST_CARDS} to {DECK_MAX}")
    return deck
