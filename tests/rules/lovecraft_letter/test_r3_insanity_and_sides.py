"""R3.5-R3.7: who is insane, which sides are open, and when a card played is in the pile."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

ONE_SIDED = [
    "investigators",
    "cats",
    "great_race",
    "elder_sign",
    "armitage",
    "carter",
    "silver_key",
    "necronomicon",
]
TWO_SIDED = [
    "deep_ones",
    "golden_mead",
    "hound",
    "liber_ivonis",
    "mi_go",
    "nyarlathotep",
    "trapezohedron",
    "cthulhu",
]


def played(at):
    """Names of the actions that the seat to act has, without their choices."""
    return {action.split()[0] for action in at.legal()}


@rule("R3.5")
@pytest.mark.parametrize(
    ("card", "choices"),
    [
        ("deep_ones", {"seat": +1, "number": 0}),
        ("golden_mead", {"seat": +1}),
        ("hound", {"seat": +1}),
        ("liber_ivonis", {}),
        ("mi_go", {"seat": +1}),
        ("nyarlathotep", {"seat": +1}),
        ("trapezohedron", {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_insanity_card_played_makes_insane(card, choices):
    at = position(hands=[f"{card} elder_sign", "elder_sign"], deck="elder_sign " * 6)

    at.play(card, **choices)
    after = at.insanity
    at.play("elder_sign")

    assert after == [1, 0]
    assert at.seat == 0
    assert sorted(at.discards[0].split()) == sorted([card, "elder_sign"])  # they had to check


@rule("R3.5")
@pytest.mark.parametrize("card", ["armitage", "mi_go"])
@pytest.mark.parametrize("held", ["deep_ones", "hound", "trapezohedron"])
def test_an_insanity_card_one_is_made_to_discard_makes_insane(card, held):
    at = position(hands=[f"{card} cats", held], deck="golden_mead elder_sign cats cats")

    at.play(card, seat=+1)

    assert sorted(at.discards[1].split()) == sorted([held, "elder_sign"])  # they had to check
    assert at.insanity[1] == 1
    assert played(at) == {"golden_mead", "golden_mead_insane", "cats"}


@rule("R3.5")
def test_an_insanity_card_turned_up_counts_from_then_on():
    at = position(
        hands=["silver_key cats", "elder_sign"],
        piles=["", "hound liber_ivonis"],
        immortal=[1],
        deck="mi_go cats cats",
    )

    at.play("silver_key")

    assert at.insanity == [0, 3]


@rule("R3.5")
def test_an_insanity_card_in_the_hand_makes_nobody_insane():
    at = position(hands=["elder_sign mi_go", "deep_ones"], deck="cats cats")

    assert played(at) == {"elder_sign", "mi_go"}
    at.play("elder_sign")

    assert at.insanity == [0, 0]
    assert (at.hands[1], at.discards[1]) == ("deep_ones cats", "")  # no check
    assert played(at) == {"deep_ones_nobody", "cats_nobody"}


@rule("R3.5")
def test_cards_lie_before_the_player_who_had_them_whatever_is_traded():
    at = position(hands=["carter cats", "hound", "cats"], piles=["mi_go"], deck="cats cats")

    at.play("carter", seat=+1)

    assert at.hands == ["hound", "cats cats", "cats"]
    assert at.insanity == [1, 0, 0]


@rule("R3.5")
def test_insanity_lasts_until_the_round_ends():
    at = position(hands=["investigators hound", "cats"], piles=["mi_go", "deep_ones"])

    at.play("investigators", seat=+1, number=2)

    assert at.round == 2
    assert at.insanity == [0, 0]
    assert not any("insane" in action for action in at.legal())


@rule("R3.6")
@pytest.mark.parametrize(
    ("pile", "is_insane"),
    [("", False), ("armitage necronomicon", False), ("mi_go", True), ("deep_ones cthulhu", True)],
)
@pytest.mark.parametrize("card", [*ONE_SIDED, *TWO_SIDED])
def test_an_insane_player_has_either_side_and_a_sane_one_the_sane_side(card, pile, is_insane):
    at = position(hands=[f"{card} cats", "cats", "cats"], piles=[pile], deck="cats")

    insane_sides = {f"{card}_insane"} if is_insane and card in TWO_SIDED else set()

    assert played(at) == {card, "cats"} | insane_sides


@rule("R3.6")
@pytest.mark.parametrize(
    ("side", "protected", "immortal"),
    [("liber_ivonis", True, False), ("liber_ivonis_insane", False, True)],
)
def test_nobody_plays_both_sides_of_a_card(side, protected, immortal):
    at = position(hands=["liber_ivonis cats", "cats"], piles=["hound"], deck="cats cats")

    at.play(side)

    assert (at.protected[0], at.immortal[0]) == (protected, immortal)
    assert (at.seat, at.discards[0]) == (1, "hound liber_ivonis")


@rule("R3.7")
@pytest.mark.parametrize("card", TWO_SIDED)
def test_the_first_insanity_card_is_played_with_its_sane_side(card):
    at = position(hands=[f"{card} cats", "cats", "cats"], deck="cats")

    assert played(at) == {card, "cats"}


@rule("R3.7")
@pytest.mark.parametrize(
    ("pile", "ending"),
    [("deep_ones", "last_one_standing"), ("deep_ones hound", "cthulhu")],
    ids=["one in the pile", "two in the pile"],
)
def test_cthulhu_counts_neither_itself_nor_a_golden_mead_still_in_play(pile, ending):
    at = position(
        hands=["golden_mead cats", "carter"], piles=[pile], deck="cthulhu cats", rounds="single"
    )

    at.play("golden_mead_insane", seat=+1)
    assert (at.in_play, at.discards[0]) == ("golden_mead", pile)
    at.play("cthulhu_insane")

    assert at.ending == ending
    assert at.winner == (0 if ending == "cthulhu" else 1)


@rule("R3.7")
@pytest.mark.parametrize(
    ("pile", "ending"),
    [("deep_ones", "last_one_standing"), ("deep_ones hound", "cthulhu")],
    ids=["one in the pile", "two in the pile"],
)
def test_cthulhu_does_not_count_a_mi_go_still_in_play(pile, ending):
    at = position(hands=["mi_go cats", "cthulhu"], piles=[pile], deck="cats", rounds="single")

    at.play("mi_go_insane", seat=+1)
    assert (at.in_play, at.discards[0]) == ("mi_go", pile)
    at.play("cthulhu_insane")

    assert at.ending == ending


@rule("R3.7")
def test_cthulhu_does_not_count_two_cards_still_in_play():
    at = position(
        hands=["golden_mead cats", "cthulhu"],
        piles=["deep_ones"],
        deck="mi_go cats",
        rounds="single",
    )

    at.play("golden_mead_insane", seat=+1).play("mi_go_insane", seat=+1)
    assert at.in_play == "golden_mead mi_go"
    at.play("cthulhu_insane")

    assert (at.ending, at.winner) == ("last_one_standing", 1)
    assert at.discards[0] == "deep_ones cats golden_mead mi_go cthulhu"


@rule("R3.7")
def test_all_cards_played_in_a_turn_go_to_the_pile_when_it_ends():
    at = position(
        hands=["golden_mead cats", "carter", "cats"],
        piles=["deep_ones"],
        deck="mi_go great_race cats",
    )

    at.play("golden_mead_insane", seat=+1).play("mi_go_insane", seat=+1)
    assert at.discards == ["deep_ones", "", ""]
    at.play("cats", seat=+2)

    assert at.discards == ["deep_ones cats golden_mead mi_go", "", ""]
    assert at.insanity == [3, 0, 0]
    assert at.in_play == ""
