"""Whether what is going on can be going on: each frame of the stack, and what it lies on (R7)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Icon
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.invariants.use import fault_of_use, is_striking, is_swapping
from cthulhu_envs.games.call_of_cthulhu.rules.committing import can_commit
from cthulhu_envs.games.call_of_cthulhu.rules.frame_spans import (
    ASKED,
    FRAME_SPANS,
    NEVER,
    UNDER,
    WAITS,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    FRAME_COLUMNS,
    Commit,
    CommitStage,
    Forced,
    Frame,
    Proc,
    Resolve,
    ResolveStage,
    Setup,
    Turn,
    TurnStage,
    Use,
    Win,
    Window,
    WinStage,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DEPTH,
    ENTITIES,
    N_CARDS,
    NOTHING,
    OPEN_STORIES,
    START_DOMAINS,
    Question,
    Zone,
)

N_KINDS = len(Proc)


@kernel
def fault_of_frames(kit, s):
    """The first fault, from the undermost frame up."""
    for k in range(DEPTH):
        found = fault_of_columns(s, k)
        if found == Fault.NOTHING and k < s.depth:
            found = fault_of_order(s, k)
        if found != Fault.NOTHING:
            return found
    for k in range(s.depth):
        found = fault_of_frame(kit, s, k)
        if found != Fault.NOTHING:
            return found
    if (s.resolving == NOTHING) == has_frame(s, Proc.RESOLVE):
        return Fault.WRONG_STACK
    if s.ending != 0:
        return Fault.NOTHING
    return fault_of_limbo(kit, s) if has_right_marks(kit, s) else Fault.WRONG_STEP


@kernel
def has_right_marks(kit, s):
    """Whether slots are marked only while an effect on all goes through them."""
    is_marked = False
    for entity in range(ENTITIES):
        is_marked |= s.struck[entity] != 0
    if not is_marked:
        return True
    for k in range(s.depth):
        if is_striking(kit, s.stack[k]):
            return True
    return False


@kernel
def fault_of_columns(s, k):
    """Each number of a frame; above the topmost one there are none."""
    proc = 0
    if k < s.depth:
        proc = int(s.stack[k, Frame.PROC])
        if not Proc.NOTHING < proc < N_KINDS:
            return Fault.WRONG_FRAME
    for column in range(FRAME_COLUMNS):
        low, high = FRAME_SPANS[proc, column, 0], FRAME_SPANS[proc, column, 1]
        if not low <= s.stack[k, column] <= high:
            return Fault.WRONG_FRAME
    return Fault.NOTHING


@kernel
def fault_of_order(s, k):
    """What a frame lies on, and the stages in which frames wait for others or for an answer."""
    f = s.stack[k]
    proc, stage = f[Frame.PROC], f[Frame.STAGE]
    below = 0  # Proc.NOTHING lies under the undermost frame
    if k > 0:
        below = int(s.stack[k - 1, Frame.PROC])
    if not UNDER[below, proc]:
        return Fault.WRONG_STACK
    if proc == Proc.WIN or proc == Proc.RESOLVE or proc == Proc.CONFLICT:
        for other in range(k):
            if s.stack[other, Frame.PROC] == proc:
                return Fault.WRONG_STACK
    if s.ending == 0:
        if k < top(s):
            if not WAITS[proc, stage]:
                return Fault.WRONG_STAGE
        elif ASKED[proc, stage] == NEVER:
            return Fault.WRONG_STAGE
    return Fault.NOTHING


@kernel
def fault_of_frame(kit, s, k):
    """What a kind of frame holds, beyond the range of each number."""
    f = s.stack[k]
    proc = f[Frame.PROC]
    if proc == Proc.USE:
        return fault_of_use(kit, s, k)
    if proc == Proc.SETUP:
        return fault_of_setup(s, f)
    if proc == Proc.TURN:
        if f[Turn.RESOURCE] == NOTHING:
            return Fault.NOTHING
        is_at = f[Frame.STAGE] == TurnStage.ATTACH and s.zone[f[Turn.RESOURCE]] == Zone.LIMBO
        return Fault.NOTHING if is_at else Fault.WRONG_LIMBO
    if proc == Proc.WINDOW or proc == Proc.RESPONSES or proc == Proc.DISRUPTS:
        if f[Window.TRIGGER] >= s.trig_n or (
            proc != Proc.RESPONSES and f[Window.TRIGGER] != NOTHING
        ):
            return Fault.WRONG_TRIGGER
    elif proc == Proc.FORCED:
        if f[Forced.TRIGGER] >= s.trig_n:
            return Fault.WRONG_TRIGGER
    elif proc == Proc.COMMIT:
        if f[Frame.STAGE] == CommitStage.COMMIT:
            if f[Commit.CARD] == NOTHING or not can_commit(kit, s, f[Commit.CARD], f[Frame.WHO]):
                return Fault.WRONG_TARGET
        elif f[Commit.CARD] != NOTHING:
            return Fault.WRONG_TARGET
    elif proc == Proc.RESOLVE:
        return fault_of_resolve(s, f)
    elif proc == Proc.WIN:
        return fault_of_win(s, f)
    return Fault.NOTHING


@kernel
def fault_of_setup(s, f):
    """R2.5, R2.8: hands have the cards that become resources."""
    seat = (s.starter + f[Setup.PLAYER]) % 2
    left = START_DOMAINS - f[Setup.DOMAIN]
    if s.hand_n[seat] < left or (f[Setup.PLAYER] == 0 and s.hand_n[1 - seat] < START_DOMAINS):
        return Fault.HAND_TOO_SMALL
    return Fault.NOTHING


@kernel
def fault_of_resolve(s, f):
    """R6.2: the story that is resolved, and the struggle that is decided."""
    stage = f[Frame.STAGE]
    if s.resolving == NOTHING:
        return Fault.WRONG_STACK
    is_struggle = (
        stage == ResolveStage.STRUGGLE
        or stage == ResolveStage.STRUGGLE_WON
        or stage == ResolveStage.FORCED
    )
    if is_struggle and f[Resolve.ICON] > Icon.INVESTIGATION:
        return Fault.WRONG_STEP
    if (stage == ResolveStage.STRUGGLE_WON) != (f[Resolve.WINNER] != NOTHING):
        return Fault.WRONG_STEP
    return Fault.NOTHING


@kernel
def fault_of_win(s, f):
    """R6.20: the story that is won is on its way, and its slot is free."""
    if f[Win.STORY] == NOTHING or f[Win.SLOT] == NOTHING:
        is_open = f[Frame.STAGE] <= WinStage.TAKE and f[Win.STORY] == f[Win.SLOT]
        return Fault.NOTHING if is_open else Fault.WRONG_STEP
    if f[Frame.STAGE] < WinStage.TAKE or s.zone[f[Win.STORY]] != Zone.LIMBO:
        return Fault.WRONG_LIMBO
    if s.ending == 0 and f[Frame.STAGE] == WinStage.TAKE:
        return Fault.WRONG_STEP
    if f[Win.SLOT] < OPEN_STORIES and s.story[f[Win.SLOT]] != NOTHING:
        return Fault.WRONG_TARGET
    return Fault.NOTHING


@kernel
def has_frame(s, proc):
    """Whether a kind of frame is on the stack."""
    for k in range(s.depth):
        if s.stack[k, Frame.PROC] == proc:
            return True
    return False


@kernel
def fault_of_limbo(kit, s):
    """Each card on its way belongs to one frame; cards are set aside while a seat swaps them."""
    for inst in range(N_CARDS):
        if s.zone[inst] != Zone.LIMBO:
            continue
        owners = 0
        for k in range(s.depth):
            f = s.stack[k]
            proc = f[Frame.PROC]
            if proc == Proc.USE:
                owners += f[Use.CARD] == inst and f[Use.FROM_HAND] == 1
            elif proc == Proc.TURN:
                owners += f[Turn.RESOURCE] == inst
            elif proc == Proc.WIN:
                owners += f[Win.STORY] == inst
        if owners != 1:
            return Fault.WRONG_LIMBO
    for seat in range(2):
        if s.aside_n[seat] == 0:
            continue
        is_swap = s.question == Question.HAND and s.seat == seat and is_swapping(kit, s)
        if not is_swap or s.aside_n[seat] > s.pile_n[seat]:
            return Fault.WRONG_ASIDE
    return Fault.NOTHING
