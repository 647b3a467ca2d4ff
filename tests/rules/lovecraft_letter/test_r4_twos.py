"""R4.2: Cats of Ulthar and Golden Mead, which look at a hand."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

TWOS = ["cats", "golden_mead"]
LOOKS = ["cats", "golden_mead", "golden_mead_insane"]


@rule("R4.2")
@pytest.mark.parametrize("action", LOOKS)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_another_player_is_chosen(action, num_players):
    card = action.removesuffix("_insane")
    hands = [f"{card} elder_sign", *["..."] * (num_players - 1)]
    at = position(hands=hands, piles=["hound"])

    assert at.legal(action) == {f"{action} +{step}" for step in range(1, num_players)}


@rule("R4.2")
@pytest.mark.parametrize("card", TWOS)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_player_alone_sees_the_hand(card, step):
    at = position(
        hands=[f"{card} elder_sign", "hound", "carter", "armitage"], deck="great_race cats cats"
    )
    held = at.hands[step]

    at.play(card, seat=step)

    assert at.sees(0).knows_of_others() == {step: held}
    assert all(at.sees(seat).knows_of_others() == {} for seat in (1, 2, 3))
    assert at.hands == ["elder_sign", "hound great_race", "carter", "armitage"]
    assert at.out == at.protected == [False] * 4
    assert at.seat == 1  # the Sane side brings no extra play


@rule("R4.2a")
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_insane_golden_mead_looks_draws_and_plays_one_of_the_two(num_players):
    hands = ["golden_mead elder_sign", "carter", *["cats"] * (num_players - 2)]
    at = position(hands=hands, piles=["hound"], deck="great_race armitage cats")

    at.play("golden_mead_insane", seat=+1)

    assert at.sees(0).knows_of_others() == {1: "carter"}
    assert (at.seat, at.phase) == (0, "play")
    assert at.hands[:2] == ["elder_sign great_race", "carter"]
    others = range(1, num_players)
    assert at.legal() == {"elder_sign", *(f"great_race +{step}" for step in others)}
    assert at.sees(1).is_extra


@rule("R4.2a")
def test_the_extra_card_has_its_effect_and_then_the_turn_is_over():
    at = position(
        hands=["golden_mead elder_sign", "carter", "cats"],
        piles=["hound"],
        deck="great_race armitage cats",
    )
    at.play("golden_mead_insane", seat=+1)

    at.play("great_race", seat=+2)  # the Elder Sign against Cats

    assert at.out == [False, False, True]
    assert at.hands[0] == "elder_sign"
    assert at.discards[0] == "golden_mead great_race hound"
    assert (at.seat, at.hands[1]) == (1, "carter armitage")
    assert not at.sees(1).is_extra


@rule("R4.2a")
def test_the_card_kept_may_be_the_one_drawn():
    at = position(
        hands=["golden_mead elder_sign", "carter"], piles=["hound"], deck="great_race armitage"
    )

    at.play("golden_mead_insane", seat=+1).play("elder_sign")

    assert at.hands[0] == "great_race"
    assert at.protected == [True, False]


@rule("R4.2a")
def test_there_is_no_check_before_the_extra_play():
    at = position(
        hands=["golden_mead elder_sign", "carter"],
        piles=["hound mi_go deep_ones"],
        deck="cthulhu liber_ivonis cats",
    )

    at.play("golden_mead_insane", seat=+1)

    assert at.out == [False, False]
    assert at.hands[0] == "elder_sign cthulhu"
    assert at.discards[0] == "deep_ones hound mi_go"
    assert at.pile == "liber_ivonis cats"


@rule("R4.2a")
def test_both_sides_are_open_in_an_extra_play():
    at = position(
        hands=["golden_mead liber_ivonis", "carter"], piles=["deep_ones"], deck="hound cats cats"
    )

    at.play("golden_mead_insane", seat=+1)

    assert at.legal() == {"liber_ivonis", "liber_ivonis_insane", "hound +1", "hound_insane +1"}


@rule("R4.2a")
def test_an_extra_play_can_bring_another():
    at = position(
        hands=["golden_mead elder_sign", "carter", "investigators"],
        piles=["deep_ones"],
        deck="golden_mead mi_go cats cats",
    )

    at.play("golden_mead_insane", seat=+1).play("golden_mead_insane", seat=+2)
    assert at.hands == ["elder_sign mi_go", "carter", "investigators"]
    at.play("mi_go_insane", seat=+2)
    assert at.hands == ["elder_sign investigators", "carter", "braincase"]
    at.play("investigators", seat=+1, number=6)

    assert at.out == [False, True, False]
    assert at.hands == ["elder_sign", "", "braincase cats"]
    assert at.discards[0] == "investigators deep_ones golden_mead golden_mead mi_go"
    assert at.sees(1).num_events == 4


@rule("R4.2a")
def test_the_necronomicon_may_be_the_extra_play():
    at = position(
        hands=["golden_mead elder_sign", "carter", "cats"],
        piles=["hound"],
        deck="necronomicon cats cats",
    )

    at.play("golden_mead_insane", seat=+1).play("necronomicon")

    assert at.out == [True, False, False]
    assert at.discards[0] == "golden_mead hound elder_sign necronomicon"
    assert at.seat == 1


@rule("R4.2a")
def test_an_extra_play_that_draws_the_last_card_is_carried_out():
    at = position(
        hands=["golden_mead elder_sign", "carter"],
        piles=["hound"],
        deck="investigators",
        rounds="single",
    )

    at.play("golden_mead_insane", seat=+1)
    assert at.pile == ""
    at.play("investigators", seat=+1, number=6)

    assert (at.ending, at.winner) == ("last_one_standing", 0)


@rule("R4.2b")
def test_with_an_empty_pile_golden_mead_only_looks():
    at = position(
        hands=["golden_mead elder_sign", "carter"],
        piles=["hound"],
        deck="",
        aside="armitage",
        rounds="single",
    )

    at.play("golden_mead_insane", seat=+1)

    assert (at.ending, at.winner) == ("highest_card", 1)  # no card is left to draw
    assert at.hands == ["elder_sign", "carter"]
    assert at.aside == "armitage"
    assert at.sees(0).knows_of_others() == {1: "carter"}


@rule("R4.2c")
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_with_nobody_to_choose_insane_golden_mead_does_nothing_at_all(num_players):
    others = range(1, num_players)
    at = position(
        hands=["golden_mead elder_sign", *["carter"] * len(others)],
        piles=["hound", *["elder_sign"] * len(others)],
        protected=others,
        deck="armitage cats",
    )
    assert at.legal("golden_mead_insane", "golden_mead_insane_nobody") == {
        "golden_mead_insane_nobody"
    }

    at.play("golden_mead_insane_nobody")

    assert at.seat == 1
    assert at.hands[:2] == ["elder_sign", "carter armitage"]
    assert at.sees(0).knows_of_others() == {}
    assert at.discards[0] == "golden_mead hound"
