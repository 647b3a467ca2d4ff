"""R7: the target, the last one standing, the limit of turns, and what is paid."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.unspeakable_words.table import Table, new_game, position


def lays_tea(points, roll, **settings) -> Table:
    """Seat 0 lays TEA for 11 points."""
    hand = "teabcdd" if settings.get("edition") == "published" else "teabc"
    at = position(
        hands=[hand, *["..."] * (len(points) - 1)], points=points, rolls=[roll], **settings
    )
    at.word("tea")
    return at if settings.get("edition") == "published" else at.claim("all")


@rule("R7.1")
@pytest.mark.parametrize(
    ("had", "ending"), [(101, "going_on"), (102, "target_reached"), (112, "target_reached")]
)
def test_the_target_or_more_and_a_success_wins(had, ending):
    at = lays_tea([had, 0, 0], roll=1)

    assert at.ending == ending
    assert at.points == [had + 11, 0, 0]
    if ending != "going_on":
        assert at.rewards == [1.0, -0.5, -0.5]
        assert all(at.env.terminations.values())


@rule("R7.1")
def test_the_published_target_is_100():
    assert lays_tea([88, 0], roll=20, edition="published").ending == "going_on"
    assert lays_tea([89, 0], roll=20, edition="published").ending == "target_reached"


@rule("R7.1")
def test_a_target_can_be_set():
    assert lays_tea([0, 0], roll=1, target=12).ending == "going_on"
    assert lays_tea([0, 0], roll=1, target=11).ending == "target_reached"


@rule("R7.1")
def test_half_the_points_may_reach_the_target_too():
    at = position(hands=["teabc", "..."], points=[107, 0], rolls=[6])

    at.word("tea").claim("half")

    assert at.ending == "target_reached"


@rule("R7.2")
def test_failing_at_the_target_costs_all_points_and_a_token():
    at = lays_tea([105, 30], roll=12)

    assert at.points == [0, 30] and at.tokens == [4, 5]
    assert at.ending == "going_on"


@rule("R7.2")
def test_failing_at_the_target_with_the_last_token_eliminates():
    at = lays_tea([105, 30, 0], roll=12, tokens=[1, 5, 5])

    assert at.gone == [True, False, False]
    assert at.points == [0, 30, 0]


@rule("R7.2")
def test_failing_below_the_target_costs_no_points():
    assert lays_tea([101, 30], roll=12).points == [112, 30]


@rule("R7.3")
@pytest.mark.parametrize(
    "settings", [{"edition": "published"}, {"lose_all_on_fail": False}], ids=str
)
def test_otherwise_only_the_words_points_are_not_scored(settings):
    had, roll = (95, 10) if "edition" in settings else (105, 12)

    at = lays_tea([had, 30], roll, **settings)

    assert at.points == [had, 30] and at.tokens == [4, 5]
    assert at.ending == "going_on"
    assert at.used == ["tea"]


@rule("R7.4")
def test_the_last_player_in_play_wins():
    at = lays_tea([0, 0], roll=12, tokens=[1, 5])

    assert at.ending == "last_one_standing"
    assert at.rewards == [-1.0, 1.0]


@rule("R7.5")
def test_the_game_is_broken_off_after_the_limit_of_turns():
    at = new_game(num_players=3, turn_limit=4)
    for _ in range(3):
        at.throw_in()
        assert at.ending == "going_on"

    at.throw_in()

    assert at.ending == "turn_limit"
    assert all(at.env.truncations.values()) and not any(at.env.terminations.values())
    assert at.rewards == [0.0, 0.0, 0.0]


@rule("R7.5")
def test_300_turns_are_the_limit_unless_set():
    at = new_game(num_players=2)
    at.state.turns = 298
    at.throw_in()
    assert at.ending == "going_on"

    at.throw_in()

    assert at.ending == "turn_limit"


@rule("R7.5", "R7.4")
def test_a_win_in_the_last_turn_counts():
    at = lays_tea([0, 0], roll=12, tokens=[1, 5], turn_limit=1)

    assert at.ending == "last_one_standing"


@rule("R7.6")
def test_the_eliminated_are_paid_when_they_go_and_the_others_at_the_end():
    hands = ["teaoo", "teaii", "..."]
    at = position(hands=hands, points=[0, 105, 0], tokens=[1, 5, 5], rolls=[12, 1])
    at.word("tea").claim("all")
    assert at.env.rewards == {"player_0": -0.5, "player_1": 0.0, "player_2": 0.0}
    at.leave()

    at.word("eat").claim("all")

    assert at.ending == "target_reached"
    assert at.env.rewards == {"player_1": 1.0, "player_2": -0.5}


@rule("R7.6")
@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_the_winners_1_is_what_the_others_lose(num_players):
    at = lays_tea([105, *[0] * (num_players - 1)], roll=1)

    assert at.rewards == [1.0, *[round(-1 / (num_players - 1), 5)] * (num_players - 1)]


@rule("R7.6")
def test_a_game_broken_off_pays_those_in_play_what_the_eliminated_lost():
    at = lays_tea([0, 0, 0, 0], roll=12, tokens=[1, 5, 5, 5], turn_limit=2)
    assert at.env.rewards["player_0"] == pytest.approx(-1 / 3)
    at.leave()

    at.throw_in()

    assert at.ending == "turn_limit"
    assert at.rewards == [0.11111, 0.11111, 0.11111]


@rule("R7.7")
@pytest.mark.parametrize(
    ("points", "roll", "paid"),
    [([0, 0], 12, 11), ([105, 0], 1, 8), ([105, 0], 12, -105), ([0, 0], 1, 11)],
    ids=["scored", "above the target", "all lost", "scored with success"],
)
def test_points_are_paid_as_a_share_of_the_target(points, roll, paid):
    at = lays_tea(points, roll, reward="points")

    assert at.rewards == [round(paid / 113, 5), 0.0]


@rule("R7.7")
def test_points_lost_to_the_yellow_sign_are_paid_back_and_the_victory_pays_nothing():
    settings = {"reward": "points", "faces": ["yellow sign"], "losses": [6]}
    at = lays_tea([0, 60, 0], roll=1, **settings)
    assert at.rewards == [round(11 / 113, 5), 0.0, 0.0]
    at.play("roll", seat=1)
    assert at.rewards == [0.0, round(-6 / 113, 5), 0.0]

    last = lays_tea([0, 0], roll=12, reward="points", tokens=[1, 5])
    assert last.ending == "last_one_standing" and last.rewards[1] == 0.0
