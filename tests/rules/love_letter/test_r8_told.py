"""R8.8, R8.14: what the table is told of a Chancellor's choices."""

from __future__ import annotations

import pytest

from cthulhu_envs.drawing.spectator import announced
from tests.position import position
from tests.rulebook import rule

SECRET = "player_0 makes a secret choice"


@rule("R8.14")
@pytest.mark.parametrize("card", ["Guard", "King", "Spy"])
def test_what_a_chancellor_keeps_is_told_to_nobody_else(card):
    at = position(hands=["Chancellor Guard", "Baron", "Priest"], deck="King Spy Priest ...")
    at.play("chancellor")

    said = [
        announced(at.game, at.state, at.action("keep", card=card), seat) for seat in (0, 1, 2, None)
    ]

    assert said == [f"player_0: keep the {card}", SECRET, SECRET, f"player_0: keep the {card}"]


@rule("R8.14", "R8.8")
@pytest.mark.parametrize("card", ["Guard", "Spy"])
def test_which_card_goes_to_the_very_bottom_is_told_to_nobody_else(card):
    at = position(hands=["Chancellor Guard", "Baron"], deck="King Spy Priest ...")
    at.play("chancellor").play("keep", card="King")

    action = at.action("bottom", card=card)

    assert announced(at.game, at.state, action, 1) == SECRET
    assert card in announced(at.game, at.state, action, 0)


@rule("R8.1")
def test_a_card_played_is_told_to_all():
    at = position(hands=["Chancellor Guard", "Baron"], deck="King Spy Priest ...")

    action = at.action("guard", seat=+1, card="Baron")

    assert (
        announced(at.game, at.state, action, 1)
        == "player_0: play a Guard: player_1 holds the Baron?"
    )
