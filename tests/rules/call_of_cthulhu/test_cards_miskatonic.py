"""Miskatonic University, card by card."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

PAY = "Miskatonic 5; Miskatonic 5; Miskatonic 5"


@rule("R6.10")
def test_professor_albert_wilmarth_takes_away_a_struggle():
    at = position(phase="story", play="Professor Albert Wilmarth", their_play="Hired Muscle")

    at.do("done", "my Professor Albert Wilmarth", "story 0", "icon combat")
    assert at.sees(1)["struggles"][0].tolist() == [1, 0, 1, 1]
    at.do("done").do("my Hired Muscle").until("number 1")

    assert at.get("Professor Albert Wilmarth", "wounds") == 0
    assert at.play() == ["Professor Albert Wilmarth"]


def test_dr_ali_kafour_draws_when_he_commits():
    at = position(phase="story", play="Dr. Ali Kafour")

    at.do("done", "my Dr. Ali Kafour", "story 0", "done", "my Dr. Ali Kafour")

    assert len(at.hand()) == 1


@rule("R7.13", "R10.13")
def test_professor_nathaniel_peaslee_brings_back_what_died_in_the_phase():
    at = position(
        hand="Shotgun Blast; Shotgun Blast",
        domains="Agency 4; Agency 2; Neutral 2",
        play="Professor Nathaniel Peaslee",
        their_play="Mad Artist; Ghost",
    )

    at.do("Shotgun Blast", "domain 1", "number 2", "their Mad Artist")
    at.do("Shotgun Blast", "number 3", "my Professor Nathaniel Peaslee")
    assert at.play() == []
    at.do("Professor Nathaniel Peaslee")

    assert at.play() == ["Professor Nathaniel Peaslee"]
    assert sorted(at.play(1)) == ["Ghost", "Mad Artist"]


@rule("R4.9", "R10.2")
def test_anthropology_advisor_makes_investigators_cheap_and_curious():
    at = position(
        hand="Student Archaeologist",
        play="Anthropology Advisor; Anthropology Advisor",
        their_play="Peeler",
        domains="Miskatonic 1; Hastur 3",
    )
    assert at.icons("Peeler") == "CC"
    assert at.icons("Anthropology Advisor") == "CAIII"

    at.do("Student Archaeologist")  # 2 - 1 - 1 = 0

    assert at.drained() == [False, False, False]
    assert at.icons("Student Archaeologist") == "III"


def test_visiting_author_returns_to_hand_in_the_phase_it_was_spent_in():
    at = position(
        hand="Laboratory Assistant", domains="Miskatonic 1, <Visiting Author>; Miskatonic 1"
    )

    at.do("Laboratory Assistant", "domain 0", "Visiting Author")

    assert at.hand() == ["Visiting Author"]


@rule("R3.3", "R3.4")
def test_mad_genius_puts_a_success_token_when_restored():
    at = position(phase="refresh", play="Mad Genius insane; Peeler exhausted")

    at.until("my Mad Genius")
    at.do("my Mad Genius", "story 1")

    assert at.tokens(1) == [1, 0]
    assert at.get("Mad Genius", "exhausted") == 1
    assert at.get("Peeler", "exhausted") == 0


@rule("R11.4")
def test_strange_librarian_looks_at_three_and_puts_one_under():
    at = position(play="Strange Librarian", their_deck="Ghost; Peeler; T-Men; Patsy")

    at.do("my Strange Librarian", "seat 1")
    assert at.legal == {"Ghost", "Peeler", "T-Men"}
    at.do("Ghost", "T-Men")

    assert at.deck(1)[:3] == ["T-Men", "Peeler", "Patsy"]
    assert at.deck(1)[-1] == "Ghost"
    known = at.listed(0, "deck_order", 1)
    assert known[:3] == ["T-Men", "Peeler", ""] and known[-1] == "Ghost"
    assert len(known) == len(at.deck(1))
    assert at.listed(1, "deck_order", 0) == []
    assert at.sees(1)["top_seen"].tolist() == [[1, 1, 0, 0, 0], [0, 0, 0, 0, 0]]


def test_laboratory_assistant_investigates():
    at = position(play="Laboratory Assistant")

    assert at.icons("Laboratory Assistant") == "I"


def test_itinerant_scholar_moves_a_drain_marker():
    at = position(
        play="Itinerant Scholar",
        domains="Agency 1 drained; Agency 1; Agency 1",
        their_domains="Hastur 1; Hastur 1 drained; Hastur 1",
    )

    at.do("my Itinerant Scholar")
    assert at.legal == {"domain 1", "domain 2", "their domain 0", "their domain 2"}
    at.do("their domain 2")

    assert at.drained() == [False, False, False]
    assert at.drained(1) == [False, True, True]
    assert at.pile() == ["Itinerant Scholar"]


def test_natural_philosopher_draws_and_everybody_discards():
    at = position(hand="Natural Philosopher; Ghost", their_hand="Patsy; T-Men", domains=PAY)

    at.do("Natural Philosopher", "domain 0", "Ghost", "T-Men")

    assert len(at.hand()) == 1 and at.pile() == ["Ghost"]
    assert at.hand(1) == ["Patsy"]


def test_student_archaeologist_draws_and_everybody_discards_when_restored():
    at = position(
        phase="refresh",
        play="Student Archaeologist insane",
        their_hand="Patsy; T-Men",
        hand="Ghost",
    )

    at.until("my Student Archaeologist")
    at.do("my Student Archaeologist", "Ghost", "Patsy")

    assert at.pile() == ["Ghost"] and at.pile(1) == ["Patsy"]


def test_celano_fragments_send_a_character_home():
    at = position(
        phase="story",
        play="Celano Fragments",
        domains="Neutral 3",
        their_play="Mad Artist at 0; Yellow Muse at 0",
    )

    at.do("my Celano Fragments")
    assert at.legal == {"number 2", "number 3"}
    at.do("number 3")

    assert at.get("Mad Artist", "at_story") == -1
    assert at.get("Celano Fragments", "exhausted") == 1


@rule("R6.9")
def test_open_for_inspection_adds_struggles():
    at = position(hand="Open for Inspection", domains="Miskatonic 2")

    at.do("Open for Inspection", "story 1")

    assert at.sees(0)["struggles"][1].tolist() == [1, 1, 2, 3]
    assert at.sees(0)["struggles"][0].tolist() == [1, 1, 1, 1]


def test_atwood_science_hall_rewards_investigation():
    at = position(play="Atwood Science Hall; Blackwood File Clerk", their_play="Bag Man")

    assert at.get("Blackwood File Clerk", "skill") == 4
    assert at.get("Bag Man", "skill") == 2


def test_binding_leaves_only_granted_icons():
    at = position(
        hand="Binding",
        domains="Miskatonic 1",
        their_play="Hired Muscle; .45 Pistols on Hired Muscle",
    )
    assert at.icons("Hired Muscle") == "CCCC"

    at.do("Binding")

    assert at.icons("Hired Muscle") == "C"


def test_feast_of_famine_draws_two_and_everybody_discards():
    at = position(hand="Feast of Famine; Ghost", their_hand="Patsy", domains="Miskatonic 3")

    at.do("Feast of Famine", "Ghost")

    assert len(at.hand()) == 2 and at.hand(1) == []
    assert at.pile() == ["Ghost", "Feast of Famine"]


def test_restless_and_wary_readies_everybody():
    at = position(
        hand="Restless and Wary",
        domains="Miskatonic 2",
        play="Ghost exhausted",
        their_play="Patsy exhausted",
    )

    at.do("Restless and Wary")

    assert at.get("Ghost", "exhausted") == at.get("Patsy", "exhausted") == 0


def test_dr_carsons_treatment_restores_one_or_two():
    play = "Ghost insane exhausted; Patsy insane; Mad Artist insane"
    at = position(hand="Dr. Carson's Treatment", domains="Miskatonic 2", play=play)

    at.do("Dr. Carson's Treatment", "my Ghost", "my Patsy")

    assert [at.get(title, "insane") for title in ("Ghost", "Patsy", "Mad Artist")] == [0, 0, 1]
    assert at.get("Ghost", "exhausted") == 0
    assert at.icons("Ghost") == at.icons("Patsy") == "CC"
    one = position(hand="Dr. Carson's Treatment", domains="Miskatonic 1", play=play)
    one.do("Dr. Carson's Treatment", "my Ghost", "done")
    assert one.icons("Ghost") == "" and one.get("Patsy", "insane") == 1


def test_unearthing_the_ancients_draws_three():
    at = position(hand="Unearthing the Ancients", domains="Miskatonic 3")

    at.do("Unearthing the Ancients")

    assert len(at.hand()) == 3
