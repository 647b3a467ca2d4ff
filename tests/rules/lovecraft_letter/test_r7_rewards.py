"""R7.6-R7.7: what is paid, when and to whom."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position
from tests.rules.lovecraft_letter.round_ends import cthulhu_played, round_won_by

SHARES = {2: -1.0, 3: -0.5, 4: -0.33333, 5: -0.25, 6: -0.2}  # of -1, by players


def paid_to(winner, num_players):
    """+1 for the winner, the others share -1."""
    return [1.0 if seat == winner else SHARES[num_players] for seat in range(num_players)]


@rule("R7.6")
@pytest.mark.parametrize("num_players", list(SHARES))
@pytest.mark.parametrize("won_by", ["sane tokens", "insane tokens", "single round"])
def test_the_winner_gets_1_and_the_others_share_minus_1(won_by, num_players):
    for winner in range(num_players):
        almost = [0] * num_players
        almost[winner] = 2 if won_by == "insane tokens" else 1
        if won_by == "single round":
            at = round_won_by(winner, num_players, rounds="single")
        elif won_by == "sane tokens":
            at = round_won_by(winner, num_players, sane_tokens=almost)
        else:
            at = round_won_by(winner, num_players, insane=True, insane_tokens=almost)

        assert at.rewards == paid_to(winner, num_players)


@rule("R7.6")
@pytest.mark.parametrize("rounds", ["match", "single"])
def test_a_win_by_cthulhu_pays_the_same(rounds):
    at = cthulhu_played(rounds=rounds, sane_tokens=[0, 1, 1])

    assert at.rewards == [1.0, -0.5, -0.5]


@rule("R7.6")
@pytest.mark.parametrize(
    ("hands", "piles", "action", "rewards"),
    [
        (["trapezohedron carter", "cats", "..."], ["hound"], "trapezohedron_insane",
         [1.0, -0.5, -0.5]),
        (["necronomicon cats", "carter"], [], "necronomicon", [-1.0, 1.0]),
    ],
    ids=["trapezohedron", "last one standing"],
)  # fmt: skip
def test_every_way_to_win_a_single_round_pays_the_same(hands, piles, action, rewards):
    at = position(hands=hands, piles=piles, rounds="single")

    at.play(action)

    assert at.rewards == rewards


@rule("R7.6")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_a_drawn_single_round_pays_nothing(num_players):
    at = round_won_by(None, num_players, rounds="single")

    assert at.ending == "drawn_round"
    assert at.rewards == [0.0] * num_players


@rule("R7.6")
@pytest.mark.parametrize("winner", [0, 1, None])
def test_a_truncation_pays_nothing_even_to_the_winner_of_the_last_round(winner):
    at = round_won_by(winner, max_rounds=1, sane_tokens=[0, 0, 1])

    assert at.ending == "round_cap"
    assert at.rewards == [0.0, 0.0, 0.0]


@rule("R7.6")
def test_nothing_is_paid_before_the_end_of_the_episode():
    at = position(hands=["elder_sign carter", "cats", "cats"], deck="great_race")

    at.play("elder_sign")
    assert at.rewards == [0.0, 0.0, 0.0]
    at.play("cats", seat=+1)

    assert at.round == 2
    assert at.sane_tokens == [1, 0, 0]
    assert at.rewards == [0.0, 0.0, 0.0]


@rule("R7.6")
def test_the_rewards_reach_every_agent_of_the_aec_face():
    at = round_won_by(1, sane_tokens=[0, 1, 0])
    told = {}

    for agent in at.env.agent_iter():
        _, reward, terminated, truncated, _ = at.env.last()
        told[agent] = (reward, terminated, truncated)
        at.env.step(None)

    assert told == {
        "player_0": (-0.5, True, False),
        "player_1": (1.0, True, False),
        "player_2": (-0.5, True, False),
    }


@rule("R7.7")
@pytest.mark.parametrize("insane", [False, True], ids=["sane", "insane"])
@pytest.mark.parametrize("rounds", ["match", "single"])
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_a_token_of_either_kind_pays_1_when_it_is_gained(insane, rounds, winner):
    at = round_won_by(winner, insane=insane, rounds=rounds, reward="tokens")

    assert at.rewards == [float(seat == winner) for seat in range(3)]


@rule("R7.7")
def test_paid_tokens_are_not_paid_again():
    hands = ["necronomicon elder_sign", "elder_sign"]
    at = position(hands=hands, copies={"elder_sign": 19, "necronomicon": 1}, reward="tokens")
    at.play("necronomicon")
    assert at.rewards == [0.0, 1.0]

    at.play("elder_sign")  # in the second round

    assert at.sane_tokens == [0, 1]
    assert at.rewards == [0.0, 0.0]


@rule("R7.7")
@pytest.mark.parametrize(
    ("insane", "had"),
    [(False, {"sane_tokens": [1, 1, 0]}), (True, {"insane_tokens": [2, 2, 0]})],
    ids=["sane", "insane"],
)
def test_with_tokens_paid_winning_the_game_pays_only_its_token(insane, had):
    at = round_won_by(0, insane=insane, reward="tokens", **had)

    assert at.ending == ("insane_tokens" if insane else "sane_tokens")
    assert at.rewards == [1.0, 0.0, 0.0]


@rule("R7.7")
@pytest.mark.parametrize("rounds", ["match", "single"])
def test_a_win_by_cthulhu_pays_1_though_it_brings_no_token(rounds):
    at = cthulhu_played(reward="tokens", rounds=rounds)

    assert at.sane_tokens == at.insane_tokens == [0, 0, 0]
    assert at.rewards == [1.0, 0.0, 0.0]


@rule("R7.7")
def test_a_token_is_paid_though_the_cap_truncates():
    at = round_won_by(1, max_rounds=1, reward="tokens")

    assert at.ending == "round_cap"
    assert at.rewards == [0.0, 1.0, 0.0]


@rule("R7.7")
@pytest.mark.parametrize("rounds", ["match", "single"])
def test_a_drawn_round_pays_no_token(rounds):
    at = round_won_by(None, rounds=rounds, reward="tokens")

    assert at.rewards == [0.0, 0.0, 0.0]
