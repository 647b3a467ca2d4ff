"""What a user may choose, how it is checked, and the numbers that follow from it (R1, R2, R7)."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.engine.checks import copies_by_name, whole_number
from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.engine.game import Setting, Settings
from cthulhu_envs.engine.onlooker import counted
from cthulhu_envs.games.lovecraft_letter.cards import (
    EDITIONS,
    FACE_UP_TWO_PLAYERS,
    ONE,
    TITLES,
    Card,
)

MAX_DECK = 32  # R1.4
MAX_FACE_UP = 8
MAX_ROUNDS = 10_000
NAMES = [card.name.lower() for card in Card]


def card_named(name: Any) -> Card:
    """The card of that name, short (`cats`) or as printed (`Cats of Ulthar`), in any case."""
    word = str(name).strip().lower()
    for card, title in TITLES.items():
        if word == title.lower() or word.replace(" ", "_").replace("-", "_") == card.name.lower():
            return card
    raise ValueError(f"Lovecraft Letter has no card {name!r}{nearest(word, NAMES)}")


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
    Setting(
        "face_up",
        None,
        "cards set aside face up each round; None: 5 for two players with the edition's deck, and "
        "0 for more players or a deck of one's own",
        check=whole_number("face_up", 0, MAX_FACE_UP, none_ok=True),
    ),
    Setting(
        "max_rounds",
        100,
        "rounds after which a game without a winner is truncated",
        check=whole_number("max_rounds", 1, MAX_ROUNDS),
    ),
    Setting(
        "history",
        None,
        "plays and Sanity Checks shown in the observation for each seat at the table; None: all of "
        "a round",
        check=whole_number("history", 0, MAX_DECK, none_ok=True),
    ),
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
    if values["face_up"] is not None:
        return int(values["face_up"])
    is_usual = values["num_players"] == 2 and values["deck"] is None
    return FACE_UP_TWO_PLAYERS if is_usual else 0


def pile_of(values: Settings) -> int:
    """Cards in the draw pile after the deal (R2.6)."""
    return sum(copies_of(values)) - 1 - face_up_of(values) - int(values["num_players"])


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
    history, most = values["history"], longest_round(values)
    return most if history is None else min(int(history) * int(values["num_players"]), most)


def described(values: Settings) -> dict[str, str]:
    """The table in words, with all that follows from the settings."""
    copies = copies_of(values)
    cards = [f"{copies[card]} {TITLES[card]}" for card in Card if copies[card]]
    return {
        "players": str(values["num_players"]),
        "edition": str(values["edition"]),
        "deck": f"{', '.join(cards)}: {counted(sum(copies), 'card')}",
        "face up": counted(face_up_of(values), "card"),
        "draw pile": counted(pile_of(values), "card"),
    }


def check_settings(values: Settings) -> None:
    """Faults that show only in combination (R1.5)."""
    if pile_of(values) < 1:
        players = values["num_players"]
        raise ValueError(
            f"a deck of {sum(copies_of(values))} cards is too small for {players} players: 1 card "
            f"face down, {face_up_of(values)} face up, {players} dealt and at least 1 to draw are "
            "needed"
        )
