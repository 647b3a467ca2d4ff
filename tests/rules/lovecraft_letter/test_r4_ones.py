"""R4.1: Investigators and Deep Ones, who name a number."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

ONES = ["investigators", "deep_ones"]
NUMBERS = [0, 2, 3, 4, 5, 6, 7, 8]
VALUES = {
    "investigators": 1,
    "deep_ones": 1,
    "cats": 2,
    "golden_mead": 2,
    "great_race": 3,
    "hound": 3,
    "elder_sign": 4,
    "liber_ivonis": 4,
    "armitage": 5,
    "mi_go": 5,
    "carter": 6,
    "nyarlathotep": 6,
    "silver_key": 7,
    "trapezohedron": 7,
    "necronomicon": 8,
    "cthulhu": 8,
}
ALL_VALUES = "great_race elder_sign armitage carter silver_key necronomicon cats"


@rule("R4.1")
@pytest.mark.parametrize("card", ONES)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_another_player_is_chosen_and_a_number_named(card, num_players):
    at = position(hands=[f"{card} elder_sign", *["..."] * (num_players - 1)])

    others = range(1, num_players)
    named = {f"{card} +{step} {number}" for step in others for number in NUMBERS}
    assert at.legal(card) == named


@rule("R4.1")
@pytest.mark.parametrize("held", VALUES)
@pytest.mark.parametrize(
    ("card", "numbers"), [("investigators", NUMBERS), ("deep_ones", [0, 2, 5, 8])], ids=ONES
)
def test_the_number_hits_every_card_of_that_value_and_no_other(card, numbers, held):
    for number in numbers:
        at = position(hands=[f"{card} elder_sign", "cats", held], deck=f"cats cats {ALL_VALUES}")

        at.play(card, seat=+2, number=number)

        assert at.out == [False, False, VALUES[held] == number]
        assert at.hands[0] == "elder_sign"
        assert at.hands[2] == ("" if at.out[2] else held)
        assert at.seat == 1


@rule("R4.1")
@pytest.mark.parametrize("card", ONES)
def test_a_wrong_number_tells_nothing(card):
    at = position(hands=[f"{card} elder_sign", "cats", "carter"], deck="cats armitage")

    at.play(card, seat=+2, number=5)

    assert [at.sees(seat).knows_of_others() for seat in range(3)] == [{}, {}, {}]


@rule("R4.1")
def test_the_card_played_is_not_found_in_the_hand():
    at = position(hands=["cats carter", "investigators", "elder_sign"], deck="great_race cats")
    at.play("cats", seat=+1)

    at.play("investigators", seat=+2, number=2)

    assert at.out == [False, False, False]


@rule("R4.1a")
@pytest.mark.parametrize("action", ["investigators", "deep_ones"])
def test_the_number_1_cannot_be_named(action):
    at = position(hands=["investigators deep_ones", "investigators", "..."])

    with pytest.raises(ValueError, match="1 is not one of 0, 2, 3, 4, 5, 6, 7, 8"):
        at.play(action, seat=+1, number=1)
    assert not any(said.endswith(" 1") for said in at.legal())


@rule("R4.1a")
def test_the_number_1_cannot_be_named_after_deep_ones_either():
    at = position(hands=["deep_ones elder_sign", "carter", "..."], piles=["hound"])
    at.play("deep_ones_insane", seat=+1)

    with pytest.raises(ValueError, match="1 is not one of"):
        at.play("name", number=1)


@rule("R4.1a")
@pytest.mark.parametrize("card", ONES)
def test_0_finds_the_braincase(card):
    at = position(hands=[f"mi_go {card}", "carter", "cats"], piles=["hound"], deck="cats cats")
    at.play("mi_go_insane", seat=+1)
    assert at.hands == [f"{card} carter", "braincase", "cats"]

    at.play(card, seat=+1, number=0)

    assert at.out == [False, True, False]
    assert at.discards[1] == "braincase"


@rule("R4.1b")
@pytest.mark.parametrize(
    ("edition", "copies", "numbers"),
    [
        ("published", None, [0, 2, 3, 4, 5, 6, 7, 8]),
        ("manual", None, [0, 2, 8]),
        ("published", {"investigators": 4, "carter": 4, "elder_sign": 4}, [0, 4, 6]),
        ("manual", {"investigators": 4, "carter": 4, "elder_sign": 4}, [0, 2]),
        ("published", {"investigators": 8, "deep_ones": 1, "cthulhu": 3}, [0, 8]),
        ("published", {"investigators": 9, "deep_ones": 3}, [0]),
    ],
)
def test_a_number_can_be_named_if_a_card_of_the_deck_or_the_braincase_has_it(
    edition, copies, numbers
):
    at = position(hands=["investigators ...", "...", "..."], edition=edition, copies=copies)

    assert at.legal("investigators") == {
        f"investigators +{step} {number}" for step in (1, 2) for number in numbers
    }


@rule("R4.1b")
def test_numbers_stay_when_all_cards_of_that_value_lie_open():
    at = position(
        hands=["deep_ones elder_sign", "cats", "cats"], piles=["carter nyarlathotep"], deck="cats"
    )

    assert "deep_ones +1 6" in at.legal()
    at.play("deep_ones_insane", seat=+1)
    assert at.legal() == {"name 0", "name 2", "name 4", "name 6"}


@rule("R4.1c")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_insane_deep_ones_choose_another_player(num_players):
    at = position(hands=["deep_ones elder_sign", *["..."] * (num_players - 1)], piles=["hound"])

    others = range(1, num_players)
    assert at.legal("deep_ones_insane") == {f"deep_ones_insane +{step}" for step in others}


@rule("R4.1c")
@pytest.mark.parametrize("held", ONES)
def test_insane_deep_ones_knock_out_a_1_and_name_nothing(held):
    at = position(
        hands=["deep_ones elder_sign", "carter", held], piles=["hound"], deck="cats great_race"
    )

    at.play("deep_ones_insane", seat=+2)

    assert at.out == [False, False, True]
    assert (at.seat, at.phase) == (1, "play")
    assert at.discards[0] == "deep_ones hound"


@rule("R4.1c")
@pytest.mark.parametrize("held", [card for card in VALUES if VALUES[card] != 1])
def test_otherwise_they_name_a_number_against_the_same_player(held):
    for number in {0, 6, VALUES[held]}:
        at = position(
            hands=["deep_ones elder_sign", "cats", held],
            piles=["hound"],
            deck=f"carter cats {ALL_VALUES}",
        )

        at.play("deep_ones_insane", seat=+2)
        assert (at.seat, at.phase, at.asked) == (0, "name", 2)
        assert at.hands == ["elder_sign", "cats", held]
        assert at.legal() == {f"name {any_number}" for any_number in NUMBERS}
        at.play("name", number=number)

        assert at.out == [False, False, VALUES[held] == number]
        assert (at.seat, at.phase, at.asked) == (1, "play", None)
        assert at.hands[1] == "cats carter"


@rule("R4.1c")
def test_0_named_after_deep_ones_finds_the_braincase():
    at = position(hands=["mi_go deep_ones", "carter", "cats"], piles=["hound"], deck="cats cats")

    at.play("mi_go_insane", seat=+1).play("deep_ones_insane", seat=+1).play("name", number=0)

    assert at.out == [False, True, False]


@rule("R4.1c")
def test_deep_ones_that_hit_the_last_opponent_win_the_round():
    at = position(hands=["deep_ones elder_sign", "carter"], piles=["hound"], rounds="single")

    at.play("deep_ones_insane", seat=+1).play("name", number=6)

    assert (at.ending, at.winner) == ("last_one_standing", 0)


@rule("R4.1c")
def test_deep_ones_as_an_extra_play_name_a_number_too():
    at = position(
        hands=["golden_mead elder_sign", "carter", "cats"],
        piles=["hound"],
        deck="deep_ones great_race cats",
    )

    at.play("golden_mead_insane", seat=+2).play("deep_ones_insane", seat=+1)
    at.play("name", number=6)

    assert at.out == [False, True, False]
    assert at.discards[0] == "deep_ones golden_mead hound"
    assert at.seat == 2


@rule("R4.1c", "R4.4b")
@pytest.mark.parametrize("held", ONES)
def test_a_1_that_cannot_be_knocked_out_is_named_a_number_against(held):
    at = position(
        hands=["deep_ones elder_sign", "cats", held],
        piles=["hound", "", "mi_go liber_ivonis"],
        immortal=[2],
        deck="cats cats",
    )

    at.play("deep_ones_insane", seat=+2)
    assert (at.phase, at.asked) == ("name", 2)
    at.play("name", number=0)

    assert at.out == [False, False, False]
    assert at.hands[2] == held
