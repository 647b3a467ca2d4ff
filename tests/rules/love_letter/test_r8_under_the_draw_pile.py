"""R8.14-R8.16: what a Chancellor hides, and the known cards of the draw pile."""

from __future__ import annotations

import pytest

from tests.position import position
from tests.rulebook import rule


@rule("R8.14")
def test_after_a_chancellor_the_hand_is_unknown_whatever_was_known():
    at = position(hands=["Priest Guard", "Baron", "Spy"], deck="Chancellor King Prince ...")
    at.play("priest", seat=+1)
    at.play("chancellor")

    at.play("keep", card="Baron").play("bottom", card="King")

    assert at.hands[1] == "Baron"
    assert at.sees(0).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""
    assert at.sees(0).bottom == []


@rule("R8.14")
def test_known_cards_that_another_chancellor_draws_and_returns_are_unknown():
    at = position(hands=["Chancellor Guard", "Chancellor"], deck="King Baron Spy")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")
    assert at.pile == "Baron King" and at.hands[1] == "Chancellor Spy"

    at.play("chancellor").play("keep", card="Spy").play("bottom", card="King")

    assert at.hands == ["Guard Baron", "Spy"]
    assert at.sees(0).bottom == []
    assert at.sees(0).knows_of_others() == {}
    assert at.sees(1).bottom == ["King"]
    assert at.sees(1).knows_of_others() == {0: "Baron"}


@rule("R8.14")
def test_a_chancellor_that_drew_one_card_also_ends_the_knowledge():
    at = position(hands=["Priest Guard", "Baron", "Spy"], deck="Chancellor King")
    at.play("priest", seat=+1)

    at.play("chancellor").play("keep", card="Baron")

    assert at.sees(0).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""


@rule("R8.14")
def test_a_chancellor_without_effect_changes_no_knowledge():
    at = position(hands=["Priest Guard", "Baron"], deck="Chancellor", rounds="single")
    at.play("priest", seat=+1)

    at.play("chancellor")

    assert at.ending == "highest_card"
    assert at.sees(0).knows_of_others() == {1: "Baron"}
    assert at.sees(1).exposed(to=0) == "Baron"


@rule("R8.15")
def test_a_known_card_of_the_pile_is_known_in_the_hand_that_draws_it():
    at = position(hands=["Chancellor Guard", "Spy"], deck="Baron King")

    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")

    assert at.hands == ["Guard", "Spy Baron"]
    assert at.sees(0).knows_of_others() == {1: "Baron"}
    assert at.sees(1).exposed(to=0) == "Baron"
    assert at.sees(0).bottom == ["King"]


@rule("R8.15")
@pytest.mark.parametrize(("played", "known"), [("spy", ""), ("handmaid", "Spy")])
def test_a_drawn_card_stays_known_until_it_is_played(played, known):
    at = position(hands=["Chancellor Guard", "Handmaid"], deck="Spy King")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")
    assert at.sees(0).knows(of=1) == "Spy"

    at.play(played)

    assert at.sees(0).knows(of=1) == at.sees(1).exposed(to=0) == known


@rule("R8.15")
def test_a_known_card_that_one_draws_oneself_is_plain_hand():
    at = position(hands=["Chancellor Guard", "Handmaid"], deck="Spy King Countess")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")

    at.play("countess")  # seat 0 draws the Spy that it returned

    assert at.sees(0).hand == "Spy Guard"
    assert at.sees(0).bottom == ["King"]
    assert at.sees(1).knows_of_others() == {}


@rule("R8.16")
def test_a_later_chancellor_returns_cards_beneath_the_known_ones():
    at = position(hands=["Chancellor Guard", "Chancellor"], deck="King Baron Spy Priest Prince ...")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")

    at.play("chancellor").play("keep", card="Spy").play("bottom", card="Prince")

    assert at.pile.endswith("Baron King Priest Prince")
    assert at.sees(0).bottom == ["", "", "King", "Baron"]
    assert at.sees(1).bottom == ["Prince", "Priest"]
