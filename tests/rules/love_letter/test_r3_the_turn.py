"""R3: what a turn consists of, and who has the next one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.position import new_game, position
from tests.rulebook import rule


@rule("R3.1")
def test_a_turn_begins_by_ending_the_own_protection():
    at = position(hands=["Handmaid Guard", "Spy"], deck="Spy Guard ...")

    at.play("handmaid")
    in_their_turn = at.protected
    at.play("spy")

    assert in_their_turn == [True, False]
    assert at.seat == 0
    assert at.protected == [False, False]


@rule("R3.1")
def test_only_the_own_turn_ends_a_protection():
    at = position(hands=["Handmaid Guard", "Countess", "Spy"], deck="Spy Guard ...")

    at.play("handmaid").play("spy")

    assert at.seat == 2
    assert at.protected == [True, False, False]


@rule("R3.2")
def test_the_player_draws_the_top_card_and_holds_two():
    at = position(hands=["Spy Guard", "Baron", "Priest"], deck="King Prince Handmaid ...")
    assert at.hands == ["Spy Guard", "Baron", "Priest"]

    at.play("spy")

    assert at.hands == ["Guard", "Baron King", "Priest"]
    assert at.pile.startswith("Prince Handmaid")


@rule("R3.3")
@pytest.mark.parametrize("hand", ["Spy Handmaid", "Handmaid Spy", "Princess Spy", "Countess Spy"])
def test_either_of_the_two_cards_can_be_played(hand):
    first, second = hand.split()

    for played, kept in [(first, second), (second, first)]:
        at = position(hands=[hand, "...", "..."])
        assert at.legal() == {first.lower(), second.lower()}
        at.play(played.lower())
        assert played in at.discards[0].split()
        assert at.hands[0] == (kept if played != "Princess" else "")


@rule("R3.3")
def test_two_cards_alike_are_one_choice():
    at = position(hands=["Spy Spy", "Guard"])

    assert at.legal() == {"spy"}


@rule("R3.4")
@pytest.mark.parametrize(
    ("hand", "theirs", "out"),
    [
        ("Baron Priest", "Handmaid", [True, False, False]),  # the Baron would tie, not lose
        ("Baron Guard", "Baron", [True, False, False]),
        ("Baron Handmaid", "Baron", [False, True, False]),
        ("Priest Baron", "Handmaid", [True, False, False]),
        ("Handmaid Baron", "Baron", [False, True, False]),
    ],
)
def test_the_effect_of_a_baron_sees_only_the_card_kept(hand, theirs, out):
    at = position(hands=[hand, theirs, "Spy"])

    at.play("baron", seat=+1)

    assert at.out == out


@rule("R3.4")
def test_a_king_trades_the_card_kept():
    at = position(hands=["King Guard", "Spy", "Priest"], deck="Baron ...")

    at.play("king", seat=+1)

    assert at.hands == ["Spy", "Guard Baron", "Priest"]
    assert at.discards == ["King", "", ""]


@rule("R3.4")
def test_a_guard_does_not_find_the_card_that_was_played():
    at = position(hands=["Spy Priest", "Guard", "..."], deck="Handmaid ...")
    at.play("spy")

    at.play("guard", seat=+2, card="Spy")

    assert at.out == [False, False, False]


@rule("R3.5")
def test_cards_lie_before_the_player_who_had_them_whatever_is_traded():
    at = position(hands=["Spy King", "Guard", "Baron"], deck="Prince Handmaid Countess ...")
    at.play("spy").play("prince", seat=+1).play("handmaid")
    before = at.discards

    at.play("king", seat=+1)

    assert before == ["Spy", "Prince", "Baron Handmaid"]
    assert at.discards == ["Spy King", "Prince", "Baron Handmaid"]


@rule("R3.5")
def test_cards_lie_open_until_the_round_ends():
    at = position(hands=["Spy Guard", "Handmaid"], deck="Handmaid King Countess Princess ...")
    at.play("spy").play("handmaid")
    assert at.discards == ["Spy", "Handmaid"]

    at.play("king_nobody").play("countess")
    assert at.discards == ["Spy King", "Handmaid Countess"]
    at.play("princess")

    assert at.round == 2
    assert at.discards == ["", ""]


@rule("R3.6")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_turn_passes_to_the_next_higher_seat_and_round_the_table(num_players):
    last = num_players - 1
    hands = [*["Countess"] * last, "Countess Spy"]
    at = position(hands=hands, deck="Spy " * 2 * num_players)
    seats = []

    for _ in range(2 * num_players):
        seats.append(at.seat)
        at.play("spy")

    assert seats == [last, *range(num_players), *range(last)]


@rule("R3.6")
def test_seats_that_are_out_are_skipped():
    at = position(hands=["Guard Spy", "Priest", "Baron", "King"], deck="Countess Guard ...")

    at.play("guard", seat=+1, card="Priest")
    first = at.seat
    at.play("countess")

    assert first == 2
    assert at.seat == 3
    assert at.out == [False, True, False, False]


@rule("R3.6")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_player_who_goes_out_on_the_own_turn_hands_over(seat):
    hands = ["Guard", "Priest", "Baron"]
    hands[seat] = "Princess Spy"
    at = position(hands=hands, deck="Countess ...")

    at.play("princess")

    assert at.out[seat]
    assert at.seat == (seat + 1) % 3
    assert at.hands[at.seat].endswith("Countess")


@rule("R3.7")
def test_the_guard_of_the_last_turn_still_knocks_out():
    at = position(hands=["Guard Spy", "King", "Priest"], deck="", rounds="single")

    at.play("guard", seat=+1, card="King")

    assert at.out == [False, True, False]
    assert at.rewards == [-0.5, -0.5, 1.0]


@rule("R3.7")
@pytest.mark.parametrize(
    ("hand", "action", "rewards"),
    [
        ("Baron Countess", {"name": "baron", "seat": +1}, [1.0, -1.0]),
        ("King Priest", {"name": "king", "seat": +1}, [1.0, -1.0]),
        ("Prince Priest", {"name": "prince", "seat": +1}, [1.0, -1.0]),
        ("Princess Priest", {"name": "princess"}, [-1.0, 1.0]),
        ("Handmaid Priest", {"name": "handmaid"}, [-1.0, 1.0]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_effect_of_the_last_turn_comes_before_hands_are_compared(hand, action, rewards):
    at = position(hands=[hand, "Chancellor"], deck="", aside="Guard", rounds="single")

    at.play(**action)

    assert at.rewards == rewards


@rule("R3.8")
@pytest.mark.parametrize(
    ("edition", "num_players"),
    [*(("2019", n) for n in (2, 3, 4, 5, 6)), *(("classic", n) for n in (2, 3, 4))],
)
def test_the_seat_to_act_always_has_a_legal_action(edition, num_players):
    at = new_game(num_players=num_players, edition=edition, goal=2)
    choose = np.random.default_rng(0)

    for seed in range(10):
        at.env.reset(seed=seed)
        while at.ending == "going_on":
            legal = np.flatnonzero(at.env.infos[at.env.agent_selection]["action_mask"])
            assert len(legal) > 0
            at.env.step(choose.choice(legal))


@rule("R3.9")
def test_a_guess_is_settled_from_the_card_really_held():
    for held, named, is_out in [("King", "King", True), ("King", "Countess", False)]:
        at = position(hands=["Guard Spy", held, "Priest"])

        at.play("guard", seat=+1, card=named)

        assert at.out[1] == is_out


@rule("R3.9")
@pytest.mark.parametrize(
    "action",
    [
        {"name": "priest", "seat": +2},  # not in hand
        {"name": "baron", "seat": +1},  # on a protected player
        {"name": "guard", "seat": +1, "card": "King"},
        {"name": "baron_nobody"},  # though somebody can be chosen
        {"name": "keep", "card": "Guard"},  # no Chancellor was played
        {"name": "bottom", "card": "Guard"},
    ],
    ids=lambda action: action["name"],
)
def test_an_action_that_is_not_legal_is_never_carried_out(action):
    at = position(hands=["Handmaid Spy", "Countess", "Baron"], deck="Spy Guard ...")
    at.play("handmaid").play("spy")
    before = at.env.save()

    with pytest.raises(ValueError, match=r"player_2 tried .*; legal: .*play a Guard"):
        at.play(**action)

    assert at.env.save() == before


@rule("R3.9")
@pytest.mark.parametrize("action", [-1, 10_000, None, "spy", 1.5, 2**70])
def test_what_is_no_action_at_all_is_refused(action):
    at = position(hands=["Guard Spy", "Priest"])
    before = at.env.save()

    with pytest.raises(ValueError, match=r"player_0 tried .*; legal: "):
        at.env.step(action)

    assert at.env.save() == before
