"""R8: the Elder One is summoned, fought and killed."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.rules.dice import bonus_of, standard_of
from tests.rulebook import rule
from tests.rules.death_may_die.position import position


@rule("R8.1", "R8.2")
def test_it_is_summoned_on_the_first_red_cell():
    at = position(showing=3, track=4, where=[2, 1])

    at.finish_turn()

    assert int(at.s.track) == 5
    assert (int(at.s.summoned), int(at.s.stage)) == (1, 2)
    assert at.enemies("Elder One") == [2]


@rule("R8.1")
def test_it_stays_on_the_track_before():
    at = position(showing=3, track=3, where=[2, 1])

    at.finish_turn()

    assert not at.s.summoned
    assert at.s.at[0] == NOTHING


@rule("R8.1", "R8.3")
def test_a_disrupted_ritual_summons_it_once():
    at = position(showing=3, track=4, where=[2, 1], disrupted=True)

    at.finish_turn()

    assert int(at.s.stage) == 2


@rule("R8.4")
def test_disrupted_on_the_board_it_only_becomes_vulnerable():
    at = position(where=[6, 1], elder={"space": 15}, rolls="success success success")
    states = at.env._lanes.states.copy()
    states[0].piece_is[1:4] = 1
    states[0].piece_at[1:4] = NOTHING
    states[0].piece_hurt[0] = 3
    at.env._place(states)

    at.play("second", "done")

    assert at.s.disrupted
    assert at.enemies("Elder One") == [15]
    assert int(at.s.stage) == 2


@rule("R8.5")
def test_excess_wounds_do_not_carry_over():
    """The worked example: nine wounds and five more reveal Stage 3 at none."""
    at = position(
        where=[2, 1],
        rolls="success success success bonus_success bonus_success",
        sanity=[15, 0],
        elder={"space": 2, "stage": 2, "wounds": 9},
        disrupted=True,
    )

    at.play("attack Elder One", "done")

    assert int(at.s.stage) == 3
    assert at.health("Elder One") == [0]


@rule("R8.6")
@pytest.mark.parametrize(("stage", "dice"), [(2, (3, 0)), (3, (3, 2)), (4, (4, 3))])
def test_cthulhu_rolls_the_dice_of_all_stages(stage, dice):
    at = position(where=[2, 1], elder={"space": 2, "stage": stage})

    at.play("done")

    assert (standard_of(at.kit, at.s, 0), bonus_of(at.kit, at.s, 0)) == dice
    assert int(at.s.dice.sum()) == sum(dice)


@rule("R8.6")
@pytest.mark.parametrize(("stage", "dice"), [(2, (0, 3)), (3, (3, 3)), (4, (4, 4))])
def test_hastur_rolls_the_dice_of_all_stages(stage, dice):
    at = position(elder_one="Hastur", where=[2, 1], elder={"space": 2, "stage": stage})

    assert (standard_of(at.kit, at.s, 0), bonus_of(at.kit, at.s, 0)) == dice


@rule("R8.7")
def test_stage_1_acts_after_the_summoning_too():
    at = position(showing=3, track=5, where=[2, 1], elder={"space": 15})

    at.finish_turn()

    assert 2 in at.spaces("token")


@rule("R8.8")
def test_a_defeated_stage_counts_as_a_kill():
    at = position(
        investigators=["Borden", "The Kid"],
        levels={"Savage": 3},
        rolls="blank blank blank",
        where=[2, 1],
        stress=[4, 0],
        elder={"space": 2, "wounds": 10},
        disrupted=True,
    )

    at.play("attack Elder One")

    assert int(at.s.stage) == 3
    assert at.of("stress")[0] == 0
