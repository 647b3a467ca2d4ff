"""R11.7: the sides of Danse Macabre that the pack does not give, one by one."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.content.vocabulary import Trait
from tests.rulebook import rule
from tests.rules.death_may_die.position import position
from tests.rules.death_may_die.test_r11_discovery import DANSE, found
from tests.rules.death_may_die.test_r13_episodes import pieces

LETTER = "Distracted"


@rule("R11.7")
def test_smelling_salts_calm_and_clear_the_head():
    assert found("First-aid box", "claim right", **DANSE).cards() == ["Smelling salts"]

    at = position(cards={"Smelling salts": 0, LETTER: 1}, stress=[3, 3], **DANSE)
    at.play("use Smelling salts", "person +1")

    assert at.of("stress") == [3, 1]
    assert at.cards(0) == at.cards(1) == []


@rule("R11.7", "R11.2")
def test_second_comes_instead_of_the_pistol():
    at = found("Duelling pistol", "claim right", **DANSE)

    assert (at.cards(), at.of("stress")[0], at.of("wounds")[0]) == (["Second"], 2, 0)
    number = [c.name for c in at.library.episodes[0].discovery].index("Duelling pistol")
    assert int(at.kit.side_health[0, number, 1]) == 2
    assert at.trait(Trait.BONUS_ATTACK) == 0


@rule("R11.7")
@pytest.mark.parametrize(
    ("company", "dice"), [({}, 1), ({"Second": 0}, 2), ({"Medium": 0}, 2), ({"Second": 1}, 1)]
)
def test_dance_card_helps_to_unmask(company, dice):
    assert found("Invitation", "claim right", **DANSE).cards() == ["Dance card"]

    at = position(cards={"Dance card": 0, **company}, **DANSE)

    assert at.trait(Trait.BONUS_FIRST) == dice


@rule("R11.7")
def test_seating_plan_calls_a_dancer():
    assert found("Guest list", "claim right", **DANSE).cards() == ["Seating plan"]

    at = position(cards={"Seating plan": 0}, tie_break="lowest_id", **DANSE)
    pieces(at, up={5: 1})  # the one on 7 is face up
    at.play("use Seating plan")
    assert at.legal("piece") == {f"piece {piece}" for piece in (0, 2, 4, 6, 7)}
    at.play("piece 4")

    assert int(at.s.piece_at[4]) + 1 == 3  # from 5 by 4
    assert not at.s.piece_up[4]
    assert at.cards() == []


@rule("R11.7")
def test_let_it_loose():
    at = found(
        "Gorilla",
        "claim left",
        "space 3",
        where=[2, 3],
        enemies={"Hunting Horror": [3], "Deep One": [4]},
        **DANSE,
    )

    assert at.health("Hunting Horror") == [2]
    assert at.health("Deep One") == [0]
    assert at.of("wounds") == [0, 2]
    assert (at.cards(), at.of("stress")[0]) == ([], 1)


@rule("R11.7")
@pytest.mark.parametrize(
    ("worn", "dice"), [({}, 0), ({"Mask": 0}, 2), ({"Host's mask": 0}, 2), ({"Mask": 1}, 0)]
)
def test_feathers_go_with_a_mask(worn, dice):
    assert found("Peacock", "claim left", **DANSE).cards() == ["Feathers"]

    assert position(cards={"Feathers": 0, **worn}, **DANSE).trait(Trait.BONUS_FIRST) == dice


@rule("R11.7", "R4.4")
def test_house_keys_place_their_holder_up_to_two_spaces_away():
    assert found("Footman", "claim left", **DANSE).of("stress")[0] == 1

    at = position(cards={"House keys": 0}, where=[2, 1], enemies={"Hunting Horror": [2]}, **DANSE)
    at.play("use House keys")
    assert at.legal() == {f"space {n}" for n in (1, 2, 3, 4, 7, 8)}
    at.play("space 8")

    assert at.where == [8, 1]
    assert at.enemies("Hunting Horror") == [2]
    assert at.of("wounds") == [0, 0]  # it is not left behind by walking
    assert at.cards() == []


@rule("R11.7", "R15.2")
def test_planchette_shows_three_dancers_to_its_holder():
    assert found("Medium", "claim left", **DANSE).of("stress")[0] == 1

    at = position(cards={"Planchette": 0}, **DANSE)
    at.play("use Planchette", "piece 0", "piece 4")
    assert "piece 0" not in at.legal()  # three different ones
    at.play("piece 7")

    faces = [at.game.observations.view(at.env.observe(a)["observation"]) for a in at.env.agents]
    assert [int(f["piece_face"].sum()) for f in faces] == [3, 0]
    assert at.of("sanity") == [1, 0]
    assert at.cards() == []


@rule("R11.7")
def test_hosts_mask_helps_to_escort():
    at = found("Mask", "claim right", **DANSE)

    assert (at.cards(), at.of("stress")[0]) == (["Host's mask"], 1)
    assert at.trait(Trait.BONUS_SECOND) == 1
    assert at.trait(Trait.SNEAKS) == 0


@rule("R11.7")
@pytest.mark.parametrize("card", ["Duelling pistol", "Footman", "Medium"])
def test_who_is_distracted_takes_stress_first(card):
    assert found(card, cards={LETTER: 0}, **DANSE).of("stress")[0] == 1
    assert found(card, cards={LETTER: 1}, **DANSE).of("stress")[0] == 0


@rule("R11.7")
@pytest.mark.parametrize("animal", ["Gorilla", "Peacock"])
def test_an_animal_answers_the_silver_whistle(animal):
    assert found("Silver whistle", cards={animal: 0}, stress=[3, 0], **DANSE).of("stress")[0] == 2
    assert found("Silver whistle", stress=[3, 0], **DANSE).of("stress")[0] == 3
