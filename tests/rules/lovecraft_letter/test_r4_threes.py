"""R4.3: Great Race of Yith and Hound of Tindalos, which compare hands."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

THREES = ["great_race", "hound"]
BY_VALUE = [
    "investigators",
    "golden_mead",
    "hound",
    "elder_sign",
    "mi_go",
    "carter",
    "necronomicon",
]


@rule("R4.3")
@pytest.mark.parametrize("action", ["great_race", "hound", "hound_insane"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_another_player_is_chosen(action, num_players):
    card = action.removesuffix("_insane")
    hands = [f"{card} elder_sign", *["..."] * (num_players - 1)]
    at = position(hands=hands, piles=["deep_ones"])

    assert at.legal(action) == {f"{action} +{step}" for step in range(1, num_players)}


@rule("R4.3", "R4.3a")
@pytest.mark.parametrize("card", THREES)
@pytest.mark.parametrize("mine", BY_VALUE)
@pytest.mark.parametrize("theirs", BY_VALUE)
def test_the_lower_of_the_two_cards_kept_is_out(card, mine, theirs):
    at = position(hands=[f"{card} {mine}", "cats", theirs], deck="cats cats")
    higher = BY_VALUE.index(mine) - BY_VALUE.index(theirs)

    at.play(card, seat=+2)

    assert at.out == [higher < 0, False, higher > 0]
    assert at.hands[0] == (mine if higher >= 0 else "")
    assert at.hands[2] == (theirs if higher <= 0 else "")


@rule("R4.3a")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("investigators", "deep_ones"),
        ("cats", "golden_mead"),
        ("great_race", "hound"),
        ("elder_sign", "liber_ivonis"),
        ("armitage", "mi_go"),
        ("carter", "nyarlathotep"),
        ("necronomicon", "cthulhu"),
    ],
)
@pytest.mark.parametrize("card", THREES)
def test_cards_of_equal_value_tie_whatever_their_names(card, mine, theirs):
    for hands in [f"{card} {mine}", theirs, "cats"], [f"{card} {theirs}", mine, "cats"]:
        at = position(hands=hands, deck="cats cats")

        at.play(card, seat=+1)

        assert at.out == [False, False, False]
        assert at.sees(0).knows_of_others() == {1: hands[1]}


@rule("R4.3")
def test_the_card_drawn_later_takes_no_part():
    at = position(hands=["great_race cats", "armitage"], deck="investigators", rounds="single")

    at.play("great_race", seat=+1)

    assert (at.ending, at.winner) == ("last_one_standing", 1)
    assert at.discards == ["cats great_race", ""]


@rule("R4.3b")
@pytest.mark.parametrize("mine", ["investigators", "cats", "carter"])
@pytest.mark.parametrize("card", THREES)
def test_the_holder_of_the_braincase_loses_every_comparison(card, mine):
    at = position(hands=[f"mi_go {mine}", card, "cats"], piles=["deep_ones"], deck="cats cats")
    at.play("mi_go_insane", seat=+1)

    at.play(card, seat=+1)

    assert at.out == [False, True, False]
    assert at.discards[1] == "braincase"


@rule("R4.3b")
def test_the_holder_of_the_braincase_loses_the_own_comparison():
    at = position(
        hands=["mi_go elder_sign", "cats", "investigators"],
        piles=["deep_ones"],
        deck="great_race cats cats",
    )
    at.play("mi_go_insane", seat=+1).play("elder_sign")
    assert at.hands[1] == "braincase great_race"

    at.play("great_race", seat=+1)

    assert at.out == [False, True, False]


@rule("R4.3c")
@pytest.mark.parametrize("mine", ["investigators", "carter"])
@pytest.mark.parametrize("theirs", ["investigators", "cats", "necronomicon"])
def test_the_insane_hound_knocks_out_a_sane_player_whatever_is_held(mine, theirs):
    at = position(hands=[f"hound {mine}", "cats", theirs], piles=["mi_go"], deck="cats cats")

    at.play("hound_insane", seat=+2)

    assert at.out == [False, False, True]
    assert at.hands[0] == mine
    assert at.sees(0).knows_of_others() == {}


@rule("R4.3c")
@pytest.mark.parametrize("pile", ["deep_ones", "cats cthulhu", "mi_go hound trapezohedron"])
@pytest.mark.parametrize("theirs", ["investigators", "necronomicon"])
def test_the_insane_hound_does_nothing_to_an_insane_player(pile, theirs):
    at = position(
        hands=["hound elder_sign", "cats", theirs], piles=["mi_go", "", pile], deck="cats cats"
    )

    at.play("hound_insane", seat=+2)

    assert at.out == [False, False, False]
    assert at.hands == ["elder_sign", "cats cats", theirs]
    assert at.sees(0).knows_of_others() == {}


@rule("R4.3c")
def test_the_necronomicon_in_a_pile_is_no_help_against_the_insane_hound():
    at = position(
        hands=["hound elder_sign", "cats", "cats"],
        piles=["mi_go", "", "necronomicon armitage"],
        deck="cats cats",
    )

    at.play("hound_insane", seat=+2)

    assert at.out == [False, False, True]


@rule("R4.3c", "R4.5e")
def test_a_braincase_discarded_before_saves_from_the_insane_hound():
    at = position(
        hands=["mi_go hound", "armitage", "elder_sign"],
        piles=["deep_ones"],
        deck="cats cats cats cats cats cats cats cats",
    )
    at.play("mi_go_insane", seat=+1).play("armitage", seat=+1)
    assert (at.seat, at.insanity[1]) == (1, 1)
    at.play("cats", seat=+1).play("elder_sign")  # and seat 0 checks twice

    at.play("hound_insane", seat=+1)

    assert at.out == [False, False, False]


@rule("R4.3c")
def test_an_insane_player_may_compare_with_the_hound_instead():
    at = position(
        hands=["hound carter", "cats", "cats"], piles=["mi_go", "deep_ones"], deck="cats cats"
    )

    at.play("hound", seat=+1)

    assert at.out == [False, True, False]
