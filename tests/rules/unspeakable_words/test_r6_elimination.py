"""R6: without tokens."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.unspeakable_words.table import position


def seat_0_fails(num_players=3, **settings):
    """Seat 0 has one token, claims 11 points and rolls a 12."""
    tokens = [1, *[5] * (num_players - 1)]
    hands = ["teabc", *["..."] * (num_players - 1)]
    at = position(hands=hands, tokens=tokens, rolls=[12], **settings)
    return at.word("tea").claim("all")


@rule("R6.1")
@pytest.mark.parametrize("tokens", [1, 2])
def test_who_loses_the_last_token_is_eliminated(tokens):
    at = position(hands=["teabc", "...", "..."], tokens=[tokens, 5, 5], rolls=[12])

    at.word("tea").claim("all")

    assert at.gone == [tokens == 1, False, False]
    assert at.ending == "going_on"


@rule("R6.1")
def test_a_player_can_be_eliminated_in_anothers_turn():
    at = position(
        hands=["teabc", "...", "..."],
        points=[0, 60, 0],
        tokens=[5, 1, 5],
        rolls=[1],
        faces=["tentacle"],
    )

    at.word("tea").claim("half").play("roll", seat=1)

    assert at.gone == [False, True, False]
    assert at.seat == 1 and at.env.terminations["player_1"]
    assert at.leave().seat == 2  # seat 1 has no turn


@rule("R6.2")
def test_the_hand_of_an_eliminated_player_is_discarded():
    at = seat_0_fails(pile="lmnop...")

    assert at.hands[0] == ""
    assert at.discards == "".join(sorted("teabclmn"))


@rule("R6.3")
def test_the_agent_terminates_while_the_others_play_on():
    at = seat_0_fails()
    env = at.env

    assert env.agent_selection == "player_0"
    assert env.terminations == {"player_0": True, "player_1": False, "player_2": False}
    assert not env.observe("player_0")["action_mask"].any()
    at.leave()
    assert env.agents == ["player_1", "player_2"]
    assert env.agent_selection == "player_1" and not env.terminations["player_1"]


@rule("R6.4", "R5.2")
def test_the_points_of_the_eliminated_do_not_lead():
    hands = ["teaoo", "teaii", "..."]
    at = position(hands=hands, points=[90, 60, 10], tokens=[1, 5, 5], rolls=[12, 1])
    at.word("tea").claim("all").leave()

    at.word("eat").claim("half")

    assert at.seat == 2  # seat 1 leads now and may not roll
