"""R9.6-R9.9: what comparisons, high cards and cards that change hands tell of the hands of others.

The chances are worked out by hand; seat 0 looks where nothing else is said.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from cthulhu_envs.games.lovecraft_letter.cards import Card
from tests.rulebook import rule
from tests.rules.lovecraft_letter.worlds_positions import (
    assert_sampled_fairly,
    held,
    played,
    truth,
)
from tests.worlds import chance

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position


@rule("R9.6")
def test_the_winner_of_a_comparison_holds_more_than_the_card_shown() -> None:
    pile = "great_race investigators carter"
    env = played("cats", "elder_sign armitage hound", pile, 1, "great_race +1")

    assert chance(truth(env, 0), held(1, Card.CATS)) == 0
    assert chance(truth(env, 0), held(1, Card.ARMITAGE)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.6", "R9.9")
@pytest.mark.parametrize(
    ("turns", "carter"), [(["great_race +1"], "1/3"), (["great_race +1", "elder_sign"], "1/2")]
)
def test_a_comparison_lost_by_its_player_binds_the_card_the_other_held_then(
    turns: list[str], carter: str
) -> None:
    """Elder Sign, Armitage or Carter. Then an Elder Sign held was played beside Cats,
    Investigators or Carter, or Carter was kept, Armitage being in seat 0's hand.
    """
    pile = "great_race investigators armitage carter"
    env = played("cats", "golden_mead hound elder_sign", pile, 1, *turns)

    assert chance(truth(env, 0), held(2, Card.CARTER)) == Fraction(carter)
    assert_sampled_fairly(env)


@rule("R9.7")
def test_a_comparison_without_a_loser_means_equal_values() -> None:
    """Hound and Great Race, or Cats and Golden Mead, either way round."""
    pile = "great_race cats carter golden_mead"
    env = played("necronomicon", "elder_sign hound great_race", pile, 1, "great_race +1")

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.HOUND)) == Fraction(1, 4)
    assert chance(worlds, held(1, Card.CATS, Card.GOLDEN_MEAD)) == Fraction(1, 2)
    assert chance(worlds, held(1, Card.CARTER, Card.NECRONOMICON)) == 0
    assert_sampled_fairly(env)


@rule("R9.7", "R9.9")
def test_after_a_tie_one_of_the_two_may_have_played_the_equal_card() -> None:
    """Two threes, the Cats drawn: either way round. Two twos, the Cats held: seat 1 has the Golden
    Mead, and one of three cards was drawn and kept. Two orders of the rest each: 4 and 6.
    """
    turns = ("great_race +1", "cats +1")
    pile = "great_race cats carter golden_mead"
    env = played("necronomicon", "elder_sign hound great_race", pile, 1, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.GOLDEN_MEAD)) == Fraction(3, 5)
    assert chance(worlds, held(2, Card.GREAT_RACE)) == Fraction(2, 5)
    assert_sampled_fairly(env)


@rule("R9.7")
def test_the_lower_card_of_a_comparison_may_belong_to_an_immortal_player() -> None:
    """Investigators, Golden Mead, Hound, Elder Sign: any two, the lower one with seat 1."""
    turns = ("deep_ones +2 7", "silver_key", "silver_key", "liber_ivonis_insane", "great_race +2")
    pile = "liber_ivonis elder_sign silver_key carter hound great_race armitage golden_mead"
    env = played("investigators", "cats deep_ones silver_key", pile, 1, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.ELDER_SIGN)) == 0
    assert chance(worlds, held(1, Card.INVESTIGATORS)) == Fraction(1, 2)
    assert chance(worlds, held(2, Card.ELDER_SIGN)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.8")
def test_a_sane_player_who_plays_a_high_card_keeps_no_seven() -> None:
    pile = "investigators armitage hound carter trapezohedron great_race"
    turns = ("investigators +1 2", "armitage +1")
    env = played("silver_key", "cats elder_sign", pile, 0, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.SILVER_KEY, Card.TRAPEZOHEDRON)) == 0
    assert chance(worlds, held(1, Card.ELDER_SIGN)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.8")
def test_an_insane_player_who_plays_a_high_card_may_keep_the_trapezohedron() -> None:
    turns = ("investigators +1 6", "liber_ivonis", "great_race_nobody", "armitage +1")
    pile = (
        "investigators elder_sign great_race carter armitage investigators hound trapezohedron cats"
    )
    env = played("silver_key", "cats liber_ivonis", pile, 0, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.SILVER_KEY)) == 0
    for card in (Card.ELDER_SIGN, Card.TRAPEZOHEDRON, Card.CATS):
        assert chance(worlds, held(1, card)) == Fraction(1, 3)
    assert_sampled_fairly(env)


@rule("R9.8")
def test_a_trapezohedron_that_does_not_win_lies_beside_a_low_card() -> None:
    turns = ("investigators +1 3", "liber_ivonis", "great_race_nobody", "trapezohedron_insane")
    pile = "investigators elder_sign great_race silver_key trapezohedron hound armitage cats"
    env = played("carter", "investigators liber_ivonis", pile, 0, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.CARTER, Card.ARMITAGE)) == 0
    assert chance(worlds, held(1, Card.ELDER_SIGN)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.8")
def test_a_high_card_as_an_extra_play_was_not_bound_either() -> None:
    turns = ("investigators +1 6", "liber_ivonis", "great_race_nobody")
    more = ("golden_mead_insane +1", "armitage +1")
    pile = "investigators golden_mead great_race carter elder_sign armitage hound investigators"
    env = played("silver_key", "cats liber_ivonis", f"{pile} trapezohedron", 0, *turns, *more)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.SILVER_KEY)) == 0
    assert chance(worlds, held(1, Card.TRAPEZOHEDRON)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.5", "R9.8", "R9.9")
def test_what_a_miss_and_a_carter_told_goes_with_the_card_to_its_new_holder() -> None:
    """Carter held: Cats, Elder Sign or Hound drawn, each in 6 histories. Carter drawn: Elder Sign
    or Hound held, each in 6 more. Seat 2 has that card now.
    """
    turns = ("investigators +1 2", "carter +1")
    pile = "investigators carter silver_key"
    env = played("hound", "great_race elder_sign cats", pile, 0, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(2, Card.SILVER_KEY)) == 0
    assert chance(worlds, held(2, Card.CATS)) == Fraction(1, 5)
    assert chance(worlds, held(2, Card.ELDER_SIGN)) == Fraction(2, 5)
    assert_sampled_fairly(env)


TAKEN = ("liber_ivonis", "silver_key", "investigators +2 4", "mi_go_insane +1")


@rule("R9.1", "R9.9")
def test_what_a_miss_told_goes_with_the_card_that_mi_go_takes() -> None:
    """The card taken is no Elder Sign, and seat 2 has the Braincase."""
    pile = "liber_ivonis silver_key investigators silver_key armitage elder_sign"
    env = played("great_race", "cats mi_go hound", pile, 1, *TAKEN)

    worlds = truth(env, 0)

    assert chance(worlds, held(2, Card.BRAINCASE)) == 1
    assert chance(worlds, held(1, Card.ELDER_SIGN, slot=1)) == 0
    assert chance(worlds, held(1, Card.HOUND, slot=1)) == Fraction(1, 3)
    assert_sampled_fairly(env)


@rule("R9.9")
def test_a_card_that_mi_go_took_is_kept_when_another_is_played() -> None:
    """Seat 2 knows where its Hound is; seat 0 cannot tell."""
    turns = ("liber_ivonis", "silver_key", "silver_key", "mi_go_insane +1", "elder_sign")
    pile = "liber_ivonis silver_key silver_key investigators elder_sign great_race armitage"
    env = played("carter", "cats mi_go hound", pile, 1, *turns)

    assert chance(truth(env, 2), held(1, Card.HOUND)) == 1
    assert chance(truth(env, 0), held(1, Card.HOUND)) == Fraction(1, 4)
    assert_sampled_fairly(env)


@rule("R9.3", "R9.9")
def test_a_card_that_mi_go_took_may_be_the_one_played() -> None:
    """Seat 2 lost the Great Race, sees one played and nobody out: seat 1 kept a Great Race against
    the Hound of seat 0, having played either of two, or the Hound against a Great Race.
    """
    turns = ("liber_ivonis", "silver_key", "silver_key", "mi_go_insane +1", "great_race +2")
    pile = "liber_ivonis silver_key silver_key investigators great_race elder_sign armitage"
    env = played("carter", "hound mi_go great_race", pile, 1, *turns)

    assert chance(truth(env, 2), held(1, Card.GREAT_RACE)) == Fraction(2, 3)
    assert_sampled_fairly(env)
