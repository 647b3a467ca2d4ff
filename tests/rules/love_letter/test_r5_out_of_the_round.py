"""R5: what being out means."""

from __future__ import annotations

import pytest

from tests.position import position
from tests.rulebook import rule


@rule("R5.1")
@pytest.mark.parametrize("held", ["Spy", "Priest", "Handmaid", "Prince", "Chancellor", "Princess"])
def test_going_out_discards_the_hand_face_up_without_effect(held):
    at = position(hands=["Guard King", held, "Guard"], deck="Countess ...")
    pile = at.pile

    at.play("guard", seat=+1, card=held)

    assert at.out == [False, True, False]
    assert at.hands == ["King", "", "Guard Countess"]
    assert at.discards == ["Guard", held, ""]
    assert at.protected == [False, False, False]
    assert f"Countess {at.pile}" == pile
    assert all(at.sees(seat).discards(of=1) == held for seat in range(3))


@rule("R5.1")
@pytest.mark.parametrize(
    ("hands", "action", "out", "discards"),
    [
        (["Baron Guard", "King", "Spy"], {"name": "baron", "seat": +1}, 0, "Guard Baron"),
        (["Baron King", "Guard", "Spy"], {"name": "baron", "seat": +2}, 2, "Spy"),
        (["Princess Handmaid", "King", "Spy"], {"name": "princess"}, 0, "Handmaid Princess"),
        (["Prince Guard", "Princess", "Spy"], {"name": "prince", "seat": +1}, 1, "Princess"),
    ],
    ids=["own baron", "another's baron", "princess played", "princess discarded"],
)
def test_every_way_of_going_out_discards_the_hand(hands, action, out, discards):
    at = position(hands=hands)

    at.play(**action)

    assert [seat for seat in range(3) if at.out[seat]] == [out]
    assert at.hands[out] == ""
    assert at.discards[out] == discards


@rule("R5.2")
@pytest.mark.parametrize("card", ["Guard", "Priest", "Baron", "King", "Prince"])
def test_a_player_who_is_out_cannot_be_chosen(card):
    at = position(hands=["Guard Spy", "Handmaid", card, "Countess"], deck="Spy ...")
    at.play("guard", seat=+1, card="Handmaid")
    assert at.seat == 2

    chosen = {action.split()[1] for action in at.legal(card.lower())}

    assert chosen - {"me"} == {"+1", "+2"}  # seat 1 would be +3


@rule("R5.2")
def test_the_turns_of_a_player_who_is_out_are_skipped_until_the_next_round():
    at = position(hands=["Guard Countess", "King", "Countess"], deck="Spy Spy Spy Spy Spy")
    at.play("guard", seat=+1, card="King")
    seats = []

    while at.round == 1:
        seats.append(at.seat)
        at.play("spy")

    assert seats == [2, 0, 2, 0, 2]
    assert at.out == [False, False, False]
    assert at.hands[1] != ""


@rule("R5.3")
@pytest.mark.parametrize("rounds", ["match", "single"])
def test_the_agent_of_a_seat_that_is_out_stays_in_the_game(rounds):
    at = position(hands=["Guard Spy", "King", "Countess"], deck="Spy Spy", rounds=rounds)

    at.play("guard", seat=+1, card="King")

    assert at.env.agents == ["player_0", "player_1", "player_2"]
    assert not any(at.env.terminations.values())
    assert not any(at.env.truncations.values())
    assert not at.env.observe("player_1")["action_mask"].any()
    assert at.sees(1).out == [False, True, False]


@rule("R5.3")
def test_the_end_of_the_episode_ends_it_for_all():
    at = position(hands=["Guard Spy", "King", "Countess"], deck="Spy", rounds="single")
    at.play("guard", seat=+1, card="King")

    at.play("spy")

    assert at.ending == "highest_card"
    assert at.env.terminations == dict.fromkeys(at.env.possible_agents, True)
    assert not any(at.env.truncations.values())
