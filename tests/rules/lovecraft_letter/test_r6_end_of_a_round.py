"""R6.1-R6.4: when a round ends, and who wins it."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position


def last_play(hands, **described):
    """The last play of a round: seat 0 lays an Elder Sign aside, keeps its first card of `hands`,
    and nobody can draw after it.
    """
    mine, *theirs = hands.split()
    at = position(hands=[f"elder_sign {mine}", *theirs], deck="", **described)
    return at.play("elder_sign")


@rule("R6.1")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_round_ends_as_soon_as_one_player_alone_is_in(num_players):
    hands = ["necronomicon cats", *["necronomicon"] * (num_players - 2), "investigators"]
    at = position(hands=hands, deck="elder_sign " * 9, rounds="single")

    for _ in range(num_players - 1):
        assert at.ending == "going_on"
        at.play("necronomicon")

    assert at.ending == "last_one_standing"
    assert at.out == [True] * (num_players - 1) + [False]
    assert at.winner == num_players - 1
    assert at.hands[-1] == "investigators"  # no card was drawn for another turn


@rule("R6.1")
def test_the_last_player_wins_whatever_the_cards_and_whatever_is_left_to_draw():
    at = position(hands=["investigators cats", "necronomicon"])

    at.play("investigators", seat=+1, number=8)

    assert at.round == 2
    assert at.sane_tokens == [1, 0]


@rule("R6.1")
def test_a_player_who_goes_out_on_the_own_turn_leaves_the_round_to_the_other():
    at = position(hands=["great_race cats", "carter"])

    at.play("great_race", seat=+1)

    assert at.round == 2
    assert at.sane_tokens == [0, 1]


@rule("R6.1")
def test_the_last_player_wins_by_the_failed_sanity_check_of_another():
    at = position(hands=["cats investigators", "silver_key"], piles=["", "hound"],
                  deck="mi_go elder_sign", rounds="single")  # fmt: skip

    at.play("cats", seat=+1)

    assert at.ending == "last_one_standing"
    assert at.winner == 0
    assert at.hands == ["investigators", ""]
    assert at.pile == "elder_sign"


@rule("R6.1")
def test_sanity_checks_failed_one_after_the_other_end_the_round_too():
    at = position(hands=["cats investigators", "silver_key", "carter", "armitage"],
                  piles=["", "hound", "deep_ones", "golden_mead"],
                  deck="mi_go necronomicon cthulhu elder_sign", rounds="single")  # fmt: skip

    at.play("cats", seat=+1)

    assert at.ending == "last_one_standing"
    assert at.winner == 0
    assert at.pile == "elder_sign"


@rule("R6.1")
def test_with_one_player_left_an_empty_pile_brings_no_comparison():
    at = position(hands=["investigators cats", "carter"], deck="", rounds="single")

    at.play("investigators", seat=+1, number=6)

    assert at.ending == "last_one_standing"
    assert at.winner == 0


@rule("R6.2")
@pytest.mark.parametrize(("deck", "rounds_begun"), [("", 2), ("armitage", 1), ("armitage cats", 1)])
def test_the_round_ends_when_there_is_no_card_to_draw(deck, rounds_begun):
    at = position(hands=["elder_sign cats", "carter", "great_race"], deck=deck)

    at.play("elder_sign")

    assert at.round == rounds_begun


@rule("R6.2")
@pytest.mark.parametrize(
    ("seat_1", "deck", "rounds_begun"),
    [
        ("hound", "", 2),  # nothing to check with
        ("hound", "cats", 2),  # checked, and nothing to draw
        ("hound", "cats armitage", 1),
        ("hound deep_ones", "cats", 2),  # the check is not complete
        ("hound deep_ones", "cats armitage", 2),
        ("hound deep_ones", "cats armitage cats", 1),
    ],
)
def test_the_round_ends_when_a_sanity_check_empties_the_pile(seat_1, deck, rounds_begun):
    at = position(hands=["elder_sign carter", "investigators"], piles=["", seat_1], deck=deck)

    at.play("elder_sign")

    assert at.round == rounds_begun
    assert at.sane_tokens == ([1, 0] if rounds_begun == 2 else [0, 0])


@rule("R6.2")
def test_all_players_still_in_show_their_hands_and_nobody_else():
    at = position(hands=["elder_sign carter", "cats", "great_race", "silver_key"], out=[2],
                  piles=["", "hound deep_ones"], deck="investigators", rounds="single")  # fmt: skip

    at.play("elder_sign")

    assert at.ending == "highest_card"
    assert at.shown_at_the_end == ["carter", "cats", "", "silver_key"]


@rule("R6.2")
@pytest.mark.parametrize(
    "shields",
    [
        {"protected": [1], "piles": ["", "elder_sign"]},
        {"protected": [1, 2], "piles": ["", "elder_sign", "elder_sign"]},
        {"immortal": [2], "piles": ["", "", "deep_ones liber_ivonis"]},
        {"immortal": [1, 2], "piles": ["", "hound liber_ivonis", "deep_ones liber_ivonis"]},
    ],
    ids=["one protected", "both protected", "one by Liber Ivonis", "both by Liber Ivonis"],
)
def test_equal_values_knock_each_other_out_whatever_protects_them(shields):
    at = last_play("cats carter nyarlathotep", rounds="single", **shields)

    assert at.ending == "highest_card"
    assert at.winner == 0


@rule("R6.2")
def test_the_elder_sign_just_played_does_not_help_in_the_final_comparison():
    at = last_play("carter nyarlathotep cats", rounds="single")

    assert at.protected[0]
    assert at.winner == 2


@rule("R6.3")
@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("investigators cats", 1),
        ("cats investigators", 0),
        ("necronomicon silver_key", 0),
        ("carter silver_key", 1),
        ("cthulhu trapezohedron carter", 0),
        ("investigators cats great_race elder_sign armitage carter", 5),
        ("investigators armitage cats carter great_race elder_sign", 3),
        ("carter nyarlathotep cats", 2),
        ("cats necronomicon cthulhu", 0),
        ("armitage mi_go armitage cats", 3),
        ("carter nyarlathotep cats golden_mead investigators", 4),
        ("carter nyarlathotep great_race cats golden_mead investigators", 2),
    ],
)
def test_the_highest_value_that_one_player_alone_holds_wins(hands, winner):
    at = last_play(hands, rounds="single")

    assert at.ending == "highest_card"
    assert at.winner == winner
    assert at.shown_at_the_end == hands.split()


@rule("R6.3")
@pytest.mark.parametrize(("edition", "winner"), [("published", 0), ("manual", 1)])
def test_values_are_those_of_the_edition(edition, winner):
    at = last_play("silver_key cats", edition=edition, rounds="single")

    assert at.winner == winner


@rule("R6.3")
def test_the_hand_of_a_player_who_is_out_ties_with_nobody():
    at = position(hands=["elder_sign carter", "nyarlathotep", "cats"], out=[1], deck="",
                  rounds="single")  # fmt: skip

    at.play("elder_sign")

    assert at.winner == 0


@rule("R6.3")
def test_the_braincase_is_a_value_like_others_and_may_be_the_only_one_alone():
    at = position(hands=["mi_go cats", "elder_sign", "cats"], piles=["hound"], deck="",
                  rounds="single")  # fmt: skip

    at.play("mi_go_insane", seat=+1).play("elder_sign")

    assert at.shown_at_the_end == ["cats", "braincase", "cats"]
    assert at.ending == "highest_card"
    assert at.winner == 1


@rule("R6.4")
@pytest.mark.parametrize(
    "hands",
    [
        "cats cats",
        "cats golden_mead",
        "necronomicon cthulhu",
        "cats golden_mead cats",
        "carter cats nyarlathotep golden_mead",
        "carter cats nyarlathotep golden_mead nyarlathotep",
        "carter cats nyarlathotep golden_mead investigators deep_ones",
    ],
)
def test_nobody_wins_if_every_value_is_held_twice(hands):
    at = last_play(hands)

    assert at.round == 2
    assert at.winner is None
    assert at.sane_tokens == at.insane_tokens == [0] * len(hands.split())
    assert at.shown_at_the_end == hands.split()


@rule("R6.4")
def test_a_drawn_single_round_has_a_name_of_its_own():
    at = last_play("cats golden_mead", rounds="single", sane_tokens=[1, 1])

    assert at.ending == "drawn_round"
    assert at.sane_tokens == [1, 1]
