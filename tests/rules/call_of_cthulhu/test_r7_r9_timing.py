"""R7 timing, R9 wounds, insanity and keywords."""

from __future__ import annotations

from cthulhu_envs.games.call_of_cthulhu.sizes import Question
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position


@rule("R7.1", "R7.2")
def test_actions_alternate_until_both_pass():
    at = position(play="Clover Club Bouncer; Demon Lover", their_play="Messenger from Beyond")

    at.do("my Clover Club Bouncer", "their Messenger from Beyond")
    assert at.seat == 1 and at.s.question == Question.WINDOW
    at.do("done")
    assert at.seat == 0 and at.can("my Demon Lover")
    at.do("done")

    assert at.s.phase == 5


@rule("R7.3")
def test_the_manuals_timing_example():
    """Darin plays a Byakhee Servant; Tommy's Shotgun Blast is answered by Power Drain."""
    at = position(
        hand="Byakhee Servant; Power Drain",
        domains="Hastur 2, Neutral 2; Hastur 2",
        their_hand="Shotgun Blast",
        their_domains="Agency 1, Neutral 2",
    )

    at.do("Byakhee Servant")
    assert at.seat == 1
    at.do("Shotgun Blast", "Power Drain")

    assert at.play() == ["Byakhee Servant"]
    assert at.pile() == ["Power Drain"] and at.pile(1) == ["Shotgun Blast"]
    assert at.drained(1)[0]


@rule("R7.4")
def test_without_a_legal_target_a_text_cannot_be_used():
    at = position(hand="Shotgun Blast", domains="Agency 5", their_play="Cthulhu")

    assert not at.can("Shotgun Blast")


@rule("R7.4")
def test_a_target_that_is_gone_is_ignored():
    at = position(play="Clover Club Bouncer", their_play='Jack "Brass" Brady')

    at.do("my Clover Club Bouncer", 'their Jack "Brass" Brady', 'my Jack "Brass" Brady')

    assert at.s.lasting_n == 0


@rule("R7.5")
def test_then_needs_the_part_before():
    at = position(
        hand="Sacrificial Offerings",
        domains="Cthulhu 1",
        play="Ghost",
        their_play="Forest Sister",
        their_domains="Hastur 1",
    )

    at.do("Sacrificial Offerings", "my Forest Sister")

    assert at.play() == ["Ghost"] and at.play(1) == ["Forest Sister"]


@rule("R7.6", "R7.7")
def test_a_response_is_made_once_after_what_it_answers():
    at = position(hand="Hard Case", domains="Syndicate 2", their_play="Ghost; Patsy")

    at.do("Hard Case")
    assert at.s.question == Question.RESPOND and at.play() == ["Hard Case"]
    at.do("my Hard Case", "their Ghost")

    assert at.get("Ghost", "exhausted") == 1 and not at.can("my Hard Case")


@rule("R7.9")
def test_the_active_player_orders_forced_responses():
    at = position(
        phase="draw",
        play="Ghost; Patsy; Peeler",
        their_play="Cthulhu",
        hand="",
    )

    assert at.seat == 0 and at.legal == {"my Ghost", "my Patsy", "my Peeler"}
    both = position(phase="draw", play="Cthulhu; Ghost; Patsy", their_play="Cthulhu")
    assert (
        both.seat == 0 and both.s.question == Question.ORDER and both.legal == {"mode 0", "mode 1"}
    )


@rule("R7.15")
def test_single_options_are_taken_by_themselves():
    at = position(hand="Shotgun Blast", domains="Agency 1", their_play="Ghost", auto_pass=True)

    at.do("Shotgun Blast")

    assert at.pile(1)[:1] == ["Ghost"]
    assert at.s.ids_n > 1 or at.s.ending


@rule("R9.3")
def test_invulnerability_is_passed_by_and_can_be_destroyed():
    at = position(
        hand="Deep One Assault",
        domains="Cthulhu 6",
        their_play="Cthulhu; Living Mummy; Hired Muscle",
    )

    at.do("Deep One Assault", "number 6", "their Cthulhu")

    assert at.pile(1) == ["Cthulhu"]


@rule("R9.4")
def test_losing_toughness_kills_the_wounded():
    at = position(
        hand="Burrowing Beneath", domains="Shub 2", their_play="Dutch Courage; Ghost wounds 1"
    )

    at.do("Burrowing Beneath")

    assert sorted(at.pile(1)) == ["Dutch Courage", "Ghost"]


@rule("R9.5")
def test_heroes_do_not_join_villains():
    at = position(
        hand="Undercover Security; Keeper of the Golden Path; Ghost",
        play="Arcane Initiate",
        domains="Agency 2; Cthulhu 2; Hastur 1",
    )

    assert not at.can("Undercover Security")
    assert at.can("Keeper of the Golden Path") and at.can("Ghost")


@rule("R9.6")
def test_a_restored_hero_beside_a_villain_forces_a_choice():
    at = position(phase="refresh", play="Undercover Security insane; Arcane Initiate")

    assert at.legal == {"my Undercover Security", "my Arcane Initiate"}
    at.do("my Arcane Initiate")

    assert at.play() == ["Undercover Security"] and at.pile() == ["Arcane Initiate"]


@rule("R9.7")
def test_fast_wins_success_but_no_tie_at_nothing():
    fast = position(phase="story", play="Bag Man at 0", their_play="Mad Genius at 0")
    fast.until("number 1")
    at = position(
        phase="story", play="Freelance Occultist at 0", their_play="Mad Genius at 0; Ghost"
    )

    at.until("number 1")

    assert at.s.resolving == 0  # 2 to 2, decided by Fast
    assert not at.tokens(0)[1]


@rule("R9.8")
def test_willpower_and_terror_icons_protect_from_insanity():
    at = position(
        play="Hastur", domains="Hastur 3", their_play="Triggerman; Degenerate Ghoul; Ghost"
    )

    at.do("my Hastur")

    assert at.get("Ghost", "insane") == 1


@rule("R9.9")
def test_the_insane_have_nothing_but_count_as_characters():
    at = position(
        hand="Working a Hunch", domains="Agency 1", play="G-Men insane; Altar of the Blessed"
    )

    at.do("Working a Hunch")

    assert at.icons("G-Men") == "" and at.get("G-Men", "skill") == 0
    assert at.get("G-Men", "words") == 0 and at.get("G-Men", "toughness") == 0
    assert at.s.characters == 1


@rule("R9.11")
def test_wounds_and_insanity_kill_together():
    mad = position(hand="Shotgun Blast", domains="Agency 1", their_play="G-Men insane; Cthulhu")
    mad.do("Shotgun Blast", "domain 0")
    assert mad.pile(1) == ["G-Men"]

    wounded = position(play="Hastur", domains="Hastur 3", their_play="Hired Muscle wounds 1")
    wounded.do("my Hastur")
    assert wounded.pile(1) == ["Hired Muscle"]
