"""R11: Discovery cards, one by one."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.content.vocabulary import Trait
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position

GUILT = "Guilty Conscience"
TOMES = {"episode": "Tomes of Madness"}
DANSE = {"episode": "Danse Macabre"}


def found(card: str, *answers: str, **described):
    """The card is drawn, and the answers given."""
    return position(discovery=[card], **described).play("done", *answers)


@rule("R11.1")
def test_an_unclaimed_card_is_discarded():
    at = found("Desk", "done")

    assert at.cards() == []
    assert -2 in list(at.s.card_at[:15])


@rule("R11.1")
def test_what_stands_before_the_options_comes_first():
    at = found("Janitor", cards={GUILT: 0})

    assert at.of("stress")[0] == 1


@rule("R11.2")
def test_a_companion_dies_at_its_last_wound():
    at = position(
        cards={"Dog": 0},
        rolls="bonus_success bonus_blank",
        where=[2, 1],
        enemies={"Cultist": [2]},
        stress=[4, 0],
    )

    at.play("done", "card Dog")

    assert at.cards() == []
    assert at.of("wounds")[0] == 0


@rule("R11.3")
def test_a_companions_skill_comes_and_goes_with_it():
    at = found("Janitor", "claim right")
    skill = at.library.skill("Toughness")
    assert int(at.s.skill[0, skill]) == 1
    assert at.trait(Trait.REROLL_ATTACKED) == 1


@rule("R11.3")
@pytest.mark.parametrize(("own", "total"), [(1, 2), (3, 4), (4, 4)])
def test_a_companion_adds_a_level_up_to_the_highest(own, total):
    at = position(
        investigators=["Sister Beth", PLAIN[0]], levels={"Toughness": own}, discovery=["Janitor"]
    )

    at.play("done", "claim right")

    assert int(at.s.skill[0, at.library.skill("Toughness")]) == total


@rule("R11.4")
@pytest.mark.parametrize(("name", "settings"), [("Old armour", TOMES), ("Enchanted mail", DANSE)])
def test_armour_cancels_the_wounds_of_an_attack(name, settings):
    at = position(
        cards={name: 0},
        rolls="bonus_success bonus_success",
        where=[2, 1],
        enemies={"Cultist": [2]},
        stress=[4, 0],
        **settings,
    )

    at.play("done")
    assert at.legal() == {"done", f"card {name}"}
    at.play(f"card {name}")

    assert at.of("wounds")[0] == 0
    assert at.cards() == []


@rule("R11.5")
def test_monkeys_paw():
    at = found("Monkey's paw", "claim left", cards={"Monkey": 0})
    assert at.of("wounds")[0] == 2
    assert at.cards() == ["Monkey's paw"]

    at = position(cards={"Monkey's paw": 0}, rolls="sign sign blank", where=[6, 1], fire={6: 3})
    at.play("first", "done")
    assert at.spaces("fire") == {6: 1}
    assert at.of("sanity")[0] == 2


@rule("R11.5")
def test_desk_with_whisky():
    at = position(cards={"Whisky": 0, GUILT: 0}, stress=[3, 0])

    at.play("use Whisky")

    assert at.of("stress")[0] == 0
    assert at.cards() == []


@rule("R11.5")
def test_medical_supplies_with_medicine():
    at = position(cards={"Medicine": 0}, wounds=[2, 3])

    at.play("use Medicine", "person +1")

    assert at.of("wounds") == [2, 0]


@rule("R11.5")
def test_janitor():
    at = found("Janitor", "claim left")

    assert (at.cards(), at.of("stress")[0]) == (["Ammonia"], 1)


@rule("R11.5")
def test_assistant_janitor_and_ammonia_with_bleach():
    at = found("Assistant janitor", "claim right")
    assert int(at.s.skill[0, at.library.skill("Stealth")]) == 1
    assert at.of("stress")[0] == 2

    at = position(
        cards={"Ammonia": 0, "Bleach": 0}, where=[2, 1], enemies={"Star Spawn": [4], "Cultist": [4]}
    )
    assert "use Bleach" not in at.legal()
    at.play("use Ammonia", "space 4")
    assert at.health("Star Spawn") == [6]
    assert at.enemies("Cultist") == []
    assert at.cards() == []


@rule("R11.5")
def test_ammonia_alone_is_no_use():
    assert not position(cards={"Ammonia": 0}).legal("use")


@rule("R11.5")
def test_locked_cabinet_with_amulet_or_spirit():
    at = found("Locked cabinet", "claim left")
    assert (at.cards(), at.of("wounds")[0]) == (["Amulet"], 3)

    at = found("Locked cabinet", wounds=[2, 0])
    assert at.cards() == ["Spirit"]  # the amulet would kill: the spirit is not asked about


@rule("R11.5", "R11.8")
def test_spirit_stays_with_its_holder_and_keeps_the_professor_away():
    at = position(cards={"Spirit": 0, "Monkey": 0, "Pistol": 0}, where=[1, 1])
    at.play("trade")
    assert at.legal("card") == {"card Monkey", "card Pistol"}

    at = position(cards={"Spirit": 0, "Monkey": 0, "Pistol": 0}, where=[1, 15])
    at.play("use Monkey")  # which passes the only Item that may be passed
    assert (at.cards(0), at.cards(1)) == (["Spirit"], ["Pistol"])
    assert not at.legal("use")

    for holder in (0, 1):
        at = found("Professor", cards={"Spirit": holder})
        assert (at.of("sanity")[0], at.s.active) == (1, 1)  # lost, nothing to claim


@rule("R11.5")
def test_amulet_sends_fire_to_an_enemy():
    at = position(
        cards={"Amulet": 0},
        rolls="bonus_blank bonus_blank success success",
        burning=[2, 0],
        where=[2, 1],
        enemies={"Cultist": [2]},
        stress=[4, 0],
    )

    at.play("done", "figure Cultist")

    assert at.enemies("Cultist") == []
    assert at.of("wounds")[0] == 0


@rule("R11.5")
def test_feral_student_or_guilty_conscience():
    at = found("Feral student", "claim right")
    assert at.cards() == ["Feral student"]

    at = found("Feral student", cards={"Professor": 0})
    assert sorted(at.cards()) == [GUILT, "Professor"]


@rule("R11.5")
def test_furious_student_or_pistol():
    at = found("Furious student", "claim left")
    assert at.trait(Trait.BONUS_ATTACK) == 1
    assert at.of("wounds")[0] == 1

    at = position(investigators=["Adam Benchley", PLAIN[0]], cards={"Pistol": 0})
    assert at.trait(Trait.BONUS_ATTACK) == 2

    at = found("Furious student", cards={"Professor": 0})
    assert "claim right" not in at.legal()


@rule("R11.5")
def test_up_to_no_good():
    at = found("Up to no good", "claim right")
    assert at.trait(Trait.BONUS_FIRST) == 2

    at = found("Up to no good", "claim left")
    assert at.cards() == ["Beaker"] and at.of("stress")[0] == 2


@rule("R11.5")
def test_clutter_with_beaker():
    at = position(cards={"Beaker": 0}, where=[9, 6], fire={6: 2}, enemies={"Star Spawn": [6]})

    at.play("use Beaker", "space 6")

    assert at.health("Star Spawn") == [2]
    assert at.of("wounds") == [0, 2]
    assert int(at.s.piece_hurt[0]) == 2


@rule("R11.5")
def test_cages_with_monkey_or_guilty_conscience():
    at = found("Cages", "claim left", stress=[3, 0])
    assert (at.cards(), at.of("stress")[0]) == ([GUILT], 0)

    at = position(cards={"Monkey": 0, "Pistol": 0}, where=[1, 15])
    at.play("use Monkey")
    assert (at.cards(0), at.cards(1)) == ([], ["Pistol"])


@rule("R11.5")
def test_good_boy_is_a_dog():
    at = found("Good boy", "claim right")
    assert at.of("stress")[0] == 1  # two paid, one healed at the end of the turn

    at = found("Good boy", stress=[3, 0])
    assert at.cards() == [GUILT]


@rule("R11.5")
def test_fire_equipment_is_extinguisher_or_axe():
    at = found("Fire equipment", "claim left")
    assert at.trait(Trait.BONUS_FIRST) == 2

    assert position(cards={"Axe": 0}).trait(Trait.BONUS_ATTACK) == 0
    brawler = position(investigators=["Rasputin", PLAIN[0]], cards={"Axe": 0})
    assert brawler.trait(Trait.BONUS_ATTACK) == 1


@rule("R11.5")
def test_lab_books_with_notes():
    assert position(cards={"Notes": 0}).trait(Trait.BONUS_ROLL) == 0
    assert position(cards={"Notes": 0, "Dog": 0}).trait(Trait.BONUS_ROLL) == 2
    assert position(cards={"Notes": 0, "Furious student": 0}).trait(Trait.BONUS_ROLL) == 2


@rule("R11.5")
def test_professor():
    at = found("Professor", "claim left")
    assert int(at.s.skill[0, at.library.skill("Arcane Mastery")]) == 1

    at = found("Professor", cards={"Feral student": 0})
    assert at.cards() == ["Feral student"]  # not together with the Professor

    at = found("Professor", "claim left", cards={"Up to no good": 0})
    assert at.cards() == ["Up to no good", "Professor"]

    at = found("Professor", cards={"Spirit": 1})
    assert at.of("sanity")[0] == 1
    assert "Professor" not in at.cards()
