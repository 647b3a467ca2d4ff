"""R5 cards in play, R6 stories, R8 conspiracies."""

from __future__ import annotations

from cthulhu_envs.games.call_of_cthulhu.sizes import Phase, Question
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position


@rule("R5.1")
def test_characters_enter_play_ready():
    at = position(hand="Ghost", domains="Hastur 1")

    at.do("Ghost")

    assert at.play() == ["Ghost"] and at.get("Ghost", "exhausted") == 0


@rule("R5.3")
def test_an_exhausted_card_cannot_exhaust_to_pay():
    assert not position(play="Demon Lover exhausted", their_play="Ghost").can("my Demon Lover")


@rule("R5.4")
def test_an_event_goes_to_the_discard_pile():
    at = position(hand="Restless and Wary", domains="Miskatonic 2", play="Ghost exhausted")

    at.do("Restless and Wary")

    assert at.pile() == ["Restless and Wary"]


@rule("R5.5", "R9.5")
def test_put_into_play_obeys_uniqueness_and_allegiance():
    at = position(
        hand="Unspeakable Resurrection",
        domains="Yog 6",
        play="Undercover Security; Paul LeMond",
        pile="Hastur; Ghost; Paul LeMond",
    )

    at.do("Unspeakable Resurrection", "number 6")

    assert at.play() == ["Undercover Security", "Paul LeMond", "Ghost"]


@rule("R5.6")
def test_one_sacrifices_only_what_one_controls():
    at = position(
        hand="Shocking Transformation", domains="Shub 3", play="Ghost; Patsy", their_play="Peeler"
    )

    at.do("Shocking Transformation")

    assert at.legal == {"my Ghost", "my Patsy"}


@rule("R5.9")
def test_attachments_are_destroyed_with_their_host():
    at = position(
        hand="Shotgun Blast",
        domains="Agency 1",
        play=".45 Pistols on Ghost",
        their_play="Ghost; Alhazred Lamp on Ghost",
    )

    at.do("Shotgun Blast")

    assert at.pile(1) == ["Alhazred Lamp", "Ghost"] and ".45 Pistols" in at.pile()


@rule("R5.12")
def test_a_side_has_room_for_24_cards():
    titles = ["Ghost", "Patsy", "Peeler", "Bag Man", "Mad Artist", "Bag Man", "Triggerman"]
    many = "; ".join(
        title
        for title in [
            *titles[:5],
            "Triggerman",
            "Hard Case",
            "Mad Genius",
            "Local Sheriff",
            "Demon Lover",
            "Forest Sister",
        ]
        for _ in range(3)
    )
    full = "; ".join(many.split("; ")[:24])
    at = position(hand="Young Deep One", domains="Cthulhu 2", play=full)

    assert not at.can("Young Deep One")


@rule("R6.1")
def test_only_ready_sane_characters_commit_each_to_one_story():
    at = position(phase="story", play="Ghost; Patsy exhausted; Peeler insane; Mad Artist")

    at.do("done", "my Ghost")
    assert at.legal == {"story 0", "story 1", "story 2"}
    at.do("story 1")

    assert at.legal == {"done", "my Mad Artist"}
    assert at.get("Ghost", "exhausted") == 1 and at.get("Ghost", "at_story") == 1


@rule("R6.3")
def test_the_active_player_orders_the_stories():
    at = position(phase="story", play="Ghost at 0; Mad Artist at 2")

    at.until("story 0")

    assert at.seat == 0 and at.legal == {"story 0", "story 2"}


@rule("R6.4")
def test_the_opponent_opposes_only():
    at = position(phase="story", play="Ghost at 1", their_play="Peeler; Mad Artist")

    at.until("my Peeler")
    at.do("my Peeler")

    assert at.get("Peeler", "at_story") == 1


@rule("R6.4")
def test_the_opponent_has_nothing_to_oppose_when_everybody_was_sent_home():
    at = position(
        phase="story",
        play="Ghost at 1",
        their_play="Peeler; Celano Fragments",
        their_domains="Hastur 1",
    )

    at.do("done", "my Celano Fragments").do("done", "done")

    assert at.get("Ghost", "at_story") == -1
    assert not at.can("my Peeler") or at.s.active == 1


@rule("R6.2", "R6.5", "R6.8", "R6.11")
def test_terror_then_combat_hurt_the_loser_who_chooses():
    at = position(
        phase="story",
        play="Byakhee Servant at 0",
        their_play="Mad Genius at 0; Patsy at 0; Mad Artist at 0",
    )

    at.do("done", "done", "done", "done", "done", "done")
    at.until("my Mad Genius")
    assert at.seat == 1
    at.do("my Mad Genius")
    assert at.get("Mad Genius", "insane") == 1 and at.get("Mad Genius", "at_story") == -1
    assert at.legal == {"my Patsy", "my Mad Artist"}
    at.do("my Patsy")

    assert at.pile(1) == ["Patsy"]


@rule("R6.5", "R6.12")
def test_arcane_readies_a_character_also_unopposed():
    at = position(phase="story", play="Arcane Initiate at 0; Patsy at 0")

    at.until("my Arcane Initiate")
    assert at.s.question == Question.ENTITY
    at.do("my Arcane Initiate")

    assert (
        at.get("Arcane Initiate", "exhausted") == 0 and at.get("Arcane Initiate", "at_story") == 0
    )


@rule("R6.6")
def test_a_tie_has_no_winner():
    at = position(phase="story", play="Mad Artist at 0", their_play="Mad Artist at 0")

    at.to_phase(Phase.REFRESH, seat=1)

    assert at.pile() == at.pile(1) == [] and at.tokens(0) == [0, 0]


@rule("R6.13")
def test_investigation_pays_a_token_to_either_side():
    at = position(phase="story", play="Ghost at 0", their_play="Laboratory Assistant at 0")

    at.until("number 1")
    assert at.seat == 1
    at.do("number 1")

    assert at.tokens(0) == [0, 1]


@rule("R6.14", "R6.15", "R6.16", "R6.17")
def test_success_needs_more_skill_and_unchallenged_pays_two():
    alone = position(phase="story", play="Mad Genius at 0")
    alone.until("number 2").do("number 2")
    assert alone.tokens(0) == [2, 0]

    opposed = position(phase="story", play="Mad Genius at 0", their_play="Patsy at 0")
    opposed.until("number 1")
    assert opposed.legal == {"number 0", "number 1"}

    weaker = position(phase="story", play="Patsy at 0", their_play="Mad Genius at 0")
    weaker.to_phase(Phase.REFRESH, seat=1)
    assert weaker.tokens(0) == [0, 0]


@rule("R6.14")
def test_no_skill_is_no_success():
    at = position(phase="story", play="Young Deep One at 0")

    at.to_phase(Phase.REFRESH, seat=1)

    assert at.tokens(0) == [0, 0]


@rule("R6.21")
def test_a_story_won_by_investigation_is_not_resolved_further():
    at = position(phase="story", play="Blackwood File Clerk at 0", tokens={(0, 0): 4})

    at.until("number 1").do("number 1", "mode 1")

    assert at.s.won_n.tolist() == [1, 0] and at.tokens(0) == [0, 0]
    assert at.get("Blackwood File Clerk", "at_story") == -1


@rule("R6.24")
def test_the_third_story_wins_at_once():
    at = position(
        phase="story",
        play="Blackwood File Clerk at 0",
        tokens={(0, 0): 4},
        won={"Rotting Away": 0, "Frozen in Time": 0},
    )

    at.until("number 1").do("number 1")

    assert at.ending == "three_stories" and at.s.winner == 0


@rule("R8.2", "R8.4")
def test_one_conspiracy_each_and_it_can_be_a_resource():
    title = "The Bootleg Whiskey Cover-Up"
    at = position(hand=f"{title}; {title}", domains="Hastur 1; Hastur 1")

    at.do(title, "domain 0")
    at.do("done")

    assert not at.can(title)
    assert position(phase="resource", hand=title).can(title)


@rule("R8.5")
def test_a_won_conspiracy_counts_and_is_not_replaced():
    at = position(
        hand="The Bootleg Whiskey Cover-Up", domains="Hastur 1", play="Blackwood File Clerk"
    )

    at.do("The Bootleg Whiskey Cover-Up")
    at.s.success[3, 0] = 4
    at.to_phase(Phase.STORY).until("my Blackwood File Clerk")
    at.do("my Blackwood File Clerk", "story 3").until("number 1").do("number 1")

    assert at.s.won_n.tolist() == [1, 0]
    assert len(at.stories()) == 3 and "The Bootleg Whiskey Cover-Up" not in at.stories()
