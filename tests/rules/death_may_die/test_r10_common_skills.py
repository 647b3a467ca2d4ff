"""R10: the six common skills, level by level."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.content.vocabulary import Trait
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position

WITH = {
    "Arcane Mastery": "Rasputin",
    "Brawling": "Rasputin",
    "Marksman": "Adam Benchley",
    "Stealth": "Ahmed Yasin",
    "Swiftness": "Fatima Safar",
    "Toughness": "Adam Benchley",
}


def having(skill: str, level: int, **described):
    """Investigator 0 has the skill at that level."""
    people = [WITH[skill], *PLAIN[: described.get("num_players", 2) - 1]]
    return position(investigators=people, levels={skill: level}, **described)


ROOM = {"where": [2, 1], "enemies": {"Byakhee": [2]}}


@rule("R10.1", "R10.2")
@pytest.mark.parametrize(
    ("level", "wounds", "stress"), [(1, 1, 2), (2, 2, 2), (3, 2, 0), (4, 4, 0)]
)
def test_arcane_mastery(level, wounds, stress):
    """Two elder signs: one counts, all count, they heal, they count double."""
    at = having(
        "Arcane Mastery",
        level,
        rolls="sign sign blank bonus_blank",
        where=[2, 1],
        enemies={"Star Spawn": [2]},
        stress=[2, 0],
    )

    at.play("attack Star Spawn", "done")

    assert at.health("Star Spawn") == [wounds]
    assert at.of("stress")[0] == stress


@rule("R10.3")
def test_brawling_1_adds_a_bonus_die_in_the_own_space():
    at = having("Brawling", 1, **ROOM)

    at.play("attack Byakhee")

    assert int(at.s.dice.sum()) == 4


@rule("R10.3")
def test_brawling_2_names_targets_and_splits_wounds():
    at = having(
        "Brawling",
        2,
        rolls="success success blank bonus_blank",
        where=[2, 1],
        enemies={"Byakhee": [2], "Fire Vampire": [2]},
    )

    at.play("attack Byakhee")
    assert at.legal() == {"attack Fire Vampire", "done"}
    at.play("attack Fire Vampire", "done", "figure Byakhee", "figure Fire Vampire")

    assert (at.health("Byakhee"), at.health("Fire Vampire")) == ([1], [1])


@rule("R10.3")
def test_brawling_3_has_two_free_rerolls():
    at = having("Brawling", 3, rolls="blank " * 3 + "bonus_blank " + "blank " * 3, **ROOM)

    at.play("attack Byakhee", "reroll blank", "reroll blank")
    assert at.of("stress")[0] == 0
    at.play("reroll blank")

    assert at.of("stress")[0] == 1


@rule("R10.3")
def test_brawling_4_wounds_every_target_in_full():
    at = having(
        "Brawling",
        4,
        rolls="success success blank bonus_blank",
        where=[2, 1],
        enemies={"Byakhee": [2], "Fire Vampire": [2]},
    )

    at.play("attack Byakhee", "attack Fire Vampire", "done")

    assert (at.health("Byakhee"), at.health("Fire Vampire")) == ([2], [2])


@rule("R10.4")
@pytest.mark.parametrize(
    ("level", "near", "far"), [(1, True, False), (2, True, False), (3, True, True)]
)
def test_marksman_range(level, near, far):
    at = having("Marksman", level, where=[2, 1], enemies={"Byakhee": [4], "Cultist": [8]})

    assert ("attack Byakhee" in at.legal()) == near
    assert ("attack Cultist" in at.legal()) == far


@rule("R10.4")
@pytest.mark.parametrize(("level", "dice"), [(1, 3), (2, 5)])
def test_marksman_2_adds_bonus_dice_at_range(level, dice):
    at = having("Marksman", level, where=[2, 1], enemies={"Byakhee": [4]})

    at.play("attack Byakhee")

    assert int(at.s.dice.sum()) == dice


@rule("R10.4")
def test_marksman_4_has_a_free_attack_at_range():
    at = having("Marksman", 4, where=[2, 1], enemies={"Byakhee": [4]}, stress=[4, 0])

    at.play("attack Byakhee")

    assert (int(at.s.actions_left), int(at.s.free_shots)) == (3, 0)


@rule("R10.5")
@pytest.mark.parametrize(
    ("level", "sneaks", "wounds"), [(1, 1, 0), (2, 3, 0), (3, 3, 1), (4, 99, 1)]
)
def test_stealth(level, sneaks, wounds):
    at = having("Stealth", level, where=[2, 1], enemies={"Byakhee": [2], "Cultist": [2]})

    at.play("run 4", "figure Byakhee")
    if level > 1:
        at.play("done")
    at.play("done")

    assert at.trait(Trait.SNEAKS) == sneaks
    assert at.enemies("Byakhee") == [2] and at.health("Byakhee") == [wounds]
    assert at.enemies("Cultist") == [4]


@rule("R10.6")
def test_swiftness_1_runs_four_spaces():
    at = having("Swiftness", 1)

    at.play("run 2", "run 4", "run 8", "run 7")

    assert at.where[0] == 7


@rule("R10.6")
def test_swiftness_2_has_a_free_run():
    at = having("Swiftness", 2)

    at.play("run 2", "done")

    assert int(at.s.actions_left) == 3


@rule("R10.6")
def test_swiftness_3_brings_an_investigator_along():
    at = having("Swiftness", 3, where=[2, 2], fire={2: 1})

    at.play("run 4", "person +1", "done")

    assert at.where == [4, 4]
    assert at.of("burning") == [1, 1]


@rule("R10.6")
def test_swiftness_4_has_a_fourth_action():
    assert int(having("Swiftness", 4).s.actions_left) == 4


ATTACKED = {
    "where": [2, 1],
    "enemies": {"Fire Vampire": [2]},
    "rolls": "success_tentacle success_tentacle bonus_success",
    "stress": [4, 0],
}


@rule("R10.7")
@pytest.mark.parametrize(
    ("level", "wounds", "sanity"), [(1, 3, 2), (2, 2, 1), (3, 2, 1), (4, 1, 1)]
)
def test_toughness_against_an_attack(level, wounds, sanity):
    at = having("Toughness", level, **ATTACKED)

    at.play("done")
    if level == 1:
        assert "reroll success tentacle" in at.legal()  # one free reroll when attacked
        at.play("done")

    assert at.of("wounds")[0] == wounds
    assert at.of("sanity")[0] == sanity


@rule("R10.7")
@pytest.mark.parametrize(("level", "wounds"), [(2, 2), (3, 1), (4, 0)])
def test_toughness_3_blocks_overflow_from_any_source(level, wounds):
    at = having("Toughness", level, mythos=["Cthulhu 6"], stress=[4, 0], discovery=["Desk"])

    at.play("done")

    assert at.of("wounds")[0] == wounds
