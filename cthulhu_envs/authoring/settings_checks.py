"""What games check alike: numbers and decks among the settings, starters and stacked decks among
the reset options. Each fault is one sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cthulhu_envs.authoring.game import Game

EQUALS = re.compile(r"\s*=\s*")
ENTRY = re.compile(r"\s*(?P<name>\S.*?)\s*(?:=\s*(?P<copies>\S+))?\s*")  # of a deck in words


def whole_number(what: str, low: int, high: int, none_ok: bool = False) -> Callable[[Any], Any]:
    """A check for a setting that is a whole number in a range, or None where that is allowed."""

    def check(value: Any) -> int | None:
        if value is None and none_ok:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{what} must be a whole number from {low} to {high}, not {value!r}")
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
        raise ValueError(f"deck must give copies by {by}, not {deck!r}")
    for name, number in deck.items():
        card = named(name)
        if card in copies:
            raise ValueError(f"the deck names {say(card)} twice")
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise ValueError(f"copies of {say(card)} must be 0 or more, not {number!r}")
        copies[card] = number
    if sum(copies.values()) > most:
        raise ValueError(f"a deck holds at most {most} cards, not {sum(copies.values())}")
    return copies


def copies_in_words(text: str, named: Callable[[Any], Any]) -> dict[Any, int]:
    """`guard guard priest` or `guard=2, priest` as copies by card. Cards are parted by spaces or
    commas; a name of several words needs commas.
    """
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
        card = named(found["name"])
        if not (copies.isascii() and copies.isdecimal()):
            raise ValueError(f"copies of {found['name']!r} must be a whole number, not {copies!r}")
        return Counter({card: int(copies)})
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
        raise ValueError(f"start must be a seat from 0 to {game.num_players - 1}, not {start!r}")
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
        raise ValueError(f"deck must list {what}, top first, not {given!r}")
    deck = [named(name) for name in given]
    have = Counter(deck)
    wrong = [
        f"{have[card]} {say(card)} instead of {wanted}"
        for card, wanted in zip(cards, copies, strict=True)
        if have[card] != wanted
    ]
    if wrong:
        raise ValueError(f"the stacked deck has {', '.join(wrong)}")
    return deck
