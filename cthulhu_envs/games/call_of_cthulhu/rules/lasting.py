"""Effects that last until the end of the phase (R10.4): begun, on which cards, ended early.

A row of `s.lasting` is on the card in its column INST, or, for an effect on all, on the cards whose
bits stand in `s.lasting_on` (R9.12); one on costs is on nobody.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.bits import EMPTY, bit
from cthulhu_envs.authoring.bits import ONE as ONE_BIT
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Scope, Stat
from cthulhu_envs.games.call_of_cthulhu.cards.columns import M
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    ENTITIES,
    FIRST_STORY,
    MAX_LASTING,
    NOTHING,
    L,
)

N_COLUMNS = len(L)


@kernel
def remember(s, stat, mod, inst, seat, aux, kind):
    """R10.4: something lasts until the end of the phase, if there is room for it."""
    if s.lasting_n < MAX_LASTING:
        row = s.lasting[s.lasting_n]
        row[L.STAT] = stat
        row[L.MOD] = mod
        row[L.INST] = inst
        row[L.SEAT] = seat
        row[L.AUX] = aux
        row[L.KIND] = kind
        s.lasting_n += 1
    s.dirty = 1


@kernel
def remember_all(s, stat, mod, seat, kind):
    """R9.12: the same for all cards in slots that are struck; they are so no longer."""
    k = s.lasting_n
    remember(s, stat, mod, NOTHING, seat, NOTHING, kind)
    for entity in range(ENTITIES):
        if s.struck[entity] and k < MAX_LASTING:
            inst = s.play[entity]
            s.lasting_on[k, inst // DECK_MAX] |= bit(True, inst % DECK_MAX)
        s.struck[entity] = 0


@kernel(inline=True)
def is_on(s, k, inst):
    """Whether an effect on all is on a card."""
    word = s.lasting_on[k, inst // DECK_MAX]
    return word >> np.uint64(inst % DECK_MAX) & ONE_BIT != EMPTY


@kernel
def forget(s, inst):
    """R10.4: a card that leaves play, or a story that leaves its place, loses all that lasts on it.

    When Y'Golonac has left, nobody has to follow him any more (R10.19).
    """
    k = 0
    while k < s.lasting_n:
        row = s.lasting[k]
        gone = row[L.INST] == inst or (row[L.STAT] == Stat.OBLIGED and row[L.AUX] == inst)
        if inst < FIRST_STORY and is_on(s, k, inst):
            s.lasting_on[k, inst // DECK_MAX] ^= bit(True, inst % DECK_MAX)
            gone = s.lasting_on[k, 0] == EMPTY and s.lasting_on[k, 1] == EMPTY
        if gone:
            drop_row(s, k)
        else:
            k += 1


@kernel
def drop_row(s, k):
    """One effect ends; those after it close up."""
    for j in range(k, s.lasting_n - 1):
        for column in range(N_COLUMNS):
            s.lasting[j, column] = s.lasting[j + 1, column]
        s.lasting_on[j, 0] = s.lasting_on[j + 1, 0]
        s.lasting_on[j, 1] = s.lasting_on[j + 1, 1]
    s.lasting_n -= 1
    s.lasting[s.lasting_n, :] = 0
    s.lasting_on[s.lasting_n, :] = EMPTY
    s.dirty = 1


@kernel
def home_of(s, inst):
    """R10.8: the seat that a borrowed card goes home to, or NOTHING."""
    for k in range(s.lasting_n):
        if s.lasting[k, L.STAT] == Stat.CONTROL and s.lasting[k, L.INST] == inst:
            return int(s.lasting[k, L.SEAT])
    return NOTHING


@kernel(inline=True)
def is_on_all(kit, mod):
    """Whether a modifier is on all cards that fitted when it began."""
    return kit.mods[mod, M.SCOPE] == Scope.ALL and kit.mods[mod, M.STAT] != Stat.COST
