"""A state from outside is a position of Love Letter, or is refused with what is wrong."""

from __future__ import annotations

import pytest

from cthulhu_envs.games._letters.limits import MAX_SEATS, NO_CARD
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.state import Event, Phase
from tests.position import Position, position
from tests.rules.damaged import Change, assert_is_refused, fields_that_may_differ, write

ANOTHER = MAX_SEATS - 1  # a seat that is not there in games of two


def middle() -> Position:
    """Two turns into a round: a Priest looked at a Handmaid, a Chancellor was settled."""
    at = position(
        hands=["Priest Baron", "Handmaid"],
        deck="Chancellor Spy King ...",
        face_up="Spy Guard Guard",
    )
    at.play("priest", seat=+1)
    return at.play("chancellor").play("keep", card="King").play("bottom", card="Spy")


def choosing() -> Position:
    """A Chancellor's player chooses which card to keep."""
    at = position(hands=["Chancellor Baron", "Handmaid"], deck="Spy King ...")
    return at.play("chancellor")


def over() -> Position:
    """A single round that a Guard has ended."""
    at = position(hands=["Guard Baron", "Handmaid"], rounds="single")
    return at.play("guard", seat=+1, card="Handmaid")


REFUSED = {
    "what lies open is not what was discarded": (write("lying", 1),),
    "cards got lost or doubled": (Change("hand", (1, 0), Card.PRINCESS),),
    "a card face up is missing": (
        Change("face_up", 0, NO_CARD),
        Change("face_up", 3, Card.SPY),
    ),
    "a seat is told its own card as news": (Change("hand_seen", (0, 0), 1),),
    "exposed to one who does not know": (Change("exposed", (1, 0), 1 << ANOTHER),),
    "tokens of a seat that is not there": (Change("tokens", ANOTHER, 1),),
    "a seat that is not there starts": (write("starter", ANOTHER),),
    "a seat that is not there was asked to start": (write("asked_starter", ANOTHER),),
    "the deck is laid for a round that has begun": (write("stacked", 1),),
    "tokens out of range": (Change("tokens", 0, 6),),
    "more rounds than tokens": (write("round_number", 2),),
    "a round is won before it has ended, or not": (Change("won", 0, 1),),
    "tokens gained without winning": (Change("gained", 0, 1),),
    "a turn's CARD is out of range": (Change("log", (0, Event.CARD), NO_CARD),),
    "a turn's DREW is out of range": (Change("log", (0, Event.DREW), len(Card)),),
    "a turn of a seat that is not there": (Change("log", (1, Event.ACTOR), ANOTHER),),
    "no deck can be dealt that the turns": (Change("log", (0, Event.DREW), Card.PRINCESS),),
    "a turn of the round was against the rules": (Change("log", (0, Event.ACTION), 0),),
    "protected is not as the round's turns": (Change("protected", 1, 1),),
    "hand_seen is not as the round's turns": (Change("hand_seen", (1, 0), 1),),
    "log is not as the round's turns": (Change("log", (1, Event.PRIVY), 0),),
    "turns cannot be 33": (write("turns", 33),),
    "there is no such seat": (write("seat", ANOTHER),),
}  # fmt: skip


@pytest.mark.parametrize("words", REFUSED)
def test_a_state_that_cannot_be_is_refused_with_a_reason(words):
    assert_is_refused(middle(), REFUSED[words], words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((Change("log", (0, Event.KEPT), Card.PRINCESS),), "against the rules"),
        ((Change("log", (0, Event.KEPT), Card.KING),), "phase is not as"),
        ((write("phase", Phase.BOTTOM),), "phase is not as"),
        ((write("top", 0),), "cards got lost or doubled"),
    ],
)
def test_a_chancellor_that_is_not_settled_is_told_again_as_far_as_it_went(changes, words):
    assert_is_refused(choosing(), changes, words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((write("ending", 0),), "is won before"),
        ((write("ending", 3),), "ending is not as"),
        ((Change("won", slice(0, 2), [0, 1]),), "won is not as"),
        ((Change("gained", 0, 2),), "tokens out of range"),
        ((write("round_number", 2),), "more rounds than tokens"),
    ],
)
def test_a_game_that_is_over_is_told_again_to_its_end(changes, words):
    assert_is_refused(over(), changes, words)


def test_rounds_before_have_left_tokens_and_a_winner():
    at = position(hands=["Guard Baron", "Handmaid"], deck="Spy Priest")
    at.play("guard", seat=+1, card="Handmaid")
    assert at.round == 2

    assert_is_refused(at, (Change("won", 0, 0),), "is won before it has ended, or not")
    assert_is_refused(at, (write("round_number", 3),), "more rounds than tokens")


def test_what_a_stranger_can_change_are_tokens_random_numbers_and_what_is_not_read():
    may_differ = fields_that_may_differ(middle().game, middle())

    assert may_differ == {"asked_starter", "deck", "log", "showdown"}
