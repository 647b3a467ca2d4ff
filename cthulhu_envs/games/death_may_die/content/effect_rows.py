"""The rows of an effect: what each does (`Op`), and the names of its operands.

An effect is a list of rows of whole numbers that rules/interpreter.py runs. The first column holds
the Op, the others its operands. Each Op has a class below that names their columns, for the writer
(`effect_row`) and the kernels alike (`row[WoundRow.WHOM]`). Some operands take several columns
(`WIDTH`): the member names the first, and `column + ARGUMENT` and `column + BOUND` the others.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from cthulhu_envs.games._script.families import families_of

ROW = 10  # columns
OP = 0  # the column of the Op
AMOUNT = 1  # the column of the amount, wherever an Op has one
ARGUMENT = 1  # how far behind a Var, Among or Where its argument stands
BOUND = 2  # how far behind the Var of a condition its bound stands


class Op(enum.IntEnum):
    """What a row does; the class of columns in OPERANDS says with what."""

    END = 0
    JUMP = 1  # go on with another row
    IF = 2
    SELECT = 3
    CHOOSE = 4
    OPTION = 5  # of a choice
    REPEAT = 6
    MOVE = 7
    PLACE = 8
    SUMMON = 9
    FIRE = 10
    DOUSE = 11
    TOKEN = 12
    SIGN = 13
    WOUND = 14
    SANITY = 15
    STRESS = 16
    HEAL = 17
    DISCARD = 18
    SCRAP = 19  # the card in use
    ADVANCE = 20
    ROLL = 21
    HIT = 22  # pieces
    MEND = 23  # pieces
    REVEAL = 24
    DRAW = 25
    TAKE = 26  # a piece
    ESCORT = 27
    LOOK = 28  # the piece in hand becomes known to you
    MARK = 29  # the episode's marker here
    RISE = 30  # a marker here becomes a figure
    KEEP = 31  # cards, for wounds
    STEAL = 32
    LIE_DOWN = 33
    EVEN_OUT = 34
    REPLAY = 35
    HAND_OVER = 36
    SET_STRESS = 37
    BOOST = 38  # bonus dice for the next attack
    CLEAR = 39  # the tokens on the own Insanity card
    LEAVE = 40  # the Discovery card cannot be claimed


class OpFamily(enum.IntEnum):
    """Which operations are alike; rules/operations.py has a kernel for each family."""

    MARK = 0  # where effects and options begin and end: nothing is done there
    CONTROL = 1
    MAP = 2
    HARM = 3
    CARD = 4  # cards, rolls and the track
    PIECE = 5  # objective pieces and markers
    SPECIAL = 6  # what single cards need


OP_FAMILY = families_of(
    Op,
    {
        OpFamily.MARK: (Op.END, Op.OPTION),
        OpFamily.CONTROL: (Op.JUMP, Op.IF, Op.SELECT, Op.CHOOSE, Op.REPEAT),
        OpFamily.MAP: (Op.MOVE, Op.PLACE, Op.SUMMON, Op.FIRE, Op.DOUSE, Op.TOKEN),
        OpFamily.HARM: (Op.SIGN, Op.WOUND, Op.SANITY, Op.STRESS, Op.HEAL),
        OpFamily.CARD: (Op.DISCARD, Op.SCRAP, Op.ADVANCE, Op.ROLL),
        OpFamily.PIECE: (
            *(Op.HIT, Op.MEND, Op.REVEAL, Op.DRAW, Op.TAKE, Op.ESCORT, Op.LOOK),
            *(Op.MARK, Op.RISE),
        ),
        OpFamily.SPECIAL: (
            *(Op.KEEP, Op.STEAL, Op.LIE_DOWN, Op.EVEN_OUT, Op.REPLAY, Op.HAND_OVER),
            *(Op.SET_STRESS, Op.BOOST, Op.CLEAR, Op.LEAVE),
        ),
    },
)


WIDTH = {  # operands of more than one column
    "AMOUNT": 2,  # Var, its argument
    "AMONG": 2,  # Among, its argument
    "WHERE": 2,  # Where, its argument
    "CONDITION": 3,  # Var, its argument, bound: at least that, or less than it if negative
}
LATER = ("TO", "OTHERWISE", "BEHIND", "FIRST", "NEXT")  # numbers of rows still to be written


# Which row comes next


class JumpRow(enum.IntEnum):
    TO = 1


class IfRow(enum.IntEnum):
    CONDITION = 1
    OTHERWISE = 4  # row to go on with if it does not hold


class SelectRow(enum.IntEnum):
    MODE = 1  # Mode
    AMONG = 2
    CONDITION = 4  # that a subject fulfils; for MOST and FEWEST the Var that is compared
    COUNT = 7  # how many are picked
    BEHIND = 8  # row behind the body


class ChooseRow(enum.IntEnum):
    BEHIND = 1  # row behind all options
    FIRST = 2  # row of the first option


class OptionRow(enum.IntEnum):
    CONDITION = 1
    NEXT = 4  # row of the next option, or NOTHING


class RepeatRow(enum.IntEnum):
    AMOUNT = 1
    BEHIND = 3  # row behind the body


# The map


class MoveRow(enum.IntEnum):
    AMOUNT = 1  # steps
    WHERE = 3
    AWAY = 5  # 1: away from there


class PlaceRow(enum.IntEnum):
    WHO = 1  # Who
    WHERE = 2


class SummonRow(enum.IntEnum):
    KIND = 1
    WHERE = 2


class FireRow(enum.IntEnum):
    AMOUNT = 1
    WHERE = 3


class TokenRow(enum.IntEnum):
    WHERE = 1


# Harm


class AmountRow(enum.IntEnum):
    """Operations with nothing but an amount."""

    AMOUNT = 1


class SignRow(enum.IntEnum):
    AMOUNT = 1
    CHANGE = 3  # 1 gained, -1 lost


class WoundRow(enum.IntEnum):
    AMOUNT = 1
    WHOM = 3  # Whom
    EACH = 4  # wounds for each of the amount


class StressRow(enum.IntEnum):
    AMOUNT = 1
    OVERFLOW = 3  # 1: what does not fit wounds


class HealRow(enum.IntEnum):
    AMOUNT = 1
    WOUNDS = 3  # 1: wounds, 0: stress


# Cards and rolls


class DiscardRow(enum.IntEnum):
    TAG = 1  # NOTHING: any card
    COUNT = 2


class RollRow(enum.IntEnum):
    AMOUNT = 1  # standard dice
    ROLL = 3  # Roll
    MOST = 4  # not more dice than that


# Pieces and markers


class PiecesRow(enum.IntEnum):
    AMOUNT = 1
    GROUP = 3


class GroupRow(enum.IntEnum):
    GROUP = 1


class TakeRow(enum.IntEnum):
    GROUP = 1
    KEY = 2  # the group whose pieces open it


class MarkRow(enum.IntEnum):
    CHANGE = 1  # 1 laid, -1 taken away


class RiseRow(enum.IntEnum):
    KIND = 1


# Single cards


class KeepRow(enum.IntEnum):
    WOUNDS = 1  # for each card kept


class BoostRow(enum.IntEnum):
    DICE = 1


OPERANDS: Mapping[Op, type[enum.IntEnum]] = {  # those of an Op that is not here: none
    **{Op.JUMP: JumpRow, Op.IF: IfRow, Op.SELECT: SelectRow, Op.CHOOSE: ChooseRow},
    **{Op.OPTION: OptionRow, Op.REPEAT: RepeatRow},
    **{Op.MOVE: MoveRow, Op.PLACE: PlaceRow, Op.SUMMON: SummonRow, Op.FIRE: FireRow},
    **{Op.TOKEN: TokenRow, Op.SIGN: SignRow, Op.WOUND: WoundRow, Op.STRESS: StressRow},
    **{Op.HEAL: HealRow, Op.DISCARD: DiscardRow, Op.ROLL: RollRow, Op.TAKE: TakeRow},
    **{Op.MARK: MarkRow, Op.RISE: RiseRow, Op.KEEP: KeepRow, Op.BOOST: BoostRow},
    **dict.fromkeys((Op.DOUSE, Op.SANITY, Op.SET_STRESS), AmountRow),
    **dict.fromkeys((Op.HIT, Op.MEND, Op.DRAW), PiecesRow),
    **dict.fromkeys((Op.REVEAL, Op.ESCORT), GroupRow),
}


def effect_row(op: Op, **operands: int | tuple[int, ...]) -> list[int]:
    """A row with its operands by name, in small letters: a number each, or a tuple where WIDTH says
    so. Numbers of rows may be left out and written later. Raises TypeError for other operands.
    """
    columns = OPERANDS[op].__members__ if op in OPERANDS else {}
    given = {name.upper(): value for name, value in operands.items()}
    wanted = {name for name in columns if name not in LATER}
    if not wanted <= given.keys() <= columns.keys():
        raise TypeError(f"{op.name} takes {sorted(columns)}, not {sorted(given)}")
    row = [int(op), *[0] * (ROW - 1)]
    for name, value in given.items():
        numbers = value if isinstance(value, tuple) else (value,)
        if len(numbers) != WIDTH.get(name, 1):
            raise TypeError(f"{name} of {op.name} is not {numbers}")
        row[columns[name] : columns[name] + len(numbers)] = map(int, numbers)
    return row
