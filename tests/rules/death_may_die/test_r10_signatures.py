"""R10: the ten signature skills, level by level."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position

OWNER = {
    "Fueled by Madness": "Adam Benchley",
    "Healing Prayer": "Ahmed Yasin",
    "Savage": "Borden",
    "Lucky": "Elizabeth Ives",
    "Read the Omens": "Fatima Safar",
    "Vengeance Obsession": "Ian Welles",
    "Protector": "John Morgan",
    "Unkillable": "Rasputin",
    "High Strung": "Sister Beth",
    "Gate Manipulation": "The Kid",
}


def having(skill: str, level: int, **described):
    """Investigator 0 has the signature at that level, the other one is plain."""
    return position(investigators=[OWNER[skill], PLAIN[0]], levels={skill: level}, **described)


@rule("R10.8")
@pytest.mark.parametrize(
    ("level", "sanity", "dice"),
    [(1, 4, 1), (1, 3, 0), (2, 3, 1), (2, 4, 1), (3, 4, 2), (3, 3, 2), (4, 3, 3), (4, 5, 0)],
)
def test_fueled_by_madness(level, sanity, dice):
    at = having("Fueled by Madness", level, where=[6, 1], fire={6: 1}, sanity=[sanity, 0])

    at.play("first")

    assert int(at.s.dice.sum()) == 3 + dice


HURT = {"stress": [3, 3], "wounds": [3, 3], "discovery": ["Desk"]}


@rule("R10.9")
def test_healing_prayer_1_heals_one_point():
    at = having("Healing Prayer", 1, **HURT)

    at.play("done", "done", "mend +1")

    assert at.of("wounds") == [3, 2]
    assert at.s.active == 1


@rule("R10.9")
def test_healing_prayer_2_heals_two_points_of_one():
    at = having("Healing Prayer", 2, **HURT)

    at.play("done", "done", "mend +1")
    assert at.legal() == {"done", "mend +1", "calm +1"}
    at.play("calm +1")

    assert (at.of("wounds"), at.of("stress")) == ([3, 2], [3, 2])


@rule("R10.9")
def test_healing_prayer_3_heals_two_of_both():
    at = having("Healing Prayer", 3, **HURT)

    at.play("done", "done", "person me")

    assert (at.of("wounds"), at.of("stress")) == ([1, 3], [1, 3])


@rule("R10.9")
def test_healing_prayer_4_heals_everyone_here():
    at = having("Healing Prayer", 4, **HURT)

    at.play("done", "done")

    assert (at.of("wounds"), at.of("stress")) == ([1, 1], [1, 1])


@rule("R10.10")
@pytest.mark.parametrize(("level", "wounds"), [(1, 1), (2, 2), (3, 2), (4, 5)])
def test_savage_adds_wounds_against_a_lone_enemy(level, wounds):
    at = having(
        "Savage", level, rolls="blank blank blank", where=[2, 1], enemies={"Star Spawn": [2]}
    )

    at.play("attack Star Spawn", "done")

    assert at.health("Star Spawn") == [wounds]


@rule("R10.10")
def test_savage_needs_a_lone_enemy():
    at = having(
        "Savage",
        4,
        rolls="blank blank blank",
        where=[2, 1],
        enemies={"Star Spawn": [2], "Cultist": [2]},
    )

    at.play("attack Star Spawn", "done")

    assert at.health("Star Spawn") == [0]


@rule("R10.10")
@pytest.mark.parametrize(("level", "stress"), [(2, 4), (3, 0)])
def test_savage_3_heals_all_stress_on_a_kill(level, stress):
    at = having(
        "Savage",
        level,
        rolls="blank blank blank",
        where=[2, 1],
        enemies={"Cultist": [2]},
        stress=[4, 0],
    )

    at.play("attack Cultist")

    assert at.of("stress")[0] == stress


@rule("R10.11")
@pytest.mark.parametrize(("level", "free"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_lucky(level, free):
    at = having("Lucky", level, rolls="blank " * 12, where=[6, 1], fire={6: 1})

    at.play("first", *["reroll blank"] * free)
    assert at.of("stress")[0] == 0
    at.play("reroll blank", "done")
    assert at.of("stress")[0] == 1
    at.play("first", "reroll blank")

    assert at.of("stress")[0] == (1 if level == 4 else 2)  # anew with each roll at level 4


@rule("R10.12")
def test_read_the_omens_1_bottoms_a_card_for_another():
    at = having("Read the Omens", 1, mythos=["Cthulhu 5", "Cthulhu 7"], stress=[3, 0])

    at.play("done", "option 0")

    assert at.of("stress")[0] == 1
    assert int(at.s.mythos[0]) == 4 and int(at.s.mythos_under) == 1


@rule("R10.12")
@pytest.mark.parametrize(("level", "stress"), [(2, 2), (3, 0)])
def test_read_the_omens_2_plays_one_of_two(level, stress):
    at = having("Read the Omens", level, mythos=["Cthulhu 5", "Cthulhu 7"], stress=[4, 0])

    at.play("done")
    assert at.legal() == {"option 0", "option 1"}
    at.play("option 1")

    assert at.of("stress")[0] == stress
    assert int(at.s.mythos[0]) == 4


@rule("R10.12")
def test_read_the_omens_4_cancels_a_card_for_two_wounds():
    at = having("Read the Omens", 4, mythos=["Cthulhu 1", "Cthulhu 2"])

    at.play("done", "option 0", "option 0")

    assert at.of("wounds")[0] == 2
    assert at.enemies("Star Spawn") == []


STRUCK = {
    "where": [2, 1],
    "enemies": {"Byakhee": [2, 2]},
    "rolls": "success bonus_blank bonus_blank blank bonus_blank bonus_blank",
    "stress": [4, 0],
}


@rule("R10.13")
@pytest.mark.parametrize(
    ("level", "hurt", "stress"), [(1, [0, 1], 3), (2, [1, 1], 3), (3, [1, 1], 2), (4, [2, 2], 2)]
)
def test_vengeance_obsession(level, hurt, stress):
    at = having("Vengeance Obsession", level, **STRUCK)

    at.finish_turn()

    assert at.of("wounds")[0] == 1
    assert sorted(at.health("Byakhee")) == hurt
    assert at.of("stress")[0] == stress


def protected(level: int, guard_at: int, **described):
    """Investigator 1 is attacked, 0 could protect."""
    return having(
        "Protector",
        level,
        start=1,
        where=[guard_at, 2],
        enemies={"Cultist": [2]},
        rolls="bonus_success bonus_blank",
        **described,
    )


@rule("R10.14")
def test_protector_1_takes_an_attack_here():
    at = protected(1, 2)

    at.play("done")
    assert at.actor == 0
    at.play("option 0", "done")

    assert at.of("wounds") == [1, 0]


@rule("R10.14")
@pytest.mark.parametrize(("level", "asked"), [(1, 1), (2, 0)])
def test_protector_2_reaches_one_space(level, asked):
    at = protected(level, 4)

    at.play("done")

    assert at.actor == asked


@rule("R10.14")
def test_protector_3_rerolls_a_redirected_attack_freely():
    at = protected(3, 2, stress=[4, 4])

    at.play("done", "option 0")

    assert "reroll bonus success" in at.legal()


@rule("R10.14")
def test_protector_4_heals_all_stress_afterwards():
    at = protected(4, 2, stress=[4, 4])

    at.play("done", "option 0", "done")

    assert at.of("stress")[0] == 0


def killed(level: int, revived: int):
    at = having(
        "Unkillable",
        level,
        rolls="bonus_success bonus_success",
        where=[2, 1],
        enemies={"Cultist": [2]},
        wounds=[4, 0],
        stress=[4, 0],
        revived=[revived, 0],
    )
    return at.finish_turn()


@rule("R10.15")
@pytest.mark.parametrize(("level", "lives"), [(1, 1), (2, 2), (3, 2), (4, 3)])
def test_unkillable(level, lives):
    assert killed(level, lives - 1).ending == "going_on"
    assert killed(level, lives).ending == "death_before_summoning"


@rule("R10.15")
def test_unkillable_loses_the_rest_of_the_wounds_and_heals_stress_at_3():
    assert killed(1, 0).of("wounds")[0] == 0
    assert killed(2, 0).of("stress")[0] == 4
    assert killed(3, 0).of("stress")[0] == 0


@rule("R10.15")
def test_unkillable_does_not_help_against_madness():
    at = having(
        "Unkillable", 4, rolls="tentacle blank blank", where=[6, 1], fire={6: 1}, sanity=[19, 0]
    )

    at.play("first", "done")

    assert at.ending == "death_before_summoning"


@rule("R10.16")
@pytest.mark.parametrize(
    ("level", "wounds", "healed"), [(1, 1, 0), (2, 2, 0), (3, 2, 2), (4, 5, 2)]
)
def test_high_strung(level, wounds, healed):
    at = having(
        "High Strung",
        level,
        rolls="tentacle tentacle blank bonus_blank",
        where=[2, 1],
        enemies={"Star Spawn": [2]},
        wounds=[3, 0],
    )

    at.play("attack Star Spawn", "done")

    assert at.health("Star Spawn") == [wounds]
    assert at.of("wounds")[0] == 3 - healed
    assert at.of("sanity")[0] == 2


@rule("R10.17")
@pytest.mark.parametrize(("level", "space", "hurt"), [(1, 9, 1), (1, 10, 0), (2, 10, 1)])
def test_gate_manipulation_halves_what_is_summoned(level, space, hurt):
    at = having("Gate Manipulation", level, mythos=["Cthulhu 4"], where=[space, 1])

    at.play("done")

    gate = [at.s.hurt[f] for f in range(26) if at.s.at[f] == 8]
    assert gate == [hurt]


@rule("R10.17")
def test_two_copies_of_gate_manipulation_kill(tmp_path):
    another = tmp_path / "another.toml"
    another.write_text(
        '[[investigator]]\nname = "Another"\n'
        'skills = ["Gate Manipulation", "Marksman", "Stealth"]\n'
    )
    two = [OWNER["Gate Manipulation"], str(another)]
    at = position(investigators=two, mythos=["Cthulhu 4"], where=[9, 9])

    at.play("done")

    assert at.enemies("Cultist") == [8]


@rule("R10.17")
@pytest.mark.parametrize(("level", "can"), [(2, False), (3, True)])
def test_gate_manipulation_3_makes_resting_safe(level, can):
    at = having("Gate Manipulation", level, where=[10, 1], enemies={"Cultist": [10]}, stress=[2, 0])

    assert ("rest" in at.legal()) == can


@rule("R10.17")
def test_gate_manipulation_4_gives_a_bonus_die_and_a_free_rest():
    at = having("Gate Manipulation", 4, where=[10, 1], enemies={"Cultist": [10]}, stress=[2, 0])

    at.play("rest", "calm me", "calm me")
    assert (int(at.s.actions_left), at.of("stress")[0]) == (3, 0)
    at.play("attack Cultist")

    assert int(at.s.dice.sum()) == 4
