"""R4: movement."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.death_may_die.position import position


@rule("R4.1")
def test_a_run_is_up_to_three_spaces():
    at = position()

    at.play("run 2", "run 4", "run 8")

    assert at.where[0] == 8
    assert at.s.actions_left == 2
    assert at.s.question == 1


@rule("R4.1")
def test_the_staircase_is_a_link():
    at = position(where=[9, 1])

    at.play("run 12", "done")

    assert at.where[0] == 12


@rule("R4.2")
def test_all_enemies_follow_each_step_the_elder_one_too():
    at = position(where=[2, 1], enemies={"Cultist": [2, 4], "Byakhee": [2]}, elder={"space": 2})

    at.play("run 4", "run 8", "done")

    assert at.enemies("Cultist") == [8, 8]
    assert at.enemies("Byakhee") == [8]
    assert at.enemies("Elder One") == [8]


@rule("R4.3")
def test_each_step_out_of_a_burning_space_adds_its_fire():
    at = position(where=[2, 1], fire={2: 2, 4: 1})

    at.play("run 4", "run 8", "done")

    assert at.of("burning")[0] == 3
    assert at.spaces("fire") == {2: 2, 4: 1}


@rule("R4.4")
def test_being_placed_drags_nothing_along():
    at = position(
        insanities=["Psychotic Outbreaks", "Catatonia"],
        where=[6, 9],
        fire={6: 1},
        sanity=[3, 0],
        rolls="tentacle blank blank",
    )

    at.play("first", "done", "level Plain A")

    assert at.where == [9, 9]
    assert at.of("burning")[0] == 0


@rule("R4.5")
def test_the_active_investigator_breaks_ties_of_paths():
    at = position(mythos=["Cthulhu 3"], where=[4, 1], enemies={"Cultist": [6]})

    at.play("done")
    assert (at.actor, at.legal()) == (0, {"space 5", "space 9"})
    at.play("space 9")

    assert at.enemies("Cultist") == [9, 9, 13]


@rule("R4.5")
def test_ties_by_the_lowest_number():
    at = position(
        mythos=["Cthulhu 3"], where=[4, 1], enemies={"Cultist": [6]}, tie_break="lowest_id"
    )

    at.play("done")

    assert at.enemies("Cultist")[0] == 5


@rule("R4.6")
def test_leaving_a_hunting_horror_wounds_unless_sneaked_past():
    at = position(episode="Danse Macabre", where=[2, 1], enemies={"Hunting Horror": [2]})

    at.play("run 3", "done")

    assert at.of("wounds")[0] == 1
    assert at.enemies("Hunting Horror") == [3]


@rule("R4.6", "R10.6")
def test_who_is_brought_along_is_wounded_by_a_hunting_horror_too():
    at = position(
        episode="Danse Macabre",
        investigators=["Borden", "The Kid"],
        levels={"Swiftness": 3, "Stealth": 1},
        where=[2, 2],
        enemies={"Hunting Horror": [2]},
    )

    at.play("run 3", "done", "person +1", "done")

    assert at.where == [3, 3]
    assert at.of("wounds") == [1, 1]


@rule("R4.6", "R10.5")
def test_a_hunting_horror_sneaked_past_does_not_wound():
    at = position(
        episode="Danse Macabre",
        investigators=["Borden", "The Kid"],
        where=[2, 1],
        enemies={"Hunting Horror": [2]},
    )

    at.play("run 3", "figure Hunting Horror", "done")

    assert at.of("wounds")[0] == 0
    assert at.enemies("Hunting Horror") == [2]
