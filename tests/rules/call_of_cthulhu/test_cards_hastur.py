"""Hastur, card by card."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

PAY = "Hastur 5; Hastur 5; Hastur 5"


@rule("R9.9", "R9.10")
def test_hastur_drives_somebody_insane():
    at = position(play="Hastur", domains="Neutral 3", their_play="Ghost; .45 Pistols on Ghost")

    at.do("my Hastur")

    assert at.get("Ghost", "insane") == 1 and at.pile(1) == [".45 Pistols"]
    assert at.get("Ghost", "skill") == 0


def test_victoria_glasser_must_drive_somebody_insane():
    at = position(hand="Victoria Glasser", domains=PAY, play="Ghost", their_play="Patsy")

    at.do("Victoria Glasser", "domain 0")
    assert at.legal == {"my Ghost", "their Patsy"}
    at.do("their Patsy")

    assert at.get("Patsy", "insane") == 1


def test_yellow_muse_slows_the_others_at_her_story():
    at = position(
        phase="story",
        play="Yellow Muse at 0; Byakhee Servant at 0",
        their_play="Bag Man at 0; Freelance Agent at 1",
    )

    assert at.has("Yellow Muse", "fast") and at.has("Freelance Agent", "fast")
    assert not at.has("Byakhee Servant", "fast") and not at.has("Bag Man", "fast")


def test_demon_lover_weakens_by_two():
    at = position(play="Demon Lover", their_play="Bag Man")

    at.do("my Demon Lover", "their Bag Man")

    assert at.get("Bag Man", "skill") == 0


@rule("R4.9")
def test_thing_from_the_stars_is_cheaper_with_strange_resources():
    at = position(
        hand="Thing from the Stars",
        domains="Hastur 1, Agency 1, Yog 1; Hastur 1, Neutral 3; Hastur 4",
    )

    at.do("Thing from the Stars")  # 5 - 2 = 3 on the first domain only

    assert at.drained() == [True, False, False]


def test_thing_from_the_stars_destroys_the_insane():
    at = position(play="Thing from the Stars", their_play="Ghost insane; Patsy")

    at.do("my Thing from the Stars")

    assert at.pile(1) == ["Ghost"]


def test_messenger_from_beyond_takes_a_terror_icon():
    at = position(play="Messenger from Beyond", their_play="Keeper of the Golden Path")

    at.do("my Messenger from Beyond", "their Keeper of the Golden Path")

    assert at.icons("Keeper of the Golden Path") == "T"


@rule("R7.10")
def test_performance_artist_cancels_an_ability():
    at = position(play="Clover Club Bouncer", their_play="Performance Artist; Bag Man")

    at.do("my Clover Club Bouncer", "their Bag Man", "my Performance Artist")

    assert at.get("Bag Man", "skill") == 2
    assert at.pile(1) == ["Performance Artist"]
    assert at.get("Clover Club Bouncer", "exhausted") == 1


def test_byakhee_servant_is_fast():
    at = position(play="Byakhee Servant")

    assert at.has("Byakhee Servant", "fast") and at.icons("Byakhee Servant") == "TCC"


def test_predatory_byakhee_eats_three_cards_of_a_deck():
    at = position(play="Predatory Byakhee", their_deck="Ghost; Patsy; Peeler")

    at.do("my Predatory Byakhee")

    assert at.pile(1) == ["Ghost", "Patsy", "Peeler"]
    assert at.pile() == ["Predatory Byakhee"]


def test_bearer_of_the_yellow_sign_maddens_when_overpaid():
    at = position(hand="Bearer of the Yellow Sign", domains="Hastur 4", their_play="Ghost; Patsy")

    at.do("Bearer of the Yellow Sign", "my Bearer of the Yellow Sign", "their Patsy")

    assert at.get("Patsy", "insane") == 1


@rule("R9.3")
def test_ghost_cannot_be_wounded_while_committed():
    home = position(play="Ghost")
    away = position(phase="story", play="Ghost at 0")

    assert not home.has("Ghost", "invulnerability") and away.has("Ghost", "invulnerability")


def test_mad_artist_has_two_icons():
    assert position(play="Mad Artist").icons("Mad Artist") == "CA"


def test_victorias_loft_keeps_everybody_insane():
    at = position(phase="refresh", play="Ghost insane", their_play="Victoria's Loft")

    assert at.get("Ghost", "insane") == 1


def test_sedated_keeps_one_insane():
    at = position(
        hand="Sedated", domains="Hastur 1", their_play="Ghost insane; Patsy insane; Peeler"
    )

    at.do("Sedated")
    assert at.legal == {"their Ghost", "their Patsy"}
    at.do("their Ghost")
    at.to_phase(2, seat=1)

    assert at.get("Ghost", "insane") == 1 and at.get("Patsy", "insane") == 0


@rule("R10.21")
def test_byakhee_attack_takes_two_cards_or_none():
    poor = position(hand="Byakhee Attack", domains="Hastur 2", their_hand="Patsy")
    at = position(hand="Byakhee Attack", domains="Hastur 2", their_hand="Patsy; Ghost; Peeler")

    at.do("Byakhee Attack", "Ghost", "Patsy")

    assert not poor.can("Byakhee Attack")
    assert at.hand(1) == ["Peeler"]


def test_agoraphobia_sends_the_fearful_to_hand():
    at = position(
        hand="Agoraphobia",
        domains="Hastur 2",
        their_play="Peeler; Keeper of the Golden Path; .45 Pistols on Peeler",
    )

    at.do("Agoraphobia")

    assert at.hand(1) == ["Peeler"] and at.pile(1) == [".45 Pistols"]


def test_scotophobia_takes_printed_terror_icons():
    at = position(
        hand="Scotophobia",
        domains="Hastur 2",
        play="Demon Lover",
        their_play="Byakhee Servant; Young Deep One; Shadowed Reef",
    )

    at.do("Scotophobia")

    assert at.icons("Byakhee Servant") == "CC" and at.icons("Young Deep One") == "TCCA"
    assert at.icons("Demon Lover") == "TA"


def test_despair_returns_a_character_without_attachments():
    at = position(
        phase="story",
        hand="Despair",
        domains="Hastur 1",
        play="Hired Muscle at 0",
        their_play="Peeler; .45 Pistols on Peeler; Bag Man",
    )

    at.do("done", "done", "done", "done").until("Despair")
    at.do("Despair", "their Bag Man")

    assert at.hand(1) == ["Bag Man"]


@rule("R10.8")
def test_blind_submission_borrows_a_character_for_the_phase():
    at = position(
        hand="Blind Submission",
        domains="Hastur 2",
        their_play="Bag Man; Yellow Muse; .45 Pistols on Bag Man",
    )

    at.do("Blind Submission")
    assert at.play() == ["Bag Man"]
    assert at.get(".45 Pistols", "side") == 1
    at.to_phase(5)

    assert at.play() == [] and "Bag Man" in at.play(1)


@rule("R7.14")
def test_power_drain_cancels_an_action():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 3",
        their_play="Byakhee Servant",
        their_hand="Power Drain",
        their_domains="Hastur 2",
    )

    at.do("Shotgun Blast", "Power Drain")

    assert at.play(1) == ["Byakhee Servant"]
    assert at.pile() == ["Shotgun Blast"] and at.pile(1) == ["Power Drain"]


def test_power_drain_does_not_answer_a_forced_response():
    at = position(
        hand="T-Men",
        domains="Agency 5",
        their_play="Ghost; Patsy",
        their_hand="Power Drain",
        their_domains="Hastur 2",
    )

    at.do("T-Men", "their Ghost")

    assert at.pile(1) == ["Ghost"]
