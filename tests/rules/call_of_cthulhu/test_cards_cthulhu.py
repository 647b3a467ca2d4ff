"""Cthulhu, card by card."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

PAY = "Cthulhu 5; Cthulhu 5; Cthulhu 5"


def test_cthulhu_demands_a_sacrifice_in_every_draw_phase():
    at = position(phase="draw", play="Ghost; Patsy", their_play="Cthulhu; Peeler")

    at.do("my Patsy")

    assert at.pile() == ["Patsy"]
    at.to_phase(2, seat=1)
    assert at.legal == {"my Cthulhu", "my Peeler"}


@rule("R7.10", "R7.14")
def test_dagon_escapes_an_event_for_a_deep_one():
    at = position(
        hand="Deep One Assault",
        domains="Cthulhu 5",
        their_domains="Hastur 1",
        their_play="Dagon; Young Deep One",
    )

    at.do("Deep One Assault", "number 5", "their Dagon")
    assert at.seat == 1
    at.do("my Dagon")

    assert at.play(1) == ["Dagon"]
    assert at.pile(1) == ["Young Deep One"] and at.pile() == ["Deep One Assault"]


def test_keeper_of_the_golden_path_is_villainous():
    at = position(play="Keeper of the Golden Path")

    assert at.icons("Keeper of the Golden Path") == "TT"
    assert at.has("Keeper of the Golden Path", "villainous")


def test_guardian_shoggoth_is_tough():
    assert position(play="Guardian Shoggoth").get("Guardian Shoggoth", "toughness") == 2


def test_shadow_spawned_hunting_horror_hides_clues_from_the_committed():
    play = "Shadow-spawned Hunting Horror at 0; Bag Man"
    at = position(phase="story", play=play, their_play="Blackwood File Clerk at 1")

    assert at.icons("Blackwood File Clerk") == ""
    assert at.icons("Bag Man") == "CCI"


def test_ravager_from_the_deep_wounds_everyone_else_at_its_story():
    at = position(
        phase="story",
        play="Ravager from the Deep; Hired Muscle at 0; Ghost at 1",
        their_play="Cthulhu at 0",
    )

    at.do("done", "my Ravager from the Deep", "story 0", "done")

    assert at.get("Hired Muscle", "wounds") == 1
    assert at.get("Cthulhu", "wounds") == at.get("Ravager from the Deep", "wounds") == 0
    assert "Ghost" in at.play()


def test_innsmouth_troublemaker_is_tough():
    assert position(play="Innsmouth Troublemaker").get("Innsmouth Troublemaker", "toughness") == 1


@rule("R7.11", "R7.3")
def test_adult_deep_one_cancels_what_is_aimed_at_it():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 1",
        their_play="Adult Deep One; Ghost",
        their_domains="Cthulhu 2",
    )

    at.do("Shotgun Blast", "their Adult Deep One", "my Adult Deep One")

    assert at.play(1) == ["Adult Deep One", "Ghost"]
    assert at.drained() == [True, False, False]


def test_ocean_crawlers_grow_with_attachments():
    at = position(
        play="Ocean Crawlers; .45 Pistols on Ocean Crawlers", their_play="Ghost; Shotgun on Ghost"
    )

    assert at.get("Ocean Crawlers", "skill") == 3


@pytest.mark.parametrize("side", ["play", "their_play"])
def test_lord_of_the_silver_twilight_makes_cthulhu_cheaper_for_anyone(side):
    at = position(hand="Cthulhu", domains=PAY, **{side: "Lord of the Silver Twilight"})

    at.do("Cthulhu")

    assert not position(hand="Cthulhu", domains=PAY).can("Cthulhu")
    assert "domain 0" in at.legal


def test_mature_deep_one_destroys_an_attachment():
    at = position(
        play="Mature Deep One", domains="Hastur 3", their_play="Ghost; .45 Pistols on Ghost"
    )

    at.do("my Mature Deep One")

    assert at.pile(1) == [".45 Pistols"]


def test_young_deep_one_has_no_skill():
    at = position(play="Young Deep One")

    assert at.get("Young Deep One", "skill") == 0 and at.icons("Young Deep One") == "CCA"


@rule("R6.9")
def test_sleep_of_reason_brings_three_more_terror_struggles():
    at = position(
        phase="story",
        play="Keeper of the Golden Path at 0; Sleep of Reason on story 0",
        their_play="Ghost at 0; Patsy at 0; Bag Man at 0; Mad Artist at 0; Peeler at 0",
    )
    assert at.sees(0)["struggles"][0].tolist() == [4, 1, 1, 1]

    at.to_phase(1, seat=1)

    insane = [at.get(t, "insane") for t in ("Ghost", "Patsy", "Bag Man", "Mad Artist", "Peeler")]
    assert sum(insane) == 4


@rule("R4.8", "R4.6")
def test_sword_of_yha_tallo_is_free_but_steadfast():
    poor = position(hand="Sword of Y'ha-tallo", domains="Cthulhu 1", play="Ghost")
    at = position(hand="Sword of Y'ha-tallo", domains="Cthulhu 1; Cthulhu 1", play="Ghost")

    at.do("Sword of Y'ha-tallo")

    assert not poor.can("Sword of Y'ha-tallo")
    assert at.icons("Ghost") == "TC"
    assert at.drained() == [False, False, False]


@rule("R10.2")
def test_shadowed_reef_adds_up():
    play = "Shadowed Reef; Shadowed Reef; Shadowed Reef; Young Deep One"  # the manual's example
    at = position(play=play, their_play="Adult Deep One")

    assert at.icons("Young Deep One") == "TTTCCA"
    assert at.icons("Adult Deep One") == "TTTCCA"


@rule("R4.7")
def test_deep_one_assault_is_loyal_and_destroys_by_cost():
    at = position(
        hand="Deep One Assault",
        domains="Cthulhu 2, Neutral 3",
        their_play="Mad Artist; Dutch Courage; G-Men; Peeler insane",
    )

    at.do("Deep One Assault")
    assert at.legal == {"done", "domain 0"}  # insane characters cost nothing
    at.do("domain 0")
    assert at.legal == {"number 1", "number 2"}
    at.do("number 2")
    assert at.legal == {"their Mad Artist", "their Dutch Courage", "their Peeler"}
    at.do("their Dutch Courage")

    assert at.pile(1) == ["Dutch Courage"]


def test_pulled_under_exhausts_a_horror_to_destroy_the_exhausted():
    at = position(
        hand="Pulled Under",
        domains="Cthulhu 2",
        play="Keeper of the Golden Path; Ghost",
        their_play="Bag Man exhausted; Peeler; Hastur exhausted",
    )

    at.do("Pulled Under")

    assert at.pile(1) == ["Bag Man"]
    assert at.get("Keeper of the Golden Path", "exhausted") == 1


def test_get_it_off_destroys_an_attachment():
    at = position(hand="Get it Off!", domains="Cthulhu 1", play="Ghost; .45 Pistols on Ghost")

    at.do("Get it Off!")

    assert at.pile() == [".45 Pistols", "Get it Off!"]


@rule("R7.5")
def test_sacrificial_offerings_lets_the_wounded_side_strike_back():
    at = position(
        hand="Sacrificial Offerings", domains="Cthulhu 1", play="Ghost; Patsy", their_play="Peeler"
    )

    at.do("Sacrificial Offerings")
    assert at.seat == 1 and at.legal == {"done", "their Ghost", "their Patsy"}
    at.do("their Patsy")

    assert at.pile(1) == ["Peeler"] and at.play() == ["Ghost"]


def test_touched_by_the_sleeper_terrifies():
    at = position(hand="Touched by the Sleeper", play="Young Deep One; Ghost")

    at.do("Touched by the Sleeper")

    assert at.icons("Young Deep One") == "TTCCA"
