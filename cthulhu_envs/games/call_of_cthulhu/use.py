"""Using a text from announcing it to its end: pay, choose, be disrupted, take effect (R7.3)."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.aims import side_fits
from cthulhu_envs.games.call_of_cthulhu.cards import (
    NONE,
    Aim,
    CardType,
    Effect,
    From,
    Stat,
    Timing,
    Trigger,
)
from cthulhu_envs.games.call_of_cthulhu.columns import A, K, M
from cthulhu_envs.games.call_of_cthulhu.domains import drain
from cthulhu_envs.games.call_of_cthulhu.effects import run_operation
from cthulhu_envs.games.call_of_cthulhu.filters import any_fitting
from cthulhu_envs.games.call_of_cthulhu.frames import (
    ask,
    ask_entity,
    ask_number,
    ask_pile,
    is_deep,
    pop,
    push,
)
from cthulhu_envs.games.call_of_cthulhu.lasting import drop_row
from cthulhu_envs.games.call_of_cthulhu.paying import cost_fits, is_x, most_x, price
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    AIM1,
    AIM1_CHOSEN,
    AIM1_MORE,
    AIM2,
    AIM2_CHOSEN,
    AMOUNT,
    ANNOUNCE,
    COST,
    COST_CHOSEN,
    DOMAIN,
    EFFECT,
    MAX_DOMAINS,
    NOTHING,
    PAY,
    SLOTS,
    ZERO,
    Ask,
    L,
    Proc,
    V,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.texts import is_in_play
from cthulhu_envs.games.call_of_cthulhu.zones import (
    BOTH,
    SHOWN,
    discard_from_play,
    from_hand,
    printed,
    to_hand,
    to_pile,
    trigger,
)


@kernel
def step_use(kit, s):
    """One step of using a text."""
    f = s.fr[s.depth - 1]
    pc = f[V.PC]
    f[V.PC] = pc + 1
    if pc == ANNOUNCE:
        announce(kit, s, f)
    elif pc == DOMAIN:
        domain_chosen(kit, s, f)
    elif pc == AMOUNT:
        if is_x(kit, s, f[V.SRC], f[V.TEXT]) and f[V.DOM] != NOTHING:
            f[V.X] = s.answer
    elif pc == COST:
        choose_cost(kit, s, f)
    elif pc == COST_CHOSEN:
        f[V.OTHER] = s.answer
    elif pc == AIM1:
        choose_aim(kit, s, f, A.AIM1)
    elif pc == AIM1_CHOSEN:
        aim_chosen(kit, s, f)
    elif pc == AIM1_MORE:
        if f[V.EXTRA] == NOTHING:
            f[V.EXTRA] = s.answer
    elif pc == AIM2:
        s.answer = NOTHING
        choose_aim(kit, s, f, A.AIM2)
    elif pc == AIM2_CHOSEN:
        f[V.T2] = s.answer
    elif pc == PAY:
        pay(kit, s, f)
    elif pc == EFFECT:
        if not f[V.CANCEL] and not run_operation(kit, s, f):
            f[V.PC] = EFFECT
    else:
        finish(kit, s, f)


@kernel
def announce(kit, s, f):
    """A card leaves the hand; then a domain is chosen, unless nothing has to be paid."""
    src, who, text = f[V.SRC], f[V.WHO], f[V.TEXT]
    if s.zone[src] == Zone.HAND and kit.texts[text, A.FROM] == From.HAND:
        from_hand(s, src)
        s.zone[src] = Zone.LIMBO
        s.seen[src] = BOTH
        s.listed[src] = SHOWN
        f[V.FROM_HAND] = 1
    if kit.texts[text, A.PAY] == 0:
        f[V.PC] = COST
        return
    if price(kit, s, who, src, text, NOTHING) > 0 or is_x(kit, s, src, text):
        ask(s, Ask.PAY, who)
    else:
        f[V.PC] = COST


@kernel
def domain_chosen(kit, s, f):
    """R4.11: then the X, if there is one."""
    f[V.DOM] = NOTHING if s.answer == NOTHING else s.answer % MAX_DOMAINS
    if f[V.DOM] != NOTHING and is_x(kit, s, f[V.SRC], f[V.TEXT]):
        most = most_x(kit, s, f[V.WHO], f[V.SRC], f[V.TEXT], f[V.DOM])
        cost = price(kit, s, f[V.WHO], f[V.SRC], f[V.TEXT], f[V.DOM])
        ask_number(s, f[V.WHO], 1 if cost == 0 else 0, most)


@kernel
def choose_cost(kit, s, f):
    """A card to exhaust or to sacrifice, if the text asks for one."""
    a = kit.texts[f[V.TEXT]]
    if a[A.EXHAUST_FILTER] != NONE:
        ask_entity(s, f[V.WHO], a[A.EXHAUST_FILTER], ZERO)
    elif a[A.SACRIFICE_FILTER] != NONE:
        ask_entity(s, f[V.WHO], a[A.SACRIFICE_FILTER], ZERO)
    else:
        f[V.PC] = AIM1


@kernel
def choose_aim(kit, s, f, column):
    """Ask for a target; a text without one goes on."""
    aim, row = kit.texts[f[V.TEXT], column], kit.texts[f[V.TEXT], column + 1]
    who = f[V.WHO]
    may = column == A.AIM2 and kit.texts[f[V.TEXT], A.MAYBE2]
    if aim == Aim.NOTHING:
        f[V.PC] = AIM2 if column == A.AIM1 else PAY
    elif aim == Aim.CARD:
        if may and not any_fitting(kit, s, row, who, f[V.SELF], f[V.X], f[V.T1]):
            f[V.PC] = PAY
        else:
            ask_entity(s, who, row, may)
    elif aim == Aim.PILE:
        ask_pile(s, who, who, row, ZERO)
    elif aim == Aim.THEIR_PILE:
        ask_pile(s, who, 1 - who, row, ZERO)
    elif aim == Aim.STORY or aim == Aim.EMPTY_STORY:
        ask(s, Ask.STORY, who)
        s.ask_n = aim
    elif aim == Aim.TOKENS:
        ask(s, Ask.TOKENS, who)
        s.ask_filter = row
    elif aim == Aim.SEAT:
        ask(s, Ask.SEAT, who)
    elif aim == Aim.ICON:
        ask(s, Ask.ICON, who)
    else:
        ask(s, Ask.DOMAIN, who)
        s.ask_n = aim
        s.ask_filter = row


@kernel
def aim_chosen(kit, s, f):
    """Keep the first target; a resource and a side of a story take a second choice."""
    f[V.T1] = s.answer
    a = kit.texts[f[V.TEXT]]
    s.answer = NOTHING
    if a[A.AIM1] == Aim.RESOURCE:
        ask(s, Ask.RESOURCE, f[V.WHO])
        s.ask_seat = f[V.T1] // MAX_DOMAINS
        s.ask_n = f[V.T1] % MAX_DOMAINS
        s.ask_filter = a[A.FILTER1]
    elif a[A.AIM1] == Aim.TOKENS:
        first = side_fits(s, f[V.T1], 0, a[A.FILTER1])
        if first and side_fits(s, f[V.T1], 1, a[A.FILTER1]):
            ask(s, Ask.SEAT, f[V.WHO])
        else:
            f[V.EXTRA] = 0 if first else 1


@kernel
def pay(kit, s, f):
    """R4.4, R7.3: all costs at once; then disrupts may answer."""
    a = kit.texts[f[V.TEXT]]
    who, self_inst = f[V.WHO], f[V.SELF]
    if f[V.DOM] != NOTHING:
        cost = price(kit, s, who, f[V.SRC], f[V.TEXT], f[V.DOM]) + f[V.X]
        f[V.OVER] = cost >= 1 and s.worth[who, f[V.DOM]] > cost  # R4.11
        drain(kit, s, who, f[V.DOM])
        if f[V.OVER] and is_in_play(a):
            trigger(s, Trigger.OVERPAID, NOTHING, who, ZERO)
    if f[V.FROM_HAND]:
        spend_next(kit, s, f)
    if a[A.EXHAUST]:
        s.exhausted[self_inst] = 1
    if a[A.SACRIFICE]:
        discard_from_play(kit, s, self_inst)
    if f[V.OTHER] != NOTHING:
        if a[A.SACRIFICE_FILTER] != NONE:
            discard_from_play(kit, s, f[V.OTHER])
        else:
            s.exhausted[f[V.OTHER]] = 1
    timing = a[A.TIMING]
    if timing == Timing.PLAY or timing == Timing.PASSIVE or timing == Timing.WIN:
        return
    if not is_deep(s) and has_disrupts(kit, s):
        push(s, Proc.DISRUPTS, s.active)


@kernel
def has_disrupts(kit, s):
    """Whether anybody holds or controls a card with a disrupt: else no window is opened."""
    bit = 1 << Timing.DISRUPT
    for seat in range(2):
        for k in range(s.hand_n[seat]):
            if kit.kinds[s.kind[s.hand[seat, k]], K.TIMINGS] & bit:
                return True
        for entity in range(seat * SLOTS, seat * SLOTS + s.reach[seat]):
            inst = s.play[entity]
            if inst != NOTHING and kit.kinds[s.kind[inst], K.TIMINGS] & bit:
                return True
    return s.effects & Effect.COPIES != 0


@kernel
def spend_next(kit, s, f):
    """R10.20: every reduction that waits for the next card of this kind is used up by it."""
    k = 0
    while k < s.lasting_n:
        row = s.lasting[k]
        is_spent = row[L.STAT] == Stat.COST and row[L.SEAT] == f[V.WHO]
        if is_spent:
            m = kit.mods[row[L.MOD]]
            fitting = cost_fits(kit, s, m[M.FILTER], f[V.SRC], f[V.WHO], row[L.SEAT])
            is_spent = fitting and m[M.NEXT] != 0
        if is_spent:
            drop_row(s, k)
        else:
            k += 1


@kernel
def finish(kit, s, f):
    """R7.14: an event goes to the discard pile, used or cancelled."""
    src, who = f[V.SRC], f[V.WHO]
    if f[V.FROM_HAND]:
        if s.zone[src] == Zone.LIMBO:
            if f[V.KEEP]:
                to_hand(s, src, BOTH)
            else:
                to_pile(s, src)
        elif printed(kit, s, src, K.TYPE) == CardType.CHARACTER:
            trigger(s, Trigger.PLAYED, src, who, f[V.OVER])
    pop(s)
