"""The ten stories, card by card: each is won by seat 0 and executed."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position


def win(title, **described):
    """Seat 0 puts the fifth token on a story and executes its effect."""
    tokens = {(0, 0): 4, **described.pop("tokens", {})}
    play = described.pop("play", "")
    at = position(
        stories=title,
        phase="story",
        tokens=tokens,
        play=f"Blackwood File Clerk at 0; {play}",
        **described,
    )
    at.until("number 1").do("number 1")
    return at


def test_nowhere_to_hide_removes_all_tokens():
    at = win("Nowhere to Hide", tokens={(1, 1): 3, (2, 0): 2})

    at.do("mode 0")

    assert at.tokens(1) == at.tokens(2) == [0, 0]


@rule("R6.20", "R6.23")
def test_a_story_effect_may_be_declined():
    at = win("Nowhere to Hide", tokens={(1, 1): 3})

    at.do("mode 1")

    assert at.tokens(1) == [0, 3] and at.tokens(0) == [0, 0]
    assert "Nowhere to Hide" not in at.stories() and len(at.stories()) == 3
    assert at.s.won_n.tolist() == [1, 0]


def test_the_shadow_out_of_time_swaps_hand_and_pile():
    at = win(
        "The Shadow out of Time",
        hand="Ghost; Patsy",
        pile="Peeler; T-Men",
        their_hand="Dagon",
        their_pile="Hastur",
    )

    at.do("mode 0", "Ghost", "done", "done")

    assert sorted(at.hand()) == ["Patsy", "T-Men"] and at.pile() == ["Peeler", "Ghost"]
    assert at.hand(1) == ["Dagon"]


@rule("R10.14")
def test_opening_night_brings_everybody_back_insane():
    at = win(
        "Opening Night",
        pile="Ghost; Shotgun",
        their_pile="Hastur; G-Men; Dagon",
        their_play="Dagon",
    )

    at.do("mode 0")

    assert at.get("Ghost", "insane") == at.get("Hastur", "insane") == at.get("G-Men", "insane") == 1
    assert at.pile() == ["Shotgun"] and at.pile(1) == ["Dagon"]


def test_ancient_apocrypha_adds_domains_of_dead_characters():
    at = win("Ancient Apocrypha", pile="Ghost; Shotgun; Patsy", their_pile="Hastur")

    at.do("mode 0")

    assert at.resources(0, 3) == 2 and at.resources(1, 3) == 1
    assert at.pile() == ["Shotgun"]


@rule("R10.17")
def test_the_call_of_cthulhu_fetches_any_card():
    at = win("The Call of Cthulhu", deck="Ghost; Patsy", their_deck="Dagon")

    at.do("mode 0", "Patsy", "Dagon")

    assert at.hand() == ["Patsy"] and at.hand(1) == ["Dagon"]
    assert at.sees(1)["their_hand"].sum() == 0


def test_through_the_gates_takes_the_skilled():
    at = win("Through the Gates", play="Ghost", their_play="G-Men insane; Yellow Muse; Bag Man")

    at.do("mode 0")

    assert at.play() == ["Ghost"] and at.play(1) == ["G-Men", "Bag Man"]


def test_rotting_away_takes_the_unskilled():
    at = win("Rotting Away", play="Ghost", their_play="G-Men insane; Yellow Muse; Bag Man")

    at.do("mode 0")

    assert at.play() == ["Blackwood File Clerk"] and at.play(1) == ["Yellow Muse"]


def test_frozen_in_time_costs_resources_or_cards():
    at = win("Frozen in Time", domains="Hastur 1; Agency 1", their_domains="Yog 1")
    left = len(at.deck())

    at.do("mode 0", "mode 0", "mode 1", "mode 1")

    resources = [at.resources(0, 0), at.resources(0, 1)]
    assert sorted(resources) == [0, 1] and len(at.deck()) == left - 2
    assert at.resources(1, 0) == 1 and len(at.pile(1)) == 2


@rule("R10.16")
def test_dreamwalkers_returns_a_won_story():
    at = win("Dreamwalkers", won={"Rotting Away": 0, "Frozen in Time": 1, "Through the Gates": 1})

    at.do("mode 0", "Frozen in Time")

    assert at.s.won_n.tolist() == [1, 1]
    assert at.s.story_deck_n == 10 - 3 - 3 + 2 - 1  # three open, three won; two back, one laid out


def test_the_other_path_adds_a_token_each():
    at = win("The Other Path", tokens={(1, 0): 3, (1, 1): 1})

    at.do("mode 0")
    assert at.legal == {"done", "story 2"}
    at.do("story 2", "story 1")

    assert at.tokens(2) == [1, 0] and at.tokens(1) == [3, 2]
