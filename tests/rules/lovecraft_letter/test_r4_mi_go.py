"""R4.5f, R4.5g: the Insane side of Mi-Go, and the Braincase it hands out."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position


@rule("R4.5f")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_mi_go_takes_the_hand_of_any_other_player(num_players):
    others = range(1, num_players)

    for step in others:
        hands = ["mi_go elder_sign", *["cats"] * len(others)]
        hands[step] = "carter"
        at = position(hands=hands, piles=["hound"], deck="great_race cats")
        assert at.legal("mi_go_insane") == {f"mi_go_insane +{other}" for other in others}

        at.play("mi_go_insane", seat=step)

        assert at.hands[0] == "elder_sign carter"
        assert at.hands[step] == "braincase"
        assert [hand for hand in at.hands[1:] if hand != "braincase"] == ["cats"] * len(others[1:])
        assert not at.is_braincase_there
        assert (at.seat, at.pile) == (0, "great_race cats")  # nothing is drawn


@rule("R4.5f")
def test_one_of_the_two_cards_is_played_with_its_effect():
    legal = {
        "hound +1",
        "hound +2",
        "hound_insane +1",
        "hound_insane +2",
        "carter +1",
        "carter +2",
    }

    for action, hands, out in [
        ({"name": "hound", "seat": +2}, ["carter", "braincase", ""], [False, False, True]),
        ({"name": "hound_insane", "seat": +1}, ["carter", "", "cats"], [False, True, False]),
        ({"name": "carter", "seat": +2}, ["cats", "braincase", "hound"], [False, False, False]),
    ]:
        at = position(
            hands=["mi_go hound", "carter", "cats"], piles=["deep_ones"], deck="great_race cats"
        )
        at.play("mi_go_insane", seat=+1)
        assert at.legal() == legal
        at.play(**action)
        assert [hand.removesuffix(" great_race") for hand in at.hands] == hands
        assert at.out == out
        assert at.discards[0].split()[0] == "deep_ones" and "mi_go" in at.discards[0]


@rule("R4.5f")
def test_there_is_no_check_before_the_extra_play():
    at = position(
        hands=["mi_go elder_sign", "carter"],
        piles=["deep_ones hound"],
        deck="cthulhu trapezohedron",
    )

    at.play("mi_go_insane", seat=+1)

    assert at.out == [False, False]
    assert at.discards[0] == "deep_ones hound"
    assert at.pile == "cthulhu trapezohedron"


@rule("R4.5f")
def test_with_an_empty_pile_mi_go_still_brings_an_extra_play():
    at = position(hands=["mi_go elder_sign", "carter"], piles=["hound"], deck="", rounds="single")

    at.play("mi_go_insane", seat=+1)
    assert at.hands == ["elder_sign carter", "braincase"]
    at.play("elder_sign")

    assert (at.ending, at.winner) == ("highest_card", 0)


@rule("R4.5f")
def test_the_necronomicon_is_taken_without_harm():
    at = position(hands=["mi_go cats", "necronomicon", "cats"], piles=["hound"], deck="carter cats")

    at.play("mi_go_insane", seat=+1)
    assert at.out == [False, False, False]
    at.play("cats", seat=+1)

    assert at.hands == ["necronomicon", "braincase carter", "cats"]


@rule("R4.5f", "R4.4b")
def test_one_who_cannot_be_knocked_out_hands_over_all_the_same():
    at = position(
        hands=["mi_go elder_sign", "carter"],
        piles=["hound", "deep_ones liber_ivonis"],
        immortal=[1],
        deck="cats cats cats",
    )

    at.play("mi_go_insane", seat=+1)

    assert at.hands == ["elder_sign carter", "braincase"]


@rule("R4.5f")
def test_the_braincase_goes_on_by_a_trade_and_lies_in_a_pile_in_the_end():
    at = position(
        hands=["mi_go elder_sign", "cats", "armitage"],
        piles=["hound"],
        deck="carter great_race elder_sign elder_sign elder_sign",
    )
    at.play("mi_go_insane", seat=+1).play("elder_sign")

    at.play("carter", seat=+1)
    assert at.hands == ["cats", "armitage", "braincase great_race"]
    at.play("braincase")

    assert at.out == [False, False, True]
    assert at.discards[2] == "braincase great_race"


@rule("R4.5g")
def test_without_the_braincase_beside_the_deck_mi_go_has_its_sane_side_only():
    at = position(
        hands=["mi_go cats", "mi_go", "cats"], piles=["hound"], deck="elder_sign cats cats"
    )
    assert {"mi_go_insane +1", "mi_go_insane +2"} <= at.legal()

    at.play("mi_go_insane", seat=+1)  # and takes another one

    assert at.legal() == {"mi_go me", "mi_go +1", "mi_go +2", "cats +1", "cats +2"}
    with pytest.raises(ValueError, match=r"player_0 tried .*Mi-Go, Insane"):
        at.play("mi_go_insane", seat=+2)


@rule("R4.5g")
def test_a_braincase_in_a_pile_does_not_come_back():
    at = position(
        hands=["mi_go cats", "armitage", "mi_go", "cats"],
        piles=["hound", "", "deep_ones"],
        deck="cats cats cats cats elder_sign cats cats",
    )
    at.play("mi_go_insane", seat=+1).play("armitage", seat=+1)
    assert at.discards[1] == "braincase cats"

    at.play("cats", seat=+1)

    assert at.seat == 2
    assert at.legal("mi_go", "mi_go_insane", "mi_go_insane_nobody") == {
        "mi_go me",
        "mi_go +1",
        "mi_go +2",
        "mi_go +3",
    }


@rule("R4.5g")
def test_without_the_braincase_the_insane_side_cannot_be_wasted_either():
    at = position(
        hands=["mi_go cats", "mi_go", "cats"],
        piles=["hound", "", "elder_sign"],
        protected=[2],
        deck="cats cats",
    )
    before = at.legal("mi_go_insane", "mi_go_insane_nobody")

    at.play("mi_go_insane", seat=+1)

    assert before == {"mi_go_insane +1"}
    assert at.legal("mi_go", "mi_go_insane", "mi_go_insane_nobody") == {"mi_go me", "mi_go +1"}
