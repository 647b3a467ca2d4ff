"""R6.5-R6.6: the token a round brings, and who starts the next one."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

INSANITY_CARDS = [
    "deep_ones",
    "golden_mead",
    "hound",
    "liber_ivonis",
    "mi_go",
    "nyarlathotep",
    "trapezohedron",
]
OTHER_CARDS = ["investigators", "cats", "great_race", "elder_sign", "armitage", "carter"]


@rule("R6.5")
@pytest.mark.parametrize("card", INSANITY_CARDS)
@pytest.mark.parametrize("winner", [0, 1])
def test_an_insanity_card_in_the_winners_pile_makes_it_an_insane_token(card, winner):
    hands = ["elder_sign cats", "carter"] if winner else ["elder_sign carter", "cats"]
    piles = ["", f"cats {card}"] if winner else [f"cats {card}"]
    at = position(hands=hands, piles=piles, deck="")

    at.play("elder_sign")

    assert at.round == 2
    assert at.insane_tokens == [1 - winner, winner]
    assert at.sane_tokens == [0, 0]


@rule("R6.5")
@pytest.mark.parametrize("card", OTHER_CARDS)
def test_without_one_it_is_a_sane_token(card):
    at = position(hands=["elder_sign carter", "cats"], piles=[card, "hound deep_ones"], deck="")

    at.play("elder_sign")

    assert at.sane_tokens == [1, 0]
    assert at.insane_tokens == [0, 0]


@rule("R6.5")
def test_several_insanity_cards_bring_one_token():
    at = position(hands=["elder_sign carter", "cats"], piles=["hound deep_ones mi_go"], deck="",
                  insane_tokens=[1, 1], sane_tokens=[0, 1])  # fmt: skip

    at.play("elder_sign")

    assert at.insane_tokens == [2, 1]
    assert at.sane_tokens == [0, 1]


@rule("R6.5")
def test_the_braincase_in_the_pile_makes_it_an_insane_token():
    at = position(hands=["mi_go armitage", "cats"], piles=["hound"], deck="carter")

    at.play("mi_go_insane", seat=+1).play("armitage", seat=+1)

    assert at.shown_at_the_end == ["cats", "carter"]
    assert at.insane_tokens == [0, 1]
    assert at.sane_tokens == [0, 0]


@rule("R6.5")
def test_the_last_player_left_gains_the_token_of_the_own_pile():
    at = position(hands=["necronomicon cats", "carter"], piles=["hound", ""])
    insane = position(hands=["necronomicon cats", "carter"], piles=["", "hound"])

    at.play("necronomicon")
    insane.play("necronomicon")

    assert (at.sane_tokens, at.insane_tokens) == ([0, 1], [0, 0])
    assert (insane.sane_tokens, insane.insane_tokens) == ([0, 0], [0, 1])


@rule("R6.5")
def test_a_round_won_by_the_trapezohedron_brings_an_insane_token():
    at = position(hands=["trapezohedron armitage", "cats", "..."], piles=["hound"])

    at.play("trapezohedron_insane")

    assert at.round == 2
    assert at.insane_tokens == [1, 0, 0]
    assert at.sane_tokens == [0, 0, 0]


@rule("R6.5a")
@pytest.mark.parametrize("card", ["liber_ivonis", "trapezohedron"])
def test_the_card_just_played_counts_in_the_final_comparison(card):
    at = position(hands=[f"{card} great_race", "cats"], deck="")

    at.play(card)

    assert at.insane_tokens == [1, 0]
    assert at.sane_tokens == [0, 0]


@rule("R6.5a")
@pytest.mark.parametrize(("card", "choices"), [("deep_ones", {"number": 2}), ("hound", {})])
def test_the_card_just_played_counts_if_it_leaves_one_player(card, choices):
    at = position(hands=[f"{card} great_race", "cats"])

    at.play(card, seat=+1, **choices)

    assert at.insane_tokens == [1, 0]
    assert at.sane_tokens == [0, 0]


@rule("R6.5a")
@pytest.mark.parametrize("card", ["hound", "nyarlathotep", "cthulhu"])
def test_an_insanity_card_still_in_hand_does_not_count(card):
    at = position(hands=[f"elder_sign {card}", "cats"], deck="")

    at.play("elder_sign")

    assert at.sane_tokens == [1, 0]
    assert at.insane_tokens == [0, 0]


@rule("R6.5a")
def test_the_hand_of_the_last_player_left_does_not_count_either():
    at = position(hands=["investigators mi_go", "cats"])

    at.play("investigators", seat=+1, number=2)

    assert at.sane_tokens == [1, 0]
    assert at.insane_tokens == [0, 0]


@rule("R6.5a")
def test_the_braincase_in_the_winners_hand_does_not_count():
    at = position(hands=["mi_go cats", "elder_sign", "cats"], piles=["hound"], deck="")

    at.play("mi_go_insane", seat=+1).play("elder_sign")

    assert at.shown_at_the_end == ["cats", "braincase", "cats"]
    assert at.sane_tokens == [0, 1, 0]
    assert at.insane_tokens == [0, 0, 0]


@rule("R6.6")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_winner_starts_the_next_round(num_players):
    for winner in range(num_players):
        hands = ["elder_sign cats", *["cats"] * (num_players - 1)]
        hands[winner] = hands[winner].replace("cats", "carter")
        at = position(hands=hands, deck="")

        at.play("elder_sign")

        assert at.round == 2
        assert at.seat == winner


@rule("R6.6")
def test_the_last_player_left_starts_the_next_round():
    at = position(hands=["necronomicon cats", "carter"])

    at.play("necronomicon")

    assert at.round == 2
    assert at.seat == 1


@rule("R6.6")
def test_the_winner_by_the_trapezohedron_starts_the_next_round():
    at = position(hands=["cats", "great_race", "trapezohedron carter"], piles=["", "", "hound"])

    at.play("trapezohedron_insane")

    assert at.round == 2
    assert at.seat == 2


@rule("R6.6")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_after_a_drawn_round_the_same_player_starts_again(num_players):
    for starter in range(num_players):
        hands = ["cats"] * num_players
        hands[starter] = "elder_sign cats"
        at = position(hands=hands, deck="")

        at.play("elder_sign")

        assert at.round == 2
        assert at.winner is None
        assert at.seat == starter


@rule("R6.6")
def test_the_same_player_starts_after_every_drawn_round():
    at = position(hands=["elder_sign", "elder_sign", "elder_sign elder_sign"],
                  copies={"elder_sign": 8})  # fmt: skip
    starters = {}

    while at.round < 4:
        starters.setdefault(at.round, at.seat)
        at.play("elder_sign")

    assert starters == {1: 2, 2: 2, 3: 2}


@rule("R6.4", "R6.6")
def test_the_winner_of_a_round_starts_again_after_the_drawn_round_that_follows():
    at = position(hands=["deep_ones investigators", "investigators"],
                  deck="investigators deep_ones ...",
                  copies={"investigators": 12, "deep_ones": 2})  # fmt: skip
    at.play("deep_ones", seat=+1, number=0)
    at.play("investigators", seat=+1, number=0)  # then seat 0 fails its Sanity Check
    assert (at.round, at.winner, at.seat) == (2, 1, 1)

    while at.round == 2:  # nobody can lose it so: all values are 1, and no check can fail
        card = "investigators" if at.legal("investigators") else "deep_ones"
        at.play(card, seat=+1, number=0)

    assert (at.round, at.winner, at.seat) == (3, None, 1)
    assert at.sane_tokens == [0, 1]
