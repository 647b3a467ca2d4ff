"""A state from outside is a position of Unspeakable Words, or is refused with what is wrong."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.unspeakable_words.cards import Effect, Letter
from cthulhu_envs.games.unspeakable_words.settings import MAX_SEATS
from cthulhu_envs.games.unspeakable_words.state import NO_CARD, NO_FACE, Ending, Phase
from cthulhu_envs.games.unspeakable_words.words_laid import note_used
from tests.rules.damaged import Change, assert_is_fine, assert_is_refused, write
from tests.rules.unspeakable_words.table import Table, code_of, position

ANOTHER = MAX_SEATS - 1  # a seat that is not there in games of two
WORDS = {"dictionary": ["tea", "eat", "teabc"]}


def middle() -> Table:
    """Seat 0 has laid TEA; seat 1 has laid T and E of the same word's letters."""
    at = position(hands=["teabc", "teabd"], pile="ate...", rolls=[20], **WORDS)
    return at.word("tea").claim("all").lay("ea")


def claiming() -> Table:
    """Seat 0 has laid TEA and says what it claims."""
    return position(hands=["teabc", "teabd"], **WORDS).word("tea")


def at_the_dice(face: str = "") -> Table:
    """Seat 0 may roll the Cthulhu die at seat 1; with a face, it has."""
    at = position(
        hands=["teabc", "teabd"], points=[0, 60], rolls=[1], faces=[face] if face else [], **WORDS
    )
    at.word("tea").claim("all")
    return at.play("roll", seat=+1) if face else at


def over() -> Table:
    """Seat 0 has won with the first word."""
    at = position(hands=["teabc", "teabd"], points=[110, 0], rolls=[1], **WORDS)
    return at.word("tea").claim("all")


BLANK_MARKS = Change("marked", slice(None), 0)
REFUSED = {
    "a card is missing": (Change("hand", (1, 0), NO_CARD),),
    "cards got lost or doubled": (Change("hand", (1, 0), Letter.Q),),
    "more shuffles than there can have been": (write("batch", 5),),
    "holds 4 cards instead of 3": (Change("held", 1, 4), Change("hand", (1, 3), Letter.A),
                                   Change("discards", Letter.A, 0)),
    "a card behind the hand": (Change("hand", (1, 9), Letter.A),),
    "a place without a card that lacks a letter": (Change("lacks", (1, 9), 1),),
    "a card from a later shuffle": (Change("batch_of", (0, 4), 1),),
    "a card of a letter that it lacks": (Change("lacks", (1, 0), 1 << Letter.T),),
    "a card of the latest shuffle that lacks": (Change("lacks", (1, 0), 1 << Letter.E),),
    "a card of an earlier shuffle behind": (write("batch", 1), Change("batch_of", (0, 0), 1)),
    "cards of one shuffle that lack other letters": (
        write("batch", 1), Change("lacks", (1, 0), 1 << Letter.E),
    ),
    "a letter lacks that was never laid": (
        write("batch", 1), Change("lacks", (1, slice(0, 3)), 1 << Letter.Z),
    ),
    "more tokens than there are": (Change("tokens", 0, 20),),
    "gone, and tokens left": (Change("tokens", 0, 0),),
    "points enough, and not won, or without": (Change("points", 0, 113), write("dice_open", 1)),
    "a seat leaves that is not gone": (Change("leaving", 0, 1),),
    "a word was laid that is not used": (Change("last_code", 0, code_of("eat")),),
    "more points claimed than a word has": (Change("last_claim", 0, 30),),
    "the Cthulhu die has no such face": (Change("last_face", 0, Effect.REDRAW),),
    "a face without a target": (Change("last_face", 0, Effect.TENTACLE),),
    "a seat that is not there plays": (Change("points", ANOTHER, 1),),
    "a seat that is not there was asked to start": (write("asked_starter", ANOTHER),),
    "too many turns": (write("turns", 300),),
    "over in the middle of a turn": (write("ending", Ending.TURN_LIMIT),),
    "a die has no such side": (write("num_rolls", 1), Change("rolls", 0, 0)),
    "points enough, and the dice are closed": (Change("points", 1, 51),),
    "a target without a hit": (write("hits", 1),),
    "a hit at a seat that is not there": (write("hit", ANOTHER), write("hits", 1)),
    "a hit of dice that are closed": (write("hit", 0), write("hits", 1)),
    "more words than turns": (write("turns", 0),),
    "a word was laid twice": (
        write("num_used", 2), write("turns", 2), Change("used", 1, code_of("tea")),
    ),
    "a used word is none": (Change("used", 0, 27), Change("last_code", 0, 0)),
    "the letters of the used words are wrong": (Change("used_letters", 0, 1),),
    "the marks of the used words are wrong": (BLANK_MARKS,),
    "the word and its code differ": (write("code", code_of("ae")),),
    "cards lie there after the check": (write("phase", Phase.DICE), write("dice_open", 1),
                                        Change("points", 0, 60)),
    "num_used cannot be 301": (write("num_used", 301),),
    "there is no such seat": (write("seat", ANOTHER),),
}  # fmt: skip


@pytest.mark.parametrize("words", REFUSED)
def test_a_state_that_cannot_be_is_refused_with_a_reason(words):
    assert_is_refused(middle(), REFUSED[words], words)


def test_a_used_word_is_as_long_as_words_are():
    longest = code_of("teabct")

    changes = (Change("used", 0, longest), Change("last_code", 0, longest))
    assert_is_refused(middle(), changes, "a used word is none")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((Change("last_code", 0, 0),), "a claim for a word that was not laid last"),
        ((write("phase", Phase.WORD),), "more words than turns"),
        ((write("phase", Phase.DICE),), "the dice are rolled, and closed"),
    ],
)
def test_a_claim_is_for_the_word_laid_last(changes, words):
    assert_is_refused(claiming(), changes, words)


def test_a_claim_has_something_to_choose():
    at = position(hands=["teabc", "teabd"], claim_half=True, **WORDS).word("tea")
    assert_is_fine(at)
    at.game = at.game.configure(claim_half=False)

    with pytest.raises(ValueError, match="a claim with nothing to choose"):
        assert_is_fine(at)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((Change("points", slice(0, 2), [60, 11]),), "the leader rolls"),
        ((write("hit", 1), write("hits", 2)), "the dice find no target"),
        ((write("dice_open", 0), Change("points", 1, 50)), "the dice are rolled, and closed"),
        ((write("phase", Phase.EYE),), "the Eye has no target"),
    ],
)
def test_the_dice_are_rolled_at_somebody(changes, words):
    assert_is_refused(at_the_dice(), changes, words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((write("hit", 0),), "the Eye has no target"),
        ((Change("last_face", 0, Effect.TENTACLE),), "the Eye has no target"),
        ((Change("last_face", 0, NO_FACE),), "a face without a target, or a target without"),
    ],
)
def test_the_eye_has_a_target(changes, words):
    assert_is_refused(at_the_dice("eye"), changes, words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((write("ending", 0),), "points enough, and not won"),
        ((write("ending", Ending.LAST_ONE_STANDING), Change("points", 0, 0)), "so many cannot"),
        ((write("ending", Ending.TURN_LIMIT), Change("points", 0, 0)), "broken off before"),
        ((Change("gone", 1, 1), Change("tokens", 1, 0)), "seat 1 holds 5 cards instead of 0"),
    ],
)
def test_a_game_is_over_for_a_reason(changes, words):
    assert_is_refused(over(), changes, words)


def test_the_letters_laid_lead_to_a_word_that_is_not_used():
    at = middle()
    assert_is_fine(at)

    note_used(at.state, code_of("eat"))
    at.state.turns += 1

    with pytest.raises(ValueError, match="the letters laid lead to no word"):
        assert_is_fine(at)


def test_the_seat_to_act_is_in_play():
    at = position(hands=["teabc", "teabd", "..."], **WORDS)
    gone = (Change("gone", 0, 1), Change("tokens", 0, 0), Change("held", 0, 0),
            Change("hand", 0, NO_CARD))  # fmt: skip
    lying = Change("discards", [Letter[letter] for letter in "TEABC"], 1)

    assert_is_refused(at, (*gone, lying), "the seat to act is gone")
