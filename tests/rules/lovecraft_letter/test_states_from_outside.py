"""A state from outside is a position of Lovecraft Letter, or is refused with what is wrong."""

from __future__ import annotations

import pytest

from cthulhu_envs.games._letters.limits import MAX_SEATS, NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.state import Ending, Event
from tests.rules.damaged import Change, assert_is_refused, fields_that_may_differ, write
from tests.rules.lovecraft_letter.position import Position, position

ANOTHER = MAX_SEATS - 1  # a seat that is not there in games of two


def middle() -> Position:
    """Two turns into a round: cats looked at a Carter, an Elder Sign protects."""
    at = position(
        hands=["cats hound", "carter"], deck="elder_sign great_race ...", face_up="mi_go armitage"
    )
    return at.play("cats", seat=+1).play("elder_sign")


def over() -> Position:
    """A single round that ends with the comparison of hands."""
    at = position(hands=["great_race carter", "cats"], rounds="single")
    return at.play("great_race", seat=+1)


REFUSED = {
    "the piles are not what lies open": (write("lying", 1),),
    "cards got lost or doubled": (Change("hand", (1, 0), Card.CTHULHU),),
    "Insanity cards are counted wrongly": (Change("insanity", 1, 1),),
    "a card face up is missing": (
        Change("face_up", 0, NO_CARD), Change("face_up", 3, Card.MI_GO),
    ),
    "the pool is not as large as it says": (write("pool_size", 1),),
    "a seat is told its own card as news": (Change("hand_seen", (0, 0), 1),),
    "exposed to one who does not know": (Change("exposed", (1, 0), 1 << ANOTHER),),
    "a card that is not there is known": (Change("hand_seen", (1, 1), 1),),
    "the first slot is empty": (Change("hand", 1, [NO_CARD, Card.CARTER]),),
    "seat 0 holds 2 cards": (write("seat", 1),),
    "the seat to act is out": (
        Change("out", 0, 1), Change("hand", 0, NO_CARD), Change("insanity", 0, 1),
        Change("discards", (0, [Card.HOUND, Card.GREAT_RACE]), 1),
        Change("lying", [Card.HOUND, Card.GREAT_RACE], 1),
    ),
    "a seat that is not there starts": (write("starter", ANOTHER),),
    "a seat that is not there was asked to start": (write("asked_starter", ANOTHER),),
    "the deck is laid for a round that has begun": (write("stacked", 1),),
    "too many rounds": (write("round_number", 101),),
    "tokens of a seat that is not there": (Change("sane_tokens", ANOTHER, 1),),
    "a seat that is not there has won": (write("winner", ANOTHER),),
    "a round is won before it has ended": (write("winner", 0),),
    "a round cannot end like that": (write("round_number", 2), write("last_round", 0)),
    "a drawn round is won, or a won one is drawn": (
        write("round_number", 2), write("last_round", Ending.DRAWN_ROUND), write("winner", 0),
    ),
    "the winner's card was not shown": (
        write("round_number", 2), write("last_round", Ending.HIGHEST_CARD), write("winner", 0),
    ),
    "a token gained without winning": (Change("gained", 0, 1),),
    "tokens out of range": (Change("sane_tokens", 0, 2),),
    "nobody is asked, or without reason": (write("asked", 1),),
    "cards to give, or none": (
        write("aside", NO_CARD), Change("discards", (0, Card.CATS), 0),
        Change("lying", Card.CATS, 0), write("pool_size", 2),
        Change("pool", slice(0, 2), [Card.INVESTIGATORS, Card.CATS]),
    ),
    "an extra play without reason, or none": (write("extra", 1),),
    "the round's deck is not the table's": (Change("deck", 6, Card.CTHULHU),),
    "a turn of the round was against the rules": (Change("acts", 0, 0),),
    "immortal is not as the round's turns": (Change("immortal", 1, 1),),
    "log is not as the round's turns": (Change("log", (1, Event.PRIVY), 1),),
    "rows cannot be 34": (write("rows", 34),),
    "there is no such seat": (write("seat", ANOTHER),),
}  # fmt: skip


NOT_LAID = (Change("discards", (0, Card.GREAT_RACE), 0), Change("lying", Card.GREAT_RACE, 0))


@pytest.mark.parametrize("words", REFUSED)
def test_a_state_that_cannot_be_is_refused_with_a_reason(words):
    assert_is_refused(middle(), REFUSED[words], words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((write("ending", 0),), "seat 0 holds 1 cards"),
        ((write("rows", 0), write("turn_row", 0)), "nobody has started"),
        ((Change("log", (0, Event.ACTOR), ANOTHER),), "nobody has started"),
        ((write("winner", 1),), "a token gained without winning"),
        ((write("winner", NOBODY),), "a drawn round is won, or a won one is drawn"),
        ((Change("sane_tokens", 0, 0),), "tokens out of range"),
        ((write("ending", Ending.DRAWN_ROUND),), "ending is not as"),
        ((write("turn_row", 0), *NOT_LAID), "a game is over in the middle of a turn"),
    ],
)
def test_a_game_that_is_over_is_told_again_to_its_end(changes, words):
    assert_is_refused(over(), changes, words)


def test_the_pile_is_what_is_left_of_the_deck():
    at = middle()
    last = write("left", at.state.left - 1), Change("face_up", 7, Card.CTHULHU)

    assert_is_refused(at, last, "the pile is not what is left of the deck")


def test_what_a_stranger_can_change_is_what_is_not_read():
    may_differ = fields_that_may_differ(middle().game, middle())

    assert may_differ == {"asked_starter", "deck", "log", "acts", "showdown"}
