"""R10.17, R11.1, R11.4: one kind of action answers open and secret questions."""

from __future__ import annotations

from cthulhu_envs.drawing.spectator import announced
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position
from tests.rules.call_of_cthulhu.test_cards_stories import win

SECRET = "player_{} makes a secret choice"


def said(at, seat):
    """What a seat is told of each choice that is open now."""
    ids = [int(action) for action in at.s.ids[: at.s.ids_n]]
    return {at.words(action): announced(at.game, at.s, action, seat) for action in ids}


@rule("R11.4")
def test_who_looks_at_a_deck_chooses_in_secret():
    at = position(play="Strange Librarian", their_deck="Ghost; Peeler; T-Men; Patsy")
    at.do("my Strange Librarian", "seat 1")

    assert said(at, 1) == dict.fromkeys(("Ghost", "Peeler", "T-Men"), SECRET.format(0))
    assert said(at, 0)["Ghost"] == "player_0: choose Ghost"
    at.do("Ghost")
    assert set(said(at, 1).values()) == {SECRET.format(0)}


@rule("R11.4")
def test_journey_to_the_other_side_lays_cards_in_secret():
    at = position(
        hand="Journey to the Other Side",
        deck="Ghost; Peeler; T-Men; Patsy; Bag Man",
        domains="Yog 1",
    )
    assert said(at, 1)["Journey to the Other Side"] == "player_0: choose Journey to the Other Side"

    at.do("Journey to the Other Side")

    assert set(said(at, 1).values()) == {SECRET.format(0)}


@rule("R10.17")
def test_any_card_is_fetched_in_secret_and_a_kind_of_card_in_the_open():
    at = win("The Call of Cthulhu", deck="Ghost; Patsy", their_deck="Dagon; Ghost")
    at.do("mode 0")
    assert set(said(at, 1).values()) == {SECRET.format(0)}
    at.do("Patsy")
    assert set(said(at, 0).values()) == {SECRET.format(1)}

    at = position(play="Shub-Niggurath", domains="Hastur 3", deck="Watcher of the Woods; Ghost")
    at.do("my Shub-Niggurath")

    assert said(at, 1)["Watcher of the Woods"] == "player_0: choose Watcher of the Woods"


@rule("R11.1")
def test_a_card_discarded_by_choice_is_told():
    at = position(play="Natural Philosopher", hand="Ghost; Patsy", their_hand="Dagon; T-Men")
    at.do("my Natural Philosopher").until("Ghost")

    assert said(at, 1)["Ghost"] == "player_0: choose Ghost"
