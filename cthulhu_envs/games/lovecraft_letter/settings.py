"""What a user may choose, how it is checked, and the numbers that follow from it (R1, R2, R7)."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.game import Setting, Settings
from cthulhu_envs.authoring.settings_checks import copies_by_name, whole_number
from cthulhu_envs.games._letters.limits import MAX_DECK
from cthulhu_envs.games._letters.settings import (
    check_deck_size,
    events_shown,
    face_up_by,
    face_up_setting,
    history_setting,
    pile_after_deal,
    table_in_words,
)
from cthulhu_envs.games.lovecraft_letter.cards import (
    EDITIONS,
    FACE_UP_TWO_PLAYERS,
    ONE,
    TITLES,
    Card,
)

MAX_ROUNDS = 10_000
NAMES = [card.name.lower() for card in Card]


def card_named(name: Any) -> Card:
    """The card of that name, short (`cats`) or as printed (`Cats of Ulthar`), in any case."""
    word = name.strip().lower() if isinstance(name, str) else ""
    for card, title in TITLES.items():
        if word == title.lower() or word.replace(" ", "_").replace("-", "_") == card.name.lower():
            return card
    raise ValueError(f"Lovecraft Letter has no card {shown(name)}{nearest(word, NAMES)}")


def _check_deck(deck: Any) -> dict[str, int] | None:
    """Copies by card name, in words or as a mapping."""
    if deck is None:
        return None
    copies = copies_by_name(deck, card_named, TITLES.__getitem__, "card name", MAX_DECK)
    if copies.get(Card.BRAINCASE):
        raise ValueError("the Mi-Go Braincase lies beside the deck and cannot be part of it")
    return {card.name.lower(): copies[card] for card in Card if card in copies}


SETTINGS = (
    Setting(
        "edition",
        "published",
        "the published values, copies and Insanity cards, or the manual's own list",
        tuple(EDITIONS),
    ),
    Setting(
        "rounds", "match", "play until somebody wins the game, or one round", ("match", "single")
    ),
    Setting("reward", "win", "who wins at the end, or tokens as they come", ("win", "tokens")),
    Setting(
        "deck",
        None,
        "own deck: cards in words such as 'cats=2, carter', or copies by card name; None: the "
        "edition's",
        check=_check_deck,
    ),
    face_up_setting(FACE_UP_TWO_PLAYERS),
    Setting(
        "max_rounds",
        100,
        "rounds after which a game without a winner is truncated",
        check=whole_number("max_rounds", 1, MAX_ROUNDS),
    ),
    history_setting("plays and Sanity Checks"),
)


def copies_of(values: Settings) -> list[int]:
    """Copies of each card in the shuffled deck."""
    deck = values["deck"]
    if deck is None:
        return [EDITIONS[values["edition"]][card].copies for card in Card]
    return [deck.get(card.name.lower(), 0) for card in Card]


def values_of(values: Settings) -> list[int]:
    """The value of each card."""
    return [EDITIONS[values["edition"]][card].value for card in Card]


def insanity_of(values: Settings) -> list[bool]:
    """Which cards are Insanity cards."""
    return [EDITIONS[values["edition"]][card].insanity for card in Card]


def numbers_of(values: Settings) -> list[int]:
    """The numbers that can be named (R4.1a, R4.1b)."""
    copies, printed = copies_of(values), values_of(values)
    there = {printed[card] for card in Card if copies[card] or card == Card.BRAINCASE}
    return sorted(there - {ONE})


def face_up_of(values: Settings) -> int:
    """Cards set aside face up each round (R2.4)."""
    return face_up_by(values, FACE_UP_TWO_PLAYERS)


def pile_of(values: Settings) -> int:
    """Cards in the draw pile after the deal (R2.6)."""
    return pile_after_deal(values, copies_of(values), face_up_of(values))


def longest_round(values: Settings) -> int:
    """Rows of the log that a round can have. Every play and every Sanity Check takes at least one
    card from the draw pile, but for the extra play that Mi-Go brings: one, as there is one
    Braincase (R4.5g).
    """
    return pile_of(values) + (copies_of(values)[Card.MI_GO] > 0)


def events_of(values: Settings) -> int:
    """Rows of the log shown in the observation: those of a whole round, or `history` for each
    seat (R8.1).
    """
    return events_shown(values, longest_round(values))


def described(values: Settings) -> dict[str, str]:
    """The table in words, with all that follows from the settings."""
    return table_in_words(values, copies_of(values), TITLES, face_up_of(values))


def check_settings(values: Settings) -> None:
    """Faults that show only in combination (R1.5)."""
    check_deck_size(values, copies_of(values), face_up_of(values))
