"""Shub-Niggurath, card by card."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

PAY = "Shub 5; Shub 5; Shub 5"


@rule("R10.17")
def test_shub_niggurath_calls_a_dark_young():
    at = position(play="Shub-Niggurath", domains="Hastur 3", deck="Watcher of the Woods; Ghost")

    at.do("my Shub-Niggurath")
    assert at.legal == {"done", "Watcher of the Woods"}
    at.do("Watcher of the Woods")

    assert "Watcher of the Woods" in at.play()
    assert at.get("Watcher of the Woods", "exhausted") == 1  # no support card


@rule("R10.19")
def test_ygolonac_takes_the_readied_character_along():
    at = position(phase="story", play="Y'Golonac; Ghost exhausted; Patsy", domains="Hastur 1")

    at.do("my Y'Golonac", "my Ghost")
    at.until("my Ghost")
    at.do("my Y'Golonac", "story 1")

    assert at.get("Ghost", "at_story") == 1 and at.get("Ghost", "exhausted") == 1


@rule("R10.20")
def test_priestess_of_bubastis_makes_the_next_one_cheaper():
    at = position(
        hand="Forest Sister; Mi-Go Scout; Ghost",
        play="Priestess of Bubastis",
        domains="Shub 1; Shub 2",
    )

    at.do("my Priestess of Bubastis")
    at.do("Forest Sister", "domain 0")

    at.do("done")
    assert not at.can("Mi-Go Scout")  # 3 again


def test_slavering_gug_wounds():
    at = position(play="Slavering Gug", domains="Hastur 4", their_play="Ghost")

    at.do("my Slavering Gug", "their Ghost")

    assert at.pile(1) == ["Ghost"]


def test_forest_sister_protects_herself():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 2",
        their_play="Forest Sister",
        their_domains="Hastur 1",
    )

    at.do("Shotgun Blast", "my Forest Sister")

    assert at.play(1) == ["Forest Sister"] and at.drained(1)[0]


def test_ancient_guardian_readies_ones_own():
    at = position(
        play="Ancient Guardian; Gentleman's Club exhausted",
        their_play="Ghost exhausted",
        domains="Hastur 1",
    )

    at.do("my Ancient Guardian")

    assert at.get("Gentleman's Club", "exhausted") == 0


def test_small_ghouls_bury_three_cards():
    at = position(hand="Small Ghouls", domains=PAY, pile="Ghost; Patsy; Peeler; T-Men")

    at.do("Small Ghouls", "domain 0", "Ghost", "T-Men", "Patsy")

    assert at.deck()[-3:] == ["Ghost", "T-Men", "Patsy"]
    assert at.pile() == ["Peeler"]
    assert at.listed(1, "deck_order", 1)[-4:] == ["", "Ghost", "T-Men", "Patsy"]


def test_watcher_of_the_woods_is_tired_without_a_support_card():
    alone = position(hand="Watcher of the Woods", domains="Shub 3")
    at = position(hand="Watcher of the Woods", domains="Shub 3", play="Shadowed Woods")

    alone.do("Watcher of the Woods")
    at.do("Watcher of the Woods")

    assert alone.get("Watcher of the Woods", "exhausted") == 1
    assert at.get("Watcher of the Woods", "exhausted") == 0


def test_mi_go_scout_leads_the_mi_go():
    at = position(play="Mi-Go Scout", their_play="Mi-Go Warrior; Ghost")

    assert at.icons("Mi-Go Scout") == "CCI" and at.icons("Mi-Go Warrior") == "CI"


@rule("R7.12")
def test_mi_go_warrior_prevents_a_wound_to_anybody():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 1",
        play="Mi-Go Warrior",
        their_play="Ghost; Mi-Go Warrior",
    )

    at.do("Shotgun Blast", "done", "my Mi-Go Warrior")

    assert at.play(1) == ["Ghost", "Mi-Go Warrior"]
    assert at.get("Mi-Go Warrior", "exhausted", seat=1) == 1


def test_hungry_dark_young_brings_a_small_character():
    at = position(hand="Hungry Dark Young; Ghost; Hastur", domains="Shub 3", pile="Patsy; Bag Man")

    at.do("Hungry Dark Young", "my Hungry Dark Young", "mode 1", "Patsy")

    assert at.play() == ["Hungry Dark Young", "Patsy"]
    other = position(hand="Hungry Dark Young; Ghost; Hastur", domains="Shub 3", pile="Patsy")
    other.do("Hungry Dark Young", "my Hungry Dark Young", "mode 0")
    assert other.legal == {"done", "Ghost"}


def test_degenerate_ghoul_has_no_skill():
    at = position(play="Degenerate Ghoul")

    assert at.get("Degenerate Ghoul", "skill") == 0 and at.icons("Degenerate Ghoul") == "TC"


def test_shadowed_woods_return_a_character_after_one_is_played():
    at = position(
        hand="Forest Sister",
        play="Shadowed Woods",
        pile="Ghost; Hastur",
        domains="Shub 2; Hastur 3",
    )

    at.do("Forest Sister")
    at.do("my Shadowed Woods", "number 1")

    assert at.hand() == ["Ghost"]


def test_ghoul_taint_keeps_a_character_at_home():
    at = position(phase="story", play="Ghost; Patsy", their_play="Ghoul Taint on Ghost")

    at.until("my Patsy", "my Ghost")

    assert not at.can("my Ghost")


def test_altar_of_the_blessed_strengthens_ones_own():
    at = position(play="Altar of the Blessed; Ghost", their_play="Patsy")

    assert at.get("Ghost", "skill") == 2 and at.get("Patsy", "skill") == 1


def test_regeneration_prevents_a_wound_to_ones_own():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 1",
        their_play="Ghost",
        their_hand="Regeneration",
        their_domains="Shub 1",
    )

    at.do("Shotgun Blast", "Regeneration")

    assert at.play(1) == ["Ghost"] and at.pile(1) == ["Regeneration"]


def test_burrowing_beneath_destroys_a_support_card():
    at = position(hand="Burrowing Beneath", domains="Shub 2", their_play="Dutch Courage; Ghost")

    at.do("Burrowing Beneath")

    assert at.pile(1) == ["Dutch Courage"]


def test_horrid_mutation_terrifies_with_the_committed():
    at = position(
        phase="story",
        hand="Horrid Mutation",
        domains="Shub 1",
        play="Ghost at 0; Patsy",
        their_play="Peeler at 0",
    )

    at.do("Horrid Mutation")

    assert [at.icons(title) for title in ("Ghost", "Patsy", "Peeler")] == ["T", "", "CC"]


def test_bred_to_survive_makes_ones_own_invulnerable():
    at = position(hand="Bred to Survive", domains="Shub 2", play="Ghost", their_play="Patsy")

    at.do("Bred to Survive")

    assert at.has("Ghost", "invulnerability") and not at.has("Patsy", "invulnerability")


def test_shocking_transformation_turns_one_into_another():
    at = position(
        hand="Shocking Transformation", domains="Shub 3", play="Patsy", deck="Yellow Muse; Hastur"
    )

    at.do("Shocking Transformation")
    assert not at.can("Hastur")
    at.do("Yellow Muse")

    assert at.play() == ["Yellow Muse"] and "Patsy" in at.pile()
