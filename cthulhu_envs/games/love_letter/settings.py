"""What a user may choose, how it is checked, and the numbers that follow from it (R1, R2, R7)."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.game import Setting, Settings
from cthulhu_envs.authoring.layout import title
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
from cthulhu_envs.games.love_letter.cards import (
    EDITION_PLAYERS,
    EDITIONS,
    FACE_UP_TWO_PLAYERS,
    MINI_DECKS,
    TOKEN_GOAL,
    Card,
)

MAX_GOAL = 100
TITLES = {card: title(card) for card in Card}
NAMES = [card.name.lower() for card in Card]


def card_named(name: Any) -> Card:
    """The character of that name, in any case."""
    word = name.strip().lower() if isinstance(name, str) else ""
    if word not in NAMES:
        raise ValueError(f"Love Letter has no card {shown(name)}{nearest(word, NAMES)}")
    return Card[word.upper()]


def _check_deck(deck: Any) -> dict[str, int] | str | None:
    """A mini deck's name, or copies by character name, in words or as a mapping."""
    if deck is None:
        return None
    if isinstance(deck, str) and not {" ", ",", "="} & set(deck):  # a name, no list of cards
        if deck.lower() not in MINI_DECKS:
            raise ValueError(f"there is no deck {shown(deck)}{nearest(deck, MINI_DECKS)}")
        return deck.lower()
    copies = copies_by_name(deck, _key, str.title, "card name", MAX_DECK)
    return {name: copies[name] for name in NAMES if name in copies}


def _key(name: Any) -> str:
    """How a card is called in the setting `deck`."""
    return card_named(name).name.lower()


SETTINGS = (
    Setting(
        "edition", "2019", "the 21 cards of 2019, or the 16 of the classic game", tuple(EDITIONS)
    ),
    Setting("rounds", "match", "play to the token goal, or one round", ("match", "single")),
    Setting(
        "reward", "win", "share of the win at the end, or tokens as they come", ("win", "tokens")
    ),
    Setting(
        "deck",
        None,
        "own deck: cards in words such as 'guard=5, priest=2', or copies by card name; or the "
        "name of one; None: the edition's",
        check=_check_deck,
        known=lambda: {"decks": tuple(MINI_DECKS)},
    ),
    face_up_setting(FACE_UP_TWO_PLAYERS),
    Setting(
        "goal",
        None,
        "tokens that win the match; None: by number of players",
        check=whole_number("goal", 1, MAX_GOAL, none_ok=True),
        kind=int,
    ),
    history_setting("turns"),
)


def copies_of(values: Settings) -> list[int]:
    """Copies of each character in the deck, by value."""
    deck = values["deck"]
    if deck is None or isinstance(deck, str):
        listed = EDITIONS[values["edition"]] if deck is None else MINI_DECKS[deck]
        return [listed.get(card, 0) for card in Card]
    return [deck.get(card.name.lower(), 0) for card in Card]


def face_up_of(values: Settings) -> int:
    """Cards set aside face up each round (R2.3, R2.4)."""
    return face_up_by(values, FACE_UP_TWO_PLAYERS)


def goal_of(values: Settings) -> int:
    """Favor tokens that win the match (R7.1)."""
    return int(values["goal"] or TOKEN_GOAL[values["num_players"]])


def pile_of(values: Settings) -> int:
    """Cards in the draw pile after the deal (R2.6). A round has no more turns: each takes a card
    from the pile, and a Chancellor returns no more than it draws.
    """
    return pile_after_deal(values, copies_of(values), face_up_of(values))


def events_of(values: Settings) -> int:
    """Turns shown in the observation: those of a whole round, or `history` for each seat (R8.1)."""
    return events_shown(values, pile_of(values))


def described(values: Settings) -> dict[str, str]:
    """The table in words, with all that follows from the settings."""
    return table_in_words(values, copies_of(values), TITLES, face_up_of(values))


def check_settings(values: Settings) -> None:
    """Faults that show only in combination (R1.3, R1.5, R1.6)."""
    edition, players = values["edition"], values["num_players"]
    seats = EDITION_PLAYERS[edition]
    if players not in seats:
        span = f"{seats[0]} to {seats[-1]}"
        raise ValueError(f"the {edition} edition is for {span} players, not {players}")
    copies = copies_of(values)
    check_deck_size(values, copies, face_up_of(values))
    if sum(copies) == copies[Card.GUARD]:
        raise ValueError("a deck of Guards alone leaves no character to name")
