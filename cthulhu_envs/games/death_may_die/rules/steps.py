"""Kinds of steps that a turn consists of, and why effects, wounds and losses of sanity happen."""

from __future__ import annotations

import enum

import numpy as np

from cthulhu_envs.games._script.families import families_of


class Step(enum.IntEnum):
    """Kinds of frames on the stack: what is to be done next, topmost first.

    frames.py says what the frame of each kind holds, frame_constructors.py puts it on the stack,
    and the kernel `do_` with its name does it (advance.py).
    """

    NOTHING = 0
    NEXT_TURN = 1
    ELDER_EFFECTS = 2  # R7.4
    SUMMONING = 3  # R8.1
    DISCARD_CHECK = 4  # R7.5
    BURN = 5  # R6.7
    TURN_EFFECTS = 6  # R7.4
    WINDOW = 7  # R3.6
    ENCOUNTER = 8  # R7.2, R7.3
    MYTHOS = 9  # R7.1
    ACT = 10  # R3.1
    SCRIPT = 11
    LOOP = 12
    PICK = 13
    CHOICE = 14
    REPEAT = 15
    MOVE = 16  # R4.5
    ROLL = 17  # R5.3
    ATTACK = 18  # R5.1
    SPLIT = 19  # R10.3
    FIGHT = 20  # R7.3
    STRIKE = 21  # R7.3
    WOUND = 22  # R6.5
    SANITY = 23  # R6.2
    SETTLE = 24  # R6.4
    LEVEL_UP = 25  # R6.3
    REST = 26  # R3.2
    PRAYER = 27  # R10.9
    TRADE = 28  # R3.4
    CLAIM = 29  # R11.1
    KEEP = 30
    STEAL = 31
    EVEN_OUT = 32
    DISCARD = 33
    HAND_OVER = 34
    RUN = 35  # R4.1
    PARTNER = 36  # R2.9
    DRAW = 37  # R13.6
    REVEAL = 38  # R13.7
    TOKEN = 39  # R13.2


class Family(enum.IntEnum):
    """Which steps are alike."""

    NONE = 0
    TURN = 1  # parts of a turn, which lie on the stack from its start
    EFFECT = 2  # an effect that is carried out
    TABLE = 3  # goes on although the investigator has died
    DICE_AND_HARM = 4  # of an investigator: rolls, attacks, wounds, losses of sanity
    ACTIONS_AND_POSSESSIONS = 5  # what else an investigator does, receives and gives up


FAMILIES = {
    Family.NONE: (Step.NOTHING,),
    Family.TURN: (
        *(Step.NEXT_TURN, Step.ELDER_EFFECTS, Step.SUMMONING, Step.DISCARD_CHECK, Step.BURN),
        *(Step.TURN_EFFECTS, Step.WINDOW, Step.ENCOUNTER, Step.MYTHOS, Step.ACT),
    ),
    Family.EFFECT: (Step.SCRIPT, Step.LOOP, Step.PICK, Step.CHOICE, Step.REPEAT),
    Family.TABLE: (Step.MOVE, Step.SETTLE),
    Family.DICE_AND_HARM: (
        *(Step.ROLL, Step.ATTACK, Step.SPLIT, Step.FIGHT, Step.STRIKE, Step.WOUND, Step.SANITY),
        Step.LEVEL_UP,
    ),
    Family.ACTIONS_AND_POSSESSIONS: (
        *(Step.REST, Step.PRAYER, Step.TRADE, Step.CLAIM, Step.KEEP, Step.STEAL, Step.EVEN_OUT),
        *(Step.DISCARD, Step.HAND_OVER, Step.RUN, Step.PARTNER, Step.DRAW, Step.REVEAL),
        Step.TOKEN,
    ),
}
FAMILY_OF = families_of(Step, FAMILIES)  # the Family of each Step
TURN = np.array(  # the parts of a turn as they lie on the stack, the last one first
    [
        *(Step.NEXT_TURN, Step.ELDER_EFFECTS, Step.SUMMONING, Step.DISCARD_CHECK, Step.BURN),
        *(Step.TURN_EFFECTS, Step.WINDOW, Step.ENCOUNTER, Step.WINDOW, Step.MYTHOS, Step.ACT),
    ],
    np.int8,
)


class Cause(enum.IntEnum):
    """Why an effect runs."""

    OTHER = 0
    MYTHOS = 1
    FIRST = 2  # the Episode's first action
    SECOND = 3


class Effect(enum.IntEnum):
    """Whose effect a row of the program belongs to; the comment says what numbers it."""

    MYTHOS = 0  # card
    REVEAL = 1  # Stage
    STAGE_ADVANCE = 2
    END_OF_TURN = 3
    NO_TOKEN = 4
    ADVANCE = 5  # the Episode's
    VALUE = 6  # value of a piece
    ACTION = 7  # the Episode's first or second
    BEFORE = 8  # Discovery card
    USE = 9  # Discovery card and side
    GAIN = 10
    SYMPTOM = 11  # Insanity card


class Source(enum.IntEnum):
    """Where wounds and losses of sanity come from."""

    ATTACK = 0
    FIRE = 1
    MYTHOS = 2
    OTHER = 3
    COST = 4
