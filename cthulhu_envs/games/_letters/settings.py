"""Settings that both games have, and the numbers that follow from them (R1, R2).

A game passes what differs: the copies in its deck, and how many cards its rule book sets aside
face up for two players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cthulhu_envs.authoring.game import Setting, Settings
from cthulhu_envs.authoring.settings_checks import whole_number
from cthulhu_envs.drawing.spectator import counted
from cthulhu_envs.games._letters.limits import MAX_DECK, MAX_FACE_UP


def face_up_setting(two_players: int) -> Setting:
    """`face_up`; its default is the rule book's number."""
    return Setting(
        "face_up",
        None,
        f"cards set aside face up each round; None: {two_players} for two players with the "
        "edition's deck, and 0 for more players or a deck of one's own",
        check=whole_number("face_up", 0, MAX_FACE_UP, none_ok=True),
        kind=int,
    )


def history_setting(what: str) -> Setting:
    """`history`: how many of a round's turns are shown in the observation."""
    return Setting(
        "history",
        None,
        f"{what} shown in the observation for each seat at the table; None: all of a round",
        check=whole_number("history", 0, MAX_DECK, none_ok=True),
        kind=int,
    )


def face_up_by(values: Settings, two_players: int) -> int:
    """Cards set aside face up each round."""
    if values["face_up"] is not None:
        return int(values["face_up"])
    is_usual = values["num_players"] == 2 and values["deck"] is None
    return two_players if is_usual else 0


def pile_after_deal(values: Settings, copies: Sequence[int], face_up: int) -> int:
    """Cards in the draw pile after the deal (R2.6)."""
    return sum(copies) - 1 - face_up - int(values["num_players"])


def events_shown(values: Settings, most: int) -> int:
    """Rows of the log shown in the observation: `history` for each seat, or those of the longest
    round (R8.1).
    """
    history = values["history"]
    return most if history is None else min(int(history) * int(values["num_players"]), most)


def table_in_words(
    values: Settings, copies: Sequence[int], titles: Mapping[Any, str], face_up: int
) -> dict[str, str]:
    """The table in words, with all that follows from the settings."""
    cards = [f"{copies[card]} {name}" for card, name in titles.items() if copies[card]]
    return {
        "players": str(values["num_players"]),
        "edition": str(values["edition"]),
        "deck": f"{', '.join(cards)}: {counted(sum(copies), 'card')}",
        "face up": counted(face_up, "card"),
        "draw pile": counted(pile_after_deal(values, copies, face_up), "card"),
    }


def check_deck_size(values: Settings, copies: Sequence[int], face_up: int) -> None:
    """R1.5: a round needs a card to draw."""
    if pile_after_deal(values, copies, face_up) < 1:
        players = values["num_players"]
        raise ValueError(
            f"a deck of {sum(copies)} cards is too small for {players} players: 1 card face down, "
            f"{face_up} face up, {players} dealt and at least 1 to draw are needed"
        )
