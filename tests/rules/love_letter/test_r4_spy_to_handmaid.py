"""R4.0-R4.4: Spy, Guard, Priest, Baron, Handmaid."""

from __future__ import annotations

import pytest

from tests.position import position
from tests.rulebook import rule

NAMEABLE = [
    "Spy",
    "Priest",
    "Baron",
    "Handmaid",
    "Prince",
    "Chancellor",
    "King",
    "Countess",
    "Princess",
]
CHOOSING_ANOTHER = ["Guard", "Priest", "Baron", "King"]


def guesses(at):
    """Characters that the seat to act may name of its left neighbour."""
    return [action.split()[2] for action in at.legal("guard") if action.split()[1] == "+1"]


@rule("R4.0")
def test_nothing_happens_when_a_spy_is_played():
    at = position(hands=["Spy Guard", "King", "Baron"], deck="Priest ...")

    at.play("spy")

    assert at.hands == ["Guard", "King Priest", "Baron"]
    assert at.out == at.protected == [False, False, False]
    assert at.tokens == [0, 0, 0]


@rule("R4.0")
def test_nothing_happens_when_a_spy_is_discarded():
    at = position(hands=["Prince Guard", "Spy", "Baron"], deck="King Priest ...")

    at.play("prince", seat=+1)

    assert at.hands == ["Guard", "King Priest", "Baron"]
    assert at.out == at.protected == [False, False, False]
    assert at.tokens == [0, 0, 0]


@rule("R4.1")
@pytest.mark.parametrize("held", NAMEABLE)
def test_a_guard_knocks_out_whoever_holds_the_named_character(held):
    at = position(hands=["Guard Spy", "Guard", held])

    at.play("guard", seat=+2, card=held)

    assert at.out == [False, False, True]


@rule("R4.1")
@pytest.mark.parametrize("held", [*NAMEABLE, "Guard"])
def test_a_guard_that_names_another_character_does_nothing(held):
    for named in NAMEABLE:
        if named == held:
            continue
        at = position(hands=["Guard Spy", "Guard", held], deck="Guard ...")

        at.play("guard", seat=+2, card=named)

        assert at.out == [False, False, False]
        assert at.hands == ["Spy", "Guard Guard", held]


@rule("R4.1")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_a_guard_chooses_any_other_player_and_never_its_own(num_players):
    at = position(hands=["Guard Spy", *["..."] * (num_players - 1)])

    chosen = {action.split()[1] for action in at.legal("guard")}

    assert chosen == {f"+{step}" for step in range(1, num_players)}


@rule("R4.1a")
@pytest.mark.parametrize("edition", ["2019", "classic"])
def test_a_guard_cannot_be_named(edition):
    at = position(hands=["Guard Priest", "Guard"], edition=edition)

    assert "Guard" not in guesses(at)
    with pytest.raises(ValueError, match="is not one of Spy, Priest"):
        at.play("guard", seat=+1, card="Guard")


@rule("R4.1b")
def test_every_other_character_can_be_named_even_with_all_copies_in_sight():
    at = position(hands=["Guard Spy", "Guard"], face_up="King Countess Princess")

    assert sorted(guesses(at)) == sorted(NAMEABLE)


@rule("R4.1b")
@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"edition": "classic"}, {*NAMEABLE} - {"Spy", "Chancellor"}),
        ({"copies": {"guard": 20, "king": 1, "spy": 1}}, {"King", "Spy"}),
        ({"copies": {"guard": 20, "king": 1, "spy": 0}}, {"King"}),
    ],
    ids=["classic", "custom", "custom with zero copies"],
)
def test_a_character_that_the_deck_lacks_cannot_be_named(settings, named):
    at = position(hands=["Guard King", "..."], **settings)

    assert {*guesses(at)} == named


@rule("R4.2")
def test_a_priest_shows_the_hand_which_stays_where_it_is():
    at = position(hands=["Priest Guard", "Baron", "Countess"], deck="Spy ...")

    at.play("priest", seat=+2)

    assert at.sees(0).knows_of_others() == {2: "Countess"}
    assert at.hands == ["Guard", "Baron Spy", "Countess"]
    assert at.out == [False, False, False]


@rule("R4.3")
@pytest.mark.parametrize(
    ("mine", "theirs", "out"),
    [
        ("Spy", "Guard", 0),
        ("Guard", "Spy", 1),
        ("Guard", "Priest", 0),
        ("Prince", "Chancellor", 0),
        ("Chancellor", "Prince", 1),
        ("King", "Countess", 0),
        ("Countess", "King", 1),
        ("Princess", "Countess", 1),
        ("Handmaid", "Princess", 0),
    ],
)
def test_the_lower_card_of_a_baron_is_out(mine, theirs, out):
    at = position(hands=[f"Baron {mine}", theirs, "Guard"])

    at.play("baron", seat=+1)

    assert at.out == [out == 0, out == 1, False]


@rule("R4.3a")
@pytest.mark.parametrize("both", ["Spy", "Guard", "Priest", "Handmaid", "Prince", "Chancellor"])
def test_a_tied_baron_knocks_nobody_out(both):
    at = position(hands=[f"Baron {both}", "Princess", both], deck="Guard ...")

    at.play("baron", seat=+2)

    assert at.out == [False, False, False]
    assert at.hands == [both, "Princess Guard", both]


@rule("R4.4")
@pytest.mark.parametrize("card", [*CHOOSING_ANOTHER, "Prince"])
def test_a_protected_player_cannot_be_chosen_by_any_card(card):
    at = position(hands=["Guard", "Handmaid Guard", card], deck="Spy ...")
    assert at.seat == 1

    at.play("handmaid")

    chosen = {action.split()[1] for action in at.legal(card.lower())}
    assert at.seat == 2
    assert chosen - {"me"} == {"+1"}  # seat 0; the protected seat 1 would be +2


@rule("R4.4")
def test_protection_lasts_through_the_turns_of_all_others():
    at = position(hands=["Handmaid Guard", "Priest", "Priest", "Baron"], deck="Spy Spy King ...")
    at.play("handmaid").play("spy").play("spy")

    chosen = {action.split()[1] for action in at.legal("baron", "king")}

    assert at.seat == 3
    assert chosen == {"+2", "+3"}  # seat 0 would be +1


@rule("R4.4a")
@pytest.mark.parametrize("card", CHOOSING_ANOTHER)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_with_all_others_protected_a_card_is_played_without_target_or_effect(card, num_players):
    others = num_players - 1
    at = position(
        hands=[card, "Handmaid Guard", *["Guard"] * (others - 1)],
        deck="Handmaid " * (others - 1) + "Spy Guard Guard",
    )
    for _ in range(others):
        at.play("handmaid")
    nobody = f"{card.lower()}_nobody"
    assert at.seat == 0 and at.legal() == {nobody, "spy"}

    at.play(nobody)

    assert at.out == [False] * num_players
    assert at.hands == ["Spy", "Guard Guard", *["Guard"] * (others - 1)]
    assert at.sees(0).knows_of_others() == {}


@rule("R4.4a")
def test_a_player_who_is_out_does_not_count_among_those_to_be_chosen():
    at = position(hands=["Guard Spy", "Priest", "Handmaid"], deck="Countess Baron ...")
    at.play("guard", seat=+1, card="Priest")
    at.play("handmaid")

    assert at.legal() == {"baron_nobody", "spy"}


@rule("R4.4b")
@pytest.mark.parametrize("card", CHOOSING_ANOTHER)
def test_while_somebody_can_be_chosen_the_card_must_choose(card):
    at = position(hands=["Guard", "Handmaid Guard", card], deck="Spy ...")
    at.play("handmaid")

    played = {action for action in at.legal() if action.startswith(card.lower())}

    assert len(played) > 0
    assert all(action.split()[1] == "+1" for action in played)


@rule("R4.4c")
def test_with_all_others_protected_a_prince_must_choose_its_own_player():
    at = position(hands=["Prince", "Handmaid Guard", "Handmaid"], deck="Spy Priest ...")
    at.play("handmaid").play("handmaid")

    assert at.legal() == {"prince me", "priest_nobody"}


@rule("R4.4c")
@pytest.mark.parametrize("action", [{"name": "prince", "seat": 0}, {"name": "princess"}], ids=str)
def test_with_prince_and_princess_and_all_others_protected_every_action_loses(action):
    at = position(hands=["Prince", "Handmaid Guard", "Handmaid"], deck="Spy Princess ...")
    at.play("handmaid").play("handmaid")
    assert at.legal() == {"prince me", "princess"}

    at.play(**action)

    assert at.out == [True, False, False]
    assert at.discards[0] == "Prince Princess"
