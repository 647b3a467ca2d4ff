"""R7.1-R7.5: what wins the game, single rounds, and the cap on rounds."""

from __future__ import annotations

import pytest

from cthulhu_envs.api.make import make
from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position
from tests.rules.lovecraft_letter.round_ends import cthulhu_played, round_won_by


@rule("R7.1")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_two_sane_tokens_win_the_game(num_players):
    for winner in range(num_players):
        had = [0] * num_players
        first = round_won_by(winner, num_players)
        had[winner] = 1
        second = round_won_by(winner, num_players, sane_tokens=had)

        assert first.sane_tokens == had
        assert first.ending == "going_on"
        assert second.sane_tokens[winner] == 2
        assert second.ending == "sane_tokens"
        assert second.winner == winner


@rule("R7.1")
def test_a_sane_token_each_wins_nothing():
    at = round_won_by(1, sane_tokens=[1, 0, 1])

    assert at.sane_tokens == [1, 1, 1]
    assert at.ending == "going_on"


@rule("R7.2")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_three_insane_tokens_win_the_game(num_players):
    for winner in range(num_players):
        for had in range(3):
            tokens = [had if seat == winner else 0 for seat in range(num_players)]
            at = round_won_by(winner, num_players, insane=True, insane_tokens=tokens)

            assert at.insane_tokens[winner] == had + 1
            assert at.ending == ("insane_tokens" if had == 2 else "going_on")
            assert at.winner == winner


@rule("R7.2")
@pytest.mark.parametrize(
    ("sane", "insane", "gains", "ending"),
    [
        (1, 1, "insane", "going_on"),
        (0, 2, "sane", "going_on"),
        (1, 0, "insane", "going_on"),
        (1, 2, "sane", "sane_tokens"),
        (1, 2, "insane", "insane_tokens"),
    ],
)
def test_the_two_kinds_of_tokens_are_not_added_up(sane, insane, gains, ending):
    at = round_won_by(1, insane=gains == "insane", sane_tokens=[0, sane, 0],
                      insane_tokens=[0, insane, 0])  # fmt: skip

    assert at.sane_tokens[1] + at.insane_tokens[1] == sane + insane + 1
    assert at.ending == ending


@rule("R7.1", "R7.2")
def test_tokens_of_others_do_not_help_the_winner():
    at = round_won_by(1, sane_tokens=[1, 0, 1], insane_tokens=[2, 2, 2])

    assert at.sane_tokens == [1, 1, 1]
    assert at.insane_tokens == [2, 2, 2]
    assert at.ending == "going_on"


@rule("R7.1", "R7.2")
def test_a_drawn_round_ends_no_game():
    at = round_won_by(None, sane_tokens=[1, 1, 1], insane_tokens=[2, 2, 2])

    assert at.round == 2
    assert at.ending == "going_on"


@rule("R7.3")
@pytest.mark.parametrize(
    ("sane", "insane"), [([0, 0, 0], [0, 0, 0]), ([0, 1, 1], [0, 2, 2]), ([1, 0, 0], [2, 0, 0])]
)
def test_cthulhu_wins_the_game_whatever_the_tokens_and_brings_none(sane, insane):
    at = cthulhu_played(sane_tokens=sane, insane_tokens=insane)

    assert at.ending == "cthulhu"
    assert at.winner == 0
    assert (at.sane_tokens, at.insane_tokens) == (sane, insane)
    assert all(at.env.terminations.values())


@rule("R7.4")
def test_a_match_goes_on_to_a_win_by_default():
    at = round_won_by(1)

    assert at.game.values["rounds"] == "match"
    assert at.ending == "going_on"
    assert at.round == 2
    assert not any(at.env.terminations.values())


@rule("R7.4")
@pytest.mark.parametrize(
    ("described", "action", "winner", "ending"),
    [
        (
            {"hands": ["elder_sign cats", "carter", "cats"], "deck": ""},
            {"name": "elder_sign"},
            1,
            "highest_card",
        ),
        (
            {"hands": ["elder_sign cats", "cats"], "deck": ""},
            {"name": "elder_sign"},
            None,
            "drawn_round",
        ),
        (
            {"hands": ["necronomicon cats", "carter"]},
            {"name": "necronomicon"},
            1,
            "last_one_standing",
        ),
        (
            {"hands": ["trapezohedron armitage", "carter", "cats"], "piles": ["hound"]},
            {"name": "trapezohedron_insane"},
            0,
            "trapezohedron",
        ),
        (
            {"hands": ["cthulhu cats", "carter", "cats"], "piles": ["hound deep_ones"]},
            {"name": "cthulhu_insane"},
            0,
            "cthulhu",
        ),
    ],
    ids=["highest card", "drawn", "last one", "trapezohedron", "cthulhu"],
)
def test_a_single_round_is_the_whole_episode(described, action, winner, ending):
    at = position(rounds="single", **described)

    at.play(**action)

    assert at.round == 1
    assert at.ending == ending
    assert at.winner == winner
    assert all(at.env.terminations.values())
    assert not any(at.env.truncations.values())
    assert {info["ending"] for info in at.env.infos.values()} == {ending}


@rule("R7.4")
def test_tokens_do_not_decide_a_single_round():
    at = round_won_by(1, rounds="single", sane_tokens=[1, 1, 1])

    assert at.ending == "highest_card"


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
        make("lovecraft_letter", **settings)


@rule("R7.5")
@pytest.mark.parametrize("max_rounds", [1, 2, 3])
def test_drawn_rounds_up_to_the_cap_truncate_the_episode(max_rounds):
    at = position(hands=["elder_sign elder_sign", "elder_sign", "elder_sign"],
                  copies={"elder_sign": 7}, max_rounds=max_rounds)  # fmt: skip

    for _ in range(max_rounds):  # a round is three plays
        assert at.ending == "going_on"
        at.play("elder_sign").play("elder_sign").play("elder_sign")

    assert at.ending == "round_cap"
    assert at.round == max_rounds
    assert all(at.env.truncations.values())
    assert not any(at.env.terminations.values())
    assert {info["ending"] for info in at.env.infos.values()} == {"round_cap"}


@rule("R7.5")
def test_the_cap_is_told_to_every_agent_of_the_aec_face():
    at = round_won_by(None, max_rounds=1)
    told = {}

    for agent in at.env.agent_iter():
        _, reward, terminated, truncated, info = at.env.last()
        told[agent] = (reward, terminated, truncated, info["ending"])
        at.env.step(None)

    assert told == dict.fromkeys(at.env.possible_agents, (0.0, False, True, "round_cap"))
    assert at.env.agents == []


@rule("R7.5")
@pytest.mark.parametrize("insane", [False, True])
def test_a_round_won_without_winning_the_game_is_truncated_at_the_cap_too(insane):
    at = round_won_by(1, insane=insane, max_rounds=1)

    assert at.ending == "round_cap"
    assert (at.insane_tokens if insane else at.sane_tokens) == [0, 1, 0]


@rule("R7.5")
@pytest.mark.parametrize(
    ("insane", "had", "ending"),
    [
        (False, {"sane_tokens": [0, 1, 0]}, "sane_tokens"),
        (True, {"insane_tokens": [0, 2, 0]}, "insane_tokens"),
    ],
)
def test_a_game_won_in_the_last_round_is_no_truncation(insane, had, ending):
    at = round_won_by(1, insane=insane, max_rounds=1, **had)

    assert at.ending == ending
    assert all(at.env.terminations.values())
    assert not any(at.env.truncations.values())


@rule("R7.5")
def test_a_win_by_cthulhu_in_the_last_round_is_no_truncation():
    at = cthulhu_played(max_rounds=1)

    assert at.ending == "cthulhu"
    assert not any(at.env.truncations.values())


@rule("R7.5")
def test_a_drawn_single_round_is_no_truncation():
    at = round_won_by(None, rounds="single", max_rounds=1)

    assert at.ending == "drawn_round"
    assert all(at.env.terminations.values())


@rule("R7.5")
@pytest.mark.parametrize("max_rounds", [0, 10_001, -1, 2.5, "3", True, None])
def test_a_wrong_cap_is_refused(max_rounds):
    with pytest.raises(ValueError, match="max_rounds must be a whole number from 1 to 10000"):
        make("lovecraft_letter", max_rounds=max_rounds)
