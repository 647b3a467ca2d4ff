"""R11.1: what is going on, and what has been chosen for it, is seen by both seats."""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.games.call_of_cthulhu.sizes import Question
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import TITLES, position


def source(at, seat=0):
    (kind,) = np.flatnonzero(at.sees(seat)["source"])
    return TITLES[kind]


def titled(number):
    """A kind by its number, 1 for the first."""
    return TITLES[int(number) - 1]


def ways(at, seat=0):
    """The card and the number of the text behind each way."""
    seen = at.sees(seat)
    shown = [way for way, row in enumerate(seen["way_text"]) if row.any()]
    return [(titled(seen["way_card"][w, 0]), int(seen["way_text"][w].argmax())) for w in shown]


@rule("R11.1")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_card_that_becomes_a_resource_is_seen(seat):
    at = position(phase="resource", hand="Ghost; Patsy")

    at.until("Ghost").do("Ghost")

    assert at.legal == {"domain 0", "domain 1", "domain 2"}
    assert source(at, seat) == "Ghost"
    assert at.sees(seat)["source_owner"].tolist() == ([1, 0] if seat == 0 else [0, 1])


@rule("R11.1")
def test_the_ways_of_a_card_are_told_apart():
    at = position(
        hand="Torch the Joint!",
        domains="Agency 2",
        their_play="Shadowed Reef",
        their_domains="Hastur 1",
    )

    at.do("Torch the Joint!")

    assert at.legal == {"mode 0", "mode 1"} and source(at) == "Torch the Joint!"
    assert ways(at) == ways(at, 1) == [("Torch the Joint!", 0), ("Torch the Joint!", 1)]


@rule("R11.1", "R7.9")
def test_forced_responses_that_wait_are_told_apart():
    at = position(
        phase="story",
        play="Guardian Elder Thing at 0; Patsy; Ghost",
        domains="Hastur 2",
        their_play="Living Mummy at 0; Serpent from Yoth at 0",
    )

    at.do("my Guardian Elder Thing")

    assert at.s.question == Question.ORDER
    assert {title for title, _ in ways(at)} == {"Living Mummy", "Serpent from Yoth"}


@rule("R11.1")
def test_the_domain_and_the_story_chosen_so_far_are_seen():
    at = position(hand="Inside Information", domains="Hastur 2; Hastur 3")

    at.do("Inside Information", "domain 1", "story 2")

    assert at.legal == {f"icon {name}" for name in ("terror", "combat", "arcane", "investigation")}
    assert at.sees(0)["chosen_domain"][0].nonzero()[0].tolist() == [1]
    assert at.sees(1)["chosen_domain"][1].nonzero()[0].tolist() == [1]
    assert at.sees(1)["chosen_story"].tolist() == [0, 0, 1, 0, 0]


@rule("R11.1")
def test_frozen_in_time_says_which_resource_it_asks_for():
    at = position(
        stories="Frozen in Time",
        phase="story",
        tokens={(0, 0): 4},
        play="Blackwood File Clerk at 0",
        domains="<Ghost>; <Patsy>",
    )

    at.until("number 1").do("number 1", "mode 0")
    seen = at.sees(0)
    first = titled(seen["asked_card"])

    assert first in ("Ghost", "Patsy")
    assert seen["chosen_domain"][0].nonzero()[0].tolist() == [0 if first == "Ghost" else 1]


@rule("R11.1")
def test_whose_deck_is_looked_at_is_seen():
    at = position(play="Strange Librarian")

    at.do("my Strange Librarian", "seat 1")

    assert at.sees(0)["asked_seat"].tolist() == [0, 1]
    assert at.sees(1)["asked_seat"].tolist() == [1, 0]


@rule("R11.1", "R7.2")
def test_a_pass_is_seen_by_the_other_player():
    at = position(play="Clover Club Bouncer", their_play="Clover Club Bouncer")
    assert at.sees(0)["passed"].tolist() == [0, 0, 0]

    at.do("done")

    assert at.seat == 1 and at.sees(1)["passed"].tolist() == [1, 0, 0]


@rule("R11.1", "R7.12")
def test_the_wounds_about_to_be_dealt_are_seen():
    at = position(
        hand="Short Fuse", domains="Agency 3", their_play="Forest Sister", their_domains="Shub 1"
    )

    at.do("Short Fuse")

    assert at.can("my Forest Sister") and at.sees(1)["wounds_coming"] == 7


@rule("R11.1", "R11.2")
def test_resources_by_kind_and_what_is_left_in_my_deck():
    at = position(domains="<Ghost>; <Patsy>", their_domains="<Peeler>")
    mine, theirs = at.sees(0), at.sees(1)
    left = {title: at.deck().count(title) for title in at.deck()}

    assert mine["resource_kind"][0, TITLES.index("Ghost")] == 1
    assert mine["resource_kind"][1, TITLES.index("Peeler")] == 1
    assert theirs["resource_kind"][1, TITLES.index("Patsy")] == 1
    found = {TITLES[kind]: int(n) for kind, n in enumerate(mine["my_deck"]) if n}
    assert found == left
