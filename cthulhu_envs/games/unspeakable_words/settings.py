"""What a user may choose, how it is checked, and the numbers that follow from it (R1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.game import Setting, Settings
from cthulhu_envs.authoring.settings_checks import copies_by_name, whole_number
from cthulhu_envs.games.unspeakable_words.cards import COPIES, EDITIONS, TOKENS, Letter
from cthulhu_envs.games.unspeakable_words.dawg import Dawg, dawg_of
from cthulhu_envs.games.unspeakable_words.words import SHIPPED, check_dictionary

MAX_SEATS = 6
MAX_DECK = 126  # R1.3
MAX_HAND = 10
MAX_TARGET = 1000
MAX_TOKENS = 20
MAX_TURNS = 300  # R7.5
CHECKS = ("at_most", "at_least")
LONG_WORDS = ("if_sane", "always")
NAMES = [letter.name for letter in Letter]


def letter_named(name: Any) -> Letter:
    """The card of that letter, in any case."""
    word = name.strip().upper() if isinstance(name, str) else ""
    if word not in NAMES:
        raise ValueError(
            f"Unspeakable Words has no card {shown(name)}; cards are the letters A to Z"
        )
    return Letter[word]


def _check_deck(deck: Any) -> dict[str, int] | None:
    """R1.3: copies by letter."""
    if deck is None:
        return None
    return copies_by_name(deck, lambda name: letter_named(name).name, str, "letter", MAX_DECK)


def _yes_or_no(what: str) -> Callable[[Any], Any]:
    def check(value: Any) -> bool | None:
        if value is not None and not isinstance(value, bool):
            raise ValueError(f"{what} must be True or False, not {shown(value)}")
        return value

    return check


def _switch(what: str) -> Callable[[Any], Any]:
    def check(value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"{what} must be True or False, not {shown(value)}")
        return value

    return check


def _one_of(what: str, choices: tuple[str, ...]) -> Callable[[Any], Any]:
    def check(value: Any) -> str | None:
        if value is not None and not (isinstance(value, str) and value in choices):
            hint = nearest(value if isinstance(value, str) else "", choices)
            raise ValueError(f"{what} cannot be {shown(value)}{hint}")
        return None if value is None else str(value)

    return check


def _of_edition(name: str, meaning: str, check: Callable[[Any], Any]) -> Setting:
    """A setting that the edition decides unless it is chosen (R1.8)."""
    said = ", ".join(f"{values[name]} ({edition})" for edition, values in EDITIONS.items())
    kinds = {type(values[name]) for values in EDITIONS.values()}
    return Setting(name, None, f"{meaning}; None: {said}", check=check, kind=kinds.pop())


SETTINGS = (
    Setting("edition", "manual", "which game: decides all settings left at None", tuple(EDITIONS)),
    Setting("reward", "win", "the win at the end, or points as they come", ("win", "points")),
    _of_edition("target", "points to reach", whole_number("target", 1, MAX_TARGET, none_ok=True)),
    _of_edition("hand_size", "cards held", whole_number("hand_size", 1, MAX_HAND, none_ok=True)),
    _of_edition(
        "min_letters",
        "letters a word needs",
        whole_number("min_letters", 1, MAX_HAND, none_ok=True),
    ),
    _of_edition(
        "check", "a roll of at most or at least the points succeeds", _one_of("check", CHECKS)
    ),
    _of_edition("claim_half", "half the points may be claimed", _yes_or_no("claim_half")),
    _of_edition("dice", "the Cthulhu Dice are in the game", _yes_or_no("dice")),
    _of_edition(
        "lose_all_on_fail",
        "failing at the target costs all points, not only the word's",
        _yes_or_no("lose_all_on_fail"),
    ),
    _of_edition(
        "long_words",
        "words of seven letters score if their check succeeds, or always",
        _one_of("long_words", LONG_WORDS),
    ),
    _of_edition(
        "free_words", "with one token left any letters are a word", _yes_or_no("free_words")
    ),
    Setting(
        "tokens",
        TOKENS,
        "sanity tokens at the start",
        check=whole_number("tokens", 1, MAX_TOKENS),
    ),
    Setting("deck", None, "own deck: copies by letter; None: the 96 cards", check=_check_deck),
    Setting(
        "dictionary",
        "enable",
        "the words: a dictionary by name, a file with a word a line, or a list of words",
        check=check_dictionary,
        known=lambda: {"dictionaries": tuple(SHIPPED)},
    ),
    Setting(
        "word_features",
        False,
        "the observation also tells which values of words each next letter leads to (R8.8)",
        check=_switch("word_features"),
    ),
    Setting(
        "turn_limit",
        MAX_TURNS,
        "turns after which the game is broken off",
        check=whole_number("turn_limit", 1, MAX_TURNS),
    ),
)


def setting_of(values: Settings, name: str) -> Any:
    """A setting as chosen, or as the edition has it (R1.8)."""
    chosen = values[name]
    return EDITIONS[values["edition"]][name] if chosen is None else chosen


def copies_of(values: Settings) -> list[int]:
    """Copies of each letter in the deck (R1.1, R1.3)."""
    deck = values["deck"]
    if deck is None:
        return [int(number) for number in COPIES]
    return [deck.get(letter.name, 0) for letter in Letter]


def graph_of(values: Settings) -> Dawg:
    """The words that can be laid at this table (R1.9, R1.11)."""
    shortest, longest = setting_of(values, "min_letters"), setting_of(values, "hand_size")
    return dawg_of(values["dictionary"], copies_of(values), shortest, longest)


def check_settings(values: Settings) -> None:
    """Faults that show only in combination (R1.3, R1.11)."""
    players, hand = values["num_players"], setting_of(values, "hand_size")
    cards = sum(copies_of(values))
    if cards < players * hand:
        raise ValueError(f"a deck of {cards} cards cannot give {players} players {hand} cards each")
    if setting_of(values, "min_letters") > hand:
        shortest = setting_of(values, "min_letters")
        raise ValueError(f"words of {shortest} letters cannot be laid from a hand of {hand} cards")
    graph_of(values)
