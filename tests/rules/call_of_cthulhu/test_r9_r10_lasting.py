"""R9.12, R10: who is struck by an effect on all, what lasts, on whom, and how it ends."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.call_of_cthulhu.sizes import MAX_LASTING, NOTHING, Phase
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

CROWD = (
    "Ghost; Ghost; Ghost; Patsy; Patsy; Patsy; Peeler; Peeler; Peeler; Mad Artist; Mad Artist; "
    "Mad Artist; Hard Case; Hard Case; Hard Case; Mad Genius; Mad Genius; Mad Genius; "
    "Forest Sister; Forest Sister; Forest Sister; Demon Lover; Demon Lover"
)  # 23 cards


@rule("R10.20")
def test_two_reductions_for_the_next_card_are_both_spent_by_it():
    at = position(
        play="Priestess of Bubastis; Priestess of Bubastis",
        hand="Ancient Guardian; Mi-Go Scout",
        domains="Shub 2; Shub 2",
    )

    at.do("my Priestess of Bubastis", "my Priestess of Bubastis")
    at.do("Ancient Guardian", "domain 0")  # 4 less 2

    assert at.s.lasting_n == 0 and not at.can("Mi-Go Scout")


@rule("R10.20", "R4.9")
def test_a_reduction_that_the_minimum_leaves_nothing_to_take_is_spent_too():
    at = position(
        play="Priestess of Bubastis; Priestess of Bubastis",
        hand="Forest Sister; Mi-Go Scout",
        domains="Shub 1; Shub 2",
    )

    at.do("my Priestess of Bubastis", "my Priestess of Bubastis", "Forest Sister", "domain 0")

    assert at.s.lasting_n == 0 and not at.can("Mi-Go Scout")


@rule("R10.20")
def test_a_card_that_does_not_fit_leaves_the_reduction_for_the_next():
    at = position(
        play="Priestess of Bubastis", hand="Ghost; Mi-Go Scout", domains="Hastur 1; Shub 2"
    )

    at.do("my Priestess of Bubastis", "Ghost", "Mi-Go Scout")

    assert at.play() == ["Priestess of Bubastis", "Ghost", "Mi-Go Scout"]


@rule("R10.8")
def test_a_character_stolen_by_both_goes_home_to_its_owner():
    at = position(
        hand="Blind Submission",
        domains="Hastur 2",
        their_hand="Blind Submission",
        their_domains="Hastur 2",
        their_play="Bag Man",
    )

    at.do("Blind Submission")
    assert at.get("Bag Man", "side") == 0
    at.do("Blind Submission")
    assert at.get("Bag Man", "side") == 1
    at.to_phase(Phase.STORY)

    assert at.get("Bag Man", "side") == 1


@rule("R10.8")
def test_a_character_stolen_back_and_stolen_again_goes_home_to_its_owner():
    at = position(
        hand="Blind Submission; Blind Submission",
        domains="Hastur 2; Hastur 2",
        their_hand="Blind Submission",
        their_domains="Hastur 2",
        their_play="Bag Man",
    )

    at.do("Blind Submission", "domain 0", "Blind Submission", "Blind Submission")
    assert at.get("Bag Man", "side") == 0
    at.to_phase(Phase.STORY)

    assert at.get("Bag Man", "side") == 1


@rule("R10.8")
def test_a_character_goes_home_to_any_free_place():
    at = position(hand="Blind Submission", domains="Hastur 2", their_play=f"Bag Man; {CROWD}")

    at.do("Blind Submission", "their Bag Man").to_phase(Phase.STORY)

    assert at.get("Bag Man", "side") == 1 and at.pile(1) == []


@rule("R10.4", "R1.6")
def test_a_card_that_leaves_play_and_comes_back_has_lost_what_lasted():
    at = position(
        hand="Working a Hunch; Agoraphobia",
        play="Peeler",
        domains="Agency 1; Hastur 2; Agency 2",
    )

    at.do("Working a Hunch", "domain 0")
    assert at.icons("Peeler") == "CCCC"
    at.do("Agoraphobia", "Peeler")

    assert at.icons("Peeler") == "CC" and at.s.lasting_n == 0


@rule("R10.4", "R10.8")
def test_a_stolen_card_that_left_play_stays_with_its_owner():
    at = position(
        hand="Blind Submission; Shotgun Blast",
        domains="Hastur 2; Agency 2",
        their_hand="Unspeakable Resurrection",
        their_domains="Yog 3",
        their_play="Bag Man",
    )

    at.do("Blind Submission", "done", "Shotgun Blast").until("Unspeakable Resurrection")
    at.do("Unspeakable Resurrection")
    assert at.get("Bag Man", "side") == 1
    at.to_phase(Phase.STORY)

    assert at.get("Bag Man", "side") == 1 and at.play(1) == ["Bag Man"]


@rule("R10.4", "R10.19")
def test_nobody_has_to_follow_a_y_golonac_who_left_play():
    at = position(play="Y'Golonac; Ghost", hand="Deep One Assault", domains="Shub 1; Cthulhu 4")

    at.do("my Y'Golonac", "domain 0", "my Ghost")
    assert at.s.lasting_n == 1
    at.do("Deep One Assault", "number 4", "my Y'Golonac")

    assert at.s.lasting_n == 0


@rule("R10.4", "R6.23")
def test_a_story_that_is_won_takes_nothing_along():
    at = position(
        phase="story",
        hand="Inside Information",
        domains="Hastur 2",
        play="Blackwood File Clerk at 0",
        tokens={(0, 0): 4},
    )

    at.do("Inside Information", "story 0", "icon terror")
    assert at.s.lasting_n == 1
    at.until("number 1").do("number 1", "mode 1")

    assert at.s.lasting_n == 0


@rule("R10.4")
def test_there_is_room_for_64_effects_that_last():
    at = position(play="Clover Club Bouncer; Priestess of Bubastis", their_play="G-Men")
    at.do("my Priestess of Bubastis", "done")
    at.s.lasting[:] = at.s.lasting[0]
    at.s.lasting_n = MAX_LASTING

    at.do("my Clover Club Bouncer", "their G-Men")

    assert at.s.lasting_n == MAX_LASTING and at.get("G-Men", "skill") == 6


@rule("R9.12")
def test_who_enters_play_later_is_not_bred_to_survive():
    at = position(hand="Bred to Survive; Patsy", play="Ghost", domains="Shub 2; Syndicate 1")

    at.do("Bred to Survive", "Patsy")

    assert at.has("Ghost", "invulnerability") and not at.has("Patsy", "invulnerability")


@rule("R9.12")
def test_a_mutation_is_on_those_who_were_committed_wherever_they_go():
    at = position(
        phase="story",
        hand="Horrid Mutation",
        play="Mad Genius at 0; Patsy",
        domains="Shub 1",
        their_play="Celano Fragments",
        their_domains="Hastur 2",
    )

    at.do("Horrid Mutation", "my Celano Fragments")
    assert at.get("Mad Genius", "at_story") == NOTHING and at.icons("Mad Genius") == "T"
    at.until("my Patsy").do("my Patsy", "story 0")

    assert at.icons("Patsy") == ""


@rule("R9.12", "R10.8")
def test_an_effect_on_all_stays_on_a_character_that_changes_sides():
    at = position(
        hand="Bred to Survive",
        play="Bag Man; Hired Muscle",
        domains="Shub 2",
        their_hand="Blind Submission",
        their_domains="Hastur 2",
        their_play="Patsy",
    )

    at.do("Bred to Survive", "Blind Submission")

    assert at.get("Bag Man", "side") == 1 and at.has("Bag Man", "invulnerability")
    assert not at.has("Patsy", "invulnerability")


@rule("R9.12", "R9.9")
def test_an_insane_character_that_is_restored_in_the_phase_is_struck_as_well():
    at = position(
        hand="Scotophobia",
        domains="Hastur 2",
        their_play="Keeper of the Golden Path insane; Arkham Asylum; Degenerate Ghoul",
        their_domains="Hastur 1",
    )

    at.do("Scotophobia", "my Arkham Asylum")

    assert at.icons("Keeper of the Golden Path") == "" and at.icons("Degenerate Ghoul") == "C"


@rule("R9.12", "R9.4")
@pytest.mark.parametrize("first", ["Steve Clarney wounds 1", "Hired Muscle wounds 1"])
def test_all_who_die_of_a_constant_text_die_together(first):
    others = {"Steve Clarney wounds 1", "Hired Muscle wounds 1"} - {first}
    at = position(phase="story", play=f"{first}; {others.pop()}; Dutch Courage")

    at.until("my Steve Clarney").do("my Steve Clarney", "story 0")

    assert sorted(at.pile()) == ["Hired Muscle", "Steve Clarney"]


@rule("R9.12", "R10.3")
def test_two_who_cannot_bear_company_go_insane_together():
    at = position(
        hand="Ghost",
        domains="Hastur 1",
        play="Professor Hermann Mulder wounds 1; Dutch Courage; Patsy; Peeler",
        their_play="Professor Hermann Mulder; Bag Man",
    )

    at.do("Ghost")  # the sixth character; the wounded professor dies of it

    assert at.pile() == ["Professor Hermann Mulder"]
    assert at.get("Professor Hermann Mulder", "insane", seat=1) == 1
