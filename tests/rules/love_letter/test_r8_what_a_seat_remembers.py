"""R8.20: what a seat itself came to know in each turn stays in its observation for the round."""

from __future__ import annotations

import pytest

from tests.position import position
from tests.rulebook import rule


@rule("R8.20")
def test_the_card_drawn_for_the_turn_is_told_from_the_card_held():
    at = position(hands=["Guard Priest", "Baron"], deck="Spy ...")
    other = position(hands=["Priest Guard", "Baron"], deck="Spy ...")

    assert (at.sees(0).drawn, other.sees(0).drawn) == ("Priest", "Guard")
    assert at.sees(1).drawn == ""
    assert at.sees(1).vector.tolist() == other.sees(1).vector.tolist()


@rule("R8.20")
def test_what_i_drew_in_each_turn_is_remembered_by_me_alone():
    at = position(hands=["Spy Countess", "Handmaid"], deck="Handmaid Guard ...")

    at.play("spy").play("handmaid")

    assert [at.sees(0).drew(ago) for ago in (0, 1)] == ["", "Countess"]
    assert [at.sees(1).drew(ago) for ago in (0, 1)] == ["Handmaid", ""]


@rule("R8.20")
def test_a_card_known_in_the_pile_is_remembered_with_the_turn_that_drew_it():
    at = position(hands=["Chancellor Guard", "Spy", "Spy"], deck="King Countess Handmaid")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")

    at.play("handmaid").play("countess")  # seat 2 drew the card above the King

    assert at.sees(0).drew() == at.sees(2).drew() == "Countess"
    assert at.sees(1).drew() == ""


@rule("R8.20")
@pytest.mark.parametrize(
    ("hands", "action", "seen"),
    [
        ("Priest Spy, King, Guard", {"name": "priest", "seat": +1}, ["King", "", ""]),
        ("Baron Spy, Spy, Guard", {"name": "baron", "seat": +1}, ["Spy", "Spy", ""]),
        ("Baron Spy, King, Guard", {"name": "baron", "seat": +1}, ["King", "Spy", ""]),
        ("King Spy, Baron, Guard", {"name": "king", "seat": +1}, ["Spy Baron", "Spy Baron", ""]),
        ("King Spy, Spy, Guard", {"name": "king", "seat": +1}, ["Spy Spy", "Spy Spy", ""]),
        ("Prince Spy, Baron, Guard", {"name": "prince", "seat": +1}, ["", "Countess", ""]),
        ("Prince Spy, Baron, Guard", {"name": "prince", "seat": 0}, ["Countess", "", ""]),
        ("Prince Spy, Princess, Guard", {"name": "prince", "seat": +1}, ["", "", ""]),
        ("Guard Spy, Baron, Guard", {"name": "guard", "seat": +1, "card": "King"}, [""] * 3),
        ("Guard Spy, Baron, Guard", {"name": "guard", "seat": +1, "card": "Baron"}, [""] * 3),
        ("Princess Spy, Baron, Guard", {"name": "princess"}, [""] * 3),
        ("Chancellor Spy, King, Guard", {"name": "chancellor"}, ["Priest Countess", "", ""]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_cards_seen_in_a_turn_are_remembered_by_those_who_saw_them(hands, action, seen):
    at = position(hands=hands.split(", "), deck="Countess Priest Handmaid ...")

    at.play(**action)

    assert [at.sees(seat).saw() for seat in range(3)] == seen


@rule("R8.20")
def test_cards_known_in_the_pile_are_remembered_when_a_prince_or_chancellor_draws_them():
    at = position(hands=["Chancellor Guard", "Prince", "Chancellor"], deck="King Baron Handmaid")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")

    at.play("prince", seat=0)  # seat 1 on itself, for the Baron
    assert [at.sees(seat).saw() for seat in range(3)] == ["Baron", "Baron", ""]

    other = position(hands=["Chancellor Guard", "Spy", "Chancellor"], deck="King Baron Spy Spy")
    other.play("chancellor").play("keep", card="Guard").play("bottom", card="King")
    other.play("spy").play("chancellor")
    assert [other.sees(seat).saw() for seat in range(3)] == ["Baron King", "", "Baron King"]


@rule("R8.20")
def test_a_look_is_remembered_after_the_card_has_gone():
    """Seat 1 played both a Guard and a Priest since: either may be the card that was seen."""
    sights = []
    for held, drawn in [("Guard", "Priest"), ("Priest", "Guard")]:
        at = position(hands=["Priest Handmaid", held], deck=f"{drawn} Spy Baron Spy ...")
        at.play("priest", seat=+1).play("guard", seat=+1, card="King")
        at.play("spy").play("priest", seat=+1)
        sights.append(at.sees(0))

    for sight, held in zip(sights, ["Guard", "Priest"], strict=True):
        assert sight.knows_of_others() == {}
        assert sight.saw(ago=3) == held


@rule("R8.20")
def test_a_shorter_history_forgets_older_turns():
    at = position(hands=["Priest Handmaid", "Guard"], deck="Spy Spy ...", history=1)
    at.play("priest", seat=+1).play("spy").play("spy")

    assert at.sees(0).parts["event_saw"].shape == (2, 10)
    assert at.sees(0).parts["event_saw"].sum() == 0
    assert at.sees(0).knows_of_others() == {1: "Guard"}
