"""What can be wrong with a table, each with the words that say so."""

from __future__ import annotations

from enum import IntEnum


class Fault(IntEnum):
    """Invariants that do not hold."""

    NOTHING = 0
    CARD_LOST_OR_DOUBLED = 1
    INSANE_AND_COMMITTED = 2
    INSANE_AND_WOUNDED = 3
    WOUNDS_BEYOND_DEATH = 4
    COMMITTED_BUT_NO_CHARACTER = 5
    ATTACHED_TO_NOTHING = 6
    SOMETHING_ON_A_CARD_OUT_OF_PLAY = 7
    RESOURCES_DO_NOT_ADD_UP = 8
    DRAINED_TWICE = 9
    STORY_NOT_WON = 10
    VALUES_OUT_OF_DATE = 11
    BOTH_SIDES_OF_GOOD = 12
    NOBODY_ASKED = 13
    EMPTY_DECK_PLAYS_ON = 14
    WINDOW_DOES_NOT_ALTERNATE = 15
    TWO_OF_A_UNIQUE_CARD = 16
    ANOTHER_DECK = 17
    WRONG_PLACE = 18
    WRONG_SIDE = 19
    WRONG_SLOT = 20
    WRONG_KNOWLEDGE = 21
    WRONG_WINNER = 22
    WRONG_FRAME = 23
    WRONG_STACK = 24
    WRONG_STAGE = 25
    WRONG_TEXT = 26
    WRONG_TARGET = 27
    WRONG_COST = 28
    WRONG_STEP = 29
    WRONG_LIMBO = 30
    WRONG_LASTING = 31
    WRONG_TRIGGER = 32
    WRONG_USED = 33
    WRONG_QUESTION = 34
    WRONG_OPTIONS = 35
    HAND_TOO_SMALL = 36
    WRONG_ASIDE = 37
    WRONG_TIME = 38


WORDS = {
    Fault.NOTHING: "nothing is wrong",
    Fault.CARD_LOST_OR_DOUBLED: "a card is in no place, or in two",
    Fault.INSANE_AND_COMMITTED: "a card is insane and committed",
    Fault.INSANE_AND_WOUNDED: "a card is insane and wounded, or insane and no character",
    Fault.WOUNDS_BEYOND_DEATH: "a card has more wounds than it can survive",
    Fault.COMMITTED_BUT_NO_CHARACTER: "what is committed is no character, or at no story",
    Fault.ATTACHED_TO_NOTHING: "a card is attached to nothing",
    Fault.SOMETHING_ON_A_CARD_OUT_OF_PLAY: "a card out of play carries something",
    Fault.RESOURCES_DO_NOT_ADD_UP: "resources do not add up",
    Fault.DRAINED_TWICE: "a domain is drained that is not there, or was drained already",
    Fault.STORY_NOT_WON: "stories won, or tokens on stories, do not add up",
    Fault.VALUES_OUT_OF_DATE: "the values of cards in play are out of date",
    Fault.BOTH_SIDES_OF_GOOD: "a side has Heroic and Villainous characters",
    Fault.NOBODY_ASKED: "nobody is asked, or somebody after the end",
    Fault.EMPTY_DECK_PLAYS_ON: "a player without a deck is still playing",
    Fault.WINDOW_DOES_NOT_ALTERNATE: "a window asks the wrong player",
    Fault.TWO_OF_A_UNIQUE_CARD: "a side has two of a unique card",
    Fault.ANOTHER_DECK: "the cards are not those of decks that can meet at this table",
    Fault.WRONG_PLACE: "a card lies where such a card cannot lie",
    Fault.WRONG_SIDE: "a card is on the wrong side",
    Fault.WRONG_SLOT: "slots in use do not add up",
    Fault.WRONG_KNOWLEDGE: "what the seats know of a card does not fit where it lies",
    Fault.WRONG_WINNER: "the winner does not fit the ending",
    Fault.WRONG_FRAME: "a frame of the stack holds a number that its kind cannot hold",
    Fault.WRONG_STACK: "a frame of the stack cannot lie where it lies",
    Fault.WRONG_STAGE: "a frame of the stack cannot wait at its stage",
    Fault.WRONG_TEXT: "a card is used by a text that is not its own, or not now",
    Fault.WRONG_TARGET: "a text, a wound or a story has a target that cannot be chosen",
    Fault.WRONG_COST: "what is paid for a text cannot pay for it",
    Fault.WRONG_STEP: "an effect cannot have come so far",
    Fault.WRONG_LIMBO: "a card on its way belongs to nothing that goes on, or twice",
    Fault.WRONG_LASTING: "an effect that lasts is none that there can be",
    Fault.WRONG_TRIGGER: "something has happened that cannot happen",
    Fault.WRONG_USED: "a response was made to nothing",
    Fault.WRONG_QUESTION: "the question is not the one that is asked here",
    Fault.WRONG_OPTIONS: "the options are not those of the question",
    Fault.HAND_TOO_SMALL: "a hand has too few cards to set up",
    Fault.WRONG_ASIDE: "cards are set aside for nothing",
    Fault.WRONG_TIME: "turns, phases or what happened in them do not follow each other",
}
