"""R8.1-R8.8, R8.17-R8.19: what is open to all, and what is shown to one seat alone."""

from __future__ import annotations

import pytest

from tests.position import position
from tests.rulebook import rule
from tests.sight import Event


def assert_same_sight(at, other, seat):
    """A seat that sees no difference between two positions has learned nothing about it."""
    assert at.sees(seat).vector.tolist() == other.sees(seat).vector.tolist()


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_sees_what_lies_open(seat):
    hands = ["Handmaid Guard", "Guard", "King"]
    at = position(hands=hands, deck="Spy Baron Priest ...", tokens=[0, 1, 4])
    at.play("handmaid").play("guard", seat=+1, card="King")

    sight = at.sees(seat)

    assert [sight.discards(of=other) for other in range(3)] == ["Handmaid", "Guard", "King"]
    assert sight.out == [False, False, True]
    assert sight.protected == [False, False, False]
    assert sight.token_shares == [0.0, 0.2, 0.8]
    assert sight.pile == 21 - 1 - 3 - 3
    assert sight.turn == 0


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_sees_who_is_protected(seat):
    at = position(hands=["Guard", "Handmaid Guard", "King"])

    at.play("handmaid")

    assert at.sees(seat).protected == [False, True, False]


@rule("R8.1")
@pytest.mark.parametrize(
    ("hands", "action", "event"),
    [
        ("Spy Guard, King", {"name": "spy"}, (0, "Spy", None, "", None)),
        ("Guard Spy, King", {"name": "guard", "seat": 1, "card": "King"},
         (0, "Guard", 1, "King", 1)),
        ("Guard Spy, King", {"name": "guard", "seat": 1, "card": "Spy"},
         (0, "Guard", 1, "Spy", None)),
        ("Priest Spy, King", {"name": "priest", "seat": 1}, (0, "Priest", 1, "", None)),
        ("Baron Spy, King", {"name": "baron", "seat": 1}, (0, "Baron", 1, "Spy", 0)),
        ("Baron Spy, King", {"name": "baron", "seat": 2}, (0, "Baron", 2, "Spy", 0)),
        ("Baron King, Spy", {"name": "baron", "seat": 1}, (0, "Baron", 1, "Spy", 1)),
        ("Baron Spy, Spy", {"name": "baron", "seat": 1}, (0, "Baron", 1, "", None)),
        ("Handmaid Spy, King", {"name": "handmaid"}, (0, "Handmaid", None, "", None)),
        ("Prince Spy, King", {"name": "prince", "seat": 1}, (0, "Prince", 1, "King", None)),
        ("Prince Spy, King", {"name": "prince", "seat": 0}, (0, "Prince", 0, "Spy", None)),
        ("Prince Spy, Princess", {"name": "prince", "seat": 1}, (0, "Prince", 1, "Princess", 1)),
        ("Prince Princess, Spy", {"name": "prince", "seat": 0}, (0, "Prince", 0, "Princess", 0)),
        ("King Spy, Guard", {"name": "king", "seat": 1}, (0, "King", 1, "", None)),
        ("Chancellor Spy, Guard", {"name": "chancellor"}, (0, "Chancellor", None, "", None)),
        ("Countess King, Guard", {"name": "countess"}, (0, "Countess", None, "", None)),
        ("Princess King, Guard", {"name": "princess"}, (0, "Princess", None, "King", 0)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_every_seat_sees_the_public_part_of_an_action(hands, action, event):
    at = position(hands=[*hands.split(", "), "Guard"])

    at.play(**action)

    assert at.sees(0).event() == at.sees(1).event() == at.sees(2).event() == Event(*event)


@rule("R8.1")
def test_every_seat_sees_that_a_card_found_nobody():
    at = position(hands=["Handmaid Guard", "Baron"], deck="Spy ...")
    at.play("handmaid").play("baron_nobody")

    assert at.sees(0).event() == at.sees(1).event() == Event(1, "Baron", None, "", None)


@rule("R8.1", "R8.20")
@pytest.mark.parametrize(("history", "shown"), [(0, 0), (1, 3), (2, 4), (8, 4), (None, 4)])
def test_the_latest_turns_are_seen_latest_first(history, shown):
    at = position(hands=["Spy Guard", "Handmaid", "Countess"], deck="King Baron Priest ...",
                  history=history)  # fmt: skip
    at.play("spy").play("handmaid").play("countess").play("priest", seat=+2)

    seen = [at.sees(1).event(ago).card for ago in range(shown)]

    assert seen == ["Priest", "Countess", "Handmaid", "Spy"][:shown]
    assert at.sees(1).parts["event_card"].sum() == shown


@rule("R8.20")
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_the_longest_round_is_seen_to_its_first_turn(num_players):
    pile = 32 - 1 - num_players  # the largest deck, two thirds of it without any effect
    hands = ["Spy Countess", *["Spy"] * (num_players - 1)]
    deck = ["Spy"] * 20 + ["Countess"] * (pile - 21)
    at = position(hands=hands, deck=" ".join(deck), aside="Guard", rounds="single")
    at.play("countess")

    while at.ending == "going_on":
        at.play("spy" if "spy" in at.legal() else "countess")

    sight = at.sees(0)
    assert sight.parts["event_card"].shape[0] == sight.parts["event_card"].sum() == pile
    assert sight.event(ago=pile - 1).card == "Countess"


@rule("R8.2")
def test_the_face_up_cards_are_seen_by_both():
    at = position(hands=["Spy Guard", "Handmaid"], face_up="King Guard Princess")

    assert at.sees(0).face_up == at.sees(1).face_up == "Guard King Princess"
    assert "King" not in at.sees(1).unseen


@rule("R8.3")
def test_a_seat_sees_its_own_hand_and_nobody_elses():
    at = position(hands=["Spy Guard", "Handmaid", "King"], deck="Baron Countess ...")
    other = position(hands=["Spy Guard", "Handmaid", "Baron"], deck="King Countess ...")

    assert [at.sees(seat).hand for seat in range(3)] == ["Spy Guard", "Handmaid", "King"]
    assert all(at.sees(seat).knows_of_others() == {} for seat in range(3))
    for seat in (0, 1):
        assert_same_sight(at, other, seat)


@rule("R8.3")
def test_all_cards_held_for_a_chancellor_are_seen_by_their_player_alone():
    at = position(hands=["Chancellor Guard", "Spy"], deck="King Baron Priest ...")
    other = position(hands=["Chancellor Baron", "Spy"], deck="Guard Prince Priest ...")

    at.play("chancellor")
    other.play("chancellor")

    assert at.sees(0).hand == "Guard Baron King"
    assert_same_sight(at, other, seat=1)
    at.play("keep", card="Baron")
    other.play("keep", card="Guard")
    assert at.sees(0).hand == "Guard Baron King"
    assert_same_sight(at, other, seat=1)


@rule("R8.4")
def test_a_priest_shows_the_hand_to_its_player_alone():
    at = position(hands=["Priest Guard", "Baron", "Spy"], deck="Handmaid King ...")
    other = position(hands=["Priest Guard", "King", "Spy"], deck="Handmaid Baron ...")

    at.play("priest", seat=+1)
    other.play("priest", seat=+1)

    assert at.sees(0).knows_of_others() == {1: "Baron"}
    assert at.sees(1).exposed(to=0) == "Baron" and at.sees(1).exposed(to=2) == ""
    assert at.sees(1).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert_same_sight(at, other, seat=2)


@rule("R8.1", "R8.4")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_who_looked_at_whom_is_seen_alike_from_every_seat(num_players):
    last = num_players - 1
    at = position(hands=["King", *["..."] * (last - 1), "Priest Guard"])

    at.play("priest", seat=+1)  # the last seat looks at seat 0

    for seat in range(num_players):
        assert at.sees(seat).event() == Event(last, "Priest", 0, "", None)
        assert at.sees(seat).knows_of_others() == ({0: "King"} if seat == last else {})
    assert at.sees(0).exposed(to=last) == "King"


@rule("R8.5")
def test_after_a_tied_baron_the_two_know_each_others_card_and_no_one_else():
    at = position(hands=["Baron Prince", "Prince", "Spy"], deck="Handmaid Guard Guard ...")
    other = position(hands=["Baron Guard", "Guard", "Spy"], deck="Handmaid Prince Prince ...")

    at.play("baron", seat=+1)
    other.play("baron", seat=+1)

    assert at.sees(0).knows_of_others() == {1: "Prince"}
    assert at.sees(1).knows_of_others() == {0: "Prince"}
    assert at.sees(0).exposed(to=1) == at.sees(1).exposed(to=0) == "Prince"
    assert at.sees(2).knows_of_others() == {}
    assert_same_sight(at, other, seat=2)


@rule("R8.6")
@pytest.mark.parametrize("is_won", [True, False], ids=["won", "lost"])
def test_after_a_decided_baron_only_the_loser_has_seen_the_winners_card(is_won):
    hands = ["Baron King", "Guard"] if is_won else ["Baron Guard", "King"]
    winner, loser = (0, 1) if is_won else (1, 0)
    at = position(hands=[*hands, "Spy"], deck="Priest ...")

    at.play("baron", seat=+1)

    assert all("Guard" in at.sees(seat).discards(of=loser) for seat in range(3))
    assert at.sees(loser).knows_of_others() == {winner: "King"}
    assert at.sees(winner).knows_of_others() == at.sees(2).knows_of_others() == {}
    assert at.sees(winner).exposed(to=loser) == "King"
    assert at.sees(winner).exposed(to=2) == ""


@rule("R8.7")
def test_after_a_king_each_knows_the_card_now_held_by_the_other():
    at = position(hands=["King Guard", "Spy", "Baron"], deck="Priest Prince ...")
    other = position(hands=["King Prince", "Guard", "Baron"], deck="Priest Spy ...")

    at.play("king", seat=+1)
    other.play("king", seat=+1)

    assert at.sees(0).knows_of_others() == {1: "Guard"}
    assert at.sees(1).knows_of_others() == {0: "Spy"}
    assert at.sees(0).exposed(to=1) == "Spy"
    assert at.sees(1).exposed(to=0) == "Guard"
    assert at.sees(2).knows_of_others() == {}
    assert_same_sight(at, other, seat=2)


@rule("R8.22")
def test_a_seat_is_told_who_is_sure_to_know_its_card_and_not_who_else_may():
    hands = ["Baron Princess", "Guard", "Spy", "Priest"]
    at = position(hands=hands, deck="Guard Handmaid King ...")
    at.play("baron", seat=+1)  # seat 1, now out, has seen the Princess
    at.play("guard", seat=+1, card="Baron").play("handmaid").play("king", seat=+2)

    assert at.hands[2] == "Princess Guard"
    assert at.sees(1).knows(of=2) == at.sees(0).knows(of=2) == "Princess"
    assert [at.sees(2).exposed(to=seat) for seat in (0, 1, 3)] == ["Princess", "", ""]


@rule("R8.8")
def test_the_player_of_a_chancellor_alone_knows_the_returned_cards_and_places():
    at = position(hands=["Chancellor Guard", "Spy"], deck="King Baron Priest ...")
    other = position(hands=["Chancellor Guard", "Spy"], deck="Baron King Priest ...")

    at.play("chancellor").play("keep", card="Guard").play("bottom", card="King")
    other.play("chancellor").play("keep", card="Guard").play("bottom", card="Baron")

    assert at.sees(0).bottom == ["King", "Baron"]
    assert other.sees(0).bottom == ["Baron", "King"]
    assert at.sees(1).bottom == []
    assert_same_sight(at, other, seat=1)


@rule("R8.8")
def test_a_single_returned_card_is_known_too():
    at = position(hands=["Spy", "Chancellor Guard", "Priest"], deck="King")

    at.play("chancellor").play("keep", card="Guard")  # seat 2 draws the King at once

    assert at.sees(1).knows_of_others() == {2: "King"}
    assert at.sees(0).knows_of_others() == {}


@rule("R8.17")
@pytest.mark.parametrize("chosen", [0, 1])
def test_the_face_down_card_is_known_to_the_player_who_takes_it_alone(chosen):
    at = position(hands=["Prince Guard", "Priest", "Spy"], deck="", aside="King", rounds="single")
    assert all("King" in at.sees(seat).unseen for seat in range(3))

    at.play("prince", seat=chosen)

    assert at.sees(chosen).hand == "King"
    assert not at.sees(chosen).is_aside_there
    assert [at.sees(chosen).exposed(to=seat) for seat in range(3) if seat != chosen] == ["", ""]
    assert all("King" in at.sees(seat).unseen for seat in range(3) if seat != chosen)


@rule("R8.17")
def test_what_was_known_of_the_old_hand_does_not_pass_to_the_face_down_card():
    hands = ["Priest Guard", "Spy", "Baron"]
    at = position(hands=hands, deck="Prince", aside="King", rounds="single")
    at.play("priest", seat=+2)

    at.play("prince", seat=+1)  # seat 1 chooses seat 2

    assert at.sees(2).hand == "King"
    assert at.sees(0).knows_of_others() == {}
    assert at.sees(2).exposed(to=0) == ""


@rule("R8.18")
@pytest.mark.parametrize("forcing", ["King", "Prince"])
def test_nobody_else_learns_whether_a_countess_was_forced(forcing):
    forced = position(hands=[f"Countess {forcing}", "Spy", "Baron"], deck="Handmaid Guard ...")
    free = position(hands=["Countess Guard", "Spy", "Baron"], deck=f"Handmaid {forcing} ...")

    forced.play("countess")
    free.play("countess")

    for seat in (1, 2):
        assert_same_sight(forced, free, seat)


@rule("R8.19")
def test_the_hand_of_the_only_player_left_is_not_shown():
    at = position(hands=["Guard King", "Priest"], deck="Baron ...", rounds="single")
    other = position(hands=["Guard Baron", "Priest"], deck="King ...", rounds="single")

    for game in (at, other):
        game.play("guard", seat=+1, card="Priest")

    assert at.ending == "last_one_standing"
    assert at.shown_at_the_end == ["", ""]
    assert_same_sight(at, other, seat=1)
