"""R4.8, R4.9: the Necronomicon, Cthulhu, and the Braincase, which all end badly."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

EIGHTS = ["necronomicon", "cthulhu"]


@rule("R4.8")
@pytest.mark.parametrize("edition", ["published", "manual"])
@pytest.mark.parametrize("card", EIGHTS)
@pytest.mark.parametrize("kept", ["cats", "elder_sign", "carter", "deep_ones"])
def test_whoever_plays_an_eight_is_out(edition, card, kept):
    at = position(
        hands=[f"{card} {kept}", "carter", "cats"], deck="great_race cats", edition=edition
    )
    assert card in at.legal()

    at.play(card)

    assert at.out == [True, False, False]
    assert at.protected == [False, False, False]
    assert sorted(at.discards[0].split()) == sorted([card, kept])
    assert at.hands == ["", "carter great_race", "cats"]


@rule("R4.8")
@pytest.mark.parametrize("hand", ["necronomicon cthulhu", "cthulhu necronomicon"])
def test_with_both_eights_there_is_no_way_out(hand):
    at = position(hands=[hand, "carter", "cats"], deck="great_race cats")

    assert at.legal() == {"necronomicon", "cthulhu"}


@rule("R4.8")
def test_the_sane_side_of_cthulhu_puts_out_an_insane_player_too():
    at = position(
        hands=["cthulhu cats", "carter", "cats"], piles=["hound mi_go"], deck="great_race cats"
    )
    assert {"cthulhu", "cthulhu_insane"} <= at.legal()

    at.play("cthulhu")

    assert at.out == [True, False, False]
    assert at.ending == "going_on"


@rule("R4.8a")
@pytest.mark.parametrize("pile", ["hound mi_go", "deep_ones cats cthulhu", "hound mi_go deep_ones"])
@pytest.mark.parametrize("num_players", [2, 3, 6])
@pytest.mark.parametrize("rounds", ["match", "single"])
def test_with_two_insanity_cards_in_the_pile_cthulhu_wins_the_game(pile, num_players, rounds):
    hands = ["cthulhu cats", *["carter"] * (num_players - 1)]
    at = position(hands=hands, piles=[pile], deck="cats cats", rounds=rounds)

    at.play("cthulhu_insane")

    assert (at.ending, at.winner) == ("cthulhu", 0)
    assert all(at.env.terminations.values())
    assert at.rewards[0] == 1.0


@rule("R4.8a")
def test_a_card_that_armitage_made_one_discard_counts():
    at = position(
        hands=["armitage elder_sign", "hound"],
        piles=["", "deep_ones"],
        deck="cthulhu cats cats elder_sign",
        rounds="single",
    )
    at.play("armitage", seat=+1)  # seat 1 turns up two Cats and draws an Elder Sign
    assert at.hands[1] == "cthulhu elder_sign"

    at.play("cthulhu_insane")

    assert (at.ending, at.winner) == ("cthulhu", 1)


@rule("R4.8a")
def test_the_braincase_counts():
    at = position(
        hands=["mi_go armitage", "elder_sign"],
        piles=["hound", "deep_ones"],
        deck="cthulhu cats cats elder_sign",
        rounds="single",
    )
    at.play("mi_go_insane", seat=+1).play("armitage", seat=+1)
    assert at.discards[1] == "braincase deep_ones cats cats"

    at.play("cthulhu_insane")

    assert (at.ending, at.winner) == ("cthulhu", 1)


@rule("R4.8b")
@pytest.mark.parametrize("pile", ["hound", "cthulhu", "hound necronomicon armitage"])
def test_with_one_insanity_card_cthulhu_loses_the_round(pile):
    at = position(hands=["cthulhu cats", "carter", "cats"], piles=[pile], deck="great_race cats")

    at.play("cthulhu_insane")

    assert (at.ending, at.round) == ("going_on", 1)
    assert at.out == [True, False, False]
    assert sorted(at.discards[0].split()) == sorted(["cthulhu", "cats", *pile.split()])
    assert at.seat == 1


@rule("R4.8b")
def test_liber_ivonis_does_not_save_from_a_failed_cthulhu():
    # Liber Ivonis lies in the pile with the card that opened it, so Cthulhu does not fail in play
    # after it. The flag is set by hand.
    at = position(hands=["cthulhu cats", "carter", "cats"], piles=["hound"], deck="great_race cats")
    at._rewrite(immortal=[True, False, False])

    at.play("cthulhu_insane")

    assert at.out == [True, False, False]
    assert at.hands[0] == ""
    assert at.immortal == [False, False, False]


@rule("R4.8a", "R4.4b")
def test_cthulhu_after_liber_ivonis_wins_the_game():
    at = position(
        hands=["liber_ivonis cats", "elder_sign"],
        piles=["hound"],
        deck="elder_sign cats cats cthulhu",
    )
    at.play("liber_ivonis_insane").play("elder_sign")

    at.play("cthulhu_insane")

    assert (at.ending, at.winner) == ("cthulhu", 0)


@rule("R4.9")
@pytest.mark.parametrize("card", ["cats", "elder_sign", "carter", "necronomicon"])
def test_whoever_plays_the_braincase_loses_the_round(card):
    at = position(
        hands=["mi_go elder_sign", "cats", "cats"], piles=["hound"], deck=f"{card} armitage cats"
    )
    at.play("mi_go_insane", seat=+1).play("elder_sign")
    assert "braincase" in at.legal() and len(at.legal()) > 1

    at.play("braincase")

    assert at.out == [False, True, False]
    assert sorted(at.discards[1].split()) == sorted(["braincase", card])
    assert (at.seat, at.hands[2]) == (2, "cats armitage")


@rule("R4.9", "R4.4b")
def test_liber_ivonis_saves_from_the_braincase():
    at = position(
        hands=["mi_go elder_sign", "cats", "cats"],
        piles=["hound", "deep_ones liber_ivonis"],
        immortal=[1],
        deck="cats cats carter armitage cats",
    )
    at.play("mi_go_insane", seat=+1).play("elder_sign")
    assert (at.hands[1], at.immortal[1]) == ("braincase carter", True)

    at.play("braincase")

    assert at.out == [False, False, False]
    assert at.immortal == [False, True, False]
    assert at.hands[1] == "carter"
    assert at.insanity[1] == 3
    assert "braincase" in at.discards[1]
    events = [at.sees(seat).event() for seat in range(3)]
    assert [(event.card, event.shown, event.out) for event in events] == [
        ("braincase", "", None)
    ] * 3


@rule("R4.9")
def test_the_braincase_has_no_insane_side():
    at = position(
        hands=["mi_go elder_sign", "cats", "cats"],
        piles=["hound", "deep_ones"],
        deck="cats silver_key armitage cats",
    )

    at.play("mi_go_insane", seat=+1).play("elder_sign")

    assert at.insanity[1] == 1
    assert at.legal() == {"braincase", "silver_key"}
