"""What a frame of the stack holds, for each kind of step; frame_constructors.py makes them.

A frame is a row of eight numbers: its kind, the investigator it concerns, and six columns that
each kind uses in its own way. Kinds that are not listed use none of the six. Where a step asks at
several points, its STAGE says which comes next.
"""

from __future__ import annotations

import enum

COLUMNS = 8
KIND, ME = range(2)  # Step; the investigator
PACK = 64  # Pick.AROUND is among * PACK + subject


# The turn


class ElderEffects(enum.IntEnum):
    """R7.4: lasting effects of the Stages."""

    NEXT = 3  # the Stage whose turn it is


class DiscardCheck(enum.IntEnum):
    """R7.5: the track may advance."""

    ADVANCED = 2  # it has: the deck is still to be made again


class Mythos(enum.IntEnum):
    """R7.1: a Mythos card."""

    STAGE = 2  # MythosStage
    CARD = 4  # NOTHING before it is drawn
    SECOND = 5  # another one to choose from, or NOTHING


class MythosStage(enum.IntEnum):
    DRAW = 0
    CANCEL = 1
    EFFECT = 2
    DISCARD = 3


# Effects. The five kinds have row, card and cause in the same columns; Script, Choice and Repeat
# the subject too.


class Script(enum.IntEnum):
    """Rows of an effect, one after another."""

    ROW = 2  # the next one
    AMONG = 3  # what the subject is
    SUBJECT = 4
    CARD = 5  # the Discovery card in use, or NOTHING
    CAUSE = 6  # Cause
    TENTACLES = 7  # of its last roll, not paid yet


class Loop(enum.IntEnum):
    """The body of SELECT for each of some subjects."""

    ROW = 2  # first of the body
    AMONG = 3
    LEFT = 4  # bits of the subjects to come
    CARD = 5
    CAUSE = 6


class Pick(enum.IntEnum):
    """The body of SELECT for one subject, or some one after another."""

    ROW = 2  # SELECT's own
    LEFT = 3  # how many more
    TAKEN = 4  # bits of those picked before
    CARD = 5
    CAUSE = 6
    AROUND = 7  # the subject of the effect around it, see PACK


class Choice(enum.IntEnum):
    """One of the options below CHOOSE."""

    ROW = 2  # CHOOSE's own
    AMONG = 3
    SUBJECT = 4
    CARD = 5
    CAUSE = 6


class Repeat(enum.IntEnum):
    """The body of REPEAT, some more times."""

    ROW = 2  # first of the body
    AMONG = 3
    SUBJECT = 4
    CARD = 5
    CAUSE = 6
    LEFT = 7


class Move(enum.IntEnum):
    """R4.5: an enemy or piece goes toward or away from something."""

    AMONG = 3
    SUBJECT = 4
    SPACES = 5  # bits of the spaces it goes toward
    STEPS = 6  # left
    AWAY = 7  # 1: away from them


class Token(enum.IntEnum):
    """R13.2: a token of the Elder One on a space, or the nearest free one."""

    SPACE = 3


# Dice, attacks and wounds


class Throw(enum.IntEnum):
    """R5: a roll of dice."""

    FREE = 2  # free rerolls that come with it
    ROLL = 3  # Roll
    STANDARD = 4  # dice
    BONUS = 5
    FIGURE = 6  # Roll.AGAINST: the enemy that attacks
    TENTACLES = 6  # Roll.ATTACK: those that the enemy attacked adds
    THROWN = 7  # 1: the dice lie on the table


class Attack(enum.IntEnum):
    """R5.1: an investigator attacks."""

    TARGETS = 3  # bits of figures
    STAGE = 4  # AttackStage
    TENTACLES = 5


class AttackStage(enum.IntEnum):
    NAME = 0
    HIT = 1
    FLEE = 2
    PAY = 3


class Split(enum.IntEnum):
    """R10.3: wounds given to several enemies one by one."""

    TARGETS = 3  # bits of figures
    WOUNDS = 4  # left


class Fight(enum.IntEnum):
    """R7.3: the enemies here attack."""

    ATTACKED = 3  # bits of figures that have


class Strike(enum.IntEnum):
    """R7.3: one enemy attacks."""

    FIGURE = 3
    STAGE = 4  # StrikeStage
    ASKED = 5  # bits of investigators who could have protected
    REDIRECTED = 6  # 1: somebody protects


class StrikeStage(enum.IntEnum):
    WARN = 0
    THROW = 1
    SUFFER = 2
    CALM = 3


class Wound(enum.IntEnum):
    """R6.5: wounds dealt to an investigator."""

    AMOUNT = 3
    SOURCE = 4  # Source
    FIGURE = 5  # the enemy, or NOTHING
    STAGE = 6  # WoundStage
    TAKEN = 7


class WoundStage(enum.IntEnum):
    REDUCE = 0
    CANCEL = 1
    SHARE = 2


class Sanity(enum.IntEnum):
    """R6.2: sanity lost."""

    AMOUNT = 3
    SOURCE = 4  # Source


# What investigators do


class Rest(enum.IntEnum):
    """R3.2."""

    POINTS = 3  # left


class Prayer(enum.IntEnum):
    """R10.9."""

    POINTS = 3  # left
    PERSON = 4  # who is healed, NOTHING before that is chosen


class Trade(enum.IntEnum):
    """R3.4."""

    STAGE = 2  # GoodsStage
    LEFT = 3  # gifts
    THING = 4  # the card or piece chosen
    CAME_FROM = 5  # the stage in which it was: what it is


class Steal(enum.IntEnum):
    """Kleptomania."""

    STAGE = 2  # GoodsStage
    STOLEN = 3  # how many things


class GoodsStage(enum.IntEnum):
    """What changes hands."""

    CARDS = 0
    PIECES = 1
    RECEIVER = 2


class Claim(enum.IntEnum):
    """R11.1: a drawn Discovery card."""

    STAGE = 2  # ClaimStage
    CARD = 3


class ClaimStage(enum.IntEnum):
    BEFORE = 0
    CLAIM = 1


class Keep(enum.IntEnum):
    """Cards kept for wounds; the others are discarded."""

    WOUNDS = 3  # for each
    KEPT = 4  # bits of cards


class Discard(enum.IntEnum):
    """Cards with a tag are discarded."""

    TAG = 3
    LEFT = 4


class HandOver(enum.IntEnum):
    """An Item for somebody else."""

    CARD = 3  # NOTHING before it is chosen


class Run(enum.IntEnum):
    """R4.1."""

    STAGE = 2  # RunStage
    STEPS = 3  # left
    SNEAKS = 4  # left
    SPACE = 5  # where the next step leads, or NOTHING
    PAST = 6  # bits of the figures sneaked past
    PIECE = 7  # escorted (R13.7), or NOTHING


class RunStage(enum.IntEnum):
    WHERE = 0
    SNEAK = 1
    BRING = 2


class Draw(enum.IntEnum):
    """R13.6: pieces out of the bag, of which one is kept."""

    DRAWN = 3  # bits of pieces
    GROUP = 4


class Reveal(enum.IntEnum):
    """R13.7: a hidden piece is turned up."""

    GROUP = 3
