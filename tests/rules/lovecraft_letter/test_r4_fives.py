"""R4.5: Professor Henry Armitage and Mi-Go, who make a player discard."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

FIVES = ["armitage", "mi_go"]
EIGHTS = ["necronomicon", "cthulhu"]
NO_EIGHTS = [
    "investigators",
    "deep_ones",
    "cats",
    "golden_mead",
    "great_race",
    "hound",
    "elder_sign",
    "liber_ivonis",
    "armitage",
    "mi_go",
    "carter",
    "nyarlathotep",
    "silver_key",
    "trapezohedron",
]
SEVENS = ["silver_key", "trapezohedron"]  # beside them a sane player cannot play a five


@rule("R4.5")
@pytest.mark.parametrize("card", FIVES)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_any_player_is_chosen_oneself_included(card, num_players):
    at = position(hands=[f"{card} cats", *["..."] * (num_players - 1)])

    others = {f"{card} +{step}" for step in range(1, num_players)}
    assert at.legal(card) == {f"{card} me", *others}


@rule("R4.5")
@pytest.mark.parametrize("card", FIVES)
@pytest.mark.parametrize("held", NO_EIGHTS)
def test_the_chosen_player_discards_without_effect_and_draws(card, held):
    at = position(hands=[f"{card} cats", "carter", held], deck="great_race elder_sign cats")

    at.play(card, seat=+2)

    assert at.discards == [card, "", held]
    assert at.hands == ["cats", "carter elder_sign", "great_race"]
    assert at.out == at.protected == at.immortal == [False, False, False]
    assert (at.seat, at.phase, at.round) == (1, "play", 1)
    assert all(at.sees(seat).knows_of_others() == {} for seat in range(3))


@rule("R4.5")
@pytest.mark.parametrize("card", FIVES)
@pytest.mark.parametrize("held", [card for card in NO_EIGHTS if card not in SEVENS])
def test_oneself_can_be_chosen_though_others_could_be(card, held):
    at = position(hands=[f"{held} {card}", "carter", "cats"], deck="great_race elder_sign cats")
    assert {f"{card} me", f"{card} +1", f"{card} +2"} <= at.legal()

    at.play(card, seat=0)

    assert sorted(at.discards[0].split()) == sorted([held, card])
    assert at.hands == ["great_race", "carter elder_sign", "cats"]
    assert at.out == at.protected == at.immortal == [False, False, False]


@rule("R4.5")
@pytest.mark.parametrize(("card", "insanity"), [("armitage", 1), ("mi_go", 2)])
def test_an_insanity_card_of_ones_own_counts_from_then_on(card, insanity):
    at = position(hands=[f"{card} hound", "carter", "cats"], deck="cats cats cats")

    at.play(card, seat=0)

    assert at.insanity == [insanity, 0, 0]


@rule("R4.5", "R4.7c")
@pytest.mark.parametrize("card", FIVES)
def test_an_insane_player_can_discard_the_trapezohedron_which_wins_nothing(card):
    at = position(
        hands=[f"{card} trapezohedron", "carter", "cats"], piles=["hound"], deck="great_race cats"
    )

    at.play(card, seat=0)

    assert (at.round, at.seat, at.insane_tokens) == (1, 1, [0, 0, 0])
    assert at.hands[0] == "great_race"
    assert "trapezohedron" in at.discards[0].split()


@rule("R4.5a")
@pytest.mark.parametrize("card", FIVES)
@pytest.mark.parametrize(
    ("seat", "hands", "winner"),
    [(0, ["carter", "great_race", "cats"], 0), (2, ["cats", "great_race", "carter"], 2)],
    ids=["oneself", "another"],
)
def test_with_an_empty_pile_the_face_down_card_is_taken(card, seat, hands, winner):
    at = position(
        hands=[f"{card} cats", "great_race", "cats"], deck="", aside="carter", rounds="single"
    )

    at.play(card, seat=seat)

    assert at.hands == hands
    assert at.aside == ""
    assert (at.ending, at.winner) == ("highest_card", winner)
    assert not at.sees(1).is_aside_there


@rule("R4.5a", "R4.2a")
def test_golden_mead_that_drew_the_last_card_leaves_the_face_down_one():
    at = position(
        hands=["golden_mead elder_sign", "cats"],
        piles=["hound"],
        deck="armitage",
        aside="carter",
        rounds="single",
    )

    at.play("golden_mead_insane", seat=+1).play("armitage", seat=+1)

    assert at.hands == ["elder_sign", "carter"]
    assert at.winner == 1


@rule("R4.5b")
@pytest.mark.parametrize("card", FIVES)
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_if_all_others_are_protected_the_own_player_is_hit(card, num_players):
    others = range(1, num_players)
    at = position(
        hands=[f"{card} cats", *["carter"] * len(others)],
        piles=["", *["elder_sign"] * len(others)],
        protected=others,
        deck="great_race elder_sign",
    )
    assert at.legal(card) == {f"{card} me"}

    at.play(card, seat=0)

    assert at.hands[:2] == ["great_race", "carter elder_sign"]
    assert sorted(at.discards[0].split()) == sorted(["cats", card])


@rule("R4.5b", "R4.5c")
@pytest.mark.parametrize("card", FIVES)
def test_beside_an_eight_that_puts_the_own_player_out(card):
    at = position(
        hands=[f"{card} cthulhu", "carter", "cats"],
        piles=["", "elder_sign", "elder_sign"],
        protected=[1, 2],
        deck="great_race cats",
    )
    assert at.legal() == {f"{card} me", "cthulhu"}

    at.play(card, seat=0)

    assert at.out == [True, False, False]


@rule("R4.5c")
@pytest.mark.parametrize("edition", ["published", "manual"])
@pytest.mark.parametrize("card", FIVES)
@pytest.mark.parametrize("held", EIGHTS)
@pytest.mark.parametrize("deck", ["great_race cats", ""], ids=["cards left", "empty pile"])
def test_one_made_to_discard_an_eight_is_out_and_draws_nothing(edition, card, held, deck):
    at = position(
        hands=[f"{card} cats", held, "armitage"],
        deck=deck,
        aside="carter",
        edition=edition,
        rounds="single",
    )

    at.play(card, seat=+1)

    assert at.out == [False, True, False]
    assert at.hands[1] == ""
    assert at.discards == [card, held, ""]
    assert at.aside == "carter"
    assert at.pile == deck.removeprefix("great_race ")  # which the next player has drawn


@rule("R4.5c")
@pytest.mark.parametrize("card", FIVES)
@pytest.mark.parametrize("held", EIGHTS)
def test_beside_an_eight_oneself_can_be_put_out(card, held):
    at = position(hands=[f"{card} {held}", "carter", "cats"], deck="great_race cats")

    at.play(card, seat=0)

    assert at.out == [True, False, False]
    assert sorted(at.discards[0].split()) == sorted([card, held])
    assert at.hands == ["", "carter great_race", "cats"]


@rule("R4.5c")
def test_cthulhu_discarded_by_force_wins_nothing():
    at = position(
        hands=["armitage cats", "carter", "cthulhu"],
        piles=["", "", "hound mi_go deep_ones"],
        deck="great_race cats",
    )

    at.play("armitage", seat=+2)

    assert at.ending == "going_on"
    assert at.out == [False, False, True]
    assert at.discards[2] == "deep_ones hound mi_go cthulhu"


@rule("R4.5d")
@pytest.mark.parametrize(("held", "insanity"), [("necronomicon", 2), ("cthulhu", 3)])
@pytest.mark.parametrize("seat", [0, 2], ids=["oneself", "another"])
def test_one_who_cannot_be_knocked_out_discards_an_eight_and_draws(held, insanity, seat):
    hands = ["armitage cats", "carter", "cats"]
    hands[seat] = f"armitage {held}" if seat == 0 else held
    piles = ["", "", ""]
    piles[seat] = "hound liber_ivonis"
    at = position(hands=hands, piles=piles, immortal=[seat], deck="great_race cats")

    at.play("armitage", seat=seat)

    assert at.out == [False, False, False]
    assert at.hands[seat] == "great_race"
    assert held in at.discards[seat].split()
    assert at.insanity[seat] == insanity
    assert at.immortal[seat]


@rule("R4.5d", "R4.5a")
def test_such_a_player_takes_the_face_down_card_of_an_empty_pile():
    at = position(
        hands=["armitage cats", "necronomicon"],
        piles=["", "hound liber_ivonis"],
        immortal=[1],
        deck="",
        aside="carter",
        rounds="single",
    )

    at.play("armitage", seat=+1)

    assert at.hands == ["cats", "carter"]
    assert (at.ending, at.winner) == ("highest_card", 1)


@rule("R4.5e")
def test_a_braincase_discarded_by_force_has_no_effect_but_makes_insane():
    at = position(
        hands=["mi_go armitage", "cats", "cats"],
        piles=["hound"],
        deck="carter elder_sign great_race cats",
    )
    at.play("mi_go_insane", seat=+1)

    at.play("armitage", seat=+1)

    assert at.out == [False, False, False]
    assert at.insanity == [2, 1, 0]
    assert at.discards[1] == "braincase elder_sign"  # the second turned up by the check
    assert at.hands == ["cats", "carter great_race", "cats"]


@rule("R4.5e")
def test_a_braincase_of_ones_own_is_discarded_in_the_same_way():
    at = position(
        hands=["mi_go elder_sign", "cats", "cats"], piles=["hound"], deck="armitage carter cats"
    )
    at.play("mi_go_insane", seat=+1).play("elder_sign")
    assert at.hands[1] == "braincase armitage"

    at.play("armitage", seat=0)

    assert at.out == [False, False, False]
    assert at.discards[1] == "braincase armitage"
    assert at.hands[1] == "carter"
    assert at.insanity[1] == 1
