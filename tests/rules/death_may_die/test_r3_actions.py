"""R3: three actions."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.death_may_die.position import position


@rule("R3.1")
def test_three_actions_may_be_left_unused():
    at = position()
    assert at.s.actions_left == 3

    at.play("run 2", "done", "run 1", "done")
    assert at.s.actions_left == 1
    at.finish_turn()

    assert at.s.active == 1


@rule("R3.2")
def test_rest_spreads_three_points_and_can_be_repeated():
    at = position(stress=[3, 0], wounds=[2, 0])

    at.play("rest", "calm me", "mend me", "calm me")
    assert (at.of("stress")[0], at.of("wounds")[0]) == (1, 1)
    at.play("rest", "calm me", "mend me")

    assert (at.of("stress")[0], at.of("wounds")[0]) == (0, 0)
    assert at.s.actions_left == 1


@rule("R3.2")
def test_one_may_stop_resting_at_any_point():
    """Obsessive Disorder, Hypochondria and others make some stress or wounds worth keeping."""
    at = position(stress=[4, 0], wounds=[2, 0])

    at.play("rest", "calm me", "done")
    assert (at.of("stress")[0], at.of("wounds")[0], at.s.actions_left) == (3, 2, 2)
    at.play("rest", "mend me", "mend me", "calm me")
    assert at.legal("run")  # three points: the Rest is over
    at.write(stress=[0, 0], wounds=[1, 0])
    at.play("rest")

    assert at.legal() == {"done", "mend me"}


@rule("R3.2")
def test_rest_is_not_offered_with_nothing_to_heal():
    assert "rest" not in position().legal()


@rule("R3.3")
def test_no_rest_beside_an_enemy():
    at = position(where=[2, 1], enemies={"Cultist": [2]}, stress=[3, 0])

    assert "rest" not in at.legal()


@rule("R3.4")
def test_trade_hands_over_items_and_companions_both_ways():
    at = position(cards={"Pistol": 0, "Dog": 1})

    at.play("trade", "card Dog", "card Pistol", "done")

    assert at.cards(0) == ["Dog"]
    assert at.cards(1) == ["Pistol"]
    assert at.s.actions_left == 2


@rule("R3.4")
def test_conditions_and_the_spirit_are_not_traded():
    at = position(cards={"Guilty Conscience": 0, "Spirit": 0})

    assert "trade" not in at.legal()


@rule("R3.4")
def test_nobody_else_here_is_no_trade():
    at = position(cards={"Pistol": 0}, where=[1, 2])

    assert "trade" not in at.legal()


@rule("R3.5")
def test_episode_actions_are_open_on_their_condition():
    assert not position(where=[2, 1]).legal("first", "second")
    assert position(where=[6, 1], fire={6: 1}).legal("first", "second") == {"first", "second"}


@rule("R3.6")
def test_cards_are_used_before_investigating_too():
    at = position(cards={"Whisky": 0}, stress=[4, 0])
    assert "use Whisky" in at.legal()

    at.play("done")  # no more actions; the Mythos card comes, then a window
    assert at.legal() == {"use Whisky", "done"}
    at.play("use Whisky")

    assert at.of("stress")[0] == 0
    assert "Whisky" not in at.cards()


@rule("R3.7")
def test_free_actions_are_used_first():
    at = position(investigators=["Borden", "The Kid"], levels={"Swiftness": 2})

    at.play("run 2", "done")

    assert (int(at.s.actions_left), int(at.s.free_runs)) == (3, 0)
