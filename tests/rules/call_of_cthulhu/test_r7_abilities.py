"""R7.16: what an ability is; R9.11, R9.12: who is struck, and who is silent."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position


@rule("R7.16")
def test_a_text_used_from_the_discard_pile_is_no_ability():
    at = position(
        hand="Blackwood File Clerk",
        play="Cathouse; Ghost exhausted",
        domains="Agency 1, <Local Sheriff>; Agency 2",
        their_play='Jack "Brass" Brady',
    )

    at.do("Blackwood File Clerk", "domain 0", "Local Sheriff")

    assert at.hand() == ["Local Sheriff"]  # nobody was asked for a disrupt
    assert not at.can("my Cathouse")  # overpaid, but not for an ability


@rule("R7.16")
def test_a_text_that_an_attachment_grants_is_an_ability():
    at = position(
        phase="story",
        play="Peeler at 0; Shotgun on Peeler; Cathouse; Ghost exhausted",
        domains="Agency 2",
        their_play='Jack "Brass" Brady at 0; Mad Artist at 0',
    )

    at.do("my Peeler", 'their Jack "Brass" Brady', 'my Jack "Brass" Brady')
    assert at.hand(1) == ['Jack "Brass" Brady']
    at.do("my Cathouse", "my Ghost")

    assert at.get("Ghost", "exhausted") == 0


@rule("R7.16", "R7.13")
def test_a_performance_artist_cancels_abilities_only():
    """The manual: an ability is caused by a card already in play."""
    sheriff = position(
        hand="Blackwood File Clerk",
        domains="Agency 1, <Local Sheriff>; Agency 2",
        their_play="Performance Artist",
    )
    sheriff.do("Blackwood File Clerk", "domain 0", "Local Sheriff")
    assert sheriff.hand() == ["Local Sheriff"]  # used from the discard pile

    mummy = position(
        hand="Deep One Assault",
        domains="Cthulhu 4",
        play="Performance Artist; Living Mummy",
        their_play="Performance Artist",
    )
    mummy.do("Deep One Assault", "number 4", "my Living Mummy")
    assert mummy.play() == mummy.play(1) == []  # it had left play

    hastur = position(play="Hastur", domains="Hastur 3", their_play="Performance Artist; Bag Man")
    hastur.do("my Hastur", "their Bag Man")
    assert hastur.can("my Performance Artist")
    hastur.do("my Performance Artist")
    assert hastur.get("Bag Man", "insane") == 0


@rule("R7.16")
def test_a_performance_artist_cancels_a_text_that_an_attachment_grants():
    at = position(
        phase="story",
        play="Peeler at 0; Shotgun on Peeler",
        domains="Agency 1",
        their_play="Performance Artist at 0; Bag Man at 0",
    )

    at.do("my Peeler", "their Bag Man", "my Performance Artist")

    assert at.play(1) == ["Bag Man"]


@rule("R9.11", "R7.13")
def test_a_wounded_character_that_goes_insane_dies_silently():
    at = position(
        play="Hastur",
        domains="Hastur 3",
        their_play="Living Mummy wounds 1; Dutch Courage; Ghost",
    )

    at.do("my Hastur", "their Living Mummy")

    assert at.pile(1) == ["Living Mummy"] and "Ghost" in at.play(1)


@rule("R9.12")
def test_guardian_elder_thing_wounds_all_even_if_it_dies_first():
    at = position(
        phase="story",
        play="Guardian Elder Thing wounds 2 at 0; Peeler at 0",
        domains="Hastur 2",
        their_play="Mad Artist at 0; Patsy at 1",
    )

    at.do("my Guardian Elder Thing")

    assert at.play() == [] and at.pile(1) == ["Mad Artist"]
    assert at.play(1) == ["Patsy"]


@rule("R9.12")
def test_through_the_gates_asks_what_an_x_was_before_anybody_left():
    at = position(
        stories="Through the Gates",
        phase="story",
        tokens={(0, 0): 4},
        play="Blackwood File Clerk at 0; Cannibal Ghast; Disciple of the Gate",
        their_play="Servant of Nodens",
    )

    at.until("number 1").do("number 1", "mode 0")

    assert at.play() == [] and at.play(1) == ["Servant of Nodens"]  # the X was 3


@rule("R4.12")
def test_dead_characters_stay_where_they_are_without_a_new_domain():
    at = position(
        stories="Ancient Apocrypha",
        phase="story",
        tokens={(0, 0): 4},
        play="Blackwood File Clerk at 0",
        pile="Ghost",
        their_pile="Patsy",
        domains="; ".join(["Hastur 1"] * 10),
    )

    at.until("number 1").do("number 1", "mode 0")

    assert at.pile() == ["Ghost"] and at.resources(0, 9) == 1
    assert at.pile(1) == [] and at.resources(1, 3) == 1


@rule("R10.8")
def test_a_stolen_character_stays_at_its_story_on_the_new_side():
    at = position(
        phase="story",
        hand="Blind Submission",
        domains="Hastur 2",
        play="Peeler at 0",
        their_play="Bag Man at 0",
    )

    at.do("Blind Submission")

    assert at.get("Bag Man", "side") == 0 and at.get("Bag Man", "at_story") == 0
    at.until("number 2")  # nobody is against them any more: unchallenged
    assert at.seat == 0


@rule("R6.1", "R6.4")
def test_the_manuals_example_of_committing():
    at = position(phase="story", play="Ghost; Patsy; Peeler; Mad Artist; Bag Man")

    at.do("done", "my Ghost", "story 0", "my Patsy", "story 1", "my Peeler", "story 1", "done")

    stories = [at.get(title, "at_story") for title in ("Ghost", "Patsy", "Peeler")]
    assert stories == [0, 1, 1]
    assert at.get("Mad Artist", "exhausted") == at.get("Bag Man", "exhausted") == 0


@rule("R8.4")
def test_both_players_may_have_the_same_conspiracy():
    title = "The Bootleg Whiskey Cover-Up"
    at = position(hand=title, their_hand=title, domains="Hastur 1", their_domains="Hastur 1")

    at.do(title)
    at.to_phase(4, seat=1).until(title).do(title)

    assert at.stories().count(title) == 2


@rule("R8.4")
def test_after_a_conspiracy_was_won_another_copy_can_be_played():
    title = "The Bootleg Whiskey Cover-Up"
    at = position(
        hand=f"{title}; {title}", domains="Hastur 1; Hastur 1", play="Blackwood File Clerk"
    )
    at.do(title, "domain 0")
    at.s.success[3, 0] = 4
    at.to_phase(5).until("my Blackwood File Clerk")
    at.do("my Blackwood File Clerk", "story 3").until("number 1").do("number 1")

    at.to_phase(4).until(title)

    assert at.can(title)
