"""R11.6: the sides of Tomes of Madness that the pack does not give, one by one."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.content.vocabulary import Trait
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position
from tests.rules.death_may_die.test_r11_discovery import TOMES, found

PAGE = "Whispering page"


@rule("R11.6")
def test_lamp_oil_burns_bodies_and_enemies():
    assert found("Lantern", "claim right", **TOMES).of("stress")[0] == 1

    at = position(
        cards={"Lamp oil": 0},
        where=[2, 3],
        enemies={"Ghoul": [3, 5], "Cultist": [3]},
        marker={3: 2, 2: 1},
        **TOMES,
    )
    at.play("use Lamp oil")
    assert at.legal("space") == {"space 1", "space 2", "space 3", "space 4"}
    at.play("space 3")

    assert sorted(at.health("Ghoul")) == [0, 2]
    assert at.enemies("Cultist") == []
    assert at.spaces("marker") == {2: 1, 3: 1}  # the Cultist who just died is a new body
    assert at.of("wounds") == [0, 0]
    assert at.cards() == []


@rule("R11.6")
def test_throw_it_at_once():
    at = found(
        "Unstable grenade",
        "claim right",
        "space 3",
        where=[2, 3],
        enemies={"Chthonian": [3], "Ghoul": [5]},
        **TOMES,
    )

    assert at.health("Chthonian") == [2]
    assert at.health("Ghoul") == [0]
    assert at.of("wounds") == [0, 2]
    assert at.cards() == []


@rule("R11.6")
@pytest.mark.parametrize(("cards", "dice"), [({}, 1), ({"Lantern": 0}, 2), ({"Lantern": 1}, 1)])
def test_chisel_helps_to_seize_a_tome(cards, dice):
    at = position(cards={"Chisel": 0, **cards}, **TOMES)

    assert at.trait(Trait.BONUS_SECOND) == dice
    assert at.trait(Trait.BONUS_ATTACK) == 0


@rule("R11.6", "R13.6")
def test_fresh_body_lies_where_it_was_found():
    at = found("Bloody sigil", "claim right", where=[3, 1], **TOMES)
    assert at.spaces("marker") == {3: 1}
    assert (at.cards(), at.of("wounds")[0]) == ([], 0)

    at = found("Bloody sigil", "claim right", marker={5: 6}, **TOMES)
    assert at.spaces("marker") == {5: 6}  # there are six tokens


@rule("R11.6")
def test_prayer_book_silences_the_page():
    at = position(
        num_players=3,
        cards={"Prayer book": 0, PAGE: 0},
        where=[2, 2, 3],
        stress=[2, 3, 3],
        **TOMES,
    )

    at.play("use Prayer book")

    assert at.of("stress") == [1, 2, 3]
    assert at.cards() == []
    assert at.trait(Trait.MYTHOS_SANITY) == 0


@rule("R11.6")
def test_spade_buries_bodies_for_stress():
    assert found("Gravedigger", "claim left", **TOMES).of("stress")[0] == 1

    at = position(cards={"Spade": 0}, where=[2, 1], marker={2: 1, 3: 1}, stress=[3, 0], **TOMES)
    at.play("use Spade")

    assert at.spaces("marker") == {3: 1}
    assert at.of("stress")[0] == 2
    assert at.cards() == ["Spade"]
    assert not at.legal("use")  # no body here any more


@rule("R11.6", "R4.4")
@pytest.mark.parametrize(("option", "space"), [(0, 1), (1, 5), (2, 9), (3, 10)])
def test_tunnel_map_places_its_holder(option, space):
    at = position(cards={"Tunnel map": 0}, where=[8, 1], enemies={"Ghoul": [8]}, **TOMES)

    at.play("use Tunnel map", f"option {option}")

    assert at.where == [space, 1]
    assert at.enemies("Ghoul") == [8]  # nobody follows who is placed
    assert at.cards() == []
    assert found("Smuggler", "claim left", **TOMES).of("stress")[0] == 1


@rule("R11.6", "R11.2")
def test_revenant_takes_two_wounds_and_is_not_traded():
    at = found("Old armour", "claim right", **TOMES)
    assert (at.cards(), at.of("stress")[0]) == (["Revenant"], 2)

    at = position(
        cards={"Revenant": 0},
        rolls="bonus_success bonus_success",
        where=[2, 2],
        enemies={"Cultist": [2]},
        stress=[4, 0],
        **TOMES,
    )
    assert "trade" not in at.legal()
    at.play("done", "card Revenant", "card Revenant")
    assert at.cards() == []
    assert at.of("wounds")[0] == 0


@rule("R11.6")
@pytest.mark.parametrize("holder", [0, 1])
def test_a_revenant_drives_the_gravedigger_away(holder):
    at = found("Gravedigger", cards={"Revenant": holder}, **TOMES)

    assert at.of("sanity")[0] == 1
    assert "Gravedigger" not in [*at.cards(0), *at.cards(1)]
    assert at.s.active == 1  # nothing was to be claimed


@rule("R11.6")
@pytest.mark.parametrize("card", ["Archivist", "Smuggler"])
def test_who_holds_the_page_frightens_archivist_and_smuggler(card):
    assert found(card, cards={PAGE: 0}, **TOMES).of("stress")[0] == 1
    assert found(card, cards={PAGE: 1}, **TOMES).of("stress")[0] == 0


@rule("R11.6")
def test_the_page_whispers_where_the_loose_sigil_is():
    at = found("Loose sigil", "claim left", cards={PAGE: 0}, stress=[3, 0], **TOMES)

    assert at.of("stress")[0] == 4  # 3, one healed, two paid


@rule("R11.5", "R10.7")
@pytest.mark.parametrize(("level", "wounds"), [(1, 4), (3, 3), (4, 2)])
def test_an_unstable_grenade_is_one_source_of_wounds(level, wounds):
    at = position(
        investigators=[PLAIN[0], "Sister Beth"],
        cards={"Unstable grenade": 0},
        levels={"Toughness": level},
        rolls="success success blank",
        where=[2, 3],
        stress=[4, 0],
        **TOMES,
    )

    at.play("use Unstable grenade", "space 3")

    assert at.of("wounds") == [0, wounds]
