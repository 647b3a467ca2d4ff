"""R8.9-R8.13: knowledge is kept until it can have changed, and only so long."""

from __future__ import annotations

import pytest

from tests.position import position
from tests.rulebook import rule


@rule("R8.9")
def test_knowledge_is_kept_while_nothing_can_have_changed_it():
    at = position(hands=["Priest Guard", "Spy", "King"], deck="Handmaid Countess Spy Guard ...")

    at.play("priest", seat=+2)
    at.play("handmaid")  # seat 1
    at.play("countess")  # seat 2 keeps the King
    at.play("spy")  # seat 0
    at.play("spy")  # seat 1

    assert at.seat == 2
    assert at.sees(0).knows_of_others() == {2: "King"}


@rule("R8.9")
def test_what_could_merely_be_worked_out_is_not_recorded():
    at = position(hands=["Guard Spy", "King"], deck="", aside="King", rounds="single")
    at.play("spy")

    assert at.sees(0).unseen == "King King"
    assert at.sees(0).knows_of_others() == {}


@rule("R8.9")
def test_the_miss_of_a_guard_gives_no_recorded_knowledge():
    at = position(hands=["Guard Spy", "King"], deck="Baron", aside="Baron")

    at.play("guard", seat=+1, card="Baron")

    assert at.sees(0).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""


@rule("R8.10")
@pytest.mark.parametrize("played", ["Spy", "Countess", "Handmaid"])
def test_a_seen_card_stays_known_when_another_character_is_played(played):
    at = position(hands=["Priest Guard", "Baron"], deck=f"{played} Spy ...")
    at.play("priest", seat=+1)
    assert at.sees(0).knows(of=1) == "Baron"

    at.play(played.lower())

    assert at.sees(0).knows(of=1) == "Baron"
    assert at.sees(1).exposed(to=0) == "Baron"


@rule("R8.11")
def test_the_kept_card_is_unknown_when_the_seen_character_is_played():
    at = position(hands=["Priest Guard", "Spy"], deck="Baron Spy ...")
    at.play("priest", seat=+1)

    at.play("spy")

    assert at.hands[1] == "Baron"
    assert at.sees(0).knows(of=1) == at.sees(1).exposed(to=0) == ""


@rule("R8.11")
def test_the_kept_card_is_unknown_even_if_it_is_the_seen_character_again():
    at = position(hands=["Priest Guard", "Spy"], deck="Spy Baron ...")
    at.play("priest", seat=+1)

    at.play("spy")

    assert at.hands[1] == "Spy"
    assert at.sees(0).knows(of=1) == at.sees(1).exposed(to=0) == ""


@rule("R8.11")
def test_of_two_seen_cards_alike_the_kept_one_stays_known():
    at = position(hands=["Chancellor Priest", "Guard"], deck="Guard Spy Countess Handmaid")
    at.play("chancellor").play("keep", card="Priest").play("bottom", card="Spy")
    at.play("countess")
    at.play("priest", seat=+1)
    assert at.sees(0).knows(of=1) == "Guard Guard"  # one looked at, one drawn from under the pile

    at.play("guard", seat=+1, card="Spy")

    assert at.sees(0).knows(of=1) == at.sees(1).exposed(to=0) == "Guard"


@rule("R8.11")
@pytest.mark.parametrize(("played", "kept"), [("spy", "Handmaid"), ("handmaid", "Spy")])
def test_of_two_seen_cards_that_differ_the_kept_one_stays_known(played, kept):
    at = position(hands=["Chancellor Priest", "Spy"], deck="Handmaid Guard Countess Baron")
    at.play("chancellor").play("keep", card="Priest").play("bottom", card="Guard")
    at.play("countess")
    at.play("priest", seat=+1)
    assert at.sees(0).knows(of=1) == "Spy Handmaid"

    at.play(played)

    assert at.sees(0).knows(of=1) == at.sees(1).exposed(to=0) == kept


@rule("R8.12")
def test_a_king_moves_the_knowledge_of_a_third_seat_with_the_cards():
    at = position(hands=["Priest Guard", "Baron", "Spy"], deck="King ...")
    at.play("priest", seat=+1)

    at.play("king", seat=+1)  # seat 1 trades with seat 2

    assert at.hands[1:] == ["Spy", "Baron Guard"]
    assert at.sees(0).knows_of_others() == {2: "Baron"}


@rule("R8.9", "R8.12")
def test_the_one_who_gets_a_card_by_a_king_does_not_learn_who_had_seen_it():
    seen = position(hands=["Priest Guard", "Baron", "Spy"], deck="King Guard ...")
    unseen = position(hands=["Priest Guard", "King", "Spy"], deck="Baron Guard ...")

    for at in (seen, unseen):
        at.play("priest", seat=+1)
        at.play("king", seat=+1)  # seat 1 gives the Baron to seat 2

    assert seen.sees(0).knows_of_others() == {2: "Baron"}
    assert unseen.sees(0).knows_of_others() == {}
    assert seen.sees(2).exposed(to=1) == "Baron"
    assert seen.sees(2).vector.tolist() == unseen.sees(2).vector.tolist()


@rule("R8.12")
def test_a_king_played_on_the_one_who_knew_moves_the_card_into_the_own_hand():
    at = position(hands=["Priest Guard", "Baron", "Spy"], deck="King Handmaid ...")
    at.play("priest", seat=+1)

    at.play("king", seat=+2)  # seat 1 trades with seat 0

    assert at.sees(0).hand == "Baron"
    assert at.sees(0).knows_of_others() == {1: "Guard"}
    assert at.sees(1).knows_of_others() == {0: "Baron"}
    assert at.sees(2).knows_of_others() == {}


@rule("R8.12")
def test_a_king_played_by_the_one_who_knew_moves_the_card_into_the_own_hand():
    at = position(hands=["Priest King", "Baron", "Guard"], deck="Spy Spy Guard ...")
    at.play("priest", seat=+1).play("spy").play("spy")

    at.play("king", seat=+1)

    assert at.sees(0).hand == "Baron"
    assert at.sees(0).knows_of_others() == {1: "Guard"}
    assert at.sees(0).exposed(to=1) == "Baron"
    assert at.sees(2).knows_of_others() == {}


@rule("R8.12")
def test_a_king_moves_what_was_known_of_both_hands():
    at = position(
        hands=["Priest Guard", "Priest", "Baron", "Prince"], deck="Guard Handmaid King ..."
    )
    at.play("priest", seat=+2)  # 0 looks at 2
    at.play("priest", seat=+2)  # 1 looks at 3
    at.play("handmaid")

    at.play("king", seat=+1)  # 3 trades with 0

    assert at.sees(1).knows_of_others() == {0: "Prince"}
    assert at.sees(0).knows_of_others() == {2: "Baron", 3: "Guard"}


@rule("R8.13")
@pytest.mark.parametrize("drawn", ["King", "Baron"], ids=["another card", "the same character"])
def test_a_prince_ends_all_knowledge_of_the_old_card(drawn):
    at = position(hands=["Priest Guard", "Baron", "Guard"], deck=f"Spy Prince {drawn} ...")
    at.play("priest", seat=+1)
    at.play("spy")
    assert at.sees(0).knows_of_others() == {1: "Baron"}

    at.play("prince", seat=+2)  # seat 2 chooses seat 1

    assert at.hands[1] == drawn
    assert at.sees(0).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""


@rule("R8.13")
def test_a_prince_on_oneself_ends_the_knowledge_too():
    at = position(hands=["Priest Guard", "Baron", "Guard"], deck="Prince Baron ...")
    at.play("priest", seat=+1)

    at.play("prince", seat=0)

    assert at.hands[1] == "Baron"
    assert at.sees(0).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""


@rule("R8.13")
def test_the_card_drawn_for_a_prince_is_known_to_whoever_knew_it_in_the_pile():
    at = position(hands=["Chancellor Guard", "Spy", "Prince"], deck="King Baron Spy Guard")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")
    at.play("spy")
    assert at.pile == "Baron King"

    at.play("prince", seat=+2)  # seat 2 chooses seat 1

    assert at.sees(0).knows_of_others() == {1: "Baron"}
    assert at.sees(2).knows_of_others() == {}
    assert [at.sees(1).exposed(to=other) for other in (0, 2)] == ["Baron", ""]
