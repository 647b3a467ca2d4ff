"""The Agency, card by card."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

PAY = "Agency 5; Agency 5; Agency 5"


@rule("R10.1", "R6.7")
def test_thomas_f_malone_destroys_a_villain_after_the_story():
    at = position(
        phase="story",
        play="Thomas F. Malone at 0",
        their_play="Dabbler in the Unknown at 0; Mad Genius at 0; Mad Artist at 1",
        tokens={(0, 0): 4},
    )

    at.do("done", "done", "done").until("my Mad Genius").do("my Mad Genius")
    at.until("number 1").do("number 1")
    assert "Dabbler in the Unknown" in at.play(1)  # the story is won, responses wait
    at.until("my Thomas F. Malone")
    at.do("my Thomas F. Malone")

    assert at.pile(1) == ["Mad Genius", "Dabbler in the Unknown"]


def test_kirby_odonnell_helps_heroes_and_weakens_villains_while_committed():
    play, theirs = "Kirby O'Donnell; Undercover Security", "Keeper of the Golden Path"
    home = position(play=play, their_play=theirs)
    away = position(
        play="Kirby O'Donnell at 0; Undercover Security", their_play=theirs, phase="story"
    )

    assert home.icons("Undercover Security") == "CI"
    assert away.icons("Undercover Security") == "CCI"
    assert away.icons("Kirby O'Donnell") == "CCI"
    assert away.icons("Keeper of the Golden Path") == "T"


@rule("R4.10")
def test_local_sheriff_returns_to_hand_in_the_phase_he_was_spent_in():
    at = position(
        hand="Blackwood File Clerk", domains="Agency 1, <Local Sheriff>; Agency 1; Agency 1"
    )

    at.do("Blackwood File Clerk")
    assert at.pile() == ["Local Sheriff"]
    at.do("Local Sheriff", "domain 1")

    assert at.hand() == ["Local Sheriff"]


def test_local_sheriff_stays_in_the_pile_in_a_later_phase():
    at = position(pile="Local Sheriff", domains=PAY, hand="Peeler")

    assert not at.can("Local Sheriff")


def test_paul_lemond_adds_the_printed_icons_of_another():
    at = position(play="Paul LeMond; Hired Muscle", domains="Agency 1")

    at.do("my Paul LeMond", "my Hired Muscle")

    assert at.icons("Paul LeMond") == "CCC"


@rule("R10.3")
def test_professor_hermann_mulder_goes_insane_among_six():
    play = "Professor Hermann Mulder; Peeler; Hired Muscle; Freelance Occultist"
    at = position(hand="Blackwood File Clerk", play=play, their_play="Ghost", domains=PAY)
    assert at.get("Professor Hermann Mulder", "insane") == 0

    at.do("Blackwood File Clerk", "domain 0")

    assert at.get("Professor Hermann Mulder", "insane") == 1


def test_monster_hunter_wounds_after_a_struggle_won_by_two():
    at = position(
        phase="story",
        play="Monster Hunter; Hired Muscle at 0",
        their_play="Freelance Occultist; Blackwood File Clerk",
        domains="Agency 2",
    )

    assert not at.can("my Monster Hunter")
    at.do("done", "done", "done", "done")
    at.until("my Monster Hunter")
    at.do("my Monster Hunter")
    assert not at.can("their Blackwood File Clerk")
    at.do("their Freelance Occultist")

    assert at.pile(1) == ["Freelance Occultist"]


@rule("R4.8")
def test_undercover_security_is_steadfast():
    domains = "Agency 1, Neutral 1; Hastur 1; Hastur 1"
    assert not position(hand="Undercover Security", domains=domains).can("Undercover Security")

    at = position(hand="Undercover Security", domains="Agency 1, Neutral 1; Agency 1; Hastur 1")

    assert at.can("Undercover Security")
    at.do("Undercover Security")
    assert at.has("Undercover Security", "willpower") and at.has("Undercover Security", "heroic")


@rule("R9.1")
def test_hired_muscle_survives_one_wound():
    at = position(
        hand="Shotgun Blast; Shotgun Blast", their_play="Hired Muscle", domains="Agency 3; Agency 3"
    )

    at.do("Shotgun Blast", "domain 0")
    assert at.get("Hired Muscle", "wounds") == 1
    at.do("Shotgun Blast")

    assert at.pile(1) == ["Hired Muscle"]


@rule("R9.7")
def test_freelance_occultist_is_fast_and_wins_ties():
    at = position(phase="story", play="Freelance Occultist at 0", their_play="Monster Hunter at 0")

    at.until("number 1")

    assert at.pile(1) == ["Monster Hunter"]  # a tie in combat
    even = position(phase="story", play="Monster Hunter at 0", their_play="Monster Hunter at 0")
    even.to_phase(1, seat=1)
    assert even.pile(0) == even.pile(1) == []


def test_blackwood_file_clerk_investigates():
    at = position(play="Blackwood File Clerk")

    assert at.icons("Blackwood File Clerk") == "I"
    assert at.get("Blackwood File Clerk", "skill") == 3


def test_peeler_has_willpower_beside_any_attachment():
    without = position(play="Peeler", their_play="Ghost")
    at = position(play="Peeler", their_play="Ghost; .45 Pistols on Ghost")

    assert not without.has("Peeler", "willpower")
    assert at.has("Peeler", "willpower")


@rule("R7.8")
def test_t_men_must_wound_somebody_even_themselves():
    at = position(hand="T-Men", domains=PAY)

    at.do("T-Men", "domain 0")

    assert at.pile() == ["T-Men"]
    other = position(hand="T-Men", domains=PAY, their_play="Ghost")
    other.do("T-Men", "domain 0", "their Ghost")
    assert other.pile(1) == ["Ghost"] and other.play() == ["T-Men"]


def test_g_men_take_three_wounds():
    at = position(play="G-Men wounds 3", their_play="Ghost")

    assert at.get("G-Men", "toughness") == 3
    assert at.has("G-Men", "willpower") and at.has("G-Men", "heroic")


@rule("R5.2")
def test_shotgun_lets_its_host_wound_at_its_story():
    at = position(
        phase="story",
        play="Peeler at 0; Shotgun on Peeler",
        their_play="Ghost; Mad Artist at 0",
        domains="Agency 1",
    )

    at.do("my Peeler")
    at.do("their Mad Artist")

    assert at.pile(1) == ["Mad Artist"]
    home = position(play="Peeler; Shotgun on Peeler", their_play="Ghost", domains="Agency 1")
    assert not home.can("my Peeler")


def test_shotgun_on_an_opposing_character_serves_its_controller():
    at = position(hand="Shotgun; Shotgun", play="Peeler", their_play="Ghost", domains=PAY)

    at.do("Shotgun", "domain 0", "their Ghost")

    assert at.get("Shotgun", "host") == at.inst("Ghost")
    assert at.get("Shotgun", "side") == 0


@rule("R9.2", "R7.12")
def test_patrol_wagon_toughens_and_prevents_a_wound():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 3",
        their_play="Hired Muscle; Patrol Wagon on Hired Muscle",
        their_domains="Agency 2",
    )
    assert at.get("Hired Muscle", "toughness") == 2

    at.do("Shotgun Blast")
    assert at.seat == 1
    at.do("my Patrol Wagon")

    assert at.get("Hired Muscle", "wounds") == 0


@rule("R4.11")
def test_shotgun_blast_wounds_up_to_skill_x():
    at = position(hand="Shotgun Blast", domains="Agency 3", their_play="Ghost; Mad Artist; G-Men")

    at.do("Shotgun Blast")
    assert at.legal == {"number 1", "number 2", "number 3"}
    at.do("number 2")
    assert at.legal == {"their Ghost", "their Mad Artist"}
    at.do("their Mad Artist")

    assert at.pile(1) == ["Mad Artist"]


@rule("R4.11")
def test_shotgun_blast_with_an_x_of_nothing_is_free():
    at = position(hand="Shotgun Blast", their_play="Young Deep One; Degenerate Ghoul")

    at.do("Shotgun Blast", "their Young Deep One")

    assert at.pile(1) == ["Young Deep One"]
    assert at.drained() == [False, False, False]


def test_short_fuse_deals_seven_wounds():
    at = position(hand="Short Fuse", domains="Agency 3", their_play="G-Men; Ghost")

    at.do("Short Fuse", "their G-Men")

    assert at.pile(1) == ["G-Men"]
    assert not position(
        hand="Short Fuse", domains="Agency 3", their_play="G-Men", phase="story"
    ).can("Short Fuse")


def test_torch_the_joint_burns_a_location():
    at = position(
        hand="Torch the Joint!",
        domains="Agency 2",
        their_play="Shadowed Reef; Forbidden Shrine; Dutch Courage",
    )

    at.do("Torch the Joint!", "their Shadowed Reef")

    assert at.pile(1) == ["Shadowed Reef"]


def test_torch_the_joint_burns_a_resource_that_is_not_agency():
    at = position(
        hand="Torch the Joint!",
        domains="Agency 2",
        their_play="Forbidden Shrine; Shadowed Reef",
        their_domains="Agency 1, Hastur 1; Agency 2; Hastur 1",
    )

    at.do("Torch the Joint!", "mode 1")
    assert at.legal == {"their domain 0", "their domain 2"}
    at.do("their domain 0")

    assert at.resources(1, 0) == 1
    assert len(at.pile(1)) == 1


@rule("R7.5")
def test_small_price_to_pay_drives_one_insane_and_wounds_the_other():
    at = position(
        hand="Small Price to Pay", domains="Agency 1", play="Mad Artist", their_play="Ghost"
    )

    at.do("Small Price to Pay", "mode 0")

    assert at.get("Mad Artist", "insane") == 1
    assert at.pile(1) == ["Ghost"]
    other = position(
        hand="Small Price to Pay", domains="Agency 1", play="Hired Muscle", their_play="Ghost"
    )
    other.do("Small Price to Pay", "mode 1")
    assert other.get("Ghost", "insane") == 1 and other.get("Hired Muscle", "wounds") == 1


@rule("R4.11", "R10.4")
def test_working_a_hunch_gives_more_when_overpaid():
    at = position(hand="Working a Hunch", domains="Agency 1", play="Ghost")
    at.do("Working a Hunch")
    assert at.icons("Ghost") == "CC"

    over = position(hand="Working a Hunch", domains="Agency 2", play="Ghost")
    over.do("Working a Hunch")

    assert over.icons("Ghost") == "CCAI"
    over.to_phase(over.s.phase + 1)
    assert over.icons("Ghost") == ""


def test_steve_clarney_takes_all_toughness_away_while_committed():
    at = position(phase="story", play="Steve Clarney", their_play="G-Men wounds 1; Hired Muscle")

    at.do("my Steve Clarney", "story 0")

    assert at.pile(1) == ["G-Men"]
    assert at.get("Hired Muscle", "toughness") == 0
