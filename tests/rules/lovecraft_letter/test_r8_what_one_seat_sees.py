"""R8.3-R8.6: the own hand, and what looks, comparisons and trades show to whom."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import assert_same_sight, position


@rule("R8.3")
def test_a_seat_sees_its_own_hand_and_nobody_elses():
    at = position(hands=["elder_sign cats", "hound", "carter"], deck="armitage great_race ...")
    other = position(hands=["elder_sign cats", "hound", "armitage"], deck="carter great_race ...")

    assert [at.sees(seat).hand for seat in range(3)] == ["cats elder_sign", "hound", "carter"]
    assert all(at.sees(seat).knows_of_others() == {} for seat in range(3))
    assert_same_sight(at, other, 0, 1)


@rule("R8.3")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_no_seat_sees_the_card_that_another_draws(num_players):
    rest = ["investigators"] * (num_players - 1)
    at = position(hands=["elder_sign cats", *rest], deck="carter hound armitage")
    other = position(hands=["elder_sign cats", *rest], deck="hound carter armitage")
    assert_same_sight(at, other, *range(num_players))

    at.play("elder_sign")
    other.play("elder_sign")

    assert at.sees(1).hand == "investigators carter"
    assert other.sees(1).hand == "investigators hound"
    assert_same_sight(at, other, 0, *range(2, num_players))


@rule("R8.3", "R8.4")
@pytest.mark.parametrize(
    ("seat", "unseen"),
    [
        (0, "investigators great_race hound trapezohedron"),
        (1, "investigators great_race elder_sign trapezohedron"),
        (2, "investigators hound elder_sign carter trapezohedron"),
    ],
)
def test_a_seat_counts_the_cards_that_it_cannot_locate(seat, unseen):
    at = position(hands=["cats elder_sign", "carter", "great_race"], aside="investigators",
                  deck="hound trapezohedron")  # fmt: skip

    at.play("cats", seat=+1)  # seat 0 knows the Carter; seat 1 draws the Hound

    assert at.sees(seat).unseen == unseen


@rule("R8.4")
@pytest.mark.parametrize("card", ["cats", "golden_mead"])
def test_a_look_shows_the_hand_to_its_player_alone(card):
    at = position(hands=[f"{card} elder_sign", "great_race", "silver_key"], deck="hound carter ...")
    other = position(hands=[f"{card} elder_sign", "carter", "silver_key"],
                     deck="hound great_race ...")  # fmt: skip

    at.play(card, seat=+1)
    other.play(card, seat=+1)

    assert at.sees(0).knows_of_others() == {1: "great_race"}
    assert other.sees(0).knows_of_others() == {1: "carter"}
    assert at.sees(1).exposed(to=0) == "great_race" and at.sees(1).exposed(to=2) == ""
    assert at.sees(1).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert_same_sight(at, other, 2)


@rule("R8.4")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_a_look_is_the_same_from_every_seat(num_players):
    for looker in range(num_players):
        for step in range(1, num_players):
            hands = ["investigators"] * num_players
            hands[looker] = "cats elder_sign"
            target = (looker + step) % num_players
            hands[target] = "carter"
            at = position(hands=hands, deck="great_race hound armitage")

            at.play("cats", seat=step)

            for seat in range(num_players):
                known = {target: "carter"} if seat == looker else {}
                assert at.sees(seat).knows_of_others() == known
            assert at.sees(target).exposed(to=looker) == "carter"
            assert at.sees(looker).exposed(to=target) == ""


@rule("R8.4")
def test_an_insane_golden_mead_shows_the_hand_and_the_card_drawn_to_its_player_alone():
    at = position(hands=["golden_mead cats", "great_race", "silver_key"], piles=["hound"],
                  deck="carter elder_sign mi_go")  # fmt: skip
    drawn = position(hands=["golden_mead cats", "great_race", "silver_key"], piles=["hound"],
                     deck="elder_sign carter mi_go")  # fmt: skip
    looked = position(hands=["golden_mead cats", "elder_sign", "silver_key"], piles=["hound"],
                      deck="carter great_race mi_go")  # fmt: skip

    for game in (at, drawn, looked):
        game.play("golden_mead_insane", seat=+1)

    assert at.sees(0).hand == "cats carter"
    assert at.sees(0).knows_of_others() == {1: "great_race"}
    assert at.sees(1).exposed(to=0) == "great_race"
    assert at.sees(1).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert_same_sight(at, drawn, 1, 2)
    assert_same_sight(at, looked, 2)


@rule("R8.4")
def test_an_insane_golden_mead_that_only_looks_shows_the_hand_too():
    at = position(hands=["golden_mead cats", "great_race", "silver_key"], piles=["hound"], deck="",
                  rounds="single")  # fmt: skip

    at.play("golden_mead_insane", seat=+2)

    assert at.sees(0).knows_of_others() == {2: "silver_key"}


@rule("R8.5")
@pytest.mark.parametrize("card", ["great_race", "hound"])
def test_after_a_tied_comparison_the_two_know_each_others_card_and_no_one_else(card):
    at = position(hands=[f"{card} cats", "golden_mead", "silver_key"],
                  deck="elder_sign armitage mi_go")  # fmt: skip
    other = position(hands=[f"{card} armitage", "mi_go", "silver_key"],
                     deck="elder_sign cats golden_mead")  # fmt: skip

    at.play(card, seat=+1)
    other.play(card, seat=+1)

    assert at.sees(0).knows_of_others() == {1: "golden_mead"}
    assert at.sees(1).knows_of_others() == {0: "cats"}
    assert at.sees(0).exposed(to=1) == "cats" and at.sees(1).exposed(to=0) == "golden_mead"
    assert at.sees(0).exposed(to=2) == at.sees(1).exposed(to=2) == ""
    assert at.sees(2).knows_of_others() == {}
    assert_same_sight(at, other, 2)


@rule("R8.5")
@pytest.mark.parametrize("card", ["great_race", "hound"])
@pytest.mark.parametrize("is_won", [True, False], ids=["won", "lost"])
def test_after_a_decided_comparison_only_the_loser_has_seen_the_winners_card(card, is_won):
    high, low = "carter", "armitage"
    hands = [[f"{card} {high}", low], [f"{card} {low}", high]][not is_won]
    winner, loser = (0, 1) if is_won else (1, 0)
    at = position(hands=[*hands, "silver_key"], deck="cats elder_sign ...")

    at.play(card, seat=+1)

    assert all(low in at.sees(seat).discards(of=loser) for seat in range(3))
    assert at.sees(loser).knows_of_others() == {winner: high}
    assert at.sees(winner).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert at.sees(winner).exposed(to=loser) == high
    assert at.sees(winner).exposed(to=2) == ""


@rule("R8.5")
def test_others_see_nothing_of_the_winners_card():
    at = position(hands=["great_race carter", "cats", "silver_key"], deck="elder_sign armitage ...")
    other = position(hands=["great_race armitage", "cats", "silver_key"],
                     deck="elder_sign carter ...")  # fmt: skip

    at.play("great_race", seat=+1)
    other.play("great_race", seat=+1)

    assert at.out == other.out == [False, True, False]
    assert_same_sight(at, other, 2)


@rule("R8.5")
@pytest.mark.parametrize("immortal", [0, 1], ids=["the one who plays", "the one chosen"])
def test_a_comparison_that_cannot_knock_out_shows_the_cards_to_the_two_alone(immortal):
    piles = ["deep_ones liber_ivonis", ""] if immortal == 0 else ["", "deep_ones liber_ivonis"]
    shielded = {"piles": piles, "immortal": [immortal]}
    low, high, tie = "cats", "armitage", "mi_go"
    mine, theirs = (low, high) if immortal == 0 else (high, low)
    decided = position(hands=[f"great_race {mine}", theirs, "silver_key"],
                       deck=f"investigators investigators elder_sign {tie}",
                       **shielded)  # fmt: skip
    tied = position(hands=[f"great_race {high}", tie, "silver_key"],
                    deck=f"investigators investigators elder_sign {low}",
                    **shielded)  # fmt: skip

    decided.play("great_race", seat=+1)
    tied.play("great_race", seat=+1)

    assert decided.out == tied.out == [False, False, False]
    assert decided.sees(0).knows(of=1) == theirs
    assert decided.sees(1).knows(of=0) == mine
    assert decided.sees(0).exposed(to=1) == mine
    assert decided.sees(1).exposed(to=0) == theirs
    assert decided.sees(2).knows_of_others() == {}
    assert_same_sight(decided, tied, 2)


@rule("R8.5")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_a_comparison_is_the_same_from_every_seat(num_players):
    for me in range(num_players):
        for step in range(1, num_players):
            them = (me + step) % num_players
            hands = ["investigators"] * num_players
            hands[me], hands[them] = "great_race cats", "golden_mead"
            at = position(hands=hands, deck="carter hound armitage")

            at.play("great_race", seat=step)

            known = {me: {them: "golden_mead"}, them: {me: "cats"}}
            for seat in range(num_players):
                assert at.sees(seat).knows_of_others() == known.get(seat, {})


@rule("R8.6")
@pytest.mark.parametrize("card", ["carter", "nyarlathotep"])
def test_after_a_trade_each_knows_the_card_now_held_by_the_other(card):
    at = position(
        hands=[f"{card} cats", "great_race", "silver_key"], deck="elder_sign armitage mi_go"
    )
    other = position(hands=[f"{card} armitage", "mi_go", "silver_key"],
                     deck="elder_sign cats great_race")  # fmt: skip

    at.play(card, seat=+1)
    other.play(card, seat=+1)

    assert at.sees(0).hand == "great_race"
    assert at.sees(1).hand == "cats elder_sign"
    assert at.sees(0).knows_of_others() == {1: "cats"}
    assert at.sees(1).knows_of_others() == {0: "great_race"}
    assert at.sees(0).exposed(to=1) == "great_race" and at.sees(1).exposed(to=0) == "cats"
    assert at.sees(2).knows_of_others() == {}
    assert_same_sight(at, other, 2)


@rule("R8.6")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_a_trade_is_the_same_from_every_seat(num_players):
    for me in range(num_players):
        for step in range(1, num_players):
            them = (me + step) % num_players
            hands = ["investigators"] * num_players
            hands[me], hands[them] = "carter cats", "great_race"
            at = position(hands=hands, deck="elder_sign hound armitage")

            at.play("carter", seat=step)

            known = {me: {them: "cats"}, them: {me: "great_race"}}
            for seat in range(num_players):
                assert at.sees(seat).knows_of_others() == known.get(seat, {})
            assert at.sees(me).exposed(to=them) == "great_race"
            assert at.sees(them).exposed(to=me) == "cats"
