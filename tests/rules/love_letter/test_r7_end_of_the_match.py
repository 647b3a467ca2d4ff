"""R7: token goals, shared victory, single rounds and rewards."""

from __future__ import annotations

import pytest

from cthulhu_envs.api.make import make
from tests.position import position
from tests.rulebook import rule

GOALS = [(2, 6), (3, 5), (4, 4), (5, 3), (6, 3)]


def won_by(winners, **settings):
    """The last decision of a round that these seats win, tied with Kings against Guards."""
    hands = ["King" if winner else "Guard" for winner in winners]
    hands[0] = f"Handmaid {hands[0]}"
    return position(hands=hands, deck="", **settings)


@rule("R7.1")
@pytest.mark.parametrize(("num_players", "goal"), GOALS)
def test_the_match_ends_after_the_round_in_which_a_player_reaches_the_goal(num_players, goal):
    others = [0] * (num_players - 1)

    for had in range(goal):
        at = won_by([1, *others], tokens=[had, *others])
        at.play("handmaid")
        assert at.tokens == [had + 1, *others]
        assert at.ending == ("token_goal" if had + 1 == goal else "going_on")


@rule("R7.1")
def test_the_goal_reached_by_a_spy_ends_the_match_after_the_round():
    at = position(hands=["Spy Guard", "King"], deck="Priest", tokens=[5, 0])

    at.play("spy")
    assert at.ending == "going_on"
    at.play("priest", seat=+1)

    assert at.tokens == [6, 1]
    assert at.ending == "token_goal"
    assert at.rewards == [1.0, -1.0]


@rule("R7.1")
@pytest.mark.parametrize("goal", [1, 2, 100])
def test_a_goal_can_be_set(goal):
    at = won_by([0, 1], goal=goal, tokens=[0, goal - 1])

    at.play("handmaid")

    assert at.ending == "token_goal"


@rule("R7.1")
@pytest.mark.parametrize("goal", [0, 101, -1, 2.5, "3", True])
def test_a_wrong_goal_is_refused(goal):
    with pytest.raises(ValueError, match="goal must be a whole number from 1 to 100"):
        make("love_letter", goal=goal)


@rule("R7.2")
@pytest.mark.parametrize(
    ("had", "winners", "rewards"),
    [
        ([4, 4, 0], [1, 1, 0], [0.5, 0.5, -1.0]),
        ([4, 4, 4], [1, 0, 0], [1.0, -0.5, -0.5]),
        ([4, 3, 4], [1, 1, 1], [0.5, -1.0, 0.5]),
    ],
    ids=["two of three", "one of three", "two of three winners"],
)
def test_everyone_at_the_goal_shares_the_victory(had, winners, rewards):
    at = won_by(winners, tokens=had)

    at.play("handmaid")

    assert at.ending == "token_goal"
    assert at.rewards == rewards


@rule("R7.2")
def test_the_victory_is_shared_by_a_round_win_and_a_spy():
    at = position(hands=["Spy Guard", "King", "Guard"], deck="", tokens=[4, 4, 0])

    at.play("spy")

    assert at.tokens == [5, 5, 0]
    assert at.rewards == [0.5, 0.5, -1.0]


@rule("R7.2", "R7.3")
def test_the_victory_is_shared_with_differing_totals():
    at = position(hands=["Spy King", "King", "Guard"], deck="", tokens=[4, 4, 0])

    at.play("spy")

    assert at.tokens == [6, 5, 0]
    assert at.rewards == [0.5, 0.5, -1.0]


@rule("R7.3")
@pytest.mark.parametrize(("num_players", "goal"), GOALS)
def test_two_tokens_in_one_round_may_carry_past_the_goal(num_players, goal):
    others = num_players - 1
    at = position(
        hands=["Spy King", *["Guard"] * others], deck="", tokens=[goal - 1, *[0] * others]
    )

    at.play("spy")

    assert at.tokens[0] == goal + 1
    assert at.ending == "token_goal"
    assert at.rewards[0] == 1.0
    assert at.env.observation_space("player_1").contains(at.env.observe("player_1"))


@rule("R7.4")
def test_a_match_goes_on_to_the_goal_by_default():
    at = won_by([1, 0])
    assert at.game.values["rounds"] == "match"

    at.play("handmaid")

    assert at.ending == "going_on"
    assert at.round == 2


@rule("R7.4")
def test_a_single_round_is_the_whole_episode():
    at = won_by([1, 0], rounds="single")

    at.play("handmaid")

    assert at.ending == "highest_card"
    assert at.round == 1
    assert all(at.env.terminations.values())
    assert at.env.infos["player_1"]["ending"] == "highest_card"


@rule("R7.4", "R7.7")
@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"rounds": "singel"}, "rounds cannot be 'singel'; did you mean 'single'"),
        ({"rounds": 3}, "rounds cannot be 3; known: match, single"),
        ({"reward": "token"}, "reward cannot be 'token'; did you mean 'tokens'"),
    ],
    ids=str,
)
def test_other_kinds_of_episode_and_reward_are_refused(settings, fault):
    with pytest.raises(ValueError, match=fault):
        make("love_letter", **settings)


@rule("R7.5")
@pytest.mark.parametrize(
    ("hands", "tokens"),
    [(["Spy Guard", "King"], [1, 1]), (["Spy King", "King"], [2, 1])],
    ids=["spy loses", "spy ties"],
)
def test_the_token_of_a_spy_does_not_decide_a_single_round(hands, tokens):
    at = position(hands=hands, deck="", rounds="single")

    at.play("spy")

    assert at.tokens == tokens
    assert at.rewards == ([-1.0, 1.0] if tokens == [1, 1] else [0.0, 0.0])


@rule("R7.6")
@pytest.mark.parametrize("rounds", ["single", "match"])
@pytest.mark.parametrize(
    ("winners", "rewards"),
    [
        ([1, 0], [1.0, -1.0]),
        ([0, 1], [-1.0, 1.0]),
        ([1, 1], [0.0, 0.0]),
        ([0, 1, 0], [-0.5, 1.0, -0.5]),
        ([1, 0, 1], [0.5, -1.0, 0.5]),
        ([1, 1, 1], [0.0, 0.0, 0.0]),
        ([0, 0, 1, 1], [-0.5, -0.5, 0.5, 0.5]),
        ([0, 1, 0, 0, 0], [-0.25, 1.0, -0.25, -0.25, -0.25]),
        ([1, 1, 1, 1, 1, 0], [0.2, 0.2, 0.2, 0.2, 0.2, -1.0]),
    ],
    ids=str,
)
def test_winners_share_1_and_the_others_share_minus_1(winners, rewards, rounds):
    at = won_by(winners, rounds=rounds, goal=1)

    at.play("handmaid")

    assert at.ending != "going_on"
    assert at.rewards == rewards


@rule("R7.6")
def test_nothing_is_paid_before_the_end_of_the_episode():
    at = position(hands=["Handmaid King", "Guard", "Guard"], deck="Priest")

    at.play("handmaid")
    assert at.rewards == [0.0, 0.0, 0.0]
    at.play("priest", seat=+1)

    assert at.round == 2
    assert at.rewards == [0.0, 0.0, 0.0]


@rule("R7.7")
@pytest.mark.parametrize("rounds", ["single", "match"])
def test_tokens_are_paid_as_they_are_gained_the_spy_included(rounds):
    at = position(hands=["Spy Guard", "King"], deck="Priest", rounds=rounds, reward="tokens")

    at.play("spy")
    assert at.rewards == [0.0, 0.0]
    at.play("priest", seat=+1)

    assert at.rewards == [1.0, 1.0]


@rule("R7.7")
def test_paid_tokens_are_not_paid_again():
    deck = {"handmaid": 19, "princess": 1}
    at = position(hands=["Princess Handmaid", "Handmaid"], copies=deck, reward="tokens")
    at.play("princess")
    assert at.rewards == [0.0, 1.0]

    at.play("handmaid")  # in the second round

    assert at.tokens == [0, 1]
    assert at.rewards == [0.0, 0.0]


@rule("R7.7")
def test_with_tokens_paid_the_victory_itself_pays_nothing():
    at = won_by([1, 0, 0], reward="tokens", tokens=[4, 4, 0])

    at.play("handmaid")

    assert at.ending == "token_goal"
    assert at.rewards == [1.0, 0.0, 0.0]
