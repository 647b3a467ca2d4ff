"""What is in the box (R1): dice, and the numbers printed on boards, cards and the track."""

from __future__ import annotations

import enum

import numpy as np

MAX_STRESS = 4  # R1.4
DEADLY_WOUNDS = 5
MADNESS = 20
THRESHOLDS = (4, 8, 12, 15, 18, 19)  # R1.5
DICE_AT = (8, 15, 18, 19)

NEXT_STOP = np.array(  # the cell at which a loss of sanity from each cell stops at the latest
    [min([t for t in (*THRESHOLDS, MADNESS) if t > cell]) for cell in range(MADNESS)], np.int8
)
IS_THRESHOLD = np.array([cell in THRESHOLDS for cell in range(MADNESS + 1)], np.uint8)
THRESHOLD_DICE = np.array([sum(cell >= at for at in DICE_AT) for cell in range(MADNESS + 1)])

ROLLED_DICE = 3  # standard dice of an investigator's roll
ACTIONS = 3
RUN_SPACES = 3
REST_POINTS = 3
SHED_POINTS = 2  # R13.3
MOST_GIVEN = 6  # R3.4
MOST_FIRE = 8  # R1.8
MOST_SYMBOLS = 3  # R7.5
TRACK_CELLS = 8
FIRST_CELL = 1
LEVELS = 4
SKILLS_EACH = 3
STAGES = 4  # of an Elder One
BOX_MYTHOS = 8

ELDER = 0  # the Elder One's figure and kind
CULTIST = 1  # kind
SIDES = 2
GATES = 3
ACTION_WORDS = ("go on", "rest", "trade", "stand up")  # actions in every Episode


class Die(enum.IntEnum):
    """Classes of dice: colour and face (R5.4)."""

    SUCCESS = 0
    SUCCESS_TENTACLE = 1
    TENTACLE = 2
    SIGN = 3
    BLANK = 4
    BONUS_SUCCESS = 5
    BONUS_SUCCESS_SIGN = 6
    BONUS_SIGN = 7
    BONUS_BLANK = 8


N_DICE = len(Die)
STANDARD = np.array(  # R1.1
    [Die.SUCCESS, Die.SUCCESS, Die.SUCCESS_TENTACLE, Die.TENTACLE, Die.SIGN, Die.BLANK], np.int8
)
IS_STANDARD = np.array([die in STANDARD for die in Die], np.uint8)
BONUS = np.array(  # R1.2
    [
        Die.BONUS_SUCCESS,
        Die.BONUS_SUCCESS,
        Die.BONUS_SUCCESS_SIGN,
        Die.BONUS_SIGN,
        Die.BONUS_BLANK,
        Die.BONUS_BLANK,
    ],
    np.int8,
)


class Gate(enum.IntEnum):
    """Where enemies are summoned."""

    YELLOW = 0
    RED = 1
    BLUE = 2


class Kind(enum.IntEnum):
    """What a claimed side of a Discovery card is."""

    NONE = 0  # nothing to keep: the card acts and is discarded
    ITEM = 1
    COMPANION = 2
    CONDITION = 3
