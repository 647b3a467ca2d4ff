"""R11: what the pack's sides of the later Episodes' cards cost, and what is held then."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.death_may_die.test_r11_discovery import DANSE, TOMES, found

OF_THE_TOMES = [  # card, side, stress, wounds, what is held
    ("Bandages", "left", 0, 0, "Bandages"),
    ("Lantern", "left", 0, 0, "Lantern"),
    ("Submachine gun", "left", 1, 0, "Submachine gun"),
    ("Grenade", "left", 0, 0, "Grenade"),
    ("Unstable grenade", "left", 0, 0, "Unstable grenade"),
    ("Crowbar", "left", 0, 0, "Crowbar"),
    ("Loose sigil", "left", 2, 0, ""),
    ("Bloody sigil", "left", 0, 1, ""),
    ("Archivist", "right", 2, 0, "Archivist"),
    ("Gravedigger", "right", 2, 0, "Gravedigger"),
    ("Smuggler", "right", 2, 0, "Smuggler"),
    ("Flask", "left", 0, 0, "Flask"),
    ("Whispering page", "left", 0, 0, "Whispering page"),
    ("Whispering page", "right", 2, 0, ""),
    ("Bone charm", "left", 0, 0, "Bone charm"),
    ("Old armour", "left", 0, 1, "Old armour"),
]
OF_THE_DANCE = [
    ("Champagne", "left", 0, 0, "Champagne"),
    ("First-aid box", "left", 0, 0, "First-aid box"),
    ("Rapier", "left", 0, 0, "Rapier"),
    ("Duelling pistol", "left", 0, 1, "Duelling pistol"),
    ("Hand cannon", "left", 2, 0, "Hand cannon"),
    ("Enchanted mail", "left", 2, 0, "Enchanted mail"),
    ("Invitation", "left", 0, 0, "Invitation"),
    ("Guest list", "left", 0, 0, "Guest list"),
    ("Gorilla", "right", 2, 0, "Gorilla"),
    ("Peacock", "right", 1, 0, "Peacock"),
    ("Footman", "right", 2, 0, "Footman"),
    ("Medium", "right", 2, 0, "Medium"),
    ("Mask", "left", 0, 0, "Mask"),
    ("Love letter", "left", 0, 0, "Distracted"),
    ("Love letter", "right", 2, 0, ""),
    ("Silver whistle", "left", 0, 0, "Silver whistle"),
]
FILLED = 4  # stress that leaves no room for more


def claimed(settings, card, side, **described):
    """The card is drawn in a Safe space and that side claimed."""
    return found(card, f"claim {side}", where=[1, 2], **settings, **described)


@rule("R11.5")
@pytest.mark.parametrize(("card", "side", "stress", "wounds", "held"), OF_THE_TOMES)
def test_a_side_of_tomes_of_madness_has_its_price(card, side, stress, wounds, held):
    at = claimed(TOMES, card, side)

    assert (at.of("stress")[0], at.of("wounds")[0]) == (stress, wounds)
    assert at.cards() == [held] * bool(held)


@rule("R11.5")
@pytest.mark.parametrize(("card", "side", "stress", "wounds", "held"), OF_THE_DANCE)
def test_a_side_of_danse_macabre_has_its_price(card, side, stress, wounds, held):
    at = claimed(DANSE, card, side)

    calmed = int(held == "Peacock")  # at the end of the turn already
    assert (at.of("stress")[0], at.of("wounds")[0]) == (stress - calmed, wounds)
    assert at.cards() == [held] * bool(held)


@rule("R6.6", "R11.5")
@pytest.mark.parametrize(
    ("settings", "card", "side"),
    [(TOMES, row[0], row[1]) for row in OF_THE_TOMES if row[2]]
    + [(DANSE, row[0], row[1]) for row in OF_THE_DANCE if row[2]],
)
def test_who_cannot_take_the_stress_cannot_claim_the_side(settings, card, side):
    with pytest.raises(ValueError, match=f"'claim {side}' is not one of"):
        claimed(settings, card, side, stress=[FILLED, 0])
