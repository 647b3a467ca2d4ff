"""Decks: the quick decks of the first game, and constructed deck lists (R2.9-R2.13).

A deck list is text, one line for each title: `3 Shotgun Blast`. Lines may be empty or begin with #.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.authoring.own_file import OwnFile
from cthulhu_envs.games._script.places import at, fault_at, text_of
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import MOST_SHOWN, card_book
from cthulhu_envs.games.call_of_cthulhu.cards.card_texts import faction_named
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_FACTIONS, CardType, Faction
from cthulhu_envs.games.call_of_cthulhu.sizes import DECK_MAX, MOST_COPIES

FOLDER = Path(__file__).with_name("lists")
LEAST_CARDS = 50
MOST_DIGITS = 4  # of a number of copies, the wrong ones too
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
            f"a quick deck is 'FACTION, FACTION, PACKET' with packet 1 or 2: {shown(words)}"
        )
    pair = sorted({int(faction_named(part[:MOST_SHOWN])) for part in parts[:2]})
    if len(pair) != 2 or Faction.NEUTRAL in pair:
        raise ValueError(f"a quick deck has two different factions, not {shown(words)}")
    if parts[2] not in ("1", "2"):
        raise ValueError(f"the packet of neutral cards is 1 or 2, not {shown(parts[2])}")
    return QUICK.index((pair[0], pair[1], int(parts[2]) - 1))


def quick_name(number: int) -> str:
    """The same words back: 'The Agency, Hastur, 2'."""
    first, second, packet = QUICK[number]
    factions = faction_names()
    return f"{factions[first]}, {factions[second]}, {packet + 1}"


def faction_names() -> list[str]:
    """The seven factions, by number."""
    return [title(one) for one in Faction if one != Faction.NEUTRAL]


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
    own = own_deck(FOLDER / f"{words}.txt" if words in example_decks() else words)
    return read_deck(own.text, Path(own).name)


def own_deck(path: str | Path) -> OwnFile:
    """The file of a deck list, with what it says now."""
    if not isinstance(path, OwnFile) and not names_file(path):
        hint = nearest(str(path)[:MOST_SHOWN], example_decks())
        raise ValueError(f"there is no deck and no file {shown(str(path))}{hint}")
    return OwnFile.read(path, text_of)


def names_file(path: str | Path) -> bool:
    """Whether there is such a file; what cannot be a path names none."""
    try:
        return Path(path).expanduser().is_file()
    except (OSError, RuntimeError, ValueError):  # too long, nobody's home, a letter no path has
        return False


def shown(value: object) -> str:
    """A wrong value in a message, cut where it is long."""
    return f"{value!r:.{MOST_SHOWN}}"


def read_deck(text: str, name: str) -> list[int]:
    """The kinds of a deck list; a fault is named with its line."""
    deck: list[int] = []
    copies: Counter[str] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.strip().startswith("#"):
            with at(name, number):
                deck += _read_line(line.strip(), copies)
    if not LEAST_CARDS <= len(deck) <= DECK_MAX:
        words = f"{len(deck)} cards; a deck has {LEAST_CARDS} to {DECK_MAX}"
        raise fault_at(name, None, words)
    return deck


def _read_line(line: str, copies: Counter[str]) -> list[int]:
    """The cards of one line; `copies` counts those of the lines before, too."""
    found = re.fullmatch(rf"([0-9]{{1,{MOST_DIGITS}}})\s+(.+)", line)
    if not found:
        raise ValueError(f"a line reads 'COPIES TITLE', not {shown(line)}")
    number, title = int(found[1]), found[2]
    kind = card_book().kind_named(title)
    card = card_book().cards[kind]
    if card.type == CardType.STORY:
        raise ValueError(f"{title} is a story, and stories are in no deck")
    copies[title] += number
    if number < 1 or copies[title] > MOST_COPIES:
        count = copies[title] if number else 0
        raise ValueError(f"{count} copies of {title}; 1 to {MOST_COPIES} may be")
    return [kind] * number
