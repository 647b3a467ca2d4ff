"""What games check alike: numbers and decks among the settings, starters and stacked decks among
the reset options. Each fault is one sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.game import Game

MOST_TEXT = 10_000  # letters of a deck in words
MOST_DIGITS = 9  # of a number of copies
MOST_NAMED = 5  # cards that a fault names
EQUALS = re.compile(r"\s*=\s*")
ENTRY = re.compile(r"\s*(?P<name>\S.*?)\s*(?:=\s*(?P<copies>\S+))?\s*")  # of a deck in words


def whole_number(what: str, low: int, high: int, none_ok: bool = False) -> Callable[[Any], Any]:
    """A check for a setting that is a whole number in a range, or None where that is allowed."""

    def check(value: Any) -> int | None:
        if value is None and none_ok:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(
                f"{what} must be a whole number from {low} to {high}, not {shown(value)}"
            )
        return value

    return check


def copies_by_name(
    deck: Any, named: Callable[[Any], Any], say: Callable[[Any], str], by: str, most: int
) -> dict[Any, int]:
    """A custom deck as copies of each card, with an upper limit for all cards together.

    A deck in words lists its cards, `guard guard priest` or `guard=2, priest`; otherwise it is a
    mapping from names to copies. `named` finds a card by the name a user gave, `say` is how it is
    called in a fault.
    """
    copies: dict[Any, int] = {}
    if isinstance(deck, str):
        copies, deck = copies_in_words(deck, named), {}
    if not isinstance(deck, Mapping):
        raise ValueError(f"deck must give copies by {by}, not {shown(deck)}")
    for name, number in deck.items():
        card = named(name)
        if card in copies:
            raise ValueError(f"the deck names {say(card)} twice")
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise ValueError(f"copies of {say(card)} must be 0 or more, not {shown(number)}")
        copies[card] = number
    if sum(copies.values()) > most:
        there = shown(sum(copies.values()))
        raise ValueError(f"a deck holds at most {most} cards, not {there}")
    return copies


def copies_in_words(text: str, named: Callable[[Any], Any]) -> dict[Any, int]:
    """`guard guard priest` or `guard=2, priest` as copies by card. Cards are parted by spaces or
    commas; a name of several words needs commas.
    """
    if len(text) > MOST_TEXT:
        raise ValueError(f"a deck in words has at most {MOST_TEXT} letters, not {len(text)}")
    copies: Counter[Any] = Counter()
    for part in text.split(","):
        copies.update(_listed(part, named))
    if not copies:
        raise ValueError("a deck needs cards, such as 'guard=5, priest=2'")
    return dict(copies)


def _listed(part: str, named: Callable[[Any], Any]) -> Counter[Any]:
    """What stands between two commas: one card with its copies, or several parted by spaces."""
    found = ENTRY.fullmatch(part)
    if found is None:
        return Counter()
    copies = found["copies"] or "1"
    try:
        kind = named(found["name"])
        if not (copies.isascii() and copies.isdecimal() and len(copies) <= MOST_DIGITS):
            card, number = shown(found["name"]), shown(copies)
            raise ValueError(f"copies of {card} must be a whole number, not {number}")
        return Counter({kind: int(copies)})
    except ValueError:
        words = EQUALS.sub("=", part).split()
        if len(words) == 1:
            raise
        return sum((_listed(word, named) for word in words), Counter())


def set_starter(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """`start`: the seat that begins, as `asked_starter` in the state (seat + 1; 0 is nobody)."""
    start = options.get("start")
    if start is None:
        return
    if type(start) is not int or start not in range(game.num_players):
        raise ValueError(
            f"start must be a seat from 0 to {game.num_players - 1}, not {shown(start)}"
        )
    s.asked_starter = start + 1


def stacked_deck(
    options: Mapping[str, Any],
    named: Callable[[Any], Any],
    say: Callable[[Any], str],
    what: str,
    cards: Iterable[Any],
    copies: Sequence[int],
) -> list[Any] | None:
    """`deck`: all cards in order, top first; exactly those of the deck in use."""
    given = options.get("deck")
    if given is None:
        return None
    if not isinstance(given, list):
        raise ValueError(f"deck must list {what}, top first, not {shown(given)}")
    deck = [named(name) for name in given]
    have = Counter(deck)
    wrong = [
        f"{have[card]} {say(card)} instead of {wanted}"
        for card, wanted in zip(cards, copies, strict=True)
        if have[card] != wanted
    ]
    if wrong:
        more = f" and {len(wrong) - MOST_NAMED} more faults" if len(wrong) > MOST_NAMED else ""
        raise ValueError(f"the stacked deck has {', '.join(wrong[:MOST_NAMED])}{more}")
    return deck
