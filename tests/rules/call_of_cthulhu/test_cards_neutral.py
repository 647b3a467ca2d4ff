"""Neutral cards, card by card."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position


def test_mystic_bounty_hunter_returns_all_attachments():
    at = position(play="Mystic Bounty Hunter", pile="Shotgun; Ghost", their_pile=".45 Pistols")

    at.do("my Mystic Bounty Hunter")

    assert at.hand() == ["Shotgun"] and at.hand(1) == [".45 Pistols"]


def test_freelance_agent_outguns_weaker_opponents():
    at = position(
        phase="story",
        play="Freelance Agent at 0",
        their_play="Mad Artist at 0; Patsy at 1; Yellow Muse at 0; Ghost",
    )

    assert at.icons("Freelance Agent") == "CC" + "CC" * 2


def test_45_pistols_give_combat():
    at = position(hand=".45 Pistols", play="Ghost")

    at.do(".45 Pistols")

    assert at.icons("Ghost") == "C"


def test_political_demonstration_destroys_a_support_card():
    at = position(
        phase="story",
        hand="Political Demonstration",
        play="Hired Muscle at 0",
        their_play="Dutch Courage",
    )

    at.do("done", "done", "done", "done").until("Political Demonstration")
    at.do("Political Demonstration")

    assert at.pile(1) == ["Dutch Courage"]


@rule("R4.12", "R11.8")
def test_overzealous_initiate_opens_a_domain():
    at = position(play="Overzealous Initiate", deck="Ghost")

    at.do("my Overzealous Initiate")

    assert len(at.drained()) == 4 and at.resources(0, 3) == 0
    assert at.listed(0, "hidden_domain", 0) == ["", "", "", "Ghost"]
    assert at.sees(1)["hidden_domain"].sum() == 0


def test_arkham_asylum_restores_and_readies():
    at = position(
        play="Arkham Asylum",
        domains="Hastur 1; Hastur 1",
        their_play="Ghost insane exhausted; Patsy insane",
    )

    at.do("my Arkham Asylum", "domain 0", "their Ghost")

    assert at.get("Ghost", "insane") == at.get("Ghost", "exhausted") == 0
    at.do("my Arkham Asylum")
    assert at.get("Patsy", "insane") == 0


def test_moving_the_scenery_moves_a_token_across():
    at = position(
        phase="story",
        hand="Moving the Scenery",
        domains="Neutral 2",
        play="Hired Muscle at 0",
        their_play="Ghost",
        tokens={(1, 1): 2},
    )

    at.do("done", "done", "done", "done").until("Moving the Scenery")
    at.do("Moving the Scenery", "story 1") if at.tokens(0) != [0, 0] else at.do(
        "Moving the Scenery"
    )

    assert at.tokens(1) == [1, 1]


def test_military_advisor_strikes_back():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 5",
        play="Patsy",
        their_domains="Hastur 2",
        their_play="Military Advisor",
    )

    at.do("Shotgun Blast", "number 5", "their Military Advisor", "my Military Advisor")

    assert at.pile() == ["Shotgun Blast", "Patsy"]


def test_serpent_from_yoth_takes_somebody_along():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 2",
        play="Ghost; Patsy",
        their_play="Serpent from Yoth",
    )

    at.do("Shotgun Blast", "number 2", "their Serpent from Yoth", "my Patsy")

    assert "Patsy" in at.pile() and at.play() == ["Ghost"]


def test_tcho_tcho_talisman_terrifies_and_returns():
    at = position(
        hand="Get it Off!",
        domains="Cthulhu 1; Hastur 1",
        play="Ghost; Tcho-Tcho Talisman on Ghost",
        their_play="Peeler",
    )
    assert at.icons("Ghost") == "TT"

    at.do("Get it Off!", "Tcho-Tcho Talisman")

    assert at.hand() == ["Tcho-Tcho Talisman"]
    theirs = position(hand="Tcho-Tcho Talisman", domains="Hastur 1", their_play="Peeler")
    assert not theirs.can("Tcho-Tcho Talisman")


@rule("R6.10")
def test_inside_information_removes_one_struggle():
    at = position(hand="Inside Information", domains="Hastur 2", play="Sleep of Reason on story 1")

    at.do("Inside Information", "story 1", "icon terror")

    assert at.sees(0)["struggles"][1].tolist() == [3, 1, 1, 1]
    alone = position(hand="Inside Information", domains="Hastur 2")
    alone.do("Inside Information", "story 1", "icon terror")
    assert alone.sees(0)["struggles"][1].tolist() == [0, 1, 1, 1]


def test_dabbler_in_the_unknown_puts_the_first_token():
    at = position(play="Dabbler in the Unknown", tokens={(0, 1): 1, (1, 0): 2})

    at.do("my Dabbler in the Unknown")

    assert at.tokens(2) == [1, 0]


def test_gentlemans_club_draws():
    at = position(play="Gentleman's Club", domains="Hastur 2; Hastur 2")

    at.do("my Gentleman's Club", "domain 1")

    assert len(at.hand()) == 1 and at.get("Gentleman's Club", "exhausted") == 1


def test_eldritch_nexus_adds_a_domain_with_a_resource():
    at = position(hand="Eldritch Nexus", domains="Hastur 1", deck="Ghost; Patsy; Peeler")

    at.do("Eldritch Nexus")

    assert at.resources(0, 3) == 1
    assert at.s.res[0, 3, 3] == 1  # Patsy, of the Syndicate
    assert at.deck()[0] == "Peeler"


@rule("R8.1", "R8.3", "R10.6")
def test_the_bootleg_whiskey_cover_up_blanks_those_who_commit_to_it():
    at = position(hand="The Bootleg Whiskey Cover-Up", domains="Hastur 1", play="G-Men; Bag Man")

    at.do("The Bootleg Whiskey Cover-Up")
    at.to_phase(5).until("my G-Men")
    at.do("my G-Men", "story 3")

    assert at.get("G-Men", "toughness") == 0 and not at.has("G-Men", "heroic")
    assert at.icons("G-Men") == "CCCCC"
