"""What an investigator can be asked, and the blocks of actions that answer."""

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
