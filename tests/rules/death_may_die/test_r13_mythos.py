"""R13: the Episodes' Mythos cards, and the special rules of enemies."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.death_may_die.position import position
from tests.rules.death_may_die.test_r13_episodes import DANSE, TOMES, pieces, value

FIRST_CARD = {"": "Desk", "Tomes of Madness": "Flask", "Danse Macabre": "Champagne"}


def drawn(name: str, number: int, setup=None, **described):
    """The Episode's Mythos card is resolved; the Discovery card that follows waits."""
    settings = {} if name == "Blasphemous Alchemy" else {"episode": name}
    at = position(
        mythos=[f"{name} {number}"],
        tie_break="lowest_id",
        discovery=[FIRST_CARD[settings.get("episode", "")]],
        **settings,
        **{"stress": [4, 0]} | described,
    )
    if setup:
        setup(at)
    return at.play("done")


ALCHEMY = "Blasphemous Alchemy"


@rule("R13.8")
def test_blasphemous_alchemy_1():
    at = drawn(ALCHEMY, 1, where=[2, 1], enemies={"Fire Vampire": [10, 15]})

    assert at.enemies("Fire Vampire") == [4, 15]
    assert at.spaces("fire") == {4: 1}


@rule("R13.8")
def test_blasphemous_alchemy_2():
    at = drawn(ALCHEMY, 2, where=[2, 1], enemies={"Fire Vampire": [9]})

    assert at.enemies("Fire Vampire") == [4, 9]
    assert at.spaces("fire") == {4: 1}


@rule("R13.8")
def test_blasphemous_alchemy_3():
    at = drawn(ALCHEMY, 3, where=[2, 1], enemies={"Byakhee": [15]}, stress=[0, 0])

    assert at.enemies("Byakhee") == [2, 13]


@rule("R13.8")
def test_blasphemous_alchemy_4():
    at = drawn(
        ALCHEMY,
        4,
        lambda at: pieces(at, hurt={0: 2, 1: 3}),
        enemies={"Byakhee": [9], "Cultist": [14]},
        elder={"space": 8},
    )

    assert at.enemies("Byakhee") == [6]
    assert at.enemies("Elder One") == [7]
    assert at.enemies("Cultist") == [6, 7, 14]
    assert list(at.s.piece_hurt[:2]) == [1, 2]


@rule("R13.8")
def test_blasphemous_alchemy_5():
    at = drawn(ALCHEMY, 5, where=[10, 1])

    assert at.spaces("fire") == {9: 1, 10: 1, 11: 1}


@rule("R13.8")
def test_blasphemous_alchemy_6():
    at = drawn(
        ALCHEMY,
        6,
        where=[1, 6],
        enemies={"Byakhee": [6], "Cultist": [5]},
        cards={"Guilty Conscience": 0},
        stress=[3, 0],
    )

    assert at.of("wounds") == [1, 1]  # overflow of the guilty one; in a lab
    assert at.health("Byakhee") == [1] and at.health("Cultist") == [0]


@rule("R13.8")
def test_blasphemous_alchemy_7():
    at = drawn(ALCHEMY, 7, where=[2, 1], cards={"Feral student": 0}, stress=[0, 0])
    assert at.cards() == []
    assert at.enemies("Cultist") == [2]

    assert drawn(ALCHEMY, 7).enemies("Cultist") == []


@rule("R13.8")
def test_blasphemous_alchemy_8():
    at = drawn(ALCHEMY, 8, where=[2, 1], enemies={"Byakhee": [9], "Fire Vampire": [8]})

    assert at.enemies("Byakhee") == [4, 8]
    assert at.enemies("Fire Vampire") == [4, 9]


TOMES_NAME = TOMES["episode"]


@rule("R13.8")
def test_tomes_of_madness_1():
    at = drawn(TOMES_NAME, 1, where=[2, 1], enemies={"Ghoul": [5]})

    assert at.enemies("Ghoul") == [3, 9]


@rule("R13.8")
def test_tomes_of_madness_2():
    at = drawn(TOMES_NAME, 2, where=[2, 1], enemies={"Ghoul": [5, 12]}, stress=[0, 0])

    assert at.enemies("Ghoul") == [2, 5, 12]


@rule("R13.8")
def test_tomes_of_madness_3():
    assert drawn(TOMES_NAME, 3, where=[2, 1], enemies={"Chthonian": [8]}).enemies("Chthonian") == [
        3
    ]
    assert drawn(TOMES_NAME, 3).enemies("Chthonian") == [10]


@rule("R13.8")
def test_tomes_of_madness_4():
    at = drawn(TOMES_NAME, 4, where=[1, 3], enemies={"Chthonian": [5]}, stress=[0, 4])

    assert at.of("stress") == [0, 4]
    assert at.of("wounds") == [0, 1]
    assert at.enemies("Cultist") == [5]


@rule("R13.8")
def test_tomes_of_madness_5():
    at = drawn(TOMES_NAME, 5, enemies={"Cultist": [2, 5]})

    assert at.enemies("Cultist") == [3, 3, 9, 10]


@rule("R13.8")
def test_tomes_of_madness_6():
    at = drawn(TOMES_NAME, 6, marker={2: 1, 5: 1, 12: 1})

    assert at.enemies("Cultist") == [5, 12]
    assert at.spaces("marker") == {2: 1}


@rule("R13.8")
@pytest.mark.parametrize(
    ("enemies", "lying", "sanity"),
    [({}, 0, 1), ({"Ghoul": [1]}, 0, 2), ({"Ghoul": [1]}, 1, 1)],
    ids=["safe", "unsafe", "lying down"],
)
def test_tomes_of_madness_7(enemies, lying, sanity):
    at = drawn(TOMES_NAME, 7, enemies=enemies, lying=[lying, 0], stress=[0, 0])

    assert at.of("sanity")[0] == sanity


@rule("R13.8")
def test_tomes_of_madness_8():
    at = drawn(TOMES_NAME, 8, enemies={"Ghoul": [1]}, stress=[0, 0])
    assert at.legal() == {"option 0", "option 1"}
    at.play("option 1")
    assert at.of("wounds") == [0, 0] and at.of("stress")[0] == 2
    assert at.health("Ghoul") == [1]

    at = drawn(TOMES_NAME, 8, stress=[4, 0])
    assert at.of("wounds") == [1, 1]


DANSE_NAME = DANSE["episode"]


@rule("R13.8")
def test_danse_macabre_1():
    at = drawn(DANSE_NAME, 1, where=[2, 1], enemies={"Deep One": [4]})

    assert at.enemies("Deep One") == [3, 13]


@rule("R13.8")
def test_danse_macabre_2():
    at = drawn(
        DANSE_NAME, 2, lambda at: pieces(at, up={4: 1}), enemies={"Deep One": [13]}, stress=[0, 0]
    )

    assert at.enemies("Deep One") == [4, 5]  # from 13 by 12 to 4; summoned at Yellow


@rule("R13.8")
def test_danse_macabre_3():
    at = drawn(DANSE_NAME, 3, where=[2, 1], enemies={"Hunting Horror": [9]}, stress=[0, 0])

    assert at.enemies("Hunting Horror") == [2, 10]


@rule("R13.8")
def test_danse_macabre_4():
    at = drawn(DANSE_NAME, 4, where=[2, 3], enemies={"Hunting Horror": [9]})

    assert at.enemies("Hunting Horror") == [3]
    assert at.of("sanity") == [0, 1]
    assert at.enemies("Cultist") == [10]


@rule("R13.8")
def test_danse_macabre_5():
    at = drawn(DANSE_NAME, 5, where=[2, 1], enemies={"Cultist": [4]})

    assert at.enemies("Cultist") == [3, 5, 13]


@rule("R13.8")
def test_danse_macabre_6():
    at = drawn(DANSE_NAME, 6)

    assert sorted(int(n) + 1 for n in at.s.piece_at[:8]) == [3, 3, 3, 4, 8, 8, 10, 10]


@rule("R13.8")
def test_danse_macabre_7():
    at = drawn(DANSE_NAME, 7, where=[4, 1], stress=[3, 0])

    assert (at.of("stress")[0], at.of("wounds")[0]) == (4, 1)


@rule("R13.8")
def test_danse_macabre_8():
    assert drawn(DANSE_NAME, 8).of("sanity") == [1, 0]

    at = drawn(
        DANSE_NAME,
        8,
        lambda at: pieces(at, up={2: 1}, value={2: value(at, "sorcerer")}),
        where=[1, 4],
    )
    assert at.of("sanity") == [0, 1]


@rule("R13.9")
def test_star_spawn_adds_tentacles_on_rlyeh():
    at = position(
        rolls="blank blank blank blank blank blank",
        where=[2, 1],
        token={2: 1},
        enemies={"Star Spawn": [2]},
        stress=[4, 0],
    )

    at.play("attack Star Spawn")
    assert at.of("sanity")[0] == 2
    at.finish_turn()

    assert at.of("sanity")[0] == 4


@rule("R13.9")
def test_fire_vampire_lays_fire_before_its_attack():
    at = position(where=[2, 1], enemies={"Fire Vampire": [2]})

    at.play("done")

    assert at.spaces("fire") == {2: 1}


@rule("R13.9")
def test_byakhee_counts_elder_signs():
    at = position(
        rolls="sign bonus_sign bonus_blank", where=[2, 1], enemies={"Byakhee": [2]}, stress=[4, 0]
    )

    at.play("done")

    assert at.of("wounds")[0] == 2


@rule("R13.9")
def test_disciple_gives_a_sign_to_whom_it_wounds():
    at = position(
        elder_one="Hastur",
        rolls="success blank bonus_blank",
        where=[2, 1],
        enemies={"Disciple of Hastur": [2]},
        stress=[4, 0],
    )

    at.play("done")

    assert at.of("signs")[0] == 1


@rule("R13.9")
def test_ghoul_eats_a_body_and_rolls_another_die():
    at = position(where=[2, 1], enemies={"Ghoul": [2]}, marker={2: 1}, **TOMES)

    at.play("done")

    assert at.spaces("marker") == {}
    assert int(at.s.dice.sum()) == 3


@rule("R13.9")
def test_chthonian_flees_to_the_nearest_other_gate():
    at = position(
        rolls="success blank blank",
        where=[5, 1],
        enemies={"Chthonian": [5]},
        stress=[4, 0],
        **TOMES,
    )

    at.play("attack Chthonian")
    assert at.legal() == {"space 9", "space 10"}
    at.play("space 10")

    assert at.enemies("Chthonian") == [10]
    assert at.health("Chthonian") == [1]


@rule("R13.9")
@pytest.mark.parametrize(("space", "dice"), [(12, 3), (4, 2)])
def test_deep_one_near_the_waterfront(space, dice):
    at = position(where=[space, 1], enemies={"Deep One": [space]}, **DANSE)

    at.play("done")

    assert int(at.s.dice.sum()) == dice
