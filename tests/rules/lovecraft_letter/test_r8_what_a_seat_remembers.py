"""R8.19: what a seat itself came to know in each play stays in its observation for the round."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position


def known(at):
    """What each seat saw and gave in the latest play: 'saw/gave'."""
    return [f"{at.sees(seat).saw()}/{at.sees(seat).gave()}" for seat in range(at.num_players)]


@rule("R8.19")
@pytest.mark.parametrize(
    ("hand", "theirs", "action", "seen"),
    [
        ("cats elder_sign", "carter", "cats", ["carter/", "/", "/"]),
        ("golden_mead elder_sign", "carter", "golden_mead", ["carter/", "/", "/"]),
        ("golden_mead elder_sign", "carter", "golden_mead_insane", ["carter/", "/", "/"]),
        ("great_race cats", "golden_mead", "great_race", ["golden_mead/", "cats/", "/"]),
        ("great_race cats", "carter", "great_race", ["carter/", "cats/", "/"]),
        ("hound carter", "cats", "hound", ["cats/", "carter/", "/"]),
        ("hound carter", "cats", "hound_insane", ["/", "/", "/"]),
        ("armitage carter", "cats", "armitage", ["/", "/", "/"]),
        ("carter cats", "armitage", "carter", ["armitage/cats", "cats/armitage", "/"]),
        ("carter cats", "cats", "carter", ["cats/cats", "cats/cats", "/"]),
        ("nyarlathotep cats", "hound", "nyarlathotep", ["hound/cats", "cats/hound", "/"]),
        ("mi_go cats", "carter", "mi_go_insane", ["carter/", "/carter", "/"]),
    ],
)
def test_cards_seen_and_given_are_remembered_by_those_who_know_them(hand, theirs, action, seen):
    at = position(
        hands=[hand, theirs, "elder_sign"], piles=["trapezohedron"], deck="great_race " * 4
    )

    at.play(action, seat=+1)

    assert known(at) == seen


@rule("R8.19")
def test_numbers_named_and_checks_are_no_secrets():
    at = position(hands=["deep_ones cats", "carter", "cats"], piles=["hound", "mi_go"],
                  deck="cats cats cats cats")  # fmt: skip

    at.play("deep_ones_insane", seat=+1).play("name", number=5)

    assert at.sees(0).num_events == 2  # the Sanity Check of seat 1 is the latest
    for ago in (0, 1):
        assert [at.sees(seat).saw(ago) + at.sees(seat).gave(ago) for seat in range(3)] == [""] * 3


@rule("R8.19")
def test_each_player_remembers_what_nyarlathotep_took_and_gave():
    at = position(hands=["nyarlathotep cats", "great_race", "carter", "armitage"], piles=["hound"],
                  deck="silver_key cats cats cats")  # fmt: skip
    at.play("nyarlathotep_insane")
    assert known(at) == ["/", "/great_race", "/carter", "/armitage"]
    assert at.sees(0).collected() == {1: "great_race", 2: "carter", 3: "armitage"}

    at.play("give", card="carter").play("give", card="armitage")

    assert known(at) == ["/", "carter/great_race", "armitage/carter", "great_race/armitage"]
    assert at.sees(0).collected() == {1: "great_race", 2: "carter", 3: "armitage"}
    assert at.sees(0).given() == {1: "carter", 2: "armitage", 3: "great_race"}
    assert all(at.sees(seat).collected() == at.sees(seat).given() == {} for seat in (1, 2, 3))


@rule("R8.19")
def test_a_second_nyarlathotep_of_ones_own_leaves_the_first_in_mind():
    at = position(hands=["nyarlathotep nyarlathotep", "great_race", "carter"], piles=["hound"],
                  deck="silver_key silver_key cats cats cats cats")  # fmt: skip
    at.play("nyarlathotep_insane").play("give", card="carter")
    at.play("silver_key").play("silver_key")

    at.play("nyarlathotep_insane").play("give", card="carter")

    assert at.sees(0).collected(1) == {1: "great_race", 2: "carter"}
    assert at.sees(0).given(1) == at.sees(0).collected(0) == {1: "carter", 2: "great_race"}
    assert at.sees(0).given(0) == {1: "carter", 2: "great_race"}


@rule("R8.19")
def test_a_hand_that_nyarlathotep_only_looked_at_is_remembered():
    at = position(hands=["nyarlathotep cats", "carter"], piles=["hound"], deck="cats cats")

    at.play("nyarlathotep_insane")

    assert at.sees(0).saw() == "carter"


@rule("R8.19")
def test_a_look_is_remembered_after_the_card_has_gone():
    """Seat 1 played both an Elder Sign and a Silver Key since: either may be the card seen."""
    sights = []
    for held, drawn in [("elder_sign", "silver_key"), ("silver_key", "elder_sign")]:
        deck = f"{drawn} silver_key cats cats cats cats"
        at = position(hands=["cats investigators", held], deck=deck)
        at.play("cats", seat=+1).play("elder_sign")
        at.play("silver_key").play("silver_key")
        sights.append(at.sees(0))

    assert [sight.knows_of_others() for sight in sights] == [{}, {}]
    assert sights[0].vector.tolist() != sights[1].vector.tolist()


@rule("R8.19")
def test_a_shorter_history_forgets_older_plays():
    at = position(hands=["cats investigators", "carter"], deck="silver_key trapezohedron cats cats",
                  history=1)  # fmt: skip
    at.play("cats", seat=+1).play("silver_key").play("trapezohedron")

    assert at.sees(0).parts["event_saw"].shape[0] == 2
    assert at.sees(0).parts["event_saw"].sum() == 0
