"""R4.7: the Silver Key and the Shining Trapezohedron, which may have to be played."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

SEVENS = ["silver_key", "trapezohedron"]
LOW = [
    "investigators",
    "deep_ones",
    "cats",
    "golden_mead",
    "great_race",
    "hound",
    "elder_sign",
    "liber_ivonis",
]
HIGH = ["armitage", "mi_go", "carter", "nyarlathotep", "necronomicon", "cthulhu"]


def played(at):
    """Names of the actions that the seat to act has, without their choices."""
    return {action.split()[0] for action in at.legal()}


@rule("R4.7")
@pytest.mark.parametrize("seven", SEVENS)
@pytest.mark.parametrize("other", [*LOW, *HIGH])
def test_a_seven_may_be_played_beside_any_card_and_does_nothing(seven, other):
    at = position(hands=[f"{seven} {other}", "carter", "cats"], deck="great_race cats")

    at.play(seven)

    assert at.hands == [other, "carter great_race", "cats"]
    assert at.discards == [seven, "", ""]
    assert at.out == at.protected == at.immortal == [False, False, False]
    assert (at.seat, at.round) == (1, 1)
    assert all(at.sees(seat).knows_of_others() == {} for seat in range(3))


@rule("R4.7a")
@pytest.mark.parametrize("seven", SEVENS)
@pytest.mark.parametrize("other", HIGH)
@pytest.mark.parametrize("is_drawn", [False, True], ids=["dealt", "drawn"])
def test_beside_a_5_or_more_a_seven_must_be_played(seven, other, is_drawn):
    hand = f"{other} {seven}" if is_drawn else f"{seven} {other}"
    at = position(hands=[hand, "cats", "cats"], deck="cats")

    assert at.legal() == {seven}


@rule("R4.7a")
@pytest.mark.parametrize("seven", SEVENS)
@pytest.mark.parametrize("other", LOW)
@pytest.mark.parametrize("is_drawn", [False, True], ids=["dealt", "drawn"])
def test_beside_a_lower_card_either_may_be_played(seven, other, is_drawn):
    hand = f"{other} {seven}" if is_drawn else f"{seven} {other}"
    at = position(hands=[hand, "cats", "cats"], deck="cats")

    assert played(at) == {seven, other}


@rule("R4.7a")
@pytest.mark.parametrize("seven", SEVENS)
def test_beside_the_braincase_either_may_be_played(seven):
    at = position(
        hands=["mi_go elder_sign", "cats", "cats"], piles=["hound"], deck=f"{seven} cats cats"
    )

    at.play("mi_go_insane", seat=+1).play("elder_sign")

    assert at.hands[1] == f"braincase {seven}"
    assert at.legal() == {"braincase", seven}


@rule("R4.7a")
@pytest.mark.parametrize("seven", SEVENS)
def test_by_the_values_of_the_manual_only_an_eight_forces_a_seven(seven):
    for other in [*LOW, *HIGH]:
        at = position(hands=[f"{seven} {other}", "cats", "cats"], deck="cats", edition="manual")
        eight = other in ("necronomicon", "cthulhu")
        assert played(at) == ({seven} if eight else {seven, other})


@rule("R4.7a")
def test_a_card_that_must_not_be_played_is_refused():
    at = position(hands=["silver_key necronomicon", "cats"], deck="cats")

    with pytest.raises(
        ValueError, match=r"player_0 tried .*The Necronomicon.*; legal: .*Silver Key"
    ):
        at.play("necronomicon")


@rule("R4.7b")
@pytest.mark.parametrize("hand", ["silver_key trapezohedron", "trapezohedron silver_key"])
@pytest.mark.parametrize(
    ("pile", "legal"),
    [
        ("", {"silver_key", "trapezohedron"}),
        ("hound", {"silver_key", "trapezohedron", "trapezohedron_insane"}),
    ],
    ids=["sane", "insane"],
)
def test_with_both_in_hand_either_may_be_played(hand, pile, legal):
    at = position(hands=[hand, "cats"], piles=[pile], deck="cats")

    assert at.legal() == legal


@rule("R4.7b")
@pytest.mark.parametrize("seven", SEVENS)
def test_two_copies_of_a_seven_are_one_choice(seven):
    at = position(hands=[f"{seven} {seven}", "cats"], deck="cats")

    assert at.legal() == {seven}


@rule("R4.7c")
@pytest.mark.parametrize("other", HIGH)
@pytest.mark.parametrize("is_drawn", [False, True], ids=["dealt", "drawn"])
def test_the_trapezohedron_does_not_bind_an_insane_player(other, is_drawn):
    hand = f"{other} trapezohedron" if is_drawn else f"trapezohedron {other}"
    at = position(hands=[hand, "cats", "cats"], piles=["hound"], deck="cats")
    insane = {f"{other}_insane"} & {"mi_go_insane", "nyarlathotep_insane", "cthulhu_insane"}

    assert played(at) == {"trapezohedron", "trapezohedron_insane", other} | insane


@rule("R4.7c")
@pytest.mark.parametrize("other", HIGH)
@pytest.mark.parametrize("is_drawn", [False, True], ids=["dealt", "drawn"])
def test_the_silver_key_binds_an_insane_player(other, is_drawn):
    hand = f"{other} silver_key" if is_drawn else f"silver_key {other}"
    at = position(hands=[hand, "cats", "cats"], piles=["hound mi_go"], deck="cats")

    assert at.legal() == {"silver_key"}


@rule("R4.7c")
def test_the_necronomicon_in_the_pile_frees_nobody():
    at = position(hands=["trapezohedron carter", "cats"], piles=["necronomicon"], deck="cats")

    assert at.legal() == {"trapezohedron"}


@rule("R4.7d")
@pytest.mark.parametrize("other", [*HIGH, "silver_key", "trapezohedron"])
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_beside_a_5_or_more_the_insane_trapezohedron_wins_the_round(other, num_players):
    hands = [f"trapezohedron {other}", *["carter"] * (num_players - 1)]
    at = position(hands=hands, piles=["hound"], deck="cats cats", rounds="single")

    at.play("trapezohedron_insane")

    assert (at.ending, at.winner) == ("trapezohedron", 0)
    assert at.insane_tokens == [1] + [0] * (num_players - 1)
    assert at.sane_tokens == [0] * num_players
    assert at.out == [False] * num_players


@rule("R4.7d")
def test_it_wins_the_round_and_not_the_game():
    at = position(hands=["cats", "trapezohedron carter"], piles=["", "hound"], deck="cats cats")

    at.play("trapezohedron_insane")

    assert (at.ending, at.round) == ("going_on", 2)
    assert at.insane_tokens == [0, 1]
    assert at.seat == 1


@rule("R4.7d")
@pytest.mark.parametrize("other", LOW)
def test_beside_a_lower_card_the_insane_trapezohedron_does_nothing(other):
    at = position(
        hands=[f"trapezohedron {other}", "carter", "cats"], piles=["hound"], deck="great_race cats"
    )

    at.play("trapezohedron_insane")

    assert (at.round, at.seat) == (1, 1)
    assert at.hands == [other, "carter great_race", "cats"]
    assert at.discards[0] == "hound trapezohedron"


@rule("R4.7d")
def test_the_sane_side_wins_nothing():
    at = position(hands=["trapezohedron carter", "cats"], piles=["hound"], deck="cats cats")

    at.play("trapezohedron")

    assert (at.round, at.seat) == (1, 1)
    assert at.insane_tokens == [0, 0]


@rule("R4.7d")
def test_all_others_being_protected_does_not_hinder_it():
    at = position(
        hands=["trapezohedron carter", "cats", "cats"],
        piles=["hound", "elder_sign", "elder_sign"],
        protected=[1, 2],
        deck="cats",
        rounds="single",
    )

    at.play("trapezohedron_insane")

    assert (at.ending, at.winner) == ("trapezohedron", 0)


@rule("R4.7e")
@pytest.mark.parametrize("other", HIGH)
def test_a_silver_key_that_golden_mead_draws_must_be_played(other):
    at = position(
        hands=[f"golden_mead {other}", "cats", "cats"], piles=["hound"], deck="silver_key cats cats"
    )
    at.play("golden_mead_insane", seat=+1)

    assert at.legal() == {"silver_key"}
    at.play("silver_key")

    assert at.hands[0] == other
    assert at.seat == 1


@rule("R4.7e")
@pytest.mark.parametrize("other", HIGH)
def test_a_high_card_that_golden_mead_draws_forces_the_silver_key(other):
    at = position(
        hands=["golden_mead silver_key", "cats", "cats"], piles=["hound"], deck=f"{other} cats cats"
    )

    at.play("golden_mead_insane", seat=+1)

    assert at.legal() == {"silver_key"}


@rule("R4.7e")
@pytest.mark.parametrize("other", LOW)
def test_a_low_card_forces_nothing_in_an_extra_play(other):
    at = position(
        hands=["golden_mead silver_key", "cats", "cats"], piles=["hound"], deck=f"{other} cats cats"
    )

    at.play("golden_mead_insane", seat=+1)

    insane = {f"{other}_insane"} & {
        "deep_ones_insane",
        "golden_mead_insane",
        "hound_insane",
        "liber_ivonis_insane",
    }
    assert played(at) == {"silver_key", other} | insane


@rule("R4.7e", "R4.7a")
def test_the_silver_key_keeps_mi_go_itself_from_being_played():
    at = position(hands=["mi_go silver_key", "cats"], piles=["hound"], deck="cats")

    assert at.legal() == {"silver_key"}


@rule("R4.7e")
@pytest.mark.parametrize("other", [card for card in HIGH if card != "mi_go"])
def test_a_silver_key_that_mi_go_takes_must_be_played(other):
    at = position(hands=[f"mi_go {other}", "silver_key", "cats"], piles=["hound"], deck="cats cats")

    at.play("mi_go_insane", seat=+1)

    assert at.hands[0] == f"{other} silver_key"
    assert at.legal() == {"silver_key"}


@rule("R4.7e", "R4.7c", "R4.7d")
def test_a_trapezohedron_in_an_extra_play_binds_nobody_and_can_win():
    for hand, theirs, deck, action in [
        ("mi_go carter", "trapezohedron", "cats cats", "mi_go_insane"),
        ("golden_mead carter", "cats", "trapezohedron cats", "golden_mead_insane"),
    ]:
        at = position(hands=[hand, theirs], piles=["hound"], deck=deck, rounds="single")

        at.play(action, seat=+1)
        assert at.legal() == {"trapezohedron", "trapezohedron_insane", "carter +1"}
        at.play("trapezohedron_insane")

        assert (at.ending, at.winner) == ("trapezohedron", 0)
