"""R8.9-R8.11, R8.13: knowledge is kept until it can have changed, and only so long."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import assert_same_sight, position


@rule("R8.9")
def test_knowledge_is_kept_while_nothing_can_have_changed_it():
    at = position(hands=["cats great_race", "investigators", "carter"],
                  deck="elder_sign silver_key trapezohedron armitage ...")  # fmt: skip

    at.play("cats", seat=+2)
    at.play("elder_sign")  # seat 1
    at.play("silver_key")  # seat 2 keeps the Carter
    at.play("trapezohedron")  # seat 0
    at.play("investigators", seat=+1, number=8)  # seat 1 misses seat 2

    assert at.seat == 2
    assert at.sees(0).knows_of_others() == {2: "carter"}
    assert at.sees(2).exposed(to=0) == "carter"


@rule("R8.9")
def test_a_sanity_check_of_the_holder_changes_nothing_that_is_known():
    at = position(hands=["cats elder_sign", "carter", "great_race"], piles=["", "hound mi_go"],
                  deck="investigators armitage cats ...")  # fmt: skip

    at.play("cats", seat=+1)

    assert at.discards[1] == "investigators hound armitage mi_go"
    assert at.sees(0).knows_of_others() == {1: "carter"}


@rule("R8.9")
def test_a_player_who_is_out_keeps_what_was_seen():
    at = position(hands=["cats necronomicon", "carter", "great_race"],
                  deck="elder_sign investigators armitage silver_key ...")  # fmt: skip
    at.play("cats", seat=+1).play("elder_sign").play("investigators", seat=+1, number=8)

    assert at.out == [True, False, False]
    assert at.sees(0).knows_of_others() == {1: "carter"}
    assert at.sees(1).exposed(to=0) == "carter"


@rule("R8.9")
def test_what_could_merely_be_worked_out_is_not_recorded():
    at = position(hands=["elder_sign cats", "carter"], deck="", aside="carter", rounds="single")

    at.play("elder_sign")

    assert at.sees(0).unseen == "carter carter"
    assert at.sees(0).knows_of_others() == {}


@rule("R8.9")
def test_the_miss_of_a_number_gives_no_recorded_knowledge():
    at = position(hands=["investigators cats", "carter"], deck="armitage", aside="armitage")

    at.play("investigators", seat=+1, number=5)

    assert at.sees(0).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""


@rule("R8.9")
def test_the_misses_of_insane_deep_ones_give_no_recorded_knowledge():
    at = position(hands=["deep_ones cats", "carter", "great_race"], piles=["hound"])

    at.play("deep_ones_insane", seat=+1).play("name", number=5)

    assert at.sees(0).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""


@rule("R8.9")
def test_where_a_card_went_that_nyarlathotep_took_from_one_of_two_is_not_recorded():
    at = position(hands=["nyarlathotep cats", "carter", "great_race"], piles=["hound"])

    at.play("nyarlathotep_insane").play("give", card="great_race")

    assert at.hands[2] == "carter"
    assert at.sees(1).knows_of_others() == {}
    assert at.sees(2).exposed(to=1) == ""


@rule("R8.9")
def test_a_new_round_begins_without_knowledge():
    at = position(hands=["cats carter", "necronomicon"], deck="elder_sign ...")

    at.play("cats", seat=+1).play("necronomicon")

    assert at.round == 2
    assert at.sees(0).knows_of_others() == at.sees(1).knows_of_others() == {}
    assert at.sees(0).exposed(to=1) == at.sees(1).exposed(to=0) == ""


@rule("R8.10")
@pytest.mark.parametrize("played", ["elder_sign", "silver_key", "liber_ivonis", "trapezohedron"])
def test_a_seen_card_stays_known_when_another_card_is_played(played):
    at = position(hands=["cats investigators", "carter"], deck=f"{played} great_race ...")
    at.play("cats", seat=+1)
    assert at.sees(0).knows(of=1) == "carter"

    at.play(played)

    assert at.sees(0).knows(of=1) == at.sees(1).exposed(to=0) == "carter"


@rule("R8.10")
def test_a_seen_card_stays_known_through_an_extra_play():
    at = position(hands=["cats great_race", "carter", "investigators"], piles=["", "hound"],
                  deck="investigators golden_mead elder_sign armitage ...")  # fmt: skip
    at.play("cats", seat=+1)  # seat 1 checks and draws the Golden Mead

    at.play("golden_mead_insane", seat=+1)
    assert at.sees(0).knows(of=1) == "carter"
    at.play("elder_sign")

    assert at.hands[1] == "carter"
    assert at.sees(0).knows(of=1) == at.sees(1).exposed(to=0) == "carter"


@rule("R8.10")
def test_the_other_name_of_a_value_is_another_card():
    at = position(hands=["cats investigators", "elder_sign"], deck="liber_ivonis great_race ...")
    at.play("cats", seat=+1)

    at.play("liber_ivonis")

    assert at.sees(0).knows(of=1) == "elder_sign"


@rule("R8.11")
def test_the_kept_card_is_unknown_when_a_card_of_the_seen_name_is_played():
    hands = ["cats great_race", "elder_sign", "investigators"]
    other_kept = position(hands=hands, deck="carter elder_sign hound")
    same_kept = position(hands=hands, deck="elder_sign carter hound")

    for at in (other_kept, same_kept):
        at.play("cats", seat=+1).play("elder_sign")
        assert at.sees(0).knows(of=1) == at.sees(1).exposed(to=0) == ""

    assert other_kept.hands[1] == "carter" and same_kept.hands[1] == "elder_sign"
    assert_same_sight(other_kept, same_kept, 0)


@rule("R8.11")
def test_a_card_taken_by_mi_go_is_unknown_to_its_owner_when_its_name_is_played():
    same_kept = position(hands=["mi_go elder_sign", "elder_sign", "cats"], piles=["hound"],
                         deck="silver_key carter investigators")  # fmt: skip
    other_kept = position(hands=["mi_go carter", "elder_sign", "cats"], piles=["hound"],
                          deck="silver_key elder_sign investigators")  # fmt: skip

    for at in (same_kept, other_kept):
        at.play("mi_go_insane", seat=+1)
        assert at.sees(1).knows(of=0) == "elder_sign"
        at.play("elder_sign")
        assert at.sees(1).knows(of=0) == at.sees(0).exposed(to=1) == ""

    assert same_kept.hands[0] == "elder_sign" and other_kept.hands[0] == "carter"
    assert_same_sight(same_kept, other_kept, 1, 2)


def both_known(mine, theirs):
    """Seat 0 holds `mine`, at which both others have looked, and `theirs`, which it has taken from
    seat 1 by an Insane Mi-Go.
    """
    at = position(hands=[mine, f"cats {theirs}", "cats"], piles=["hound"],
                  deck="great_race investigators mi_go silver_key carter")  # fmt: skip
    at.play("cats", seat=+2).play("cats", seat=+1)  # 1 and 2 look at 0, which checks and draws
    return at.play("mi_go_insane", seat=+1)


@rule("R8.11")
def test_of_two_cards_alike_the_kept_one_stays_known_to_one_who_has_seen_both():
    at = both_known("elder_sign", "elder_sign")
    assert at.sees(1).knows(of=0) == at.sees(0).exposed(to=1) == "elder_sign elder_sign"
    assert at.sees(2).knows(of=0) == at.sees(0).exposed(to=2) == "elder_sign"

    at.play("elder_sign")

    assert at.hands[0] == "elder_sign"
    assert at.sees(1).knows(of=0) == at.sees(0).exposed(to=1) == "elder_sign"
    assert at.sees(2).knows(of=0) == at.sees(0).exposed(to=2) == ""


@rule("R8.10", "R8.11")
@pytest.mark.parametrize(
    ("played", "seat_1", "seat_2"),
    [("liber_ivonis", "elder_sign", ""), ("elder_sign", "liber_ivonis", "liber_ivonis")],
)
def test_of_two_cards_that_differ_the_kept_one_stays_known_to_those_who_have_seen_it(
    played, seat_1, seat_2
):
    at = both_known("liber_ivonis", "elder_sign")
    assert at.sees(1).knows(of=0) == "elder_sign liber_ivonis"

    at.play(played)

    assert at.sees(1).knows(of=0) == at.sees(0).exposed(to=1) == seat_1
    assert at.sees(2).knows(of=0) == at.sees(0).exposed(to=2) == seat_2


@rule("R8.13")
@pytest.mark.parametrize("card", ["armitage", "mi_go"])
@pytest.mark.parametrize("drawn", ["carter", "great_race"], ids=["another card", "the same name"])
def test_a_discard_ends_all_knowledge_of_the_old_card(card, drawn):
    at = position(hands=["cats investigators", "great_race", "hound"],
                  deck=f"silver_key {card} {drawn} ...")  # fmt: skip
    at.play("cats", seat=+1)
    at.play("silver_key")  # seat 1 keeps the Great Race
    assert at.sees(0).knows_of_others() == {1: "great_race"}

    at.play(card, seat=+2)  # seat 2 chooses seat 1

    assert at.hands[1] == drawn
    assert at.sees(0).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == at.sees(1).exposed(to=2) == ""


@rule("R8.13")
@pytest.mark.parametrize("card", ["armitage", "mi_go"])
def test_a_discard_of_the_own_hand_ends_the_knowledge_too(card):
    at = position(hands=["cats investigators", "great_race", "hound"],
                  deck=f"{card} great_race ...")  # fmt: skip
    at.play("cats", seat=+1)

    at.play(card, seat=0)

    assert at.hands[1] == "great_race"
    assert at.sees(0).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""


@rule("R8.13")
def test_the_new_card_is_unknown_to_all_others():
    hands = ["armitage cats", "great_race", "hound"]
    at = position(hands=hands, deck="carter elder_sign silver_key")
    other = position(hands=hands, deck="elder_sign silver_key carter")

    for game in (at, other):
        game.play("armitage", seat=+2)

    assert at.hands[2] == "carter" and other.hands[2] == "elder_sign"
    assert_same_sight(at, other, 0)


@rule("R8.13")
def test_a_discarded_braincase_ends_what_all_knew_of_its_holder():
    at = position(hands=["mi_go armitage", "cats", "great_race", "hound"], piles=["deep_ones"],
                  deck="carter silver_key elder_sign investigators")  # fmt: skip
    at.play("mi_go_insane", seat=+2)

    at.play("armitage", seat=+2)

    assert at.hands[2] == "carter"
    assert [at.sees(seat).knows(of=2) for seat in (0, 1, 3)] == ["", "", ""]
    assert [at.sees(2).exposed(to=seat) for seat in (0, 1, 3)] == ["", "", ""]
    assert at.sees(2).knows_of_others() == {0: "great_race"}


@rule("R8.13")
def test_an_8_discarded_by_one_who_cannot_be_knocked_out_is_no_longer_known():
    at = position(hands=["cats great_race", "necronomicon", "hound"], immortal=[1],
                  piles=["", "deep_ones liber_ivonis"],
                  deck="cats investigators silver_key armitage carter elder_sign")  # fmt: skip
    at.play("cats", seat=+1)  # seat 0 looks at seat 1, which checks two cards and draws
    at.play("silver_key")
    assert at.sees(0).knows_of_others() == {1: "necronomicon"}

    at.play("armitage", seat=+2)  # seat 2 chooses seat 1

    assert at.out == [False, False, False]
    assert at.hands[1] == "carter"
    assert at.sees(0).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert at.sees(1).exposed(to=0) == ""
