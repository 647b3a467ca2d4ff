"""R8.7: the card that Mi-Go takes, and the Braincase, whose holder everybody knows."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import assert_same_sight, position


def mi_go_at(num_players, taker=0, step=1):
    """After an Insane Mi-Go that took a Carter, before the extra play; its player also holds an
    Elder Sign.
    """
    hands = ["cats"] * num_players
    piles = [""] * num_players
    hands[taker], hands[(taker + step) % num_players] = "mi_go elder_sign", "carter"
    piles[taker] = "hound"
    at = position(hands=hands, piles=piles, deck="great_race investigators")
    return at.play("mi_go_insane", seat=step)


@rule("R8.7")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_owner_knows_the_card_taken_and_everybody_who_holds_the_braincase(num_players):
    for taker in range(num_players):
        for step in range(1, num_players):
            owner = (taker + step) % num_players
            at = mi_go_at(num_players, taker, step)

            assert at.sees(taker).hand == "elder_sign carter"
            assert at.sees(owner).hand == "braincase"
            for seat in range(num_players):
                known = {taker: "carter"} if seat == owner else {owner: "braincase"}
                assert at.sees(seat).knows_of_others() == known


@rule("R8.7")
def test_both_are_told_what_is_known_of_their_cards():
    at = mi_go_at(4)

    assert [at.sees(0).exposed(to=seat) for seat in (1, 2, 3)] == ["carter", "", ""]
    assert [at.sees(1).exposed(to=seat) for seat in (0, 2, 3)] == ["braincase"] * 3


@rule("R8.7")
def test_others_do_not_learn_which_card_was_taken():
    hands = ["mi_go elder_sign", "carter", "cats"]
    at = position(hands=hands, piles=["hound"], deck="armitage great_race")
    hands = ["mi_go elder_sign", "armitage", "cats"]
    other = position(hands=hands, piles=["hound"], deck="carter great_race")

    for game in (at, other):
        game.play("mi_go_insane", seat=+1)

    assert_same_sight(at, other, 2)
    assert at.sees(2).knows_of_others() == {1: "braincase"}


@rule("R8.7")
def test_the_owner_does_not_learn_the_card_beside_the_one_taken():
    at = position(hands=["mi_go elder_sign", "carter", "cats"], piles=["hound"],
                  deck="armitage great_race")  # fmt: skip
    other = position(hands=["mi_go armitage", "carter", "cats"], piles=["hound"],
                     deck="elder_sign great_race")  # fmt: skip

    for game in (at, other):
        game.play("mi_go_insane", seat=+1)

    assert_same_sight(at, other, 1, 2)


@rule("R8.7")
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_the_braincase_is_no_card_that_cannot_be_located(num_players):
    at = mi_go_at(num_players)

    for seat in range(num_players):
        assert "braincase" not in at.sees(seat).unseen


@rule("R8.7")
def test_a_player_who_is_out_knows_who_holds_the_braincase_too():
    at = position(hands=["mi_go elder_sign", "carter", "cats", "great_race"], piles=["hound"],
                  out=[3])  # fmt: skip

    at.play("mi_go_insane", seat=+1)

    assert at.sees(3).knows_of_others() == {1: "braincase"}


@rule("R8.7")
@pytest.mark.parametrize(
    ("played", "known"), [({"name": "elder_sign"}, "carter"), ({"name": "carter", "seat": 2}, "")]
)
def test_the_card_taken_stays_known_to_its_owner_until_it_is_played(played, known):
    at = mi_go_at(3)

    at.play(**played)

    assert at.sees(1).knows(of=0) == at.sees(0).exposed(to=1) == known


@rule("R8.7", "R8.12")
@pytest.mark.parametrize("card", ["carter", "nyarlathotep"])
def test_everybody_knows_the_holder_after_the_braincase_was_traded(card):
    at = position(hands=["mi_go elder_sign", "cats", "great_race", "armitage"], piles=["hound"],
                  deck=f"{card} silver_key investigators")  # fmt: skip
    at.play("mi_go_insane", seat=+1).play("elder_sign")

    at.play(card, seat=+1)  # seat 1 trades it for the Great Race of seat 2

    assert at.sees(2).hand == "braincase silver_key"
    assert at.sees(0).knows_of_others() == {2: "braincase"}
    assert at.sees(3).knows_of_others() == {2: "braincase"}
    assert at.sees(1).knows_of_others() == {0: "cats", 2: "braincase"}
    assert at.sees(2).knows_of_others() == {1: "great_race"}
    assert at.sees(2).exposed(to=1) == "braincase"


@rule("R8.7", "R8.12")
def test_the_braincase_is_followed_through_several_trades():
    at = position(hands=["mi_go elder_sign", "cats", "great_race", "armitage"], piles=["hound"],
                  deck="carter carter carter silver_key investigators cats")  # fmt: skip
    at.play("mi_go_insane", seat=+1).play("elder_sign")
    at.play("carter", seat=+1)  # to seat 2

    at.play("carter", seat=+1)  # to seat 3
    for seat in (0, 1, 2):
        assert at.sees(seat).knows(of=3) == "braincase"
    at.play("carter", seat=+2)  # seat 3 gives it back to seat 1

    for seat in (0, 2, 3):
        assert at.sees(seat).knows(of=1) == "braincase"
        assert "braincase" not in at.sees(seat).unseen
    assert at.sees(1).hand == "braincase"


@rule("R8.7", "R8.10")
def test_everybody_knows_the_holder_as_long_as_it_is_held():
    at = position(hands=["mi_go cats", "carter", "great_race"], piles=["hound"],
                  deck="elder_sign silver_key investigators armitage great_race")  # fmt: skip
    at.play("mi_go_insane", seat=+1).play("cats", seat=+2)

    at.play("elder_sign").play("silver_key")  # seat 0 passes its check, then draws

    assert at.seat == 0
    assert at.sees(0).knows(of=1) == at.sees(2).knows(of=1) == "braincase"
    assert at.sees(1).exposed(to=0) == at.sees(1).exposed(to=2) == "braincase"
