"""The law of observations, see law.py: what a seat has forgotten cannot matter any more.

Where a game cannot keep it, its RULES.md names the exception and the reason. There is none at the
settings that games come with.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game
from tests.every_game.law import Effort, breaches
from tests.every_game.play import TABLES, name_of


def tables() -> Iterator[Game]:
    """Every game at every player count. Of a match of rounds one round is enough, since most that
    looks alike in the whole match are first turns of rounds; that is played at one table.
    """
    for game in TABLES:
        rounds = next((one.choices for one in game.settings if one.name == "rounds"), ())
        if "single" in rounds:
            yield game.configure(rounds="single")
        if "single" not in rounds or game.num_players == game.default_players:
            yield game


@pytest.mark.parametrize("game", [*tables()], ids=name_of)
def test_positions_that_look_alike_to_a_seat_hold_the_same_to_come(game: Game) -> None:
    _, found = breaches(game, Effort(), seed=100 * game.num_players)

    assert not found, "\n".join(found)


OWN_TURNS = ["drawn", "among", "among_bottom", "event_drew", "event_saw"]  # R8.20, R8.21
OWN_ROWS = ["taken", "among", "collected", "given", "event_saw", "event_gave"]  # R8.19, R8.20
MIXING = (
    "investigators=2, cats=6, carter=4, liber_ivonis=6, nyarlathotep=8, silver_key=4, elder_sign=2"
)


@pytest.mark.parametrize(
    ("name", "settings", "blocks"),
    [
        ("love_letter", {"num_players": 3}, OWN_TURNS),
        ("lovecraft_letter", {"num_players": 4, "deck": MIXING}, OWN_ROWS),
    ],
)
def test_what_would_be_forgotten_without_a_part_of_the_observation_is_found(
    name: str, settings: dict[str, Any], blocks: list[str]
) -> None:
    """So the law has teeth: without these blocks it is broken, with them it is not."""
    game = find(name).configure(rounds="single", **settings)

    _, forgotten = breaches(game, Effort(starts=16), without=blocks)
    _, found = breaches(game, Effort(starts=16))

    assert forgotten and not found
