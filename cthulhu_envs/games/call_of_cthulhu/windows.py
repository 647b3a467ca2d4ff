"""Windows: actions by turns, responses, forced responses, disrupts (R7)."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.actions import find_way, has_way
from cthulhu_envs.games.call_of_cthulhu.answers import usable_in_pile
from cthulhu_envs.games.call_of_cthulhu.cards import Effect, Timing
from cthulhu_envs.games.call_of_cthulhu.columns import K
from cthulhu_envs.games.call_of_cthulhu.frames import ask, ask_way, pop, push, push_forced
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    MODES,
    NOTHING,
    SLOTS,
    ZERO,
    Ask,
    Proc,
    T,
    V,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.texts import PACK, text_of
from cthulhu_envs.games.call_of_cthulhu.zones import BOTH, SHOWN


@kernel
def start_use(s, who, pack, src, trig):
    """Begin to use a text."""
    push(s, Proc.USE, who)
    f = s.fr[s.depth - 1]
    f[V.TEXT] = pack // PACK
    f[V.SELF] = pack % PACK
    f[V.SRC] = src
    f[V.TRIG] = trig
    if trig != NOTHING:
        s.used[s.used_n, 0] = src
        s.used[s.used_n, 1] = trig
        s.used_n += 1


@kernel
def step_window(kit, s):
    """R7.1, R7.2: forced responses, responses, then actions by turns until both pass in a row."""
    f = s.fr[s.depth - 1]
    if f[V.PC] == 0:
        f[V.PC] = 1
        push_forced(s)
    elif f[V.PC] == 1:
        f[V.PC] = 2
        if s.trig_n > 0:
            push(s, Proc.RESPONSES, s.active)
    elif f[V.PC] == 2:
        f[V.PC] = 3
        ask(s, Ask.WINDOW, f[V.WHO])
    else:
        choose_way(kit, s, f, Ask.WINDOW, ZERO)


@kernel
def step_responses(kit, s):
    """R7.6, R7.7: responses by turns; forced ones come first again after each."""
    f = s.fr[s.depth - 1]
    if f[V.PC] == 0:
        f[V.PC] = 2
        push_forced(s)
    elif f[V.PC] == 2:
        f[V.PC] = 3
        ask(s, Ask.RESPOND, f[V.WHO])
    else:
        choose_way(kit, s, f, Ask.RESPOND, ZERO)


@kernel
def step_disrupts(kit, s):
    """R7.10: disrupts by turns, the active player first, until both pass or nothing is left."""
    f = s.fr[s.depth - 1]
    below = s.fr[s.depth - 2]
    if below[V.CANCEL] or (below[V.PROC] == Proc.WOUND and below[V.N] <= 0):
        pop(s)
    elif f[V.PC] == 0:
        f[V.PC] = 3
        ask(s, Ask.DISRUPT, f[V.WHO])
    else:
        choose_way(kit, s, f, Ask.DISRUPT, ZERO)


@kernel
def choose_way(kit, s, f, what, after):
    """Take the answer of a window: a pass, a card, or which of its texts."""
    who = f[V.WHO]
    if f[V.PC] == 3:
        if s.answer == NOTHING:
            f[V.PC] = after if what != Ask.WINDOW else 2
            f[V.PASSES] += 1
            f[V.WHO] = 1 - who
            if f[V.PASSES] == 2:
                if what == Ask.RESPOND:
                    clear_triggers(s)
                pop(s)
            return
        f[V.SRC] = s.answer
        s.ask = what  # which window the texts are looked up for
        f[V.OTHER] = other_copy(kit, s, who, s.answer)
        n = count_ways(kit, s, who, f[V.SRC], f[V.OTHER])
        f[V.PC] = 4
        s.answer = 0
        if n > 1:
            for way in range(min(n, MODES)):
                s.ways[way] = way_of(kit, s, f, who, way) // PACK
                is_own = find_way(kit, s, who, f[V.SRC], way) != NOTHING
                s.way_cards[way] = f[V.SRC] if is_own else f[V.OTHER]
        s.ask = Ask.NOTHING
        if n > 1:
            s.seen[f[V.SRC]] = BOTH  # it is named before the way is chosen
            s.listed[f[V.SRC]] = SHOWN
            ask_way(s, Ask.WAY, who, min(n, MODES))
        return
    s.ask = what
    pack = way_of(kit, s, f, who, s.answer)
    is_own = find_way(kit, s, who, f[V.SRC], s.answer) != NOTHING
    src = f[V.SRC] if is_own else f[V.OTHER]
    s.ask = Ask.NOTHING
    trig = f[V.TRIG] if what == Ask.RESPOND else NOTHING
    f[V.PC] = after
    f[V.PASSES] = 0
    f[V.WHO] = 1 - who
    f[V.SRC] = NOTHING
    f[V.OTHER] = NOTHING
    start_use(s, who, pack, src, trig)


@kernel
def way_of(kit, s, f, who, way):
    """The text behind a way: one of the card's own, or that of its copy in the discard pile."""
    pack = find_way(kit, s, who, f[V.SRC], way)
    if pack == NOTHING and f[V.OTHER] != NOTHING:
        first = count_ways(kit, s, who, f[V.SRC], NOTHING)
        pack = find_way(kit, s, who, f[V.OTHER], way - first)
    return pack


@kernel
def other_copy(kit, s, seat, inst):
    """A copy in the discard pile beside the one in hand, if both can be used."""
    if s.zone[inst] != Zone.HAND:
        return NOTHING
    return usable_in_pile(kit, s, seat, s.kind[inst])


@kernel
def count_ways(kit, s, seat, inst, other):
    """How many texts of a card (and of its copy) can be used."""
    n = 0
    while find_way(kit, s, seat, inst, n) != NOTHING:
        n += 1
    if other != NOTHING and has_way(kit, s, seat, other):
        n += 1
    return n


@kernel
def clear_triggers(s):
    """Nothing is waiting to be answered."""
    s.trig_n = 0
    s.forced_at = 0
    s.used_n = 0


@kernel
def step_forced(kit, s):
    """R7.8, R7.9: forced responses, one by one, in the order the active player likes."""
    f = s.fr[s.depth - 1]
    if f[V.PC] == 0:
        n = 0
        while n < MODES and find_forced(kit, s, n) != NOTHING:
            n += 1
        if n == 0:
            s.forced_at = s.trig_n
            pop(s)
            return
        f[V.PC] = 1
        s.answer = 0
        if n > 1:
            for way in range(n):
                s.ways[way] = find_forced(kit, s, way) // PACK
                s.way_cards[way] = f[V.SRC]
            ask_way(s, Ask.ORDER, s.active, n)
        return
    pack = find_forced(kit, s, s.answer)
    f[V.PC] = 0
    start_use(s, f[V.J], pack, f[V.SRC], f[V.TRIG])


@kernel
def find_forced(kit, s, skip):
    """The text of a forced response that has yet to happen, after skipping some.

    Its card, trigger and player go into the frame.
    """
    f = s.fr[s.depth - 1]
    copies = s.effects & Effect.COPIES != 0
    for trig in range(s.forced_at, s.trig_n):
        event, about = s.trig[trig, T.EVENT], s.trig[trig, T.INST]
        for side in range(2):
            for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
                inst = s.play[entity]
                if inst == NOTHING:
                    continue
                wanted = kit.kinds[s.kind[inst], K.TRIGGERS] >> event & 1
                if wanted or copies:
                    pack = text_of(kit, s, side, inst, Timing.FORCED, trig, ZERO)
                    if pack != NOTHING:
                        if skip == 0:
                            return note_forced(f, pack, inst, trig, side)
                        skip -= 1
        if about != NOTHING and s.zone[about] == Zone.PILE:
            side = s.side[about]
            pack = text_of(kit, s, side, about, Timing.FORCED, trig, ZERO)
            if pack != NOTHING:
                if skip == 0:
                    return note_forced(f, pack, about, trig, side)
                skip -= 1
    return NOTHING


@kernel
def note_forced(f, pack, inst, trig, side):
    """Keep what was found."""
    f[V.SRC] = inst
    f[V.TRIG] = trig
    f[V.J] = side
    return pack
