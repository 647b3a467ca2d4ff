"""R1: dice, boards, figures and tokens."""

from __future__ import annotations

from collections import Counter

import pytest

from cthulhu_envs.games.death_may_die.components import (
    BONUS,
    DICE_AT,
    STANDARD,
    THRESHOLD_DICE,
    THRESHOLDS,
    Die,
)
from tests.rulebook import rule
from tests.rules.death_may_die.position import position


@rule("R1.1")
def test_faces_of_a_standard_die():
    assert Counter(Die(face).name for face in STANDARD) == {
        "SUCCESS": 2,
        "SUCCESS_TENTACLE": 1,
        "TENTACLE": 1,
        "SIGN": 1,
        "BLANK": 1,
    }


@rule("R1.2")
def test_faces_of_a_bonus_die():
    assert Counter(Die(face).name for face in BONUS) == {
        "BONUS_SUCCESS": 2,
        "BONUS_SUCCESS_SIGN": 1,
        "BONUS_SIGN": 1,
        "BONUS_BLANK": 2,
    }


SUCCESSES = (
    Die.SUCCESS,
    Die.SUCCESS_TENTACLE,
    Die.BONUS_SUCCESS,
    Die.BONUS_SUCCESS_SIGN,
)


@rule("R1.1", "R1.2")
@pytest.mark.parametrize(
    ("standard", "bonus", "odds"),
    [(3, 0, (0.875, 0.5, 0.125)), (3, 2, (0.97, 0.81, 0.5)), (3, 4, (0.99, 0.94, 0.77))],
)
def test_exact_odds_of_one_two_and_three_successes(standard, bonus, odds):
    dice = [STANDARD] * standard + [BONUS] * bonus
    chances = [1.0]  # of each number of successes
    for die in dice:
        share = sum(face in SUCCESSES for face in die) / len(die)
        chances = [
            a * (1 - share) + b * share
            for a, b in zip([*chances, 0.0], [0.0, *chances], strict=True)
        ]

    assert [round(sum(chances[n:]), 3 if bonus == 0 else 2) for n in (1, 2, 3)] == list(odds)


@rule("R1.3", "R1.5")
@pytest.mark.parametrize(("sanity", "dice"), [(0, 0), (7, 0), (8, 1), (15, 2), (18, 3), (19, 4)])
def test_thresholds_give_bonus_dice_for_good(sanity, dice):
    at = position(where=[2, 1], enemies={"Cultist": [2]}, sanity=[sanity, 0])

    at.play("attack Cultist")

    assert int(at.s.dice.sum()) == 3 + dice
    assert THRESHOLD_DICE[sanity] == sum(sanity >= cell for cell in DICE_AT)
    assert THRESHOLDS == (4, 8, 12, 15, 18, 19)


@rule("R1.4")
def test_the_fifth_wound_kills():
    at = position(rolls="bonus_success bonus_success", where=[2, 1], enemies={"Cultist": [2]})
    at.write(wounds=[3, 0])

    at.finish_turn()

    assert at.of("wounds")[0] == 5
    assert at.ending == "death_before_summoning"


@rule("R1.4", "R5.3")
def test_four_stress_can_be_taken():
    at = position(where=[2, 1], enemies={"Cultist": [2]}, stress=[3, 0])

    at.play("attack Cultist")
    at.play(sorted(at.legal("reroll"))[0])

    assert at.of("stress")[0] == 4
    assert at.s.question == 1  # no reroll is offered any more: the next action is


@rule("R1.6")
def test_a_summon_without_a_figure_is_skipped():
    at = position(mythos=["Cthulhu 3"], enemies={"Cultist": [15] * 10})

    at.finish_turn()

    assert len(at.enemies("Cultist")) == 10


@rule("R1.7")
def test_monsters_are_neither_cultists_nor_the_elder_one():
    at = position(
        insanities=["Paranoia", "Catatonia"],
        where=[2, 1],
        rolls="tentacle blank blank",
        sanity=[3, 0],
        fire={2: 1},
        enemies={"Cultist": [9], "Byakhee": [9]},
        elder={"space": 9},
    )

    at.play("first", "done")

    assert at.enemies("Cultist") == [9]
    assert at.enemies("Elder One") == [9]
    assert at.enemies("Byakhee") == [4]


@rule("R1.8")
def test_eight_fire_tokens_lie_on_the_board_at_most():
    at = position(mythos=["Blasphemous Alchemy 5"], where=[4, 1], fire={15: 7}, num_players=2)

    at.finish_turn()

    assert sum(at.spaces("fire").values()) == 8


@rule("R1.8")
def test_fire_stays_on_the_board_and_the_own_is_not_limited():
    """Eight tokens on space 4 come along with who leaves it, and none is missing there."""
    at = position(where=[4, 1], fire={4: 8}, stress=[4, 0], rolls="blank " * 16)

    at.play("run 5", "run 4", "run 5")

    assert at.of("burning")[0] == 16
    assert at.finish_turn().spaces("fire") == {4: 8}
    assert at.of("burning")[0] == 0


@rule("R1.9")
def test_scarce_fire_goes_where_the_active_investigator_likes():
    """Fire on space 4 and its five neighbours, but only two tokens are left."""
    at = position(mythos=["Blasphemous Alchemy 5"], where=[4, 1], fire={15: 6})

    at.play("done")
    assert at.legal() == {f"space {n}" for n in (2, 3, 4, 5, 8, 9)}
    at.play("space 9", "space 2")

    assert at.spaces("fire") == {15: 6, 9: 1, 2: 1}


@rule("R1.9")
def test_scarce_figures_go_to_the_lowest_numbers_if_ties_are_not_asked():
    cultists = {"Cultist": [15] * 9}
    described = {"showing": 3, "where": [2, 1], "token": {5: 1, 7: 1}, "enemies": cultists}
    at = position(discovery=["Clutter"], **described)
    at.play("done", "done", "space 7")
    assert at.enemies("Cultist") == [7, *[15] * 9]

    at = position(tie_break="lowest_id", **described).finish_turn()
    assert at.enemies("Cultist") == [2, *[15] * 9]


@rule("R1.9")
def test_spaces_that_already_burn_do_not_compete_for_fire():
    at = position(showing=3, discovery=["Clutter"], enemies={"Cultist": [4, 9]}, fire={4: 1, 15: 6})

    at.play("done", "done")
    assert at.legal() == {"space 1", "space 9"}  # Cthulhu has just summoned a Cultist to 1
    at.play("space 9")

    assert at.spaces("fire") == {4: 1, 9: 1, 15: 6}
