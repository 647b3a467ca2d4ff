"""R8.8, R8.14: what is known of the hands that an Insane Nyarlathotep collects and gives."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import assert_same_sight, position

FIVE = ["investigators", "great_race", "elder_sign", "armitage", "carter"]


def collect(hands, me=0, deck="silver_key cats mi_go", **described):
    """An Insane Nyarlathotep has collected the hands; its player keeps the Cats."""
    hands = list(hands)
    hands.insert(me, "nyarlathotep cats")
    piles = described.pop("piles", [""] * len(hands))
    piles[me] = "hound"
    at = position(hands=hands, piles=piles, deck=deck, **described)
    return at.play("nyarlathotep_insane")


@rule("R8.8")
def test_its_player_alone_sees_the_cards_collected():
    at = collect(["great_race", "carter"])

    assert at.sees(0).pool == "great_race carter"
    assert at.sees(1).pool == at.sees(2).pool == ""
    assert [at.sees(seat).taken for seat in range(3)] == ["", "great_race", "carter"]
    assert [at.sees(seat).hand for seat in range(3)] == ["cats", "", ""]
    assert at.sees(0).unseen == "investigators cats mi_go silver_key"
    assert at.sees(1).unseen == "investigators cats cats great_race mi_go carter silver_key"


@rule("R8.8")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_sees_who_gets_the_next_card(seat):
    at = collect(["great_race", "carter", "armitage"], me=2)
    assert (at.sees(seat).turn, at.sees(seat).phase, at.sees(seat).asked) == (2, "give", 3)

    at.play("give", card="carter")
    assert at.sees(seat).asked == 0
    at.play("give", card="armitage")

    assert (at.sees(seat).turn, at.sees(seat).phase, at.sees(seat).asked) == (3, "play", None)


@rule("R8.8")
@pytest.mark.parametrize("first", ["great_race", "carter"])
def test_with_two_hands_its_player_knows_who_got_which(first):
    second = "carter" if first == "great_race" else "great_race"
    at = collect(["great_race", "carter"])

    at.play("give", card=first)

    assert at.sees(0).knows_of_others() == {1: first, 2: second}
    assert at.sees(1).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert at.sees(1).hand == " ".join([first, "silver_key"])
    assert at.sees(2).hand == second
    assert (at.sees(1).taken, at.sees(2).taken) == ("great_race", "carter")
    assert at.sees(1).exposed(to=0) == first and at.sees(1).exposed(to=2) == ""
    assert at.sees(2).exposed(to=0) == second and at.sees(2).exposed(to=1) == ""
    assert at.sees(0).exposed(to=1) == at.sees(0).exposed(to=2) == ""


@rule("R8.8")
def test_with_three_hands_the_pool_shrinks_and_the_knowledge_grows():
    at = collect(["great_race", "carter", "armitage"])

    at.play("give", card="armitage")
    assert at.sees(0).pool == "great_race carter"
    assert at.sees(0).knows_of_others() == {1: "armitage"}
    assert [at.sees(seat).hand for seat in (1, 2, 3)] == ["armitage", "", ""]
    at.play("give", card="great_race")

    assert at.sees(0).pool == ""
    assert at.sees(0).knows_of_others() == {1: "armitage", 2: "great_race", 3: "carter"}
    assert [at.sees(seat).knows_of_others() for seat in (1, 2, 3)] == [{}, {}, {}]
    assert [at.sees(seat).taken for seat in (1, 2, 3)] == ["great_race", "carter", "armitage"]


@rule("R8.8")
@pytest.mark.parametrize("me", range(6))
def test_with_five_hands_each_seat_knows_the_card_taken_and_the_card_got(me):
    at = collect(FIVE, me=me)
    others = [(me + step) % 6 for step in range(1, 6)]
    seated = [*FIVE[:me], "", *FIVE[me:]]
    assert at.sees(me).pool == " ".join(FIVE)

    for card in reversed(FIVE[1:]):  # the Investigators are left for the last one
        at.play("give", card=card)

    got = dict(zip(others, reversed(FIVE), strict=True))
    assert at.sees(me).knows_of_others() == got
    for seat in others:
        assert at.sees(seat).taken == seated[seat]
        assert got[seat] in at.sees(seat).hand.split()
        assert at.sees(seat).knows_of_others() == {}
        assert at.sees(seat).exposed(to=me) == got[seat]
    assert at.sees(me).taken == ""


@rule("R8.8")
def test_copies_of_a_card_are_given_one_at_a_time():
    at = collect(["carter", "great_race", "carter"])
    assert at.sees(0).pool == "great_race carter carter"

    at.play("give", card="carter")

    assert at.sees(0).pool == "great_race carter"
    assert at.sees(0).knows_of_others() == {1: "carter"}


@rule("R8.8")
def test_the_owner_of_one_hand_learns_nothing_of_the_others():
    at = collect(["great_race", "carter", "armitage"], deck="silver_key cats mi_go")
    other = collect(["great_race", "mi_go", "carter"], deck="silver_key cats armitage")
    assert_same_sight(at, other, 1)

    at.play("give", card="great_race").play("give", card="carter")
    other.play("give", card="great_race").play("give", card="mi_go")

    assert at.seat == other.seat == 1
    assert_same_sight(at, other, 1)


@rule("R8.8")
def test_one_whose_hand_was_not_collected_sees_nothing_of_the_cards():
    shielded = {"piles": ["", "", "", "elder_sign", ""], "protected": [3], "out": [4]}
    hands = ["great_race", "carter", "armitage", "investigators"]
    straight, crossed = (collect(hands, **shielded) for _ in range(2))
    assert straight.sees(0).pool == "great_race carter"

    straight.play("give", card="great_race")
    crossed.play("give", card="carter")

    assert straight.hands[2] == "carter" and crossed.hands[2] == "great_race"
    assert_same_sight(straight, crossed, 3, 4)
    assert straight.sees(0).knows_of_others() == {1: "great_race", 2: "carter"}
    assert straight.sees(3).taken == straight.sees(4).taken == ""


@rule("R8.8")
def test_its_player_learns_nothing_of_a_protected_hand():
    shielded = {"piles": ["", "", "", "elder_sign"], "protected": [3]}
    at = collect(["great_race", "carter", "armitage"], **shielded)
    other = collect(["great_race", "carter", "mi_go"], deck="silver_key cats armitage", **shielded)

    assert_same_sight(at, other, 0, 1, 2)


@rule("R8.8")
def test_cards_taken_are_forgotten_with_the_round():
    at = collect(["necronomicon", "carter"], deck="elder_sign necronomicon cats")
    at.play("give", card="necronomicon")
    assert at.sees(2).taken == "carter"

    at.play("necronomicon").play("necronomicon")

    assert at.round == 2
    assert [at.sees(seat).taken for seat in range(3)] == ["", "", ""]


@rule("R8.14")
@pytest.mark.parametrize("is_given_back", [True, False])
def test_collecting_two_hands_ends_what_others_knew_of_them(is_given_back):
    at = position(hands=["nyarlathotep", "carter", "cats great_race"], piles=["hound"],
                  deck="investigators elder_sign silver_key mi_go")  # fmt: skip
    at.play("cats", seat=+2)  # seat 2 looks at seat 1; seat 0 checks and draws
    assert at.sees(2).knows_of_others() == {1: "carter"}

    at.play("nyarlathotep_insane")
    assert at.sees(2).knows_of_others() == {}
    at.play("give", card="carter" if is_given_back else "great_race")

    assert at.sees(2).knows_of_others() == at.sees(1).knows_of_others() == {}
    assert at.sees(1).exposed(to=2) == ""
    assert at.sees(2).taken == "great_race"


@rule("R8.14")
def test_what_is_known_of_a_protected_hand_stays():
    at = position(hands=["nyarlathotep", "great_race", "cats armitage", "carter"], piles=["hound"],
                  deck="elder_sign investigators investigators mi_go cats")  # fmt: skip
    at.play("cats", seat=+1)  # seat 2 looks at seat 3
    at.play("elder_sign")  # seat 3; then seat 0 checks and draws

    at.play("nyarlathotep_insane")
    assert at.sees(0).pool == "great_race armitage"
    assert at.sees(2).knows_of_others() == {3: "carter"}
    at.play("give", card="great_race")

    assert at.sees(2).knows_of_others() == {3: "carter"}
    assert at.sees(3).exposed(to=2) == "carter"


@rule("R8.14")
def test_what_is_known_of_its_players_own_card_stays():
    at = position(hands=["cats great_race", "elder_sign", "carter"], piles=["", "hound"],
                  deck="investigators nyarlathotep silver_key mi_go")  # fmt: skip
    at.play("cats", seat=+1)  # seat 0 looks at seat 1, which checks and draws

    at.play("nyarlathotep_insane").play("give", card="carter")

    assert at.sees(0).knows_of_others() == {1: "elder_sign"}
    assert at.sees(1).exposed(to=0) == "elder_sign"
    assert at.sees(1).knows_of_others() == {2: "carter", 0: "great_race"}


@rule("R8.14")
def test_after_it_collected_the_braincase_only_its_player_and_its_holder_know_where_it_is():
    at = position(hands=["mi_go nyarlathotep", "great_race", "carter", "armitage"],
                  piles=["hound", "", "", "elder_sign"], protected=[3],
                  deck="cats silver_key investigators")  # fmt: skip
    at.play("mi_go_insane", seat=+1)
    assert at.sees(3).knows_of_others() == {1: "braincase"}

    at.play("nyarlathotep_insane").play("give", card="carter")

    assert at.sees(0).knows_of_others() == {1: "carter", 2: "braincase"}
    assert at.sees(1).knows_of_others() == {0: "great_race"}  # which Mi-Go took
    assert at.sees(1).taken == "braincase"
    assert at.sees(2).hand == "braincase"
    assert at.sees(2).exposed(to=0) == "braincase"
    assert at.sees(2).exposed(to=1) == at.sees(2).exposed(to=3) == ""
    assert at.sees(3).knows_of_others() == {}
    assert ["braincase" in at.sees(seat).unseen for seat in range(4)] == [False, True, False, True]


@rule("R8.14")
def test_a_single_hand_is_looked_at_and_stays_where_it_is():
    at = position(hands=["nyarlathotep cats", "carter"], piles=["hound"])

    at.play("nyarlathotep_insane")

    assert at.seat == 1
    assert at.sees(0).knows_of_others() == {1: "carter"}
    assert at.sees(1).exposed(to=0) == "carter"
    assert at.sees(1).knows_of_others() == {}


@rule("R8.14")
def test_a_single_hand_collected_stays_known_to_all_who_knew_it():
    at = position(hands=["nyarlathotep", "carter", "great_race cats"], piles=["hound"],
                  deck="investigators elder_sign silver_key mi_go")  # fmt: skip
    at.play("great_race", seat=+2)  # seat 2 goes out against seat 1; seat 0 checks and draws
    assert at.sees(2).knows_of_others() == {1: "carter"}

    at.play("nyarlathotep_insane")

    assert at.sees(0).knows_of_others() == at.sees(2).knows_of_others() == {1: "carter"}
    assert at.sees(1).exposed(to=0) == at.sees(1).exposed(to=2) == "carter"


@rule("R8.14")
@pytest.mark.parametrize("exempt", [{"out": [2]}, {"protected": [2]}], ids=["out", "protected"])
def test_a_single_hand_collected_is_shown_to_nobody_else(exempt):
    hands = ["nyarlathotep cats", "carter", "investigators"]
    at = position(hands=hands, piles=["hound", "", "elder_sign"], deck="silver_key armitage mi_go",
                  **exempt)  # fmt: skip
    hands[1] = "armitage"
    other = position(hands=hands, piles=["hound", "", "elder_sign"], deck="silver_key carter mi_go",
                     **exempt)  # fmt: skip

    at.play("nyarlathotep_insane")
    other.play("nyarlathotep_insane")

    assert at.sees(0).knows_of_others() == {1: "carter"}
    assert_same_sight(at, other, 2)
