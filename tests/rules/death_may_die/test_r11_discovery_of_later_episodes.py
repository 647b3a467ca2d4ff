"""R11: the Discovery cards of Tomes of Madness and Danse Macabre, one by one."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.content.vocabulary import Trait
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position
from tests.rules.death_may_die.test_r11_discovery import DANSE, TOMES, found


@rule("R11.5")
def test_bandages():
    at = position(cards={"Bandages": 0}, wounds=[2, 2], **TOMES)

    at.play("use Bandages", "person me", "person +1", "person +1")

    assert at.of("wounds") == [1, 0]


@rule("R11.5")
def test_lantern():
    at = position(cards={"Lantern": 0}, mythos=["Tomes of Madness 7"], **TOMES)
    assert at.trait(Trait.BONUS_FIRST) == 1

    at.finish_turn()

    assert at.of("sanity")[0] == 0


@rule("R11.5")
@pytest.mark.parametrize(
    ("card", "settings", "cost"),
    [
        ("Submachine gun", TOMES, {"stress": 1}),
        ("Duelling pistol", DANSE, {"wounds": 1}),
    ],
)
def test_submachine_gun_and_duelling_pistol(card, settings, cost):
    at = found(card, "claim left", **settings)
    assert at.trait(Trait.BONUS_ATTACK) == 1
    assert at.of("stress")[0] == cost.get("stress", 0)
    assert at.of("wounds")[0] == cost.get("wounds", 0)

    marksman = position(investigators=["Adam Benchley", PLAIN[0]], cards={card: 0}, **settings)
    assert marksman.trait(Trait.BONUS_ATTACK) == 2


@rule("R11.5")
@pytest.mark.parametrize(("card", "settings"), [("Crowbar", TOMES), ("Rapier", DANSE)])
def test_crowbar_and_rapier(card, settings):
    assert position(cards={card: 0}, **settings).trait(Trait.BONUS_ATTACK) == 0
    brawler = position(investigators=["Rasputin", PLAIN[0]], cards={card: 0}, **settings)
    assert brawler.trait(Trait.BONUS_ATTACK) == 1


@rule("R11.5")
def test_grenade():
    at = position(cards={"Grenade": 0}, where=[2, 3], enemies={"Chthonian": [3]}, **TOMES)

    at.play("use Grenade", "space 3")

    assert at.health("Chthonian") == [3]
    assert at.of("wounds") == [0, 3]


@rule("R11.5")
def test_unstable_grenade():
    at = position(
        cards={"Unstable grenade": 0},
        rolls="success success tentacle",
        where=[2, 1],
        enemies={"Chthonian": [3]},
        sanity=[15, 0],
        **TOMES,
    )

    at.play("use Unstable grenade", "space 3", "done")

    assert at.health("Chthonian") == [4]
    assert at.of("wounds")[0] == 1
    assert at.of("sanity")[0] == 16  # R5.6 holds besides


@rule("R11.5", "R13.6")
@pytest.mark.parametrize(
    ("card", "stress", "wounds"), [("Loose sigil", 2, 0), ("Bloody sigil", 0, 1)]
)
def test_sigils_for_a_price(card, stress, wounds):
    at = found(card, "claim left", **TOMES)

    assert (at.of("stress")[0], at.of("wounds")[0]) == (stress, wounds)
    drawn = [p for p in range(4, 14) if at.s.piece_is[p] != 3]
    assert len(drawn) == 1
    assert at.cards() == []


@rule("R11.5")
@pytest.mark.parametrize(
    ("card", "settings", "skill", "health"),
    [
        ("Archivist", TOMES, "Arcane Mastery", 1),
        ("Gravedigger", TOMES, "Toughness", 2),
        ("Smuggler", TOMES, "Stealth", 1),
        ("Gorilla", DANSE, "Brawling", 3),
        ("Footman", DANSE, "Swiftness", 1),
        ("Medium", DANSE, "Arcane Mastery", 1),
    ],
)
def test_companions_with_a_skill(card, settings, skill, health):
    at = found(card, "claim right", **settings)

    assert at.of("stress")[0] == 2
    assert int(at.s.skill[0, at.library.skill(skill)]) == 1
    number = [c.name for c in at.library.episodes[0].discovery].index(card)
    assert int(at.kit.side_health[0, number, 1]) == health


@rule("R11.5")
@pytest.mark.parametrize(("card", "settings"), [("Flask", TOMES), ("Champagne", DANSE)])
def test_flask_and_champagne(card, settings):
    at = position(cards={card: 0}, stress=[4, 0], **settings)

    at.play(f"use {card}")

    assert at.of("stress")[0] == 0
    assert at.cards() == []


@rule("R11.5")
def test_whispering_page():
    at = found("Whispering page", "claim right", **TOMES)
    assert at.of("stress")[0] == 2 and at.cards() == []

    at = position(cards={"Whispering page": 0}, mythos=["Tomes of Madness 7"], **TOMES)
    at.finish_turn()
    assert at.of("sanity")[0] == 2


@rule("R11.5", "R6.6")
@pytest.mark.parametrize(
    ("card", "settings", "condition"),
    [("Whispering page", TOMES, "Whispering page"), ("Love letter", DANSE, "Distracted")],
)
def test_refuse_a_condition_for_stress_or_take_it(card, settings, condition):
    assert found(card, **settings).legal() == {"claim left", "claim right"}

    at = found(card, stress=[3, 0], **settings)
    assert at.cards() == [condition]  # two stress do not fit: it is not asked about


@rule("R11.5")
def test_bone_charm():
    at = position(
        cards={"Bone charm": 0},
        rolls="bonus_success bonus_blank bonus_blank",
        where=[2, 1],
        enemies={"Cultist": [2]},
        stress=[4, 0],
        **TOMES,
    )

    at.play("done", "reroll bonus success")

    assert at.of("stress")[0] == 4
    assert at.of("wounds")[0] == 0


@rule("R11.5")
def test_first_aid_box():
    at = position(cards={"First-aid box": 0}, wounds=[2, 4], **DANSE)

    at.play("use First-aid box", "person +1")

    assert at.of("wounds") == [2, 0]


@rule("R11.5")
def test_hand_cannon():
    at = position(cards={"Hand cannon": 0}, where=[2, 1], enemies={"Deep One": [2]}, **DANSE)

    at.play("use Hand cannon", "attack Deep One")

    assert int(at.s.dice.sum()) == 6
    assert at.cards() == []


@rule("R11.5", "R13.7")
def test_invitation():
    at = position(cards={"Invitation": 0}, where=[5, 1], **DANSE)

    at.play("use Invitation")

    assert at.s.piece_up[4]  # the dancer who stood on 5
    assert not position(cards={"Invitation": 0}, **DANSE).legal("use")


@rule("R11.5", "R15.2")
def test_guest_list():
    at = position(cards={"Guest list": 0}, **DANSE)

    at.play("use Guest list", "piece 0", "piece 4")

    faces = [at.game.observations.view(at.env.observe(a)["observation"]) for a in at.env.agents]
    assert [int(f["piece_face"].sum()) for f in faces] == [2, 0]


@rule("R11.5")
def test_peacock():
    at = position(cards={"Peacock": 0}, stress=[2, 0], discovery=["Champagne"], **DANSE)

    at.play("done", "done")

    assert at.of("stress")[0] == 1


@rule("R11.5")
def test_mask():
    assert position(cards={"Mask": 0}, **DANSE).trait(Trait.SNEAKS) == 1


@rule("R11.5")
def test_love_letter():
    at = position(cards={"Distracted": 0}, **DANSE)

    at.play("run 2", "run 3")

    assert at.s.question == 1  # two spaces, no more
    assert found("Love letter", "claim right", **DANSE).of("stress")[0] == 2


@rule("R11.5")
def test_silver_whistle():
    at = position(
        cards={"Silver whistle": 0},
        where=[2, 1],
        enemies={"Deep One": [3], "Cultist": [4]},
        **DANSE,
    )

    at.play("use Silver whistle", "option 0", "option 0")

    assert at.enemies("Deep One") == [2]
    assert at.enemies("Cultist") == [3]
