"""R9: sampled worlds against all histories, counted one by one (worlds_truth.py).

A named position has a chance worked out by hand as well, so that the count is checked too.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.legality import ALL_LEGAL
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.love_letter.cards import Card
from tests.rulebook import rule
from tests.rules.love_letter.worlds_positions import (
    RARE,
    SAMPLES,
    action_of,
    assert_sampled_fairly,
    drawn,
    guard_seen_and_guard_played,
    held,
    played,
    state_of,
    truth,
)
from tests.rules.love_letter.worlds_truth import (
    World,
    look,
)
from tests.worlds import chance, fit, show

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position


# R9.1-R9.4: what was seen stays, all histories weigh the same


@rule("R9.1", "R9.2")
def test_with_nothing_seen_every_order_is_equally_likely() -> None:
    env = played("King", "Baron Handmaid", "Guard Priest Princess", 0)

    for seat, number in ((0, 24), (1, 120)):
        worlds = truth(env, seat)
        assert len(worlds) == number and len(set(worlds.values())) == 1
    assert_sampled_fairly(env)


@rule("R9.1")
def test_a_card_seen_by_a_priest_stays_where_it_is() -> None:
    env = played("Spy", "Baron King Guard", "Priest Handmaid Guard Prince", 0, "priest +1")

    assert chance(truth(env, 0), held(1, Card.KING)) == 1
    assert chance(truth(env, 2), held(1, Card.KING)) == Fraction(1, 6)
    assert_sampled_fairly(env)


@rule("R9.1")
def test_the_loser_of_a_baron_still_knows_the_winners_card() -> None:
    env = played("Spy", "Priest King Guard", "Baron Handmaid Guard Prince", 0, "baron +1")

    assert chance(truth(env, 0), held(1, Card.KING)) == 1
    assert_sampled_fairly(env)


@rule("R9.1")
def test_after_a_prince_took_the_face_down_card_the_seats_see_the_same_table() -> None:
    """The round always ends with it: the draw pile was empty."""
    env = played("King", "Guard Baron", "Spy Prince", 0, "spy", "prince +1")

    for seat in range(2):
        worlds = drawn(env, seat, 100)
        assert look(env.game, worlds, seat).agrees(look(env.game, state_of(env), seat)).all()
        assert (worlds["aside"] == NO_CARD).all()


RETURNED = ("chancellor", "keep princess", "bottom spy", "handmaid")


@rule("R9.1")
@pytest.mark.parametrize("turns", [RETURNED[:3], RETURNED, (*RETURNED, "countess")])
def test_a_card_known_at_the_bottom_is_known_in_the_hand_that_draws_it(
    turns: tuple[str, ...],
) -> None:
    """Seat 2 draws the Guard that seat 0 returned, and may keep it."""
    env = played("Guard", "Spy Handmaid Countess", "Chancellor Guard Princess Priest", 0, *turns)

    def is_known(world: World) -> bool:
        place = world.pile[0] if turns == RETURNED[:3] else world.hands[2][-1]
        return place == Card.GUARD

    assert chance(truth(env, 0), is_known) == 1
    assert_sampled_fairly(env)


@rule("R9.3")
def test_a_card_known_from_the_bottom_may_be_the_one_played() -> None:
    """Seat 2 plays a Guard beside an unseen Guard, Countess or Priest: two histories to one."""
    env = played(
        *("Guard", "Spy Handmaid Countess", "Chancellor Guard Princess Priest", 0),
        *(*RETURNED, "guard +1 spy"),
    )

    assert chance(truth(env, 0), held(2, Card.GUARD)) == Fraction(1, 2)
    assert chance(truth(env, 0), held(2, Card.PRIEST)) == Fraction(1, 4)
    assert_sampled_fairly(env)


@rule("R9.3")
def test_copies_of_a_character_are_different_cards() -> None:
    env = guard_seen_and_guard_played()

    assert chance(truth(env, 0), held(1, Card.GUARD)) == Fraction(1, 2)
    assert chance(truth(env, 0), held(1, Card.KING)) == Fraction(1, 4)
    assert chance(truth(env, 0), held(1, Card.SPY)) == Fraction(1, 4)
    assert_sampled_fairly(env)


@rule("R9.4")
def test_a_forced_countess_weighs_as_much_as_a_free_one() -> None:
    env = played("Prince", "Guard King", "Spy Countess Priest Handmaid Baron", 0, "spy", "countess")

    for card in (Card.PRINCE, Card.KING, Card.HANDMAID, Card.BARON):
        assert chance(truth(env, 0), held(1, card)) == Fraction(1, 4)
    assert_sampled_fairly(env)


@rule("R9.4")
def test_the_character_a_player_names_says_nothing_about_the_own_hand() -> None:
    env = played("Prince", "Priest King", "Spy Guard Handmaid Baron", 0, "spy", "guard +1 king")

    for card in (Card.PRINCE, Card.KING, Card.BARON):
        assert chance(truth(env, 0), held(1, card)) == Fraction(1, 3)
    assert_sampled_fairly(env)


# R9.5-R9.9: what the cards played by others tell


@rule("R9.5")
def test_a_guards_miss_excludes_the_character_from_the_card_held_then() -> None:
    env = played("King", "Baron Handmaid", "Guard Priest Priest", 0, "guard +1 priest")

    assert chance(truth(env, 0), held(1, Card.PRIEST)) == 0
    assert chance(truth(env, 0), held(1, Card.HANDMAID)) == Fraction(1, 2)
    assert chance(truth(env, 0), held(1, Card.PRIEST, slot=1)) == Fraction(2, 3)
    assert_sampled_fairly(env)


@rule("R9.5", "R9.9")
def test_after_a_guards_miss_the_kept_card_may_be_the_one_drawn_since() -> None:
    """Handmaid held: Priest or King drawn and kept. King held: Handmaid drawn and played."""
    turns = ("guard +1 priest", "handmaid")
    env = played("King", "Baron Handmaid", "Guard Priest Priest", 0, *turns)

    assert chance(truth(env, 0), held(1, Card.PRIEST)) == Fraction(1, 3)
    assert_sampled_fairly(env)


@rule("R9.6")
def test_the_winner_of_a_baron_holds_more_than_the_card_shown() -> None:
    env = played("Spy", "Guard King Priest", "Baron Handmaid Princess", 1, "baron +1")

    assert chance(truth(env, 0), held(1, Card.SPY)) == 0
    assert chance(truth(env, 0), held(1, Card.KING)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.6", "R9.9")
@pytest.mark.parametrize(
    ("turns", "king"), [(["baron +1"], "1/3"), (["baron +1", "handmaid"], "2/3")]
)
def test_a_baron_lost_by_its_player_binds_the_card_the_other_held_then(
    turns: list[str], king: str
) -> None:
    """Handmaid, King or Princess. Then a Handmaid held was played beside Spy or King, or a King
    was kept, the Princess being in seat 0's hand.
    """
    env = played("Spy", "Guard Priest King", "Baron Handmaid Princess", 1, *turns)

    assert chance(truth(env, 0), held(2, Card.KING)) == Fraction(king)
    assert_sampled_fairly(env)


@rule("R9.7")
def test_a_tied_baron_means_equal_cards() -> None:
    env = played("Princess", "Handmaid Guard Guard", "Baron Priest King Priest", 1, "baron +1")

    worlds = truth(env, 0)

    assert chance(worlds, lambda world: world.hands[1][0] == world.hands[2][0]) == 1
    assert chance(worlds, held(1, Card.GUARD)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.7", "R9.9")
def test_after_a_tied_baron_one_of_the_two_may_have_played_the_equal_card() -> None:
    """Two Guards: one of two Priests drawn. Two Priests: Guard, Guard or Princess kept."""
    turns = ("baron +1", "priest +1")
    env = played("Princess", "Handmaid Guard Guard", "Baron Priest King Priest", 1, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.GUARD)) == Fraction(2, 5)
    assert chance(worlds, held(2, Card.GUARD)) == Fraction(4, 5)
    assert chance(worlds, held(2, Card.PRINCESS)) == Fraction(1, 5)
    assert_sampled_fairly(env)


@rule("R9.8")
def test_beside_a_prince_there_was_no_countess() -> None:
    turns = ("spy", "prince +1")
    env = played("Countess", "Guard Baron", "Spy Prince Priest Handmaid King", 0, *turns)

    assert chance(truth(env, 0), held(1, Card.COUNTESS)) == 0
    assert chance(truth(env, 0), held(1, Card.KING)) == Fraction(1, 2)
    assert_sampled_fairly(env)


@rule("R9.5", "R9.8", "R9.9")
def test_what_a_miss_and_a_king_told_goes_with_the_card_to_its_new_holder() -> None:
    """King held: Priest, Handmaid or Spy drawn, each in 6 histories. King drawn: Handmaid or Spy
    held, each in 6 more. Seat 2 has that card now.
    """
    turns = ("guard +1 priest", "king +1")
    env = played("Spy", "Baron Handmaid Priest", "Guard King Countess", 0, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(2, Card.COUNTESS)) == 0
    assert chance(worlds, held(2, Card.PRIEST)) == Fraction(1, 5)
    assert chance(worlds, held(2, Card.HANDMAID)) == Fraction(2, 5)
    assert_sampled_fairly(env)


@rule("R9.9")
def test_a_miss_does_not_bind_the_card_drawn_for_a_prince() -> None:
    """Seat 2 keeps Handmaid or Priest, no Countess; the other two lie anyhow."""
    turns = ("guard +1 priest", "spy", "prince +2")
    pile = "Guard Spy Prince Priest Princess"
    env = played("Countess", "Baron King Handmaid", pile, 0, *turns)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.PRIEST)) == Fraction(1, 4)
    assert chance(worlds, held(1, Card.COUNTESS)) == Fraction(1, 2)
    assert_sampled_fairly(env)


# R9.11: chance to come


@rule("R9.11")
def test_the_random_stream_is_drawn_anew() -> None:
    env = played("King", "Baron Handmaid", "Guard Priest Princess", 0)

    streams = drawn(env, 0)["rng"]

    assert len(set(streams.tolist())) == SAMPLES
    assert state_of(env)[0].rng not in streams


@rule("R9.11")
def test_the_next_deal_and_the_next_starter_are_drawn_anew() -> None:
    """The two hold equal cards, so that the starter of the next round is drawn too."""
    env = played("Spy", "Guard Guard", "Baron Handmaid", 1, "baron +1", rounds="match")

    lanes = show(env.game, drawn(env, 0), 0)
    lanes.actions[:] = action_of(env, "handmaid")
    assert lanes.run(loops.STEP) == ALL_LEGAL

    assert (lanes.states["round_number"] == 2).all()
    assert fit({0: 1, 1: 1}, Counter(lanes.states["starter"].tolist())) > RARE
    cards = Counter(lanes.states["hand"][:, 0, 0].tolist())
    assert fit({Card.GUARD: 2, Card.SPY: 1, Card.BARON: 1, Card.HANDMAID: 1}, cards) > RARE
