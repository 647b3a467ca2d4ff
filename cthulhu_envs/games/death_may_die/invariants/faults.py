"""What can be wrong with a state, and the words for it."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from cthulhu_envs.authoring.kernels import kernel

SOUND = 0  # nothing is wrong
PLACES = 100  # a fault and the number it is about are told as fault * PLACES + number


class Fault(enum.IntEnum):
    """The first invariant that does not hold; what the number is stands in WORDS."""

    NO_EPISODE = 1
    NO_ELDER = 2
    NOT_AS_ASKED = 3
    NO_SUCH_TURN = 4
    ROLLS = 5
    NO_PERSON = 6
    TWO_ALIKE = 7
    NOT_AS_CHOSEN = 8
    OFF_THE_MAP = 9
    DEAD = 10
    DEAD_HOLDS = 11
    LEVEL = 12
    KEEPS = 13
    QUEUED = 14
    EMPTY_SEAT = 15
    KIND = 16
    FIGURE_AT = 17
    HURT = 18
    CROWD = 19
    FIRE = 20
    SPACE = 21
    TOKENS = 22
    MARKERS = 23
    STAGE = 24
    TRACK = 25
    GOAL = 26
    CARD = 27
    CARD_HOLDER = 28
    CARD_PAST = 29
    COMPANION = 30
    DISCOVERY = 31
    MYTHOS = 32
    UNDER = 33
    TRAUMA = 34
    SYMBOLS = 35
    PIECE = 36
    PIECE_AT = 37
    PIECE_HOLDER = 38
    PIECE_HURT = 39
    PIECE_SEEN = 40
    VALUES = 41
    TRAITS = 42
    PROGRESS = 43
    FRAME = 44
    COLUMN = 45
    TURN = 46
    NOT_BEGUN = 47
    EFFECT = 48
    EFFECT_SUBJECT = 49
    EFFECT_CARD = 50
    EFFECT_CAUSE = 51
    DICE = 52
    THROWER = 53
    TARGETS = 54
    STEP = 55
    GOODS = 56
    BAG = 57
    PARTNER = 58
    SETTLING = 59
    DRAWN = 60
    WHOSE = 61
    NOT_ASKED = 62
    STILL_ASKED = 63
    COVERED = 64


WORDS: Mapping[Fault, str] = {
    Fault.NO_EPISODE: "there is no such Episode",
    Fault.NO_ELDER: "there is no such Elder One",
    Fault.NOT_AS_ASKED: "Episode or Elder One is not the one that was asked for",
    Fault.NO_SUCH_TURN: "it is nobody's turn",
    Fault.ROLLS: "more dice have fallen than were laid by hand",
    Fault.NO_PERSON: "investigator {} or the Insanity card is not in the box",
    Fault.TWO_ALIKE: "investigator {} or the Insanity card is there twice",
    Fault.NOT_AS_CHOSEN: "investigator {} or the Insanity card is not the one that was asked for",
    Fault.OFF_THE_MAP: "investigator {} is off the map",
    Fault.DEAD: "investigator {} is dead, or should be",
    Fault.DEAD_HOLDS: "investigator {} is dead and still has tokens",
    Fault.LEVEL: "investigator {} has a wrong level",
    Fault.KEEPS: "the Insanity card of investigator {} keeps no tokens",
    Fault.QUEUED: "thresholds of investigator {} are never settled",
    Fault.EMPTY_SEAT: "there is no investigator {}",
    Fault.KIND: "figure {} is of another kind",
    Fault.FIGURE_AT: "figure {} is off the map",
    Fault.HURT: "figure {} is dead, or hurt in the pool",
    Fault.CROWD: "enemies on space {} are miscounted",
    Fault.FIRE: "Fire tokens are miscounted",
    Fault.SPACE: "there is no space {}",
    Fault.TOKENS: "the Elder One's tokens got lost or doubled",
    Fault.MARKERS: "markers got lost or doubled",
    Fault.STAGE: "the Stage does not fit the summoning",
    Fault.TRACK: "the end of the track does not fit the ending",
    Fault.GOAL: "the ritual has reached its goal and goes on",
    Fault.CARD: "there is no Discovery card {}",
    Fault.CARD_HOLDER: "Discovery card {} is held by nobody who could hold it",
    Fault.CARD_PAST: "Discovery card {} keeps its past",
    Fault.COMPANION: "the Companion of Discovery card {} is dead, or gave what it has not",
    Fault.DISCOVERY: "Discovery cards got lost or doubled",
    Fault.MYTHOS: "Mythos cards got lost or doubled",
    Fault.UNDER: "more Mythos cards are known than there are",
    Fault.TRAUMA: "a Mythos card with a symbol is kept",
    Fault.SYMBOLS: "symbols are miscounted",
    Fault.PIECE: "there is no piece {}",
    Fault.PIECE_AT: "piece {} is in a wrong place",
    Fault.PIECE_HOLDER: "piece {} has a wrong holder",
    Fault.PIECE_HURT: "piece {} has too many wounds",
    Fault.PIECE_SEEN: "piece {} was seen by nobody at the table",
    Fault.VALUES: "the values of the pieces got lost or doubled",
    Fault.TRAITS: "traits or skills of investigator {} are out of date",
    Fault.PROGRESS: "the progress is out of date",
    Fault.FRAME: "frame {} of the stack is of no kind",
    Fault.COLUMN: "frame {} of the stack holds what it cannot",
    Fault.TURN: "frame {} of the stack is not the part of a turn that belongs there",
    Fault.NOT_BEGUN: "frame {} of the stack has begun before its time",
    Fault.EFFECT: "frame {} of the stack is no effect of this table",
    Fault.EFFECT_SUBJECT: "the effect in frame {} of the stack has a wrong subject",
    Fault.EFFECT_CARD: "the effect in frame {} of the stack is of another card or investigator",
    Fault.EFFECT_CAUSE: "the effect in frame {} of the stack has another cause",
    Fault.DICE: "the dice of frame {} of the stack are miscounted",
    Fault.THROWER: "the roll in frame {} of the stack belongs to nothing below it",
    Fault.TARGETS: "frame {} of the stack has no enemy as its target",
    Fault.STEP: "the Run in frame {} of the stack leads nowhere",
    Fault.GOODS: "frame {} of the stack hands over what nobody holds, or to nobody",
    Fault.BAG: "frame {} of the stack draws pieces that are not in the bag",
    Fault.PARTNER: "investigator {} has a wrong partner",
    Fault.SETTLING: "thresholds are settled twice or never",
    Fault.DRAWN: "frame {} of the stack has no drawn card",
    Fault.WHOSE: "the wrong player is asked",
    Fault.NOT_ASKED: "nobody is asked",
    Fault.STILL_ASKED: "somebody is asked, and the game is over",
    Fault.COVERED: "frame {} of the stack has others on top of it that cannot come between",
}


@kernel
def told(fault, number):
    """A fault and what it is about, as one number."""
    return fault * PLACES + number


def words_of(what: int) -> str:
    """The sentence about what a kernel has told."""
    fault, number = divmod(what, PLACES)
    return WORDS[Fault(fault)].format(number)
