"""R13: Hastur's stages and Mythos cards."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.death_may_die.position import position

HASTUR = {"elder_one": "Hastur", "tie_break": "lowest_id", "discovery": ["Desk"]}
DISCIPLE = "Disciple of Hastur"


def drawn(number: int, **described):
    return position(mythos=[f"Hastur {number}"], **HASTUR, **described).play("done")


def revealed(stage: int, **described):
    at = position(
        **HASTUR
        | {
            "where": [2, 1],
            "rolls": "success blank blank",
            "elder": {"space": 2, "stage": stage - 1, "wounds": 11},
            "disrupted": True,
            "stress": [4, 0],
        }
        | described
    )
    return at.play("attack Elder One")


@rule("R13.1")
def test_hastur_stage_1_on_each_advance():
    at = position(**HASTUR, where=[2, 1], showing=3, signs=[1, 3]).finish_turn()

    assert at.of("signs") == [2, 3]
    assert at.of("sanity") == [1, 1]
    assert at.enemies(DISCIPLE) == [4]


@rule("R13.1")
def test_hastur_stage_2():
    at = position(**HASTUR, where=[2, 4], disrupted=True, signs=[0, 2]).finish_turn()

    assert at.enemies("Elder One") == [4]
    assert at.of("signs")[0] == 1  # within one space and without a Sign


@rule("R13.1")
def test_hastur_stage_3():
    at = revealed(3, signs=[2, 1])
    assert at.enemies("Elder One") == [13]
    assert at.of("wounds") == [1, 0]

    at = position(**HASTUR, where=[2, 1], elder={"space": 15, "stage": 3}, signs=[3, 0])
    at.play("done", "done", "option 1")
    assert (at.of("signs")[0], at.of("sanity")[0]) == (0, 2)


@rule("R13.1")
def test_hastur_final_stage():
    at = revealed(4, signs=[1, 0])
    assert at.enemies("Elder One") == [9]
    assert at.of("signs") == [2, 1]

    at = position(
        **HASTUR,
        mythos=["Hastur 2"],
        where=[2, 1],
        elder={"space": 15, "stage": 4},
        signs=[2, 0],
        rolls="success tentacle",
        stress=[4, 0],
    )
    at.play("done", "done")
    assert (at.of("wounds")[0], at.of("sanity")[0], at.of("signs")[0]) == (1, 1, 0)


@rule("R13.3")
def test_a_rest_sheds_a_sign_for_two_points():
    at = position(**HASTUR, signs=[2, 0], stress=[2, 0])

    at.play("rest", "shed", "calm me")

    assert (at.of("signs")[0], at.of("stress")[0]) == (1, 1)
    assert int(at.s.tokens_left) == 11


@rule("R13.3")
def test_signs_are_limited():
    at = drawn(3, signs=[6, 6])

    assert at.of("signs") == [6, 6]


@rule("R13.1")
def test_hastur_mythos_1():
    at = drawn(1, where=[2, 1], enemies={DISCIPLE: [8]})

    assert at.enemies(DISCIPLE) == [2, 9]


@rule("R13.1")
def test_hastur_mythos_2():
    at = drawn(2, where=[2, 1], enemies={"Cultist": [9]})

    assert at.enemies("Cultist") == [4, 8, 13]


@rule("R13.1")
def test_hastur_mythos_3():
    at = drawn(3)

    assert at.of("signs") == [1, 0]
    assert at.enemies("Cultist") == [9]


@rule("R13.1")
def test_hastur_mythos_4():
    at = drawn(4, signs=[1, 2])

    assert at.of("sanity") == [0, 1]
    assert at.enemies(DISCIPLE) == [13]


@rule("R13.1")
def test_hastur_mythos_5():
    at = drawn(5, where=[2, 1], enemies={"Cultist": [15], DISCIPLE: [9]}, stress=[4, 0])

    assert at.enemies(DISCIPLE) == [2]
    assert at.enemies("Cultist") == [9, 15]


@rule("R13.1")
def test_hastur_mythos_6():
    at = drawn(6, signs=[3, 0], stress=[2, 0])

    assert (at.of("stress")[0], at.of("wounds")[0]) == (4, 1)


@rule("R13.1")
def test_hastur_mythos_7():
    assert drawn(7, signs=[1, 0]).of("signs") == [1, 1]


@rule("R13.1")
@pytest.mark.parametrize(("signs", "track", "after"), [([0, 3], 2, 1), ([0, 2], 1, 1)])
def test_hastur_mythos_8(signs, track, after):
    at = position(**HASTUR, mythos=["Hastur 8"], signs=signs).finish_turn()

    assert int(at.s.track) == track
    assert at.of("signs")[0] == after
