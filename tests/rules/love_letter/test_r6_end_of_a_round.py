"""R6: when a round ends, who wins it, what it brings and who starts the next."""

from __future__ import annotations

import pytest

from tests.position import position
from tests.rulebook import rule


@rule("R6.1")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_round_ends_as_soon_as_one_player_alone_is_in(num_players):
    hands = ["Princess Spy", *["Princess"] * (num_players - 2), "Guard"]
    at = position(hands=hands, deck="Spy " * 9, rounds="single")

    for _ in range(num_players - 1):
        assert at.ending == "going_on"
        at.play("princess")

    assert at.ending == "last_one_standing"
    assert at.out == [True] * (num_players - 1) + [False]
    assert at.hands[-1] == "Guard"  # no card was drawn for another turn
    assert at.rewards[-1] == 1.0


@rule("R6.1")
def test_the_last_player_wins_whatever_the_cards_and_whatever_is_left_to_draw():
    at = position(hands=["Guard Priest", "Princess"])

    at.play("guard", seat=+1, card="Princess")

    assert at.round == 2
    assert at.tokens == [1, 0]


@rule("R6.1")
def test_a_player_who_goes_out_on_the_own_turn_leaves_the_round_to_the_other():
    at = position(hands=["Baron Priest", "Princess"])

    at.play("baron", seat=+1)

    assert at.round == 2
    assert at.tokens == [0, 1]


@rule("R6.2")
@pytest.mark.parametrize(("deck", "rounds_begun"), [("", 2), ("Prince", 1), ("Prince King", 1)])
def test_the_round_ends_when_the_draw_pile_is_empty_after_a_turn(deck, rounds_begun):
    at = position(hands=["Handmaid Guard", "Priest", "Baron"], deck=deck)

    at.play("handmaid")

    assert at.round == rounds_begun


@rule("R6.2")
@pytest.mark.parametrize("deck", ["Prince", "Prince King"])
def test_a_pile_that_a_chancellor_empties_and_refills_is_not_empty(deck):
    at = position(hands=["Chancellor Guard", "Priest", "Baron"], deck=deck)

    at.play("chancellor").play("keep", card="Guard")
    if deck == "Prince King":
        at.play("bottom", card="King")

    assert at.round == 1
    assert at.hands == ["Guard", "Priest Prince", "Baron"]


@rule("R6.3")
@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("Spy Guard", 1),
        ("King Countess", 1),
        ("Countess King", 0),
        ("Chancellor Prince Handmaid", 0),
        ("Guard Princess Countess King", 1),
        ("Spy Guard Priest Baron Handmaid", 4),
        ("Spy Guard Priest King Prince Chancellor", 3),
    ],
)
def test_the_highest_card_wins_and_all_hands_are_shown(hands, winner):
    mine, *theirs = hands.split()
    at = position(hands=[f"Handmaid {mine}", *theirs], deck="", rounds="single")

    at.play("handmaid")

    assert at.ending == "highest_card"
    assert [seat for seat, reward in enumerate(at.rewards) if reward > 0] == [winner]
    assert at.shown_at_the_end == [mine, *theirs]


@rule("R6.3")
def test_a_player_who_is_out_does_not_take_part_in_the_comparison():
    at = position(hands=["Guard Priest", "Princess", "Baron"], deck="Spy", rounds="single")
    at.play("guard", seat=+1, card="Princess")

    at.play("spy")

    assert at.rewards == [-0.5, -0.5, 1.0]
    assert at.shown_at_the_end == ["Priest", "", "Baron"]


@rule("R6.4")
@pytest.mark.parametrize(
    ("hands", "tokens"),
    [
        (["Countess Priest", "Priest", "Guard"], [1, 1, 0]),  # 0 has discarded 8, 1 nothing
        (["Handmaid Guard", "Priest", "Priest"], [0, 1, 1]),
        (["Handmaid Guard", "Guard", "Guard"], [1, 1, 1]),
        (["Handmaid King", "Guard", "Spy", "King", "King"], [1, 0, 0, 1, 1]),
    ],
    ids=str,
)
def test_all_players_tied_for_the_highest_card_win(hands, tokens):
    at = position(hands=hands, deck="")

    at.play(hands[0].split()[0].lower())

    assert at.round == 2
    assert at.tokens == tokens


@rule("R6.5")
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_winner_gains_one_token_on_top_of_those_had(winner):
    hands = ["Handmaid Guard", "Guard", "Guard"]
    hands[winner] = hands[winner].replace("Guard", "King")
    at = position(hands=hands, deck="", tokens=[2, 1, 0])

    at.play("handmaid")

    assert at.tokens == [had + (seat == winner) for seat, had in enumerate([2, 1, 0])]


@rule("R6.6", "R6.6d")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_only_spy_brings_one_token_when_the_pile_runs_out(winner):
    hands = [["Spy King", "Guard"], ["Spy Guard", "King"]][winner]
    at = position(hands=hands, deck="")

    at.play("spy")

    assert at.tokens == [[2, 0], [1, 1]][winner]


@rule("R6.6")
def test_the_only_spy_brings_one_token_when_one_player_is_left():
    at = position(hands=["Spy Guard", "Princess"], deck="King ...")

    at.play("spy").play("princess")

    assert at.tokens == [2, 0]


@rule("R6.6")
@pytest.mark.parametrize(
    ("hands", "deck", "tokens"),
    [
        (["Spy Guard", "Spy", "Baron"], "King", [0, 1, 0]),
        (["Spy Guard", "Spy", "Spy"], "Baron King", [0, 0, 1]),
    ],
    ids=["two", "three"],
)
def test_spies_of_several_players_bring_nothing(hands, deck, tokens):
    at = position(hands=hands, deck=deck)

    for _ in range(1 + len(deck.split())):
        at.play("spy")

    assert at.round == 2
    assert at.tokens == tokens


@rule("R6.6a")
def test_the_spy_of_a_player_who_is_out_does_not_count():
    at = position(hands=["Spy Baron", "Guard", "King"], deck="Handmaid")
    at.play("spy")

    at.play("guard", seat=+2, card="Baron")

    assert at.round == 2
    assert at.tokens == [0, 0, 1]


@rule("R6.6a")
def test_the_spy_of_a_player_who_is_out_leaves_the_bonus_to_another():
    at = position(hands=["Spy Baron", "Guard", "Spy"], deck="Handmaid King")
    at.play("spy").play("guard", seat=+2, card="Baron")

    at.play("spy")

    assert at.round == 2
    assert at.tokens == [0, 0, 2]


@rule("R6.6a")
def test_a_spy_shown_by_going_out_does_not_count():
    at = position(hands=["Guard King", "Spy", "Handmaid"], deck="")

    at.play("guard", seat=+1, card="Spy")

    assert at.tokens == [1, 0, 0]


@rule("R6.6a")
@pytest.mark.parametrize("hands", [["Handmaid Spy", "King"], ["Handmaid King", "Spy"]], ids=str)
def test_a_spy_still_in_hand_does_not_count(hands):
    at = position(hands=hands, deck="")

    at.play("handmaid")

    assert sum(at.tokens) == 1


@rule("R6.6b")
def test_two_spies_of_one_player_bring_one_token():
    at = position(hands=["Spy Guard", "Handmaid"], deck="King Spy")

    at.play("spy").play("handmaid").play("spy")

    assert at.round == 2
    assert at.tokens == [1, 1]


@rule("R6.6c")
@pytest.mark.parametrize(("seat", "tokens"), [(0, [1, 1, 0]), (1, [0, 2, 0])])
def test_a_spy_discarded_to_a_prince_counts_for_the_player_who_held_it(seat, tokens):
    hands = ["Prince Spy", "King", "Guard"] if seat == 0 else ["Prince Guard", "Spy", "Handmaid"]
    aside = "Priest" if seat == 0 else "King"
    at = position(hands=hands, deck="", aside=aside)

    at.play("prince", seat=seat)

    assert at.tokens == tokens


@rule("R6.6d")
def test_the_bonus_is_no_round_win():
    at = position(hands=["Spy Guard", "King"], deck="", rounds="single")

    at.play("spy")

    assert at.tokens == [1, 1]
    assert at.rewards == [-1.0, 1.0]


@rule("R6.7")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_winner_starts_the_next_round(num_players):
    for winner in range(num_players):
        hands = ["Handmaid Guard", *["Guard"] * (num_players - 1)]
        hands[winner] = hands[winner].replace("Guard", "King")
        at = position(hands=hands, deck="")

        at.play("handmaid")

        assert at.round == 2
        assert at.seat == winner


@rule("R6.7")
def test_the_last_player_left_starts_the_next_round():
    at = position(hands=["Priest", "Guard Spy"])

    at.play("guard", seat=+1, card="Priest")

    assert at.round == 2
    assert at.seat == 1


@rule("R6.7")
def test_after_a_tie_any_of_the_winners_may_start_and_nobody_else():
    starters = set()

    for seed in range(40):
        at = position(hands=["Handmaid King", "Guard", "King", "King"], deck="", seed=seed)
        at.play("handmaid")
        starters.add(at.seat)

    assert starters == {0, 2, 3}


@rule("R6.7")
def test_the_spy_bonus_has_no_say_in_who_starts():
    for seed in range(10):
        at = position(hands=["Spy Guard", "King"], deck="", seed=seed)

        at.play("spy")

        assert at.tokens == [1, 1]
        assert at.seat == 1
