"""R9: sampled worlds against all histories, counted one by one (worlds_truth.py).

A named position has a chance worked out by hand as well, so that the count is checked too. Seat 0
looks where nothing else is said.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.legality import ALL_LEGAL
from cthulhu_envs.games.lovecraft_letter.cards import Card
from tests.rulebook import rule
from tests.rules.lovecraft_letter.worlds_positions import (
    RARE,
    SAMPLES,
    action_of,
    assert_sampled_fairly,
    drawn,
    held,
    investigators_seen_and_played,
    played,
    state_of,
    truth,
)
from tests.worlds import chance, fit, show

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position


# R9.1-R9.4: what was seen stays, all histories weigh the same


@rule("R9.1", "R9.2")
def test_with_nothing_seen_every_order_is_equally_likely() -> None:
    env = played("carter", "cats armitage", "investigators great_race elder_sign", 0)

    for seat, number in ((0, 24), (1, 120)):
        worlds = truth(env, seat)
        assert len(worlds) == number and set(worlds.values()) == {1}
    assert_sampled_fairly(env)


@rule("R9.1")
def test_a_card_looked_at_stays_where_it_is() -> None:
    env = played(
        *("carter", "cats armitage hound", "elder_sign great_race investigators", 0, "cats +1")
    )

    assert chance(truth(env, 0), held(1, Card.ARMITAGE)) == 1
    assert chance(truth(env, 2), held(1, Card.ARMITAGE)) == Fraction(1, 5)
    assert_sampled_fairly(env)


@rule("R9.1")
def test_the_loser_of_a_comparison_still_knows_the_winners_card() -> None:
    pile = "great_race elder_sign investigators cats"
    env = played("carter", "deep_ones armitage hound", pile, 0, "great_race +1")

    assert chance(truth(env, 0), held(1, Card.ARMITAGE)) == 1
    assert_sampled_fairly(env)


@rule("R9.1")
def test_cards_turned_up_by_a_sanity_check_stay_where_they_were_in_the_deck() -> None:
    """Seat 0 is insane by its Deep Ones, and its check turned up the fifth card dealt or drawn."""
    pile = "cats elder_sign great_race hound silver_key"
    env = played("carter", "deep_ones armitage", pile, 0, "deep_ones +1 7", "elder_sign")

    for seat in range(2):
        worlds = truth(env, seat)
        assert chance(worlds, lambda world: world.drawn[4] == Card.GREAT_RACE) == 1
        assert len(worlds) > 1
    assert_sampled_fairly(env)


@rule("R9.1")
def test_a_hand_discarded_to_armitage_leaves_the_new_one_unknown() -> None:
    """Seat 0 knew the Elder Sign of seat 1, which lies open now."""
    pile = "cats silver_key armitage investigators hound mi_go"
    turns = ("cats +1", "silver_key", "armitage +1")
    env = played("carter", "great_race elder_sign", pile, 0, *turns)

    for card in (Card.CARTER, Card.INVESTIGATORS, Card.HOUND, Card.MI_GO):
        assert chance(truth(env, 0), held(1, card)) == Fraction(1, 4)
    assert_sampled_fairly(env)


@rule("R9.3")
def test_copies_of_a_card_are_different_cards() -> None:
    """Of the Investigators seen and those drawn either may have been played: two histories, where
    Carter or the Hound drawn and kept make one.
    """
    env = investigators_seen_and_played()

    assert chance(truth(env, 0), held(1, Card.INVESTIGATORS)) == Fraction(1, 2)
    assert chance(truth(env, 0), held(1, Card.CARTER)) == Fraction(1, 4)
    assert chance(truth(env, 0), held(1, Card.HOUND)) == Fraction(1, 4)
    assert_sampled_fairly(env)


@rule("R9.4")
def test_a_forced_seven_weighs_as_much_as_a_free_one() -> None:
    pile = "investigators silver_key elder_sign hound great_race"
    env = played("carter", "cats armitage", pile, 0, "investigators +1 2", "silver_key")

    for card in (Card.CARTER, Card.ARMITAGE, Card.HOUND, Card.GREAT_RACE):
        assert chance(truth(env, 0), held(1, card)) == Fraction(1, 4)
    assert_sampled_fairly(env)


@rule("R9.4")
def test_the_number_a_player_names_says_nothing_about_the_own_hand() -> None:
    pile = "silver_key investigators hound great_race"
    env = played("carter", "cats armitage", pile, 0, "silver_key", "investigators +1 5")

    for card in (Card.CARTER, Card.ARMITAGE, Card.GREAT_RACE):
        assert chance(truth(env, 0), held(1, card)) == Fraction(1, 3)
    assert_sampled_fairly(env)


# R9.5: numbers named


@rule("R9.5")
def test_a_number_missed_excludes_its_cards_from_the_hand_held_then() -> None:
    pile = "investigators cats golden_mead hound"
    env = played("carter", "elder_sign armitage", pile, 0, "investigators +1 2")

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.CATS, Card.GOLDEN_MEAD)) == 0
    assert chance(worlds, held(1, Card.ARMITAGE)) == Fraction(1, 3)
    assert chance(worlds, held(1, Card.CATS, Card.GOLDEN_MEAD, slot=1)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.5", "R9.9")
def test_after_a_miss_the_kept_card_may_be_the_one_drawn_since() -> None:
    """Elder Sign held: Cats, Carter or Hound drawn and kept. Carter or Hound held: the Elder Sign
    drawn and played.
    """
    turns = ("investigators +1 2", "elder_sign")
    env = played("carter", "armitage elder_sign", "investigators cats golden_mead hound", 0, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.CATS)) == Fraction(1, 5)
    assert chance(worlds, held(1, Card.CARTER)) == Fraction(2, 5)
    assert_sampled_fairly(env)


IMMORTAL = ("deep_ones +1 5", "silver_key", "liber_ivonis_insane")


@rule("R9.5")
@pytest.mark.parametrize(("number", "hound", "armitage"), [(3, "1", "0"), (4, "1/3", "1/3")])
def test_a_number_named_to_an_immortal_player_tells_as_much(
    number: int, hound: str, armitage: str
) -> None:
    """Seat 1 holds the Hound, a 3."""
    pile = "liber_ivonis silver_key great_race hound investigators great_race silver_key"
    turns = (*IMMORTAL, f"investigators +1 {number}")
    env = played("carter", "cats deep_ones", f"{pile} armitage elder_sign", 1, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.HOUND)) == Fraction(hound)
    assert chance(worlds, held(1, Card.ARMITAGE)) == Fraction(armitage)
    assert chance(worlds, held(1, Card.ELDER_SIGN)) == 0
    assert_sampled_fairly(env)


@rule("R9.5")
@pytest.mark.parametrize(("named", "armitage"), [([], "1/3"), (["name 6"], "1/2")])
def test_deep_ones_insane_tell_of_the_1_and_of_the_number(named: list[str], armitage: str) -> None:
    """Not Investigators; then not Carter either."""
    turns = ("liber_ivonis", "silver_key", "deep_ones_insane +1", *named)
    pile = "deep_ones silver_key cats hound investigators elder_sign"
    env = played("carter", "liber_ivonis armitage", pile, 0, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.INVESTIGATORS)) == 0
    assert chance(worlds, held(1, Card.ARMITAGE)) == Fraction(armitage)
    assert_sampled_fairly(env)


# R9.11: chance to come


@rule("R9.11")
def test_the_random_stream_is_drawn_anew() -> None:
    env = played("carter", "cats armitage", "investigators great_race elder_sign", 0)

    streams = drawn(env, 0)["rng"]

    assert len(set(streams.tolist())) == SAMPLES
    assert state_of(env)[0].rng not in streams


@rule("R9.11")
def test_the_next_deal_is_drawn_anew() -> None:
    """Seat 0 ends the round by playing the Necronomicon; the match goes on."""
    cards = ["carter", "necronomicon", "armitage", "cats", "hound", "elder_sign"]
    env = played(cards[0], " ".join(cards[1:3]), " ".join(cards[3:]), 0, rounds="match")

    lanes = show(env.game, drawn(env, 0), 0)
    lanes.actions[:] = action_of(env, "necronomicon")
    assert lanes.run(loops.STEP) == ALL_LEGAL

    assert (lanes.states["round_number"] == 2).all()
    dealt = Counter(lanes.states["hand"][:, 0, 0].tolist())
    assert fit({Card[name.upper()]: 1 for name in cards}, dealt) > RARE
