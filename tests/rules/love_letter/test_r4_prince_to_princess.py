"""R4.5-R4.9: Prince, Chancellor, King, Countess, Princess."""

from __future__ import annotations

import itertools

import pytest

from tests.position import position
from tests.rulebook import rule

NOT_FORCING = ["Spy", "Guard", "Priest", "Baron", "Handmaid", "Chancellor", "Princess"]


@rule("R4.5")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_a_prince_chooses_anyone_and_oneself(num_players):
    at = position(hands=["Prince Spy", *["..."] * (num_players - 1)])

    others = {f"prince +{step}" for step in range(1, num_players)}
    assert at.legal("prince") == {"prince me", *others}


@rule("R4.5")
@pytest.mark.parametrize(
    "held", ["Spy", "Guard", "Priest", "Baron", "Handmaid", "Prince", "King", "Countess"]
)
def test_the_chosen_player_discards_without_effect_and_draws(held):
    at = position(hands=["Prince Guard", "Spy", held], deck="Priest Baron ...")

    at.play("prince", seat=+2)

    assert at.discards == ["Prince", "", held]
    assert at.hands == ["Guard", "Spy Baron", "Priest"]
    assert at.out == at.protected == [False, False, False]
    assert at.seat == 1


@rule("R4.5")
def test_a_chancellor_discarded_to_a_prince_draws_no_cards():
    at = position(hands=["Prince Guard", "Chancellor"], deck="Priest Baron King ...")

    at.play("prince", seat=+1)

    assert at.hands == ["Guard", "Priest Baron"]
    assert at.pile.startswith("King")


@rule("R4.5a")
@pytest.mark.parametrize(
    ("seat", "hands", "discards"),
    [(0, ["King", "Priest"], ["Guard Prince", ""]), (1, ["Guard", "King"], ["Prince", "Priest"])],
    ids=["oneself", "another"],
)
def test_with_an_empty_pile_a_prince_gives_the_face_down_card(seat, hands, discards):
    at = position(hands=["Prince Guard", "Priest"], deck="", aside="King", rounds="single")

    at.play("prince", seat=seat)

    assert at.hands == hands
    assert at.discards == discards
    assert at.aside == ""
    assert at.rewards == ([1.0, -1.0] if seat == 0 else [-1.0, 1.0])


@rule("R4.5b")
@pytest.mark.parametrize("deck", ["Spy Baron", ""], ids=["cards left", "empty pile"])
def test_a_princess_discarded_to_a_prince_is_out_and_draws_nothing(deck):
    at = position(hands=["Prince Guard", "Princess", "Priest"], deck=deck, aside="King",
                  rounds="single")  # fmt: skip

    at.play("prince", seat=+1)

    assert at.out == [False, True, False]
    assert at.hands[1] == ""
    assert at.discards[1] == "Princess"
    assert at.aside == "King"
    assert at.pile == deck.removeprefix("Spy ")  # the next player has drawn the Spy


@rule("R4.5c")
@pytest.mark.parametrize("hand", ["Prince Spy", "Spy Prince", "Prince Prince", "Prince Handmaid"])
def test_a_prince_on_oneself_discards_the_other_card(hand):
    other = hand.split()[0] if hand.endswith("Prince") else hand.split()[1]
    at = position(hands=[hand, "Guard", "Guard"], deck="King Baron ...")

    at.play("prince", seat=0)

    assert at.hands == ["King", "Guard Baron", "Guard"]
    assert sorted(at.discards[0].split()) == sorted(["Prince", other])
    assert at.out == at.protected == [False, False, False]


@rule("R4.5b", "R4.5c")
def test_a_prince_on_oneself_beside_the_princess_puts_oneself_out():
    at = position(hands=["Prince Princess", "Guard", "Spy"], deck="King Baron ...")

    at.play("prince", seat=0)

    assert at.out == [True, False, False]
    assert at.hands == ["", "Guard King", "Spy"]
    assert at.discards[0] == "Prince Princess"


@rule("R4.6")
@pytest.mark.parametrize(
    ("kept", "bottom", "above"), [*itertools.permutations(["Guard", "King", "Spy"])]
)
def test_a_chancellor_keeps_one_of_three_and_orders_the_other_two(kept, bottom, above):
    at = position(hands=["Chancellor Guard", "Baron"], deck="King Spy Priest ...")

    at.play("chancellor")
    assert at.seat == 0
    assert at.legal() == {"keep Guard", "keep King", "keep Spy"}
    at.play("keep", card=kept)
    assert at.seat == 0
    assert at.legal() == {f"bottom {bottom}", f"bottom {above}"}
    at.play("bottom", card=bottom)

    assert at.hands == [kept, "Baron Priest"]
    assert at.pile.endswith(f"{above} {bottom}")
    assert at.discards == ["Chancellor", ""]


@rule("R4.6")
def test_a_chancellor_with_cards_alike_offers_each_character_once():
    at = position(hands=["Chancellor Guard", "Baron"], deck="Guard Guard Priest ...")

    at.play("chancellor")
    assert at.legal() == {"keep Guard"}
    at.play("keep", card="Guard")
    assert at.legal() == {"bottom Guard"}
    at.play("bottom", card="Guard")

    assert at.hands[0] == "Guard"
    assert at.pile.endswith("Guard Guard")


@rule("R4.6")
def test_returned_cards_are_drawn_last_in_the_order_chosen():
    at = position(hands=["Chancellor Guard", "Spy"], deck="King Baron Spy Spy Spy")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")
    assert at.pile == "Spy Spy Baron King"

    at.play("spy").play("spy")

    assert at.hands == ["Guard", "Spy Spy"]
    at.play("spy")
    assert at.hands == ["Guard Baron", "Spy"]
    at.play("guard", seat=+1, card="King")
    assert at.hands == ["Baron", "Spy King"]


@rule("R4.6a")
@pytest.mark.parametrize(("kept", "returned"), [("Guard", "King"), ("King", "Guard")])
def test_a_chancellor_with_one_card_to_draw_returns_one(kept, returned):
    at = position(hands=["Chancellor Guard", "Baron"], deck="King")

    at.play("chancellor")
    assert at.legal() == {"keep Guard", "keep King"}
    at.play("keep", card=kept)

    assert at.seat == 1
    assert at.hands == [kept, f"Baron {returned}"]
    assert at.pile == ""


@rule("R4.6b")
def test_a_chancellor_with_an_empty_pile_does_nothing():
    at = position(hands=["Chancellor Guard", "Spy"], deck="", aside="King", rounds="single")

    at.play("chancellor")

    assert at.ending == "highest_card"
    assert at.hands == ["Guard", "Spy"]
    assert at.aside == "King"


@rule("R4.7")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_a_king_trades_with_any_one_other_player(num_players):
    for step in range(1, num_players):
        hands = ["King Spy", *["Guard"] * (num_players - 1)]
        hands[step] = "Princess"
        at = position(hands=hands, deck="Guard Guard")
        assert at.legal("king") == {f"king +{other}" for other in range(1, num_players)}

        at.play("king", seat=step)

        assert at.hands[0] == "Princess"
        assert at.hands[step].split()[0] == "Spy"
        assert at.out == [False] * num_players


@rule("R4.8")
@pytest.mark.parametrize("other", NOT_FORCING)
def test_a_countess_can_be_played_beside_any_card_and_does_nothing(other):
    at = position(hands=[f"Countess {other}", "Guard", "Guard"], deck="Spy ...")

    at.play("countess")

    assert at.hands == [other, "Guard Spy", "Guard"]
    assert at.discards == ["Countess", "", ""]
    assert at.out == at.protected == [False, False, False]


@rule("R4.8a")
@pytest.mark.parametrize("hand", ["Countess King", "King Countess", "Countess Prince",
                                  "Prince Countess"])  # fmt: skip
def test_beside_a_king_or_prince_the_countess_must_be_played(hand):
    at = position(hands=[hand, "Guard", "Guard"])

    assert at.legal() == {"countess"}


@rule("R4.8a")
@pytest.mark.parametrize("other", NOT_FORCING)
@pytest.mark.parametrize("is_drawn", [False, True], ids=["dealt", "drawn"])
def test_no_other_card_forces_the_countess(other, is_drawn):
    hand = f"{other} Countess" if is_drawn else f"Countess {other}"
    at = position(hands=[hand, "Handmaid", "Guard"])

    played = {action.split()[0] for action in at.legal()}

    assert played == {"countess", other.lower()}


@rule("R4.8b")
@pytest.mark.parametrize("kept", ["Countess", "King", "Prince"])
def test_of_the_cards_held_for_a_chancellor_any_may_be_kept(kept):
    at = position(hands=["Chancellor Countess", "Guard"], deck="King Prince ...")

    at.play("chancellor")
    assert at.legal() == {"keep Countess", "keep King", "keep Prince"}
    at.play("keep", card=kept)

    assert len(at.legal()) == 2
    assert all(action.startswith("bottom") for action in at.legal())


@rule("R4.9")
@pytest.mark.parametrize("hand", ["Princess Spy", "Guard Princess", "Princess Handmaid"])
def test_the_princess_may_be_played_by_choice_and_puts_out_at_once(hand):
    at = position(hands=[hand, "Baron", "Priest"])
    assert "princess" in at.legal() and len(at.legal()) > 1

    at.play("princess")

    assert at.out == [True, False, False]
    assert at.protected == [False, False, False]


@rule("R4.9")
def test_the_princess_discarded_to_a_prince_puts_out_at_once():
    at = position(hands=["Prince Spy", "Baron", "Princess"])

    at.play("prince", seat=+2)

    assert at.out == [False, False, True]


@rule("R4.9a")
def test_trading_the_princess_is_no_discard():
    at = position(hands=["King Princess", "Baron", "Priest"], deck="Spy ...")

    at.play("king", seat=+1)

    assert at.hands == ["Baron", "Princess Spy", "Priest"]
    assert at.out == [False, False, False]


@rule("R4.9a")
def test_returning_the_princess_by_a_chancellor_is_no_discard():
    at = position(hands=["Chancellor Princess", "Baron"], deck="Guard Spy ...")

    at.play("chancellor").play("keep", card="Guard").play("bottom", card="Princess")

    assert at.out == [False, False]
    assert at.discards == ["Chancellor", ""]
    assert at.pile.endswith("Spy Princess")
