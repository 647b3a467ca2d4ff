"""The stack of what is going on: a constructor for each kind of frame (procedures.py)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script import stack
from cthulhu_envs.games._script.stack import put, room, top
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Proc, Use, Wound
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING

ANSWER_DEPTH = 5  # frames that an answer to an answer may need


@kernel
def begin(s, proc, who):
    """Begin something at its first stage; what is below waits for its end. Fields that hold a
    card, text, domain, target or trigger start as NOTHING, the others as 0; kinds of frames that
    share a column agree on that.
    """
    f = s.stack[put(s)]
    f[:] = 0
    f[Frame.PROC] = proc
    f[Frame.WHO] = who
    f[Frame.SELF] = NOTHING
    f[Use.CARD] = NOTHING
    f[Use.TEXT] = NOTHING
    f[Use.DOMAIN] = NOTHING
    f[Use.TARGET] = NOTHING
    f[Use.TARGET_2] = NOTHING
    f[Use.TARGET_MORE] = NOTHING
    f[Use.TRIGGER] = NOTHING
    f[Use.COST_CARD] = NOTHING


@kernel
def pop(s):
    """The end of what is on top."""
    s.stack[top(s), :] = 0
    stack.pop(s)


@kernel
def is_deep(s):
    """Whether there is no room for another answer to an answer."""
    return room(s) < ANSWER_DEPTH


@kernel
def begin_setup(s):
    """R2.5: both players, the starter first."""
    begin(s, Proc.SETUP, s.starter)


@kernel
def begin_turns(s):
    """R3.1: turns one after the other, in one frame."""
    begin(s, Proc.TURN, s.starter)


@kernel
def open_window(s):
    """R7.1: actions, the active player first."""
    begin(s, Proc.WINDOW, s.active)


@kernel
def open_responses(s):
    """R7.6: responses to the triggers that wait, the active player first."""
    begin(s, Proc.RESPONSES, s.active)


@kernel
def open_disrupts(s):
    """R7.10: disrupts to what is on top, the active player first."""
    begin(s, Proc.DISRUPTS, s.active)


@kernel
def begin_forced(s):
    """R7.8: forced responses that wait come before anything else."""
    if s.trig_n > s.forced_at:
        begin(s, Proc.FORCED, s.active)


@kernel
def begin_use(s, who, text, self_inst, card, trig):
    """R7.3: a seat uses a text of a card; the text speaks of `self_inst`."""
    begin(s, Proc.USE, who)
    f = s.stack[top(s)]
    f[Use.TEXT] = text
    f[Frame.SELF] = self_inst
    f[Use.CARD] = card
    f[Use.TRIGGER] = trig


@kernel
def begin_wound(s, inst, amount):
    """R9.1, R7.10: wounds are about to be dealt."""
    begin(s, Proc.WOUND, s.active)
    f = s.stack[top(s)]
    f[Wound.CARD] = inst
    f[Wound.AMOUNT] = amount


@kernel
def begin_commit(s, who):
    """R6.1: a seat commits characters."""
    begin(s, Proc.COMMIT, who)


@kernel
def begin_resolve(s, story):
    """R6.2: the active player resolves a story."""
    begin(s, Proc.RESOLVE, s.active)
    s.stack[top(s), Frame.SELF] = story


@kernel
def begin_win(s):
    """R6.20: a story is won; its first stage finds out which one, and who wins it."""
    begin(s, Proc.WIN, s.active)


@kernel
def begin_conflict(s, who):
    """R9.6: a seat has Heroic beside Villainous characters."""
    begin(s, Proc.CONFLICT, who)
