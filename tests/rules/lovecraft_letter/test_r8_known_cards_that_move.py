"""R8.12, R8.15: cards that change hands, and what is known of them."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import assert_same_sight, position


@rule("R8.12")
@pytest.mark.parametrize("card", ["carter", "nyarlathotep"])
def test_a_trade_moves_the_knowledge_of_a_third_seat_with_the_cards(card):
    at = position(hands=["cats elder_sign", "armitage", "great_race"], deck=f"{card} hound ...")
    at.play("cats", seat=+1)

    at.play(card, seat=+1)  # seat 1 trades with seat 2

    assert at.hands[1:] == ["great_race", "armitage hound"]
    assert at.sees(0).knows_of_others() == {2: "armitage"}


@rule("R8.12")
def test_a_trade_moves_what_was_known_of_both_hands():
    at = position(hands=["cats great_race", "cats", "elder_sign", "armitage"],
                  deck="investigators silver_key carter hound ...")  # fmt: skip
    at.play("cats", seat=+2)  # 0 looks at 2
    at.play("cats", seat=+2)  # 1 looks at 3
    at.play("silver_key")

    at.play("carter", seat=+3)  # 3 trades with 2

    assert at.sees(0).knows_of_others() == {3: "elder_sign"}
    assert at.sees(1).knows_of_others() == {2: "armitage"}
    assert at.sees(2).knows_of_others() == {3: "elder_sign"}
    assert at.sees(3).knows_of_others() == {2: "armitage"}


@rule("R8.12")
def test_a_trade_with_the_one_who_knew_makes_the_card_a_plain_hand():
    at = position(hands=["cats great_race", "armitage", "hound"], deck="carter elder_sign ...")
    at.play("cats", seat=+1)

    at.play("carter", seat=+2)  # seat 1 trades with seat 0

    assert at.sees(0).hand == "armitage"
    assert at.sees(0).knows_of_others() == {1: "great_race"}
    assert at.sees(1).knows_of_others() == {0: "armitage"}
    assert at.sees(2).knows_of_others() == {}


@rule("R8.12")
def test_a_trade_by_the_one_who_knew_makes_the_card_a_plain_hand():
    at = position(hands=["cats carter", "great_race", "elder_sign"],
                  deck="trapezohedron liber_ivonis hound ...")  # fmt: skip
    at.play("cats", seat=+1).play("trapezohedron").play("liber_ivonis")

    at.play("carter", seat=+1)

    assert at.sees(0).hand == "great_race"
    assert at.sees(0).exposed(to=1) == "great_race"
    assert at.sees(0).knows_of_others() == {1: "hound"}
    assert at.sees(2).knows_of_others() == {}


@rule("R8.12")
@pytest.mark.parametrize(
    ("played", "seat_1", "seat_2"),
    [
        ({"name": "elder_sign"}, "carter", "carter"),
        ({"name": "carter", "seat": 2}, "", "great_race"),  # which seat 2 gives for the Elder Sign
    ],
    ids=["kept", "played"],
)
def test_mi_go_moves_the_knowledge_of_a_third_seat_with_the_card(played, seat_1, seat_2):
    at = position(hands=["elder_sign", "carter", "cats great_race"], piles=["hound"],
                  deck="investigators mi_go armitage silver_key")  # fmt: skip
    at.play("cats", seat=+2)  # seat 2 looks at seat 1; seat 0 checks and draws

    at.play("mi_go_insane", seat=+1)
    assert at.sees(2).knows_of_others() == {0: "carter", 1: "braincase"}
    at.play(**played)

    assert at.sees(1).knows(of=0) == seat_1
    assert at.sees(2).knows(of=0) == seat_2


@rule("R8.12")
def test_mi_go_of_the_one_who_knew_makes_the_card_a_plain_hand():
    at = position(hands=["cats mi_go", "carter", "great_race"], piles=["hound"],
                  deck="silver_key trapezohedron investigators elder_sign armitage")  # fmt: skip
    at.play("cats", seat=+1).play("silver_key").play("trapezohedron")

    at.play("mi_go_insane", seat=+1)

    assert at.sees(0).hand == "elder_sign carter"
    assert at.sees(0).knows_of_others() == {1: "braincase"}


@rule("R8.15")
def test_the_one_who_gets_a_card_by_a_trade_is_not_told_who_else_had_seen_it():
    seen = position(hands=["cats elder_sign", "great_race", "hound"], deck="carter armitage ...")
    unseen = position(hands=["cats elder_sign", "carter", "hound"], deck="great_race armitage ...")

    for at in (seen, unseen):
        at.play("cats", seat=+1)
        at.play("carter", seat=+1)  # seat 1 gives the Great Race to seat 2

    assert seen.sees(0).knows_of_others() == {2: "great_race"}
    assert unseen.sees(0).knows_of_others() == {}
    assert seen.sees(2).exposed(to=1) == "great_race"
    assert seen.sees(2).exposed(to=0) == ""
    assert_same_sight(seen, unseen, 2)


@rule("R8.15")
def test_the_one_who_takes_a_card_by_mi_go_is_not_told_who_else_had_seen_it():
    hands = ["cats elder_sign", "great_race", "investigators"]
    seen = position(hands=hands, piles=["", "", "hound"],
                    deck="silver_key investigators mi_go armitage")  # fmt: skip
    hands = ["cats elder_sign", "silver_key", "investigators"]
    unseen = position(hands=hands, piles=["", "", "hound"],
                      deck="great_race investigators mi_go armitage")  # fmt: skip

    for at in (seen, unseen):
        at.play("cats", seat=+1)
        at.play("silver_key")  # seat 1 keeps the Great Race; seat 2 checks and draws
        at.play("mi_go_insane", seat=+2)

    assert seen.sees(0).knows(of=2) == "great_race"
    assert unseen.sees(0).knows(of=2) == ""
    assert seen.sees(2).exposed(to=1) == "great_race"
    assert seen.sees(2).exposed(to=0) == ""
    assert_same_sight(seen, unseen, 2)


@rule("R8.15")
def test_the_one_who_gives_a_card_does_not_learn_who_had_seen_the_card_got():
    seen = position(hands=["cats elder_sign", "armitage", "great_race"], deck="carter hound ...")
    unseen = position(hands=["cats elder_sign", "armitage", "great_race"], deck="carter hound ...")

    seen.play("cats", seat=+2)  # seat 0 looks at seat 2
    unseen.play("cats", seat=+1)  # seat 0 looks at seat 1
    for at in (seen, unseen):
        at.play("carter", seat=+1)  # seat 1 gets the Great Race

    assert seen.sees(0).knows_of_others() == {1: "great_race"}
    assert unseen.sees(0).knows_of_others() == {2: "armitage"}
    assert seen.sees(1).exposed(to=0) == unseen.sees(1).exposed(to=0) == ""
    assert seen.sees(1).exposed(to=2) == unseen.sees(1).exposed(to=2) == "great_race"


@rule("R8.15")
def test_the_one_who_gets_a_card_from_nyarlathotep_is_told_of_its_player_alone():
    at = position(hands=["nyarlathotep", "carter", "cats great_race"], piles=["hound"],
                  deck="investigators elder_sign silver_key mi_go")  # fmt: skip
    at.play("cats", seat=+2)  # seat 2 looks at seat 1; seat 0 checks and draws

    at.play("nyarlathotep_insane").play("give", card="carter")

    assert at.sees(1).exposed(to=0) == "carter"
    assert at.sees(1).exposed(to=2) == ""
