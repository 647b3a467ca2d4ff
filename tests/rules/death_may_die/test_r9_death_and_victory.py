"""R9: death, victory and defeat."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position

DEADLY = {"rolls": "bonus_success bonus_success", "where": [2, 9], "enemies": {"Cultist": [2]}}


@rule("R9.1")
def test_death_before_the_summoning_loses():
    at = position(**DEADLY, wounds=[4, 0])

    at.finish_turn()

    assert at.ending == "death_before_summoning"
    assert [at.env.rewards[agent] for agent in at.env.agents] == [-1.0, -1.0]


@rule("R9.1")
def test_madness_before_the_summoning_loses():
    at = position(rolls="tentacle blank blank", where=[6, 1], fire={6: 1}, sanity=[19, 0])

    at.play("first", "done")

    assert at.ending == "death_before_summoning"


@rule("R9.2")
def test_who_dies_after_the_summoning_stays_at_the_table_without_decisions():
    at = position(**DEADLY, wounds=[4, 0], elder={"space": 15}, cards={"Pistol": 0, "Dog": 1})

    at.finish_turn()

    assert at.of("dead") == [1, 0]
    assert at.cards(0) == [] and at.cards(1) == ["Dog"]
    assert not any(at.env.terminations.values()) and at.env.agent_selection == "player_1"
    assert not at.env.observe("player_0")["action_mask"].any()


@rule("R9.2")
def test_objective_tokens_stay_where_the_investigator_died():
    at = position(
        episode="Tomes of Madness", **DEADLY | {"where": [2, 3]}, wounds=[4, 0], elder={"space": 12}
    )
    states = at.env._lanes.states.copy()
    states[0].piece_is[4], states[0].piece_holder[4], states[0].piece_up[4] = 4, 0, 1
    at.env._place(states)

    at.finish_turn()
    assert int(at.s.piece_at[4]) == 1
    at.play("run 2", "done")  # whoever comes by picks it up

    assert int(at.s.piece_holder[4]) == 1


@rule("R9.3")
def test_only_the_discard_check_remains_of_a_dead_investigators_turn():
    at = position(
        **DEADLY, wounds=[4, 0], elder={"space": 15, "stage": 3}, showing=3, track=5, burning=[2, 0]
    )

    at.finish_turn()

    assert int(at.s.track) == 6
    assert at.of("sanity")[1] == 0  # Stage 3 takes no sanity at the end of this turn


@rule("R9.4")
def test_all_dead_is_a_defeat():
    at = position(**DEADLY, wounds=[4, 0], elder={"space": 15})
    states = at.env._lanes.states.copy()
    states[0].dead[1] = 1
    states[0].wounds[1] = 5
    at.env._place(states)

    at.finish_turn()

    assert at.ending == "all_dead"


@rule("R9.5")
def test_the_last_cell_is_a_defeat():
    at = position(showing=3, track=7, elder={"space": 15})

    at.finish_turn()

    assert at.ending == "track"


@rule("R9.6", "R9.8")
def test_killing_the_final_stage_wins_for_all():
    at = position(
        rolls="success blank blank",
        where=[2, 1],
        elder={"space": 2, "stage": 4, "wounds": 11},
        disrupted=True,
    )

    at.play("attack Elder One", "done")

    assert at.ending == "victory"
    assert [at.env.rewards[agent] for agent in at.env.agents] == [1.0, 1.0]


@rule("R9.7")
def test_victory_goes_before_defeat():
    """A grenade that kills the Elder One and all investigators wins."""
    at = position(
        cards={"Ammonia": 0, "Bleach": 0},
        where=[2, 2],
        wounds=[4, 4],
        elder={"space": 2, "stage": 4, "wounds": 6},
        disrupted=True,
    )

    at.play("use Ammonia", "space 2")

    assert at.ending == "victory"


@rule("R9.7", "R10.13")
def test_the_attack_that_vengeance_answers_kills_both_and_wins():
    """The last investigator dies of the Final Stage's attack, which takes its last wound for it."""
    at = position(
        investigators=["Ian Welles", PLAIN[0]],
        rolls="success blank blank blank bonus_blank bonus_blank bonus_blank",
        where=[2, 2],
        wounds=[4, 0],
        elder={"space": 2, "stage": 4, "wounds": 11},
        disrupted=True,
    )
    states = at.env._lanes.states.copy()
    states[0].dead[1] = 1
    states[0].wounds[1] = 5
    at.env._place(states)

    at.play("done", "done")

    assert at.of("dead") == [1, 1]
    assert at.ending == "victory"


@rule("R10.13", "R9.4")
def test_vengeance_of_one_who_dies_is_dealt_all_the_same():
    at = position(
        investigators=["Ian Welles", PLAIN[0]],
        rolls="bonus_success bonus_success",
        where=[2, 9],
        enemies={"Cultist": [2]},
        wounds=[4, 0],
        elder={"space": 15},
    )

    at.finish_turn()

    assert at.of("dead") == [1, 0]
    assert at.health("Cultist") == [1]


@rule("R9.8")
def test_the_dead_are_paid_what_the_table_is_paid():
    at = position(num_players=3, showing=3, track=7, elder={"space": 15})
    states = at.env._lanes.states.copy()
    states[0].dead[1] = 1
    states[0].wounds[1] = 5
    at.env._place(states)

    at.finish_turn()

    assert list(at.env._lanes.reward[0]) == [-1.0, -1.0, -1.0]
    heard = {}
    while at.env.agents:
        heard[at.env.agent_selection] = at.env.last()[1]
        at.env.step(None)
    assert heard == {"player_0": -1.0, "player_1": -1.0, "player_2": -1.0}


@rule("R9.2", "R9.8")
def test_a_seat_that_died_in_its_own_turn_hears_of_the_victory():
    """Player 0 dies, then player 1 kills the Elder One: both are paid, as in the batch."""
    at = position(
        rolls="bonus_success bonus_success success blank blank",
        where=[2, 15],
        enemies={"Cultist": [2]},
        wounds=[4, 0],
        elder={"space": 15, "stage": 4, "wounds": 11},
        disrupted=True,
    )

    at.finish_turn().play("attack Elder One", "done")

    assert at.of("dead") == [1, 0] and at.ending == "victory"
    heard = {}
    while at.env.agents:
        heard[at.env.agent_selection] = at.env.last()[1]
        at.env.step(None)
    assert heard == {"player_0": 1.0, "player_1": 1.0}
    assert list(at.env._lanes.reward[0]) == [1.0, 1.0]


@rule("R9.9")
def test_progress_pays_for_the_ritual_and_for_wounds():
    at = position(reward="progress", where=[6, 1], rolls="success success success")
    states = at.env._lanes.states.copy()
    states[0].piece_hurt[0] = 3
    at.env._place(states)

    at.play("second", "done")

    assert at.env.rewards["player_0"] == pytest.approx(0.5 / 4)

    at = position(
        reward="progress",
        where=[2, 1],
        rolls="success success blank",
        elder={"space": 2},
        disrupted=True,
    )
    at.play("attack Elder One", "done")
    assert at.env.rewards["player_0"] == pytest.approx(0.5 * 2 / 36)
