"""Yog-Sothoth, card by card."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

PAY = "Yog 5; Yog 5; Yog 5"


@rule("R4.9")
def test_yog_sothoth_is_cheaper_for_every_spell_in_the_pile():
    spells = "Power Drain; Binding; Dampen Light"
    assert not position(hand="Yog-Sothoth", domains="Yog 5").can("Yog-Sothoth")

    at = position(hand="Yog-Sothoth", domains="Yog 5", pile=spells, their_pile="Binding")

    assert at.can("Yog-Sothoth")
    at.do("Yog-Sothoth")
    assert at.has("Yog-Sothoth", "invulnerability")


def test_servant_from_out_of_time_costs_a_resource():
    at = position(hand="Servant from Out of Time", domains="Yog 2; Yog 1; Hastur 1")

    at.do("Servant from Out of Time", "domain 2")

    assert at.resources(0, 2) == 0 and len(at.pile()) == 1


def test_son_of_yeb_fights_with_other_cultists():
    at = position(play="Son of Yeb; Arcane Initiate; Ghost", their_play="Mad Artist")

    assert at.icons("Son of Yeb") == "CCC"


@rule("R7.13")
def test_living_mummy_wounds_everybody_when_it_dies():
    at = position(
        hand="Deep One Assault",
        domains="Cthulhu 4",
        play="Hired Muscle; Cthulhu",
        their_play="Living Mummy; Ghost",
    )

    at.do("Deep One Assault", "number 4", "their Living Mummy")

    assert at.get("Hired Muscle", "wounds") == 1
    assert at.play(1) == [] and "Cthulhu" in at.play()


def test_living_mummy_is_silent_when_it_was_insane():
    at = position(play="Thing from the Stars", their_play="Living Mummy insane; Ghost")

    at.do("my Thing from the Stars")

    assert at.play(1) == ["Ghost"]


def test_fishers_from_outside_return_an_exhausted_character():
    at = position(hand="Fishers from Outside", domains="Yog 3", their_play="Ghost; Patsy exhausted")

    at.do("Fishers from Outside")

    assert at.hand(1) == ["Patsy"]


def test_cannibal_ghast_only_defends():
    mine = position(phase="story", play="Cannibal Ghast; Ghost")
    mine.until("my Ghost")
    assert not mine.can("my Cannibal Ghast")

    theirs = position(phase="story", play="Ghost at 0", their_play="Cannibal Ghast")
    theirs.until("my Cannibal Ghast")

    assert theirs.seat == 1


def test_spell_bound_shoggoth_weakens_all_others():
    at = position(play="Spell-bound Shoggoth; Ghost", their_play="Patsy; Bag Man")

    titles = ("Spell-bound Shoggoth", "Ghost", "Patsy", "Bag Man")
    assert [at.get(title, "skill") for title in titles] == [3, 0, 0, 1]


def test_arcane_initiate_is_a_strong_willed_villain():
    at = position(play="Arcane Initiate")

    assert at.has("Arcane Initiate", "willpower") and at.has("Arcane Initiate", "villainous")


def test_guardian_elder_thing_wounds_all_at_its_story():
    at = position(
        phase="story",
        play="Guardian Elder Thing at 0",
        domains="Hastur 2",
        their_play="Mad Artist at 0; Patsy at 1",
    )

    at.do("my Guardian Elder Thing")

    assert at.get("Guardian Elder Thing", "wounds") == 1
    assert at.pile(1) == ["Mad Artist"]
    assert not position(play="Guardian Elder Thing", domains="Hastur 2").can(
        "my Guardian Elder Thing"
    )


@rule("R10.9")
def test_hound_of_tindalos_attaches_and_detaches():
    at = position(
        play="Hound of Tindalos; Ocean Crawlers", domains="Hastur 1", their_play="Yellow Muse"
    )

    at.do("my Hound of Tindalos", "their Yellow Muse")
    assert at.get("Yellow Muse", "skill") == 0
    assert at.get("Ocean Crawlers", "skill") == 2  # it is an Attachment now
    assert at.icons("Hound of Tindalos") == ""
    at.do("my Hound of Tindalos")

    assert at.get("Yellow Muse", "skill") == 3 and at.icons("Hound of Tindalos") == "CCAA"


def test_hound_of_tindalos_dies_with_its_host():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 2",
        play="Hound of Tindalos on Bag Man",
        their_play="Bag Man; Ghost",
    )

    assert at.get("Bag Man", "skill") == 0
    at.do("Shotgun Blast", "domain 0", "number 1", "their Bag Man")

    assert at.pile(1) == ["Bag Man"] and "Hound of Tindalos" in at.pile()


@rule("R10.23")
def test_disciple_of_the_gate_counts_its_kin():
    at = position(
        play="Disciple of the Gate; Arcane Initiate",
        their_play="Servant of Nodens; Cannibal Ghast insane; Ghost",
    )

    assert at.get("Disciple of the Gate", "skill") == 3


def test_servant_of_nodens_has_two_icons():
    assert position(play="Servant of Nodens").icons("Servant of Nodens") == "TC"


def test_forbidden_shrine_strengthens_the_committed():
    at = position(
        phase="story", play="Forbidden Shrine; Ghost at 0; Patsy", their_play="Peeler at 0"
    )

    assert [at.get(title, "skill") for title in ("Ghost", "Patsy", "Peeler")] == [2, 1, 1]


def test_blackmoor_estate_discards_x_cards_of_a_deck():
    at = position(play="Blackmoor Estate", domains="Hastur 3", their_deck="Ghost; Patsy; Peeler")

    at.do("my Blackmoor Estate", "number 2", "seat 1")

    assert at.pile(1) == ["Ghost", "Patsy"]
    assert at.get("Blackmoor Estate", "exhausted") == 1


def test_journey_to_the_other_side_orders_five_cards():
    deck = "Ghost; Patsy; Peeler; T-Men; Dagon; Hastur"
    at = position(hand="Journey to the Other Side", domains="Yog 1", deck=deck)

    at.do("Journey to the Other Side", "Dagon", "T-Men", "Ghost", "Peeler")

    assert at.deck()[:6] == ["Dagon", "T-Men", "Ghost", "Peeler", "Patsy", "Hastur"]
    over = position(hand="Journey to the Other Side", domains="Yog 2", deck=deck)
    over.do("Journey to the Other Side", "Peeler", "Dagon", "T-Men", "Ghost")
    assert over.hand() == ["Peeler"] and over.deck()[:4] == ["Dagon", "T-Men", "Ghost", "Patsy"]


def test_opening_the_limbo_gate_returns_one_of_each_side():
    alone = position(hand="Opening the Limbo Gate", domains="Yog 4", pile="Ghost")
    at = position(
        hand="Opening the Limbo Gate",
        domains="Yog 4",
        pile="Ghost; Patsy",
        their_pile="Peeler; Short Fuse; Bag Man",
    )

    at.do("Opening the Limbo Gate", "Patsy", "Bag Man")

    assert not alone.can("Opening the Limbo Gate")
    assert at.play() == ["Patsy"] and at.play(1) == ["Bag Man"]


def test_a_single_glimpse_forces_a_sacrifice():
    at = position(hand="A Single Glimpse", domains="Yog 2", their_play="Cthulhu; Ghost; Patsy")

    at.do("A Single Glimpse")
    assert at.seat == 1
    at.do("my Ghost")

    assert at.pile(1) == ["Ghost"]


@rule("R11.3")
def test_gathering_at_the_stones_takes_any_card_back():
    at = position(hand="Gathering at the Stones", domains="Yog 2", pile="Ghost; Short Fuse")

    at.do("Gathering at the Stones", "Short Fuse")

    assert at.hand() == ["Short Fuse"]
    assert at.sees(1)["their_hand"].sum() == 1


@rule("R5.5")
def test_unspeakable_resurrection_returns_a_character_of_cost_x():
    at = position(hand="Unspeakable Resurrection", domains="Yog 3", pile="Ghost; Bag Man; Hastur")

    at.do("Unspeakable Resurrection", "number 3", "Bag Man")

    assert at.play() == ["Bag Man"]


def test_dampen_light_makes_cards_dearer():
    at = position(
        hand="Dampen Light; Ghost; Touched by the Sleeper",
        play="Young Deep One",
        domains="Yog 1; Hastur 1; Cthulhu 1",
    )

    at.do("Dampen Light", "done")

    assert not at.can("Ghost")  # costs 2 now
    at.do("Touched by the Sleeper")  # 0 + 1
    assert at.drained() == [True, False, True]
