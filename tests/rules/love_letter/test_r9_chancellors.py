"""R9.10: worlds in which somebody has played a Chancellor."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.love_letter.cards import Card
from tests.rulebook import rule
from tests.rules.love_letter.worlds_positions import (
    assert_sampled_fairly,
    held,
    played,
    truth,
)
from tests.worlds import chance

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position


SWALLOWED = ("priest +1", "chancellor", "keep guard", "bottom king")


def king_swallowed(turns: int) -> RawEnv:
    """Seat 0 saw the King of seat 1, who then plays a Chancellor."""
    pile = "Priest Chancellor Guard Handmaid Prince"
    return played("Spy", "Baron King", pile, 0, *SWALLOWED[:turns])


@rule("R9.10")
def test_a_known_card_is_still_held_while_the_chancellors_choice_is_open() -> None:
    env = king_swallowed(2)

    assert chance(truth(env, 0), held(1, Card.KING)) == 1
    assert_sampled_fairly(env)


@rule("R9.10")
def test_a_known_card_is_kept_or_about_to_be_returned() -> None:
    env = king_swallowed(3)

    worlds = truth(env, 0)

    assert chance(worlds, lambda world: Card.KING in world.hands[1]) == 1
    assert chance(worlds, held(1, Card.KING)) == Fraction(1, 3)
    assert_sampled_fairly(env)


@rule("R9.2", "R9.10")
def test_a_known_card_beside_a_chancellor_is_in_the_hand_or_returned() -> None:
    env = king_swallowed(4)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.KING)) == Fraction(1, 3)
    assert chance(worlds, lambda world: world.pile[0] == Card.KING) == Fraction(1, 3)
    assert chance(worlds, lambda world: world.pile[1] == Card.KING) == Fraction(1, 3)
    assert_sampled_fairly(env)


MISSED = ("guard +1 priest", "chancellor", "keep king", "bottom priest")


@rule("R9.5", "R9.9", "R9.10")
@pytest.mark.parametrize(("number", "face_down"), [(2, "48/216"), (3, "48/216"), (4, "12/42")])
def test_a_miss_binds_a_card_that_went_through_a_chancellor(number: int, face_down: str) -> None:
    """Chancellor held: the card beside it may be any of five. Chancellor drawn: no Priest. That
    is 120 and 96 orders, with the Priest face down in 24 each. At last seat 0 sees one of the
    five: 24 and 18, with 6 each.
    """
    pile = "Guard Chancellor Priest Handmaid Prince"
    env = played("Spy", "Baron King", pile, 0, *MISSED[:number])

    assert chance(truth(env, 0), lambda world: world.aside == Card.PRIEST) == Fraction(face_down)
    assert_sampled_fairly(env)


@rule("R9.5", "R9.9", "R9.10")
def test_a_miss_binds_the_card_beside_a_chancellor_kept_or_given_back() -> None:
    """Seat 1 has drawn the Baron that seat 0 gave back. Chancellor held at the miss: Spy or
    Prince kept, two histories each. Spy held: Spy kept. Baron held: Spy or Prince kept.
    """
    turns = ("guard +1 prince", "chancellor", "keep prince")
    env = played("Spy", "Chancellor Handmaid", "Guard Baron Prince", 1, *turns)

    assert chance(truth(env, 1), held(0, Card.SPY)) == Fraction(4, 7)
    assert_sampled_fairly(env)


@rule("R9.2")
@pytest.mark.parametrize("turns", [("spy", "chancellor"), ("spy", "chancellor", "keep guard")])
def test_a_chancellor_with_one_card_to_draw_keeps_either(turns: tuple[str, ...]) -> None:
    env = played("King", "Baron Guard", "Spy Chancellor Priest", 0, *turns)

    if len(turns) == 3:
        assert chance(truth(env, 0), held(1, Card.GUARD)) == Fraction(1, 2)
    assert_sampled_fairly(env)


MY_CHANCELLOR = ("chancellor", "keep guard", "bottom baron")


@rule("R9.10")
@pytest.mark.parametrize("more", [["chancellor"], ["chancellor", "keep king", "bottom priest"]])
def test_a_known_card_drawn_by_a_chancellor_is_in_the_hand_or_returned(more: list[str]) -> None:
    """Seat 0 returned Priest and Baron; seat 1 draws the Priest by the second Chancellor."""
    pile = "Chancellor Priest Baron Chancellor Handmaid"
    env = played("Spy", "Guard King", pile, 0, *MY_CHANCELLOR, *more)

    worlds = truth(env, 0)

    if len(more) == 1:
        assert chance(worlds, held(1, Card.PRIEST, slot=2)) == 1
    else:
        assert chance(worlds, held(1, Card.PRIEST)) == Fraction(1, 3)
        assert chance(worlds, lambda world: world.pile[-1] == Card.PRIEST) == Fraction(1, 3)
    assert_sampled_fairly(env)


@rule("R9.2", "R9.10")
def test_two_chancellors_of_others_leave_every_order_equally_likely() -> None:
    turns = ("chancellor", "keep king", "bottom priest")
    more = ("chancellor", "keep baron", "bottom handmaid")
    pile = "Chancellor Priest Handmaid Chancellor"
    env = played("Spy", "Guard King Baron", pile, 1, *turns, *more)

    worlds = truth(env, 0)

    assert len(worlds) == 24 and len(set(worlds.values())) == 1
    assert_sampled_fairly(env)


@rule("R9.10")
def test_a_known_card_may_pass_through_two_chancellors() -> None:
    """The King is kept (1/3), or drawn by seat 2, who keeps it or returns it first or last (2/9
    each). Seat 0 has drawn the first, a Guard: 3 to 2 to 2.
    """
    turns = ("priest +1", "chancellor", "keep handmaid", "bottom king")
    more = ("chancellor", "keep prince", "bottom king")
    pile = "Priest Chancellor Handmaid Prince Chancellor"
    env = played("Spy", "Baron King Guard", pile, 0, *turns, *more)

    worlds = truth(env, 0)

    assert chance(worlds, held(1, Card.KING)) == Fraction(3, 7)
    assert chance(worlds, held(2, Card.KING)) == Fraction(2, 7)
    assert chance(worlds, lambda world: world.pile == (Card.KING,)) == Fraction(2, 7)
    assert_sampled_fairly(env)


@rule("R9.3", "R9.10")
def test_a_chancellor_played_beside_a_chancellor_counts_by_copies() -> None:
    """Seat 1 was seen with a Chancellor, played one, and kept one that seat 0 has now by the
    King. With the Guard face down 20 histories, with a Chancellor 2 x 8.
    """
    turns = ("priest +1", "chancellor", "keep chancellor", "bottom chancellor", "king +1")
    pile = "Handmaid Chancellor Chancellor King"
    env = played("Guard", "Priest Chancellor", pile, 0, *turns)

    assert chance(truth(env, 0), held(1, Card.CHANCELLOR, slot=1)) == Fraction(20, 36)
    assert_sampled_fairly(env)


@rule("R9.3", "R9.10")
def test_either_of_two_equal_cards_may_be_returned_first() -> None:
    """Seat 1 returned Priest and Guard, which the Chancellor of seat 0 draws; a Priest comes
    back and the Guard is seen. Beside the two was a Chancellor (4 deals, one way to return) or
    the other Priest (4 deals, two ways).
    """
    mine = ("chancellor", "keep prince", "bottom guard")
    theirs = ("chancellor", "keep guard", "bottom priest")
    pile = "Guard Priest Prince Priest"
    env = played("Chancellor", "Chancellor Chancellor", pile, 1, *mine, *theirs, "priest +1")

    assert chance(truth(env, 1), held(0, Card.PRIEST, slot=1)) == Fraction(2, 3)
    assert_sampled_fairly(env)
