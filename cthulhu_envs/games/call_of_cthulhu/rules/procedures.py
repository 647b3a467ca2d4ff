"""What can be going on (Proc), how far each kind of it comes (its stages), and what its frame on
the stack remembers (its fields).

A frame is one row of numbers. Every kind of frame has a class of fields here, by which the rules
read and write it (`f[Wound.AMOUNT]`), a class of stages, and a constructor in frames.py. Kinds
share the columns of the row: a number below is a place in it, and means something else in a frame
of another kind. The fields of `Frame` are in every kind.
"""

from __future__ import annotations

import enum

FRAME_COLUMNS = 25


class Proc(enum.IntEnum):
    """What a frame of the stack does."""

    NOTHING = 0
    SETUP = 1
    TURN = 2
    WINDOW = 3  # actions, alternating
    RESPONSES = 4
    FORCED = 5
    USE = 6  # a card is played or a text used
    DISRUPTS = 7
    WOUND = 8
    COMMIT = 9
    RESOLVE = 10  # one story
    WIN = 11
    CONFLICT = 12  # Heroic beside Villainous


class Frame(enum.IntEnum):
    """Fields of every frame."""

    PROC = 0
    STAGE = 1  # a member of the kind's stages: what comes next
    SELF = 4  # the card that filters of its questions speak of, or NOTHING
    WHO = 5  # the seat that does it
    X = 6  # the X that filters of its questions speak of
    SUCCEEDED = 16  # 1: what was done last (an operation, a wound) changed something


class Setup(enum.IntEnum):
    """Fields of setting up (R2.5-R2.8)."""

    PLAYER = 14  # 0: the starter, 1: the other
    DOMAIN = 15  # the one that gets a resource next


class SetupStage(enum.IntEnum):
    OFFER_MULLIGAN = 0
    MULLIGAN = 1
    CHOOSE_RESOURCE = 2
    ATTACH = 3


class Turn(enum.IntEnum):
    """Fields of a turn (R3)."""

    RESOURCE = 3  # the card that becomes a resource, or NOTHING


class TurnStage(enum.IntEnum):
    """The steps of a turn, in order."""

    BEGIN = 0
    CHOOSE_RESTORED = 1
    REFRESH = 2
    DRAW = 3
    DRAW_CARDS = 4
    RESOURCE = 5
    CHOOSE_RESOURCE = 6
    CHOOSE_DOMAIN = 7
    ATTACH = 8
    OPERATIONS = 9
    STORIES = 10
    COMMIT = 11
    COMMITTED = 12
    OPPOSE = 13
    OPPOSED = 14
    CHOOSE_STORY = 15
    RESOLVE = 16
    LAST_WINDOW = 17
    END = 18
    NEXT_PLAYER = 19


class Window(enum.IntEnum):
    """Fields of a window in which the players use texts by turns: WINDOW, RESPONSES, DISRUPTS."""

    CARD = 3  # the card chosen, while its text is chosen, or NOTHING
    TRIGGER = 18  # RESPONSES: what the text found last answers
    COPY = 19  # a copy of CARD in the discard pile that could be used as well, or NOTHING
    PASSES = 21  # in a row


class WindowStage(enum.IntEnum):
    """A window of actions goes through all of them; one of disrupts begins by asking."""

    BEGIN = 0  # forced responses come first
    RESPONSES = 1  # then responses
    ASK = 2
    CHOSEN = 3  # a card, or a pass
    WAY = 4  # which of its texts


class Forced(enum.IntEnum):
    """Fields of forced responses; they speak of the one found last."""

    CARD = 3
    PLAYER = 15  # whose it is
    TRIGGER = 18


class ForcedStage(enum.IntEnum):
    FIND = 0
    RESPOND = 1


class Use(enum.IntEnum):
    """Fields of using a text (R7.3). SELF of Frame is the card the text speaks of."""

    TEXT = 2  # its row
    CARD = 3  # the card that is used
    DOMAIN = 8  # the one that pays, or NOTHING
    OVERPAID = 7
    TARGET = 9  # a card, story, domain, seat or icon, by Aim; or NOTHING
    TARGET_2 = 10
    TARGET_MORE = 11  # second half of a target: the side of a story, the resource on a domain
    OPERATION = 12  # which of the text's operations is next
    STEP = 13  # inside the operation
    PLAYER = 14  # inside the operation: players who have done it
    DONE = 15  # inside the operation: how often it is done
    CANCELLED = 17  # by a disrupt
    TRIGGER = 18  # what it answers, or NOTHING
    COST_CARD = 19  # the card exhausted or sacrificed for it, or NOTHING
    KEPT = 20  # 1: the event goes to hand
    NUMBER = 22  # LOOK_ORDER: cards to put back
    FROM_HAND = 23
    NEW_DOMAINS = 24  # bits of the seats that got a new domain


class UseStage(enum.IntEnum):
    ANNOUNCE = 0
    DOMAIN = 1
    AMOUNT = 2
    COST = 3
    COST_CHOSEN = 4
    AIM1 = 5
    AIM1_CHOSEN = 6
    AIM1_MORE = 7
    AIM2 = 8
    AIM2_CHOSEN = 9
    PAY = 10
    EFFECT = 11
    FINISH = 12


class OneQuestion(enum.IntEnum):
    """Steps (Use.STEP) of an operation that asks one question. Operations with more steps name
    them beside themselves.
    """

    ASK = 0
    ANSWERED = 1


UNKNOWN_STEP = "an operation has no such step"


class Wound(enum.IntEnum):
    """Fields of wounds about to be dealt (R9.1-R9.3)."""

    CARD = 9
    AMOUNT = 22


class WoundStage(enum.IntEnum):
    OFFER_DISRUPTS = 0
    DEAL = 1


class Commit(enum.IntEnum):
    """Fields of committing (R6.1)."""

    CARD = 9  # about to commit, or NOTHING


class CommitStage(enum.IntEnum):
    CHOOSE = 0
    CHOOSE_STORY = 1
    COMMIT = 2


class Resolve(enum.IntEnum):
    """Fields of resolving a story (R6.2-R6.17). SELF of Frame is the story."""

    WINNER = 9  # of the struggle being decided, or NOTHING
    ICON = 14
    STRUGGLES = 15  # of that icon that are left


class ResolveStage(enum.IntEnum):
    BEGIN = 0
    STRUGGLE = 1
    STRUGGLE_WON = 2
    FORCED = 3
    SUCCEED = 4
    SUCCESS_CHOSEN = 5
    END = 6


class Win(enum.IntEnum):
    """Fields of winning a story (R6.20-R6.24). WHO of Frame is its winner."""

    STORY = 3  # the card, or NOTHING
    SLOT = 9


class WinStage(enum.IntEnum):
    WHICH = 0
    TAKE = 1
    OFFER = 2
    EXECUTE = 3
    ANSWER = 4
    REPLACE = 5


class ConflictStage(enum.IntEnum):
    """Heroic beside Villainous (R9.6)."""

    CHOOSE = 0
    DISCARD = 1
