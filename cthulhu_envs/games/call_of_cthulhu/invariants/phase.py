"""Whether what lasts, what has happened and what was answered can be (R7, R10)."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.bits import EMPTY
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS, Op, Scope, Stat, Trigger
from cthulhu_envs.games.call_of_cthulhu.cards.columns import M, O
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.rules.lasting import is_on
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    KINDS,
    LASTING_KINDS,
    MAX_LASTING,
    N_CARDS,
    NOTHING,
    STORY_SLOTS,
    L,
    T,
    U,
    Zone,
)

_BOOK = card_book()
N_MODS = len(_BOOK.mods)
FOR_THE_PHASE = np.zeros(N_MODS, np.bool_)  # modifiers that an operation lets last
FOR_THE_PHASE[[op[O.MOD] for op in _BOOK.ops if op[O.OP] == Op.PHASE]] = True
N_TRIGGERS = len(Trigger)
HAPPENS = np.ones(N_TRIGGERS, np.bool_)  # what is noted; disrupts come before it happens
HAPPENS[[Trigger.NOTHING, Trigger.WOUND, Trigger.EFFECT, Trigger.ABILITY]] = False
LASTS = np.zeros(KINDS, np.bool_)  # kinds with such an effect
LASTS[list(LASTING_KINDS)] = True


@kernel
def fault_of_phase(kit, s):
    """The first fault."""
    found = fault_of_lasting(kit, s)
    if found == Fault.NOTHING:
        found = fault_of_triggers(s)
    return found


@kernel
def fault_of_lasting(kit, s):
    """R10.4: each effect, and that there is nothing behind the last one."""
    for k in range(MAX_LASTING):
        if k < s.lasting_n:
            if not can_last(kit, s, k):
                return Fault.WRONG_LASTING
            continue
        for column in range(s.lasting.shape[1]):
            if s.lasting[k, column] != 0:
                return Fault.WRONG_LASTING
        if s.lasting_on[k, 0] != EMPTY or s.lasting_on[k, 1] != EMPTY:
            return Fault.WRONG_LASTING
    return Fault.NOTHING


@kernel
def can_last(kit, s, k):
    """Whether there can be such an effect: what it is, and which cards it is on."""
    row = s.lasting[k]
    stat, mod, inst, aux = row[L.STAT], row[L.MOD], row[L.INST], row[L.AUX]
    if not 0 <= row[L.SEAT] < 2 or not 0 <= row[L.KIND] < KINDS or not LASTS[row[L.KIND]]:
        return False
    is_on_one = 0 <= inst < FIRST_STORY and s.zone[inst] == Zone.PLAY
    if mod != NOTHING:
        if not 0 <= mod < N_MODS or not FOR_THE_PHASE[mod] or kit.mods[mod, M.STAT] != stat:
            return False
        if aux != NOTHING:
            return False
        if stat == Stat.COST:
            return inst == NOTHING and is_on_none(s, k)
        if kit.mods[mod, M.SCOPE] == Scope.ALL:
            return inst == NOTHING and is_on_play(s, k)
        return is_on_one and is_on_none(s, k)
    if not is_on_none(s, k):
        return False
    if stat == Stat.STRUGGLE:
        return 0 <= inst < N_CARDS and s.zone[inst] == Zone.STORY and 0 <= aux < N_ICONS
    if not is_on_one:
        return False
    if stat == Stat.CONTROL:
        return aux == NOTHING
    if stat == Stat.COPY_ICONS:
        return 0 <= aux < KINDS
    return (stat == Stat.COPY_TEXT or stat == Stat.OBLIGED) and 0 <= aux < FIRST_STORY


@kernel
def is_on_none(s, k):
    """Whether an effect is on no card by its bits."""
    return s.lasting_on[k, 0] == EMPTY and s.lasting_on[k, 1] == EMPTY


@kernel
def is_on_play(s, k):
    """Whether an effect on all is on cards in play alone."""
    for inst in range(FIRST_STORY):
        if is_on(s, k, inst) and s.zone[inst] != Zone.PLAY:
            return False
    return True


@kernel
def fault_of_triggers(s):
    """R7.5-R7.8: what has happened, and the responses to it."""
    if s.forced_at > s.trig_n:
        return Fault.WRONG_TRIGGER
    for k in range(s.trig_n):
        event, inst = s.trig[k, T.EVENT], s.trig[k, T.INST]
        if not 0 <= event < N_TRIGGERS or not HAPPENS[event]:
            return Fault.WRONG_TRIGGER
        is_of_seat = event == Trigger.STRUGGLE or event == Trigger.DREW or event == Trigger.OVERPAID
        if is_of_seat != (inst == NOTHING) or inst >= FIRST_STORY:
            return Fault.WRONG_TRIGGER
        if not 0 <= s.trig[k, T.SEAT] < 2 or not 0 <= s.trig[k, T.ARG] < STORY_SLOTS:
            return Fault.WRONG_TRIGGER
    for k in range(s.used_n):
        if not 0 <= s.used[k, U.CARD] < N_CARDS or not 0 <= s.used[k, U.TRIGGER] < s.trig_n:
            return Fault.WRONG_USED
    return Fault.NOTHING
