"""R6: stress, wounds, sanity, thresholds, Fire."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.death_may_die.position import position


@rule("R6.1")
def test_stress_that_does_not_fit_wounds_only_if_the_effect_says_so():
    at = position(mythos=["Cthulhu 6"], stress=[3, 4], discovery=["Desk"])

    at.play("done")

    assert at.of("stress") == [4, 4]
    assert at.of("wounds") == [1, 2]


@rule("R6.1")
def test_other_stress_that_does_not_fit_is_ignored():
    at = position(
        insanities=["Kleptomania", "Catatonia"],
        where=[6, 1],
        fire={6: 1},
        sanity=[3, 0],
        stress=[4, 0],
        rolls="tentacle blank blank",
    )

    at.play("first")

    assert (at.of("stress")[0], at.of("wounds")[0]) == (4, 0)


@rule("R6.2")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (3, 4), (4, 7), (7, 8), (14, 15), (17, 18)])
def test_losing_sanity_stops_on_a_threshold(before, after):
    at = position(rolls="tentacle tentacle tentacle", where=[6, 1], fire={6: 1}, sanity=[before, 0])

    at.play("first", "done")

    assert at.of("sanity")[0] == after


@rule("R6.3")
def test_symptoms_come_before_the_level():
    at = position(
        insanities=["Short-term Memory Loss", "Catatonia"],
        rolls="tentacle blank blank",
        where=[6, 1],
        fire={6: 1},
        sanity=[3, 0],
    )

    at.play("first", "done")
    assert at.of("stress")[0] == 1
    assert at.legal() == {"level Plain A", "level Plain B", "level Plain C"}
    at.play("level Plain B")

    assert list(at.s.level[0]) == [1, 2, 1]


@rule("R6.4")
def test_thresholds_of_one_event_are_settled_from_the_active_one_on():
    at = position(
        mythos=["Cthulhu 6"],
        num_players=3,
        elder={"space": 15},
        sanity=[3, 3, 3],
        start=1,
    )

    at.play("done")
    assert at.of("sanity") == [4, 4, 4]  # all have lost before anyone's symptoms
    order = []
    for _ in range(3):
        order.append(at.actor)
        at.play("level Plain A")

    assert order == [1, 2, 0]


@rule("R6.5")
def test_wounds_can_go_to_companions_point_by_point():
    at = position(
        cards={"Furious student": 0},
        rolls="bonus_success bonus_success",
        where=[2, 1],
        enemies={"Cultist": [2]},
    )

    at.play("done", "done")
    assert at.legal() == {"done", "card Furious student"}
    at.play("card Furious student", "done")

    assert at.of("wounds")[0] == 1
    assert int(at.s.card_wounds.sum()) == 1


@rule("R6.5", "R12.1")
def test_wounds_of_companions_count_as_taken():
    at = position(
        insanities=["Masochism", "Catatonia"],
        cards={"Furious student": 0},
        rolls="bonus_success bonus_blank",
        where=[2, 1],
        enemies={"Cultist": [2]},
    )

    at.play("done", "done", "card Furious student")

    assert int(at.s.keeps[0]) == 1


@rule("R6.6")
def test_stress_that_does_not_fit_cannot_be_paid():
    at = position(discovery=["Janitor"], stress=[3, 0])

    at.play("done")

    assert at.legal() == {"done", "claim left"}


@rule("R6.6")
def test_toughness_does_not_reduce_costs():
    at = position(
        investigators=["Sister Beth", "Borden"],
        levels={"Toughness": 4},
        discovery=["Locked cabinet"],
    )

    at.play("done", "claim left")

    assert at.of("wounds")[0] == 3


@rule("R6.7")
def test_fire_is_rolled_and_discarded_at_the_end_of_the_turn():
    at = position(
        rolls="success tentacle success_tentacle", burning=[3, 0], discovery=["Fire equipment"]
    )

    at.play("done", "done", "done")  # no action, no card claimed, no reroll

    assert at.of("wounds")[0] == 2
    assert at.of("sanity")[0] == 2
    assert at.of("burning")[0] == 0


@rule("R6.7")
def test_enemies_never_burn():
    at = position(where=[1, 1], enemies={"Cultist": [4]}, fire={4: 3})

    at.finish_turn()

    assert at.health("Cultist") == [0]
