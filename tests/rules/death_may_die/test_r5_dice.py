"""R5: dice and attacks."""

from __future__ import annotations

from cthulhu_envs.games.death_may_die.content.library import DATA
from tests.rulebook import rule
from tests.rules.death_may_die.position import position


@rule("R5.1")
def test_each_success_is_a_wound():
    at = position(rolls="success blank blank", where=[2, 1], enemies={"Cultist": [2]})

    at.play("attack Cultist", "done")

    assert at.health("Cultist") == [1]


@rule("R5.1")
def test_only_enemies_in_the_own_space_are_targets():
    at = position(where=[2, 1], enemies={"Cultist": [4], "Byakhee": [2]})

    assert at.legal("attack") == {"attack Byakhee"}


@rule("R5.2")
def test_excess_wounds_are_lost():
    at = position(rolls="success success success", where=[2, 1], enemies={"Cultist": [2, 2]})

    at.play("attack Cultist", "done")

    assert at.health("Cultist") == [0]


@rule("R5.3", "R5.4")
def test_a_class_of_dice_is_rolled_again_for_stress():
    at = position(rolls="blank blank success success", where=[2, 1], enemies={"Byakhee": [2]})

    at.play("attack Byakhee")
    assert at.legal() == {"done", "reroll blank", "reroll success"}
    at.play("reroll blank", "done")

    assert at.of("stress")[0] == 1
    assert at.health("Byakhee") == [2]


@rule("R5.3")
def test_attacks_by_enemies_are_rerolled_too():
    at = position(rolls="bonus_success bonus_blank bonus_blank", where=[2, 1])
    at.write(enemies={"Cultist": [2]})

    at.play("done")
    assert "reroll bonus success" in at.legal()
    at.play("reroll bonus success", "done")

    assert at.of("wounds")[0] == 0


@rule("R5.4")
def test_free_rerolls_are_spent_before_stress():
    at = position(
        investigators=["Elizabeth Ives", "Borden"],
        rolls="blank blank blank blank blank",
        where=[2, 1],
        enemies={"Byakhee": [2]},
    )

    at.play("attack Byakhee", "reroll blank")
    assert at.of("stress")[0] == 0
    at.play("reroll blank")

    assert at.of("stress")[0] == 1


@rule("R5.5")
def test_successes_come_before_tentacles():
    """The wound that wins the game comes before the tentacle that would end it."""
    at = position(
        rolls="success_tentacle blank blank",
        where=[2, 1],
        elder={"space": 2, "stage": 4, "wounds": 11},
        disrupted=True,
        sanity=[19, 19],
        stress=[4, 0],
    )

    at.play("attack Elder One")

    assert at.ending == "victory"


@rule("R5.6")
def test_each_tentacle_costs_a_sanity():
    at = position(rolls="tentacle success_tentacle blank", where=[2, 1], enemies={"Byakhee": [2]})

    at.play("attack Byakhee", "done")

    assert at.of("sanity") == [2, 0]


@rule("R5.6")
def test_tentacles_of_a_roll_that_a_card_asks_for_cost_sanity():
    at = position(
        episode="Tomes of Madness",
        cards={"Unstable grenade": 0},
        rolls="tentacle tentacle blank",
        where=[2, 1],
    )

    at.play("use Unstable grenade", "space 3", "done")

    assert (at.of("wounds")[0], at.of("sanity")[0]) == (2, 2)


@rule("R5.6", "R5.5")
def test_each_of_several_rolls_of_one_action_costs_its_own_tentacles(tmp_path):
    """Three tentacles stop on the threshold at 4; those of the second roll come after it."""
    text = (DATA / "episodes" / "blasphemous_alchemy.toml").read_text(encoding="utf-8")
    twice = text.replace("roll\ndouse successes\n", "roll\ndouse successes\n" * 2)
    (tmp_path / "mine.toml").write_text(twice, encoding="utf-8")
    at = position(
        episode=str(tmp_path / "mine.toml"),
        rolls="tentacle tentacle success_tentacle tentacle tentacle blank",
        where=[6, 1],
        fire={6: 2},
        sanity=[3, 0],
    )

    at.play("first", "done")
    assert at.of("sanity")[0] == 4 and at.spaces("fire") == {6: 1}
    at.play("level Plain A", "done")

    assert at.of("sanity")[0] == 6


@rule("R5.7")
def test_no_bonus_dice_on_attacks_by_enemies():
    at = position(where=[2, 1], enemies={"Cultist": [2]}, sanity=[15, 0])

    at.play("done")

    assert int(at.s.dice.sum()) == 2


@rule("R5.8")
def test_icons_are_not_converted_on_rolls_against_oneself():
    rolls = "bonus_sign bonus_sign"
    for conversions, wounds in (("own", 0), ("all", 1)):
        at = position(
            investigators=["Ahmed Yasin", "Borden"],
            conversions=conversions,
            rolls=rolls,
            where=[2, 1],
            enemies={"Cultist": [2]},
        )
        at.play("done", "done")
        assert at.of("wounds")[0] == wounds


@rule("R5.8")
def test_signs_are_counted_without_a_tentacle_first():
    at = position(
        investigators=["Ahmed Yasin", "Borden"],
        cards={"Monkey's paw": 0},
        rolls="sign sign blank",
        where=[6, 1],
        fire={6: 3},
    )

    at.play("first", "done")

    assert at.spaces("fire") == {6: 1}
    assert at.of("sanity")[0] == 1


@rule("R5.9")
def test_the_elder_one_is_immune_until_the_ritual_is_disrupted():
    at = position(where=[2, 1], elder={"space": 2})
    assert not at.legal("attack")

    at.write(disrupted=True)

    assert at.legal("attack") == {"attack Elder One"}
