"""What a user may choose, how it is checked, and the decks that follow from it (R2)."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.authoring.game import Setting, Settings
from cthulhu_envs.games.call_of_cthulhu.cards.decks import (
    PACKETS,
    example_decks,
    faction_names,
    find_deck,
    names_file,
    own_deck,
    quick_number,
    quick_pairings,
    shown,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import MOST_TURNS, TURNS

DEFAULT_DECKS = ("deep_ones", "night_shift")


def _check_turns(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_TURNS:
        raise ValueError(f"turn_limit must be from 1 to {MOST_TURNS}, not {shown(value)}")
    return value


def _check_deck(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f"a deck is named or listed as text, not {shown(value)}")
    if value is None or "\n" in value or value in example_decks():
        return value
    return own_deck(value) if names_file(value) else value


def _known_decks() -> dict[str, list[str]]:
    return {
        "factions of first_game": faction_names(),
        "packets of first_game": [str(number) for number in range(1, len(PACKETS) + 1)],
        "decks of constructed": example_decks(),
    }


SETTINGS = (
    Setting(
        "format",
        "first_game",
        "quick decks of two factions and a neutral packet, or constructed deck lists",
        ("first_game", "constructed"),
    ),
    Setting(
        "deck_0",
        None,
        "first_game: 'FACTION, FACTION, PACKET', None: at random, hidden from the other seat; "
        "constructed: an example's name, a file, or the list itself",
        check=_check_deck,
        known=_known_decks,
    ),
    Setting("deck_1", None, "the same for player_1", check=_check_deck),
    Setting("auto_pass", True, "take the only option at once instead of asking", (True, False)),
    Setting(
        "turn_limit",
        TURNS,
        "turns of both players after which the game is cut off",
        check=_check_turns,
    ),
)


def pairings_of(values: Settings) -> list[tuple[int, int]]:
    """Which decks may meet, as numbers into `decks.QUICK`, or the two lists."""
    if values["format"] == "constructed":
        return [(0, 1)]
    chosen = [
        None if values[name] is None else quick_number(values[name])
        for name in ("deck_0", "deck_1")
    ]
    return quick_pairings(chosen[0], chosen[1])


def lists_of(values: Settings) -> list[list[int]]:
    """The two constructed decks."""
    names = ("deck_0", "deck_1")
    return [
        find_deck(DEFAULT_DECKS[seat] if values[name] is None else values[name])
        for seat, name in enumerate(names)
    ]


def check_settings(values: Settings) -> None:
    """Faults that show only in combination."""
    if values["format"] == "constructed":
        lists_of(values)
    elif not pairings_of(values):
        raise ValueError(
            "quick decks that meet share no faction and use different packets, for there is one "
            f"copy of every card: {shown(values['deck_0'])} against {shown(values['deck_1'])}"
        )
