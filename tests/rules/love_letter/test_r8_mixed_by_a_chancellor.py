"""R8.21: a card that a seat knew before another's Chancellor mixed it with others."""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.state import RING
from tests.position import new_game, position
from tests.rulebook import rule


def mixed(
    held, drawn="Spy Spy", then="...", keep=None, bottom=None, hand="Priest Guard", **described
):
    """Seat 0 saw the card of seat 1, who then drew and played a Chancellor; seat 2 is next.

    Seat 1 keeps and returns what is said, or keeps the card that was seen.
    """
    keep = keep or held
    at = position(hands=[hand, held, "Handmaid"], deck=f"Chancellor {drawn} {then}", **described)
    at.play("priest", seat=+1).play("chancellor").play("keep", card=keep)
    rest = [held, *drawn.split()]
    rest.remove(keep)
    return at.play("bottom", card=bottom or rest[-1])


@rule("R8.21", "R9.10")
@pytest.mark.parametrize("held", ["Princess", "King", "Guard"])
def test_the_card_is_in_the_hand_or_where_cards_were_returned(held):
    at = mixed(held)

    sight = at.sees(0)
    assert sight.knows_of_others() == {}
    assert sight.mixed() == {1: held}
    assert sight.among_bottom == [held, held]
    assert at.sees(2).mixed() == {} and at.sees(2).among_bottom == []
    assert at.sees(1).mixed() == {} and at.sees(1).among_bottom == []


@rule("R8.21")
def test_two_cards_seen_before_a_chancellor_are_told_apart_after_it():
    """Alike in all that lies open, and in all that the seat holds."""
    princess = mixed("Princess", drawn="King Spy")
    king = mixed("King", drawn="Princess Spy", keep="Princess")

    assert princess.hands[1] == king.hands[1] == "Princess"
    assert princess.sees(0).vector.tolist() != king.sees(0).vector.tolist()
    assert princess.sees(2).vector.tolist() == king.sees(2).vector.tolist()


@rule("R8.21")
def test_while_the_player_chooses_it_is_in_the_hand():
    at = position(hands=["Priest Guard", "King", "Handmaid"], deck="Chancellor Spy Spy ...")
    at.play("priest", seat=+1).play("chancellor")
    assert (at.sees(0).knows(of=1), at.sees(0).mixed()) == ("King", {})

    at.play("keep", card="Spy")

    assert (at.sees(0).knows(of=1), at.sees(0).mixed()) == ("", {1: "King"})
    assert at.sees(0).among_bottom == []


@rule("R8.21", "R4.6a")
def test_a_chancellor_that_drew_one_card_leaves_two_places():
    at = position(hands=["Priest Guard", "King", "Handmaid"], deck="Chancellor Spy")

    at.play("priest", seat=+1).play("chancellor").play("keep", card="Spy")

    assert at.seat == 2 and at.hands[2] == "Handmaid King"  # the card returned is drawn at once
    assert at.sees(0).mixed() == {1: "King", 2: "King"}


@rule("R8.21", "R4.6b")
def test_a_chancellor_without_effect_mixes_nothing():
    at = position(hands=["Priest Guard", "King"], deck="Chancellor", rounds="single")

    at.play("priest", seat=+1).play("chancellor")

    assert at.sees(0).mixed() == {}


@rule("R8.21")
def test_cards_put_under_the_pile_are_mixed_when_another_draws_them():
    at = position(hands=["Chancellor Guard", "Chancellor", "Handmaid"], deck="King Baron Spy")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")
    assert (at.pile, at.sees(0).bottom) == ("Baron King", ["King", "Baron"])

    at.play("chancellor")
    assert at.sees(0).knows(of=1) == "Baron King"
    at.play("keep", card="Spy").play("bottom", card="King")

    sight = at.sees(0)  # seat 2 has drawn the upper one of the two
    assert sight.bottom == [] and sight.knows_of_others() == {}
    assert sight.mixed() == {1: "Baron King", 2: "Baron King"}
    assert sight.among_bottom == ["Baron King"]


@rule("R8.21")
def test_it_stays_while_the_player_plays_other_cards():
    at = mixed("King", drawn="Countess Baron", then="Spy Spy Guard ...")
    at.play("handmaid").play("spy")
    assert at.seat == 1

    at.play("guard", seat=+2, card="Spy")

    assert at.sees(0).mixed() == {1: "King"}
    assert at.sees(0).among_bottom == ["King", "King"]


@rule("R8.21")
@pytest.mark.parametrize("copies", [1, 2], ids=["the card itself", "perhaps another copy"])
def test_it_is_dropped_when_the_player_plays_such_a_card(copies):
    then = "Spy Spy Baron ..." if copies == 2 else "Spy Spy Handmaid ..."
    at = mixed("Baron", drawn="Guard Guard", then=then)
    at.play("handmaid").play("spy")

    at.play("baron", seat=+2)

    assert at.sees(0).mixed() == {}
    assert at.sees(0).among_bottom == []


@rule("R8.21")
def test_such_a_card_played_by_one_who_cannot_have_it_changes_nothing():
    at = mixed("Guard", drawn="Spy Baron", then="Guard ...")

    at.play("guard", seat=+2, card="Spy")

    assert at.sees(0).mixed() == {1: "Guard"}


@rule("R8.21")
def test_a_guards_miss_leaves_the_places_in_the_pile():
    at = mixed("King", keep="Spy", drawn="Spy Baron", then="Guard ...")

    at.play("guard", seat=+2, card="King")

    assert at.sees(0).mixed() == {}
    assert at.sees(0).among_bottom == ["King", "King"]


@rule("R8.21")
@pytest.mark.parametrize("kept", ["King", "Spy"])
def test_a_hand_that_is_turned_up_shows_whether_it_was_there(kept):
    at = mixed("King", keep=kept, drawn="Spy Baron", then="Guard ...")

    at.play("guard", seat=+2, card=kept)

    assert at.out[1]
    assert at.sees(0).mixed() == {}
    assert at.sees(0).among_bottom == ([] if kept == "King" else ["King", "King"])


@rule("R8.21")
@pytest.mark.parametrize("kept", ["King", "Spy"])
def test_a_hand_discarded_to_a_prince_shows_whether_it_was_there(kept):
    at = mixed("King", keep=kept, drawn="Spy Baron", then="Prince ...")

    at.play("prince", seat=+2)

    assert at.sees(0).mixed() == {}
    assert at.sees(0).among_bottom == ([] if kept == "King" else ["King", "King"])


@rule("R8.21")
@pytest.mark.parametrize("kept", ["King", "Spy"])
def test_a_look_shows_whether_it_is_there(kept):
    at = mixed("King", keep=kept, drawn="Spy Baron", then="Spy Priest ...")
    at.play("spy")

    at.play("priest", seat=+1)

    assert at.sees(0).knows_of_others() == {1: kept}
    assert at.sees(0).mixed() == {}
    assert at.sees(0).among_bottom == ([] if kept == "King" else ["King", "King"])


@rule("R8.21")
@pytest.mark.parametrize("kept", ["Spy", "Handmaid"])
def test_a_baron_of_ones_own_shows_whether_it_is_there(kept):
    at = mixed("Spy", keep=kept, drawn="Handmaid Countess", then="Spy Baron ...")
    at.play("spy")

    at.play("baron", seat=+1)  # with a Guard

    assert at.sees(0).among_bottom == ([] if kept == "Spy" else ["Spy", "Spy"])
    assert at.sees(0).mixed() == {}


@rule("R8.21")
@pytest.mark.parametrize(("held", "left"), [("Spy", {}), ("King", {1: "King"})])
def test_a_baron_of_others_leaves_out_a_winner_who_holds_more(held, left):
    at = mixed(held, keep="Countess", drawn="Guard Countess", then="Baron ...")

    at.play("baron", seat=+2)  # seat 2 loses with a Handmaid

    assert at.out == [False, False, True]
    assert at.sees(0).mixed() == left
    assert at.sees(0).among_bottom == [held, held]


@rule("R8.21")
def test_a_king_takes_it_to_the_other_hand():
    at = mixed("Princess", then="King ...")
    assert at.seat == 2 and at.hands[2] == "Handmaid King"

    at.play("king", seat=+2)

    assert at.sees(0).mixed() == {2: "Princess"}
    assert at.sees(0).among_bottom == ["Princess", "Princess"]


@rule("R8.21")
@pytest.mark.parametrize("kept", ["Princess", "Spy"])
def test_a_king_of_ones_own_shows_whether_it_was_there(kept):
    at = mixed("Princess", keep=kept, drawn="Spy Baron", then="Spy King ...")
    at.play("spy")

    at.play("king", seat=+1)

    assert at.hands[0].split()[0] == kept
    assert at.sees(0).mixed() == {}
    assert at.sees(0).among_bottom == ([] if kept == "Princess" else ["Princess", "Princess"])


@rule("R8.21", "R9.8")
@pytest.mark.parametrize(("held", "left"), [("Countess", {}), ("Princess", {1: "Princess"})])
def test_a_king_or_prince_is_played_beside_no_countess(held, left):
    at = mixed(held, keep="Spy", drawn="Spy Baron", then="Spy Guard Prince ...")
    at.play("spy").play("guard", seat=+2, card="Baron")

    at.play("prince", seat=+1)

    assert at.sees(0).mixed() == left
    assert at.sees(0).among_bottom == [held, held]


@rule("R8.21")
def test_a_place_that_another_draws_goes_into_that_hand():
    at = mixed("King", keep="Spy", drawn="Spy Countess", bottom="King", then="")

    assert (at.seat, at.hands[2], at.pile) == (2, "Handmaid Countess", "King")
    assert at.sees(0).mixed() == {1: "King", 2: "King"}
    assert at.sees(0).among_bottom == ["King"]
    at.play("countess")
    assert at.seat == 0 and at.hands[0] == "Guard King"
    assert at.sees(0).mixed() == {}  # it was the last card of the pile


@rule("R8.21")
def test_a_place_that_i_draw_something_else_from_is_left_out():
    at = mixed("King", keep="King", drawn="Spy Countess", bottom="Spy", then="")
    at.play("countess")

    assert at.hands[0] == "Guard Spy"
    assert at.sees(0).mixed() == {1: "King", 2: "King"}
    assert at.sees(0).among_bottom == []


@rule("R8.21")
def test_a_prince_draws_it_from_under_the_pile():
    at = mixed("King", keep="Spy", drawn="Spy Countess", bottom="Countess", then="Prince")
    assert at.pile == "King Countess" and at.hands[2] == "Handmaid Prince"

    at.play("prince", seat=+1)  # on the looking seat itself, which draws the King

    assert at.hands[0] == "King Countess"
    assert at.sees(0).mixed() == {}


@rule("R8.21")
def test_a_second_chancellor_spreads_it_further():
    at = mixed("King", keep="Spy", drawn="Spy Countess", bottom="Countess", then="Chancellor")
    assert (at.hands[2], at.pile) == ("Handmaid Chancellor", "King Countess")

    at.play("chancellor")
    assert at.sees(0).mixed() == {1: "King", 2: "King"}
    at.play("keep", card="Handmaid").play("bottom", card="King")

    assert at.hands[0] == "Guard Countess"  # drawn from one of the places: it is not there
    assert at.sees(0).mixed() == {1: "King", 2: "King"}
    assert at.sees(0).among_bottom == ["King"]


@rule("R8.21")
def test_a_drawn_card_that_i_knew_leaves_no_room_beside_it():
    """Seat 1 draws the Baron that seat 0 put under the pile and keeps it."""
    at = mixed("King", keep="Spy", drawn="Spy Guard", bottom="King", hand="Chancellor Priest",
               then="Countess Spy Baron Prince", rounds="single")  # fmt: skip
    at.play("handmaid").play("chancellor")
    at.play("keep", card="Spy").play("bottom", card="Baron")
    assert (at.sees(0).mixed(), at.sees(0).among_bottom) == ({1: "King"}, ["", "", "King"])
    at.play("spy").play("countess").play("spy")
    assert (at.hands[1], at.sees(0).mixed()) == ("Guard Baron", {1: "King", 2: "King"})

    at.play("guard", seat=+1, card="Priest")

    assert at.sees(0).knows_of_others() == {1: "Baron"}
    assert at.sees(0).mixed() == {2: "King"}


DECK = {
    "spy": 2, "guard": 3, "priest": 4, "baron": 2, "handmaid": 1, "prince": 3, "chancellor": 6,
    "king": 4, "countess": 1, "princess": 1,
}  # fmt: skip


@rule("R8.21")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_card_is_really_in_one_of_the_places(num_players):
    found = 0
    for seed in range(12):
        at = new_game(seed=seed, num_players=num_players, deck=DECK, face_up=0, goal=1)
        rng = np.random.default_rng(seed)
        while at.ending == "going_on":
            for seat in range(num_players):
                found += claims(at, seat)
            mask = at.env.infos[at.env.agent_selection]["action_mask"]
            at.env.step(int(rng.choice(np.flatnonzero(mask))))

    assert found > 10


def claims(at, seat):
    """How many characters the seat follows; each of them lies where it may be."""
    sight, s = at.sees(seat), at.state
    others = [other for other in range(at.num_players) if other != seat]
    characters = 0
    for card in Card:
        hands = [other for other in others if sight.parts["among"][sight._step(other) - 1, card]]
        places = np.flatnonzero(sight.parts["among_bottom"][:, card])
        last = int(s.top) + int(s.left) - 1
        there = [card in s.hand[other] for other in hands]
        there += [s.deck[(last - int(place)) & RING] == card for place in places]
        assert not there or any(there), f"seat {seat} looks for the {card.name} in vain"
        characters += bool(there)
    return characters


@rule("R8.21")
def test_a_new_round_forgets_it():
    at = mixed("Princess", then="Prince ...")

    at.play("prince", seat=+2)  # seat 1 is out
    assert at.sees(0).mixed() == {}
    at.play("guard", seat=+2, card="Handmaid")

    assert at.round == 2
    assert all(at.sees(seat).mixed() == {} for seat in range(3))
