"""Effects run row by row: which row comes next, and what it does (operations.py)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.content.effect_rows import (
    OP,
    OP_FAMILY,
    ChooseRow,
    IfRow,
    JumpRow,
    Op,
    OpFamily,
    OptionRow,
    RepeatRow,
    SelectRow,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.rules.asking import is_answered
from cthulhu_envs.games.death_may_die.rules.counting import holds, one_of
from cthulhu_envs.games.death_may_die.rules.frame_constructors import (
    push_body,
    push_choice,
    push_repeat,
)
from cthulhu_envs.games.death_may_die.rules.frames import ME, Choice, Repeat, Script
from cthulhu_envs.games.death_may_die.rules.investigators import lose_sanity
from cthulhu_envs.games.death_may_die.rules.operations import (
    amount,
    do_card,
    do_harm,
    do_map,
    do_piece,
    do_special,
)
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.selection import do_select
from cthulhu_envs.games.death_may_die.rules.steps import Source


@kernel
def do_script(kit, s, frame):
    """One row of the topmost effect; R5.5, R5.6: at its end, or before it rolls again, the
    tentacles of its last roll cost sanity. An operation that nothing here does is an error.
    """
    row = kit.rows[frame[Script.ROW]]
    op = row[OP]
    if frame[Script.TENTACLES] > 0 and (op == Op.END or op == Op.ROLL):
        lose_sanity(s, frame[ME], frame[Script.TENTACLES], Source.OTHER)
        frame[Script.TENTACLES] = 0
        return
    frame[Script.ROW] += 1
    family = OP_FAMILY[op]
    if op == Op.END:
        pop(s)
    elif family == OpFamily.CONTROL:
        do_control(kit, s, frame, row)
    elif family == OpFamily.MAP:
        do_map(kit, s, frame, row)
    elif family == OpFamily.HARM:
        do_harm(kit, s, frame, row)
    elif family == OpFamily.CARD:
        do_card(kit, s, frame, row)
    elif family == OpFamily.PIECE:
        do_piece(kit, s, frame, row)
    elif family == OpFamily.SPECIAL:
        do_special(kit, s, frame, row)
    else:
        raise AssertionError("a family of operations is missing here")


@kernel
def do_control(kit, s, frame, row):
    """Which row comes next."""
    op, here = row[OP], frame[Script.ROW]
    if op == Op.JUMP:
        frame[Script.ROW] = row[JumpRow.TO]
    elif op == Op.IF:
        among, subject = frame[Script.AMONG], frame[Script.SUBJECT]
        if not holds(kit, s, frame[ME], among, subject, row, IfRow.CONDITION):
            frame[Script.ROW] = row[IfRow.OTHERWISE]
    elif op == Op.SELECT:
        frame[Script.ROW] = row[SelectRow.BEHIND]
        do_select(kit, s, frame, row, here)
    elif op == Op.CHOOSE:
        frame[Script.ROW] = row[ChooseRow.BEHIND]
        push_choice(s, frame, here - 1)
    elif op == Op.REPEAT:
        frame[Script.ROW] = row[RepeatRow.BEHIND]
        push_repeat(s, frame, here, amount(kit, s, frame, row))
    else:
        raise AssertionError("an operation of control is missing here")


@kernel
def do_repeat(s, frame):
    """The body once more, or the end of it."""
    if frame[Repeat.LEFT] == 0:
        pop(s)
        return
    frame[Repeat.LEFT] -= 1
    push_body(s, frame, frame[Repeat.ROW], frame[Repeat.AMONG], frame[Repeat.SUBJECT])


@kernel
def do_choice(kit, s, frame):
    """One of the options that are open; a dead investigator has none."""
    me, among, subject = frame[ME], frame[Choice.AMONG], frame[Choice.SUBJECT]
    if s.dead[me]:
        pop(s)
        return
    at = kit.rows[frame[Choice.ROW], ChooseRow.FIRST]
    offer, number = 0, 0
    while at != NOTHING:
        if holds(kit, s, me, among, subject, kit.rows[at], OptionRow.CONDITION):
            offer |= 1 << number
        number += 1
        at = kit.rows[at, OptionRow.NEXT]
    who = one_of(me, among, subject)
    if not is_answered(kit, s, who, Question.OPTION, offer, False):
        return
    pop(s)
    at = kit.rows[frame[Choice.ROW], ChooseRow.FIRST]
    for _ in range(max(0, s.answer)):
        at = kit.rows[at, OptionRow.NEXT]
    if s.answer != NOTHING:
        push_body(s, frame, at + 1, among, subject)
