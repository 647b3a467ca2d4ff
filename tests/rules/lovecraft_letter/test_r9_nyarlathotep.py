"""R9.10, R9.2: cards that an Insane Nyarlathotep took and gave to somebody.

The chances are worked out by hand; seat 0 looks where nothing else is said.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from cthulhu_envs.games.lovecraft_letter.cards import Card
from tests.rulebook import rule
from tests.rules.lovecraft_letter.worlds_positions import (
    RARE,
    assert_sampled_fairly,
    cats_given_away,
    drawn,
    held,
    played,
    truth,
)
from tests.rules.lovecraft_letter.worlds_truth import assert_fair, tally
from tests.worlds import chance

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position


@rule("R9.10")
def test_a_card_that_nyarlathotep_took_is_in_the_pool_or_given() -> None:
    counted = [truth(cats_given_away(decisions), 0) for decisions in (1, 2)]

    assert chance(counted[0], lambda world: Card.CATS in world.pool) == 1
    assert chance(counted[1], lambda world: Card.CATS in world.pool) == Fraction(2, 3)
    assert chance(counted[1], held(2, Card.CATS)) == Fraction(1, 3)
    for decisions in (1, 2):
        assert_sampled_fairly(cats_given_away(decisions))


@rule("R9.2")
def test_every_gift_that_a_seat_cannot_see_is_a_history_of_its_own() -> None:
    """Any of three cards may have been given to seat 2."""
    before, after = (truth(cats_given_away(decisions), 0) for decisions in (1, 2))

    assert sum(after.values()) == 3 * sum(before.values())


@rule("R9.10")
def test_a_card_that_nyarlathotep_took_is_in_one_of_the_other_hands_given_out() -> None:
    env = cats_given_away(3)

    worlds = truth(env, 0)

    assert chance(worlds, held(2, Card.CATS)) == Fraction(1, 2)
    assert chance(worlds, held(3, Card.CATS)) == Fraction(1, 2)
    assert chance(truth(env, 1), held(3, Card.CATS)) == 1
    assert_sampled_fairly(env)


@rule("R9.9", "R9.10")
def test_a_card_known_to_one_outside_is_in_one_of_the_hands_given_out() -> None:
    """Seat 0 lost a comparison with the Hound of seat 2; then seat 1 collects it."""
    turns = ("liber_ivonis", "silver_key", "silver_key", "great_race +2")
    pile = "liber_ivonis silver_key silver_key great_race investigators armitage carter"
    gifts = ("nyarlathotep_insane", "give elder_sign")
    env = played("mi_go", "cats nyarlathotep hound elder_sign", pile, 1, *turns, *gifts)

    worlds = truth(env, 0)

    assert chance(worlds, held(2, Card.HOUND)) == Fraction(1, 2)
    assert chance(worlds, held(3, Card.HOUND)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.9", "R9.10")
def test_two_known_cards_are_in_two_of_the_four_hands_given_out() -> None:
    """Seat 0 gave Carter, had seen the Hound of seat 2, and got another card than these: the two
    are with two of seats 2, 3 and 4.
    """
    turns = ("liber_ivonis", "silver_key", "silver_key", "silver_key", "cats +2")
    gifts = ("nyarlathotep_insane", "give silver_key", "give hound", "give carter")
    hands = "carter nyarlathotep hound silver_key great_race"
    pile = "liber_ivonis silver_key silver_key silver_key cats great_race investigators silver_key"
    env = played("silver_key", hands, pile, 1, *turns, *gifts)

    worlds = truth(env, 0)

    assert chance(worlds, held(3, Card.HOUND)) == Fraction(1, 3)
    has_both = (held(2, Card.HOUND), held(3, Card.CARTER))
    assert chance(worlds, lambda world: all(has(world) for has in has_both)) == Fraction(1, 6)
    for seat in (0, 4):
        assert_fair(truth(env, seat), tally(env.game, drawn(env, seat)), RARE)


@rule("R9.10")
def test_a_hand_that_nyarlathotep_collects_alone_is_given_back() -> None:
    env = played(
        *("carter", "cats nyarlathotep", "liber_ivonis silver_key great_race armitage hound", 1),
        *("liber_ivonis", "silver_key", "nyarlathotep_insane"),
    )

    assert chance(truth(env, 1), held(0, Card.CATS)) == 1
    assert_sampled_fairly(env)


@rule("R9.3", "R9.10")
def test_equal_cards_can_be_given_either_way() -> None:
    """Seat 0 gave Cats and has Cats again. Its own: 120 deals, 2 ways to give the other two cards.
    The other ones, from seat 2 or from seat 3: 24 deals, 2 ways each. Of these 240, 48 and 48
    histories seat 2 has Cats in 48, 24 and 24.
    """
    turns = ("liber_ivonis", "silver_key", "silver_key", "silver_key", "nyarlathotep_insane")
    pile = "liber_ivonis silver_key silver_key silver_key great_race armitage investigators"
    gifts = ("give cats", "give elder_sign")
    env = played("hound", "cats nyarlathotep cats elder_sign", pile, 1, *turns, *gifts)

    assert chance(truth(env, 0), held(2, Card.CATS)) == Fraction(2, 7)
    assert_sampled_fairly(env)
