"""What is asked of an investigator, and the steps that a turn consists of."""

from __future__ import annotations

import enum


class Reply(enum.IntEnum):
    """Blocks of actions, in the order of tables.py."""

    DONE = 0
    RUN = 1
    ATTACK = 2
    REST = 3
    TRADE = 4
    FIRST = 5
    SECOND = 6
    STAND = 7
    USE = 8
    SPACE = 9
    FIGURE = 10
    PERSON = 11
    PIECE = 12
    CARD = 13
    REROLL = 14
    LEVEL = 15
    OPTION = 16
    CLAIM = 17
    CALM = 18
    MEND = 19
    SHED = 20


class Question(enum.IntEnum):
    """Which block of actions answers; ACT and HEAL take several."""

    NONE = 0
    ACT = 1
    RUN = 2
    SPACE = 3
    FIGURE = 4
    PERSON = 5
    PIECE = 6
    CARD = 7
    REROLL = 8
    LEVEL = 9
    OPTION = 10
    CLAIM = 11
    HEAL = 12  # calm, mend, shed
    USE = 13
    TARGET = 14  # attack


class Step(enum.IntEnum):
    """Kinds of frames on the stack: what is to be done next, topmost first."""

    NOTHING = 0
    NEXT_TURN = 1
    ELDER_EFFECTS = 2  # R7.4, A: next stage
    SUMMONING = 3  # R8.1
    DISCARD_CHECK = 4  # R7.5
    BURN = 5  # R6.7
    TURN_EFFECTS = 6  # R7.4
    WINDOW = 7  # R3.6
    ENCOUNTER = 8  # R7.2, R7.3
    MYTHOS = 9  # R7.1, IP: stage, B: first card, C: second card
    ACT = 10  # R3.1
    SCRIPT = 11  # IP: row, A: Among, B: subject, C: card in use, D: Cause, E: tentacles
    LOOP = 12  # IP: body, A: Among, B: bits left, C, D as SCRIPT
    PICK = 13  # IP: SELECT's row, A: left, B: bits excluded, C, D, E: subject before
    CHOICE = 14  # IP: CHOOSE's row, A-D as SCRIPT
    REPEAT = 15  # IP: body, A-D as SCRIPT, E: left
    MOVE = 16  # A: Among, B: subject, C: bits of spaces, D: steps, E: away
    ROLL = 17  # IP: free rerolls, A: Roll, B, C: dice, D: figure, or tentacles added, E: begun
    ATTACK = 18  # A: bits of targets, B: stage, C: tentacles
    SPLIT = 19  # A: bits of targets, B: wounds left
    FIGHT = 20  # A: bits of figures that have attacked
    STRIKE = 21  # A: figure, B: stage, C: protectors asked, D: whether redirected
    WOUND = 22  # A: wounds, B: Source, C: figure, D: stage, E: taken
    SANITY = 23  # A: amount, B: Source
    SETTLE = 24  # R6.4
    LEVEL_UP = 25  # R6.3
    REST = 26  # A: points left
    PRAYER = 27  # A: points left, B: investigator or NOTHING
    TRADE = 28  # IP: stage, A: gifts left, B: card or piece chosen, C: the stage it was
    CLAIM = 29  # IP: stage, A: card
    KEEP = 30  # A: wounds each, B: bits of cards asked
    STEAL = 31  # IP: stage, A: how many
    EVEN_OUT = 32
    DISCARD = 33  # A: tag, B: left
    HAND_OVER = 34  # A: card or NOTHING
    RUN = 35  # IP: stage, A: steps, B: sneaks left, C: space to go to, D: bits past, E: piece
    PARTNER = 36  # R2.9
    DRAW = 37  # A: bits of pieces drawn, B: group
    REVEAL = 38  # A: group
    TOKEN = 39  # A: space to which an Elder One token goes


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
