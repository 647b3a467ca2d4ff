"""Using a text from announcing it to its end: pay, choose, be disrupted, take effect (R7.3)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    NONE,
    Aim,
    CardType,
    Effect,
    From,
    Stat,
    Timing,
    Trigger,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import OF_AIM, A, K, M
from cthulhu_envs.games.call_of_cthulhu.rules.aims import side_fits
from cthulhu_envs.games.call_of_cthulhu.rules.asking import (
    ask,
    ask_domain,
    ask_entity,
    ask_number,
    ask_pile,
    ask_resource,
    ask_story,
    ask_tokens,
)
from cthulhu_envs.games.call_of_cthulhu.rules.domains import drain
from cthulhu_envs.games.call_of_cthulhu.rules.effects import run_operation
from cthulhu_envs.games.call_of_cthulhu.rules.filters import any_fitting
from cthulhu_envs.games.call_of_cthulhu.rules.frames import is_deep, open_disrupts, pop
from cthulhu_envs.games.call_of_cthulhu.rules.lasting import drop_row
from cthulhu_envs.games.call_of_cthulhu.rules.paying import cost_fits, is_x, most_x, price
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Use, UseStage
from cthulhu_envs.games.call_of_cthulhu.rules.texts import is_in_play
from cthulhu_envs.games.call_of_cthulhu.rules.zones import (
    discard_from_play,
    from_hand,
    printed,
    to_hand,
    to_pile,
    trigger,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    MAX_DOMAINS,
    MOST_X,
    NOTHING,
    SHOWN,
    SLOTS,
    L,
    Question,
    Zone,
)


@kernel
def step_use(kit, s):
    """One step of using a text."""
    f = s.stack[top(s)]
    stage = f[Frame.STAGE]
    f[Frame.STAGE] = stage + 1
    if stage == UseStage.ANNOUNCE:
        announce(kit, s, f)
    elif stage == UseStage.DOMAIN:
        domain_chosen(kit, s, f)
    elif stage == UseStage.AMOUNT:
        if is_x(kit, s, f[Use.CARD], f[Use.TEXT]) and f[Use.DOMAIN] != NOTHING:
            f[Frame.X] = s.answer
    elif stage == UseStage.COST:
        choose_cost(kit, s, f)
    elif stage == UseStage.COST_CHOSEN:
        f[Use.COST_CARD] = s.answer
    elif stage == UseStage.AIM1:
        choose_aim(kit, s, f, A.AIM1)
    elif stage == UseStage.AIM1_CHOSEN:
        aim_chosen(kit, s, f)
    elif stage == UseStage.AIM1_MORE:
        if f[Use.TARGET_MORE] == NOTHING:
            f[Use.TARGET_MORE] = s.answer
    elif stage == UseStage.AIM2:
        s.answer = NOTHING
        choose_aim(kit, s, f, A.AIM2)
    elif stage == UseStage.AIM2_CHOSEN:
        f[Use.TARGET_2] = s.answer
    elif stage == UseStage.PAY:
        pay(kit, s, f)
    elif stage == UseStage.EFFECT:
        if not f[Use.CANCELLED] and not run_operation(kit, s, f):
            f[Frame.STAGE] = UseStage.EFFECT
    elif stage == UseStage.FINISH:
        finish(kit, s, f)
    else:
        raise AssertionError("using a text has no such stage")


@kernel
def announce(kit, s, f):
    """A card leaves the hand; then a domain is chosen, unless nothing has to be paid."""
    src, who, text = f[Use.CARD], f[Frame.WHO], f[Use.TEXT]
    if s.zone[src] == Zone.HAND and kit.texts[text, A.FROM] == From.HAND:
        from_hand(s, src)
        s.zone[src] = Zone.LIMBO
        s.seen[src] = BOTH
        s.listed[src] = SHOWN
        f[Use.FROM_HAND] = 1
    if kit.texts[text, A.PAY] == 0:
        f[Frame.STAGE] = UseStage.COST
        return
    if price(kit, s, who, src, text, NOTHING) > 0 or is_x(kit, s, src, text):
        ask(s, Question.PAY, who)
    else:
        f[Frame.STAGE] = UseStage.COST


@kernel
def domain_chosen(kit, s, f):
    """R4.11: then the X, if there is one."""
    f[Use.DOMAIN] = NOTHING if s.answer == NOTHING else s.answer % MAX_DOMAINS
    if f[Use.DOMAIN] != NOTHING and is_x(kit, s, f[Use.CARD], f[Use.TEXT]):
        most = most_x(kit, s, f[Frame.WHO], f[Use.CARD], f[Use.TEXT], f[Use.DOMAIN])
        cost = price(kit, s, f[Frame.WHO], f[Use.CARD], f[Use.TEXT], f[Use.DOMAIN])
        ask_number(s, f[Frame.WHO], 1 if cost == 0 else 0, min(most, MOST_X))


@kernel
def choose_cost(kit, s, f):
    """A card to exhaust or to sacrifice, if the text asks for one."""
    a = kit.texts[f[Use.TEXT]]
    if a[A.EXHAUST_FILTER] != NONE:
        ask_entity(s, f[Frame.WHO], a[A.EXHAUST_FILTER], 0)
    elif a[A.SACRIFICE_FILTER] != NONE:
        ask_entity(s, f[Frame.WHO], a[A.SACRIFICE_FILTER], 0)
    else:
        f[Frame.STAGE] = UseStage.AIM1


@kernel
def choose_aim(kit, s, f, column):
    """Question for a target; a text without one goes on."""
    aim, row = kit.texts[f[Use.TEXT], column], kit.texts[f[Use.TEXT], column + OF_AIM]
    who = f[Frame.WHO]
    may = column == A.AIM2 and kit.texts[f[Use.TEXT], A.MAYBE2]
    if aim == Aim.NOTHING:
        f[Frame.STAGE] = UseStage.AIM2 if column == A.AIM1 else UseStage.PAY
    elif aim == Aim.CARD:
        if may and not any_fitting(kit, s, row, who, f[Frame.SELF], f[Frame.X], f[Use.TARGET]):
            f[Frame.STAGE] = UseStage.PAY
        else:
            ask_entity(s, who, row, may)
    elif aim == Aim.PILE:
        ask_pile(s, who, who, row, 0)
    elif aim == Aim.THEIR_PILE:
        ask_pile(s, who, 1 - who, row, 0)
    elif aim == Aim.STORY or aim == Aim.EMPTY_STORY:
        ask_story(s, who, aim)
    elif aim == Aim.TOKENS:
        ask_tokens(s, who, row)
    elif aim == Aim.SEAT:
        ask(s, Question.SEAT, who)
    elif aim == Aim.ICON:
        ask(s, Question.ICON, who)
    elif aim == Aim.DRAINED or aim == Aim.UNDRAINED or aim == Aim.RESOURCE:
        ask_domain(s, who, aim, row, 0)
    else:
        raise AssertionError("there is no such aim")


@kernel
def aim_chosen(kit, s, f):
    """Keep the first target; a resource and a side of a story take a second choice."""
    f[Use.TARGET] = s.answer
    a = kit.texts[f[Use.TEXT]]
    s.answer = NOTHING
    if a[A.AIM1] == Aim.RESOURCE:
        whose, domain = f[Use.TARGET] // MAX_DOMAINS, f[Use.TARGET] % MAX_DOMAINS
        ask_resource(s, f[Frame.WHO], whose, domain, a[A.FILTER1])
    elif a[A.AIM1] == Aim.TOKENS:
        first = side_fits(s, f[Use.TARGET], 0, a[A.FILTER1])
        if first and side_fits(s, f[Use.TARGET], 1, a[A.FILTER1]):
            ask(s, Question.SEAT, f[Frame.WHO])
        else:
            f[Use.TARGET_MORE] = 0 if first else 1


@kernel
def pay(kit, s, f):
    """R4.4, R7.3: all costs at once; then disrupts may answer."""
    a = kit.texts[f[Use.TEXT]]
    who, self_inst = f[Frame.WHO], f[Frame.SELF]
    if f[Use.DOMAIN] != NOTHING:
        cost = price(kit, s, who, f[Use.CARD], f[Use.TEXT], f[Use.DOMAIN]) + f[Frame.X]
        f[Use.OVERPAID] = cost >= 1 and s.worth[who, f[Use.DOMAIN]] > cost  # R4.11
        drain(kit, s, who, f[Use.DOMAIN])
        if f[Use.OVERPAID] and is_in_play(a):
            trigger(s, Trigger.OVERPAID, NOTHING, who, 0)
    if f[Use.FROM_HAND]:
        spend_next(kit, s, f)
    if a[A.EXHAUST]:
        s.exhausted[self_inst] = 1
    if a[A.SACRIFICE]:
        discard_from_play(kit, s, self_inst)
    if f[Use.COST_CARD] != NOTHING:
        if a[A.SACRIFICE_FILTER] != NONE:
            discard_from_play(kit, s, f[Use.COST_CARD])
        else:
            s.exhausted[f[Use.COST_CARD]] = 1
    if can_be_disrupted(a[A.TIMING]) and not is_deep(s) and has_disrupts(kit, s):
        open_disrupts(s)


@kernel
def can_be_disrupted(timing):
    """R7.10: whether disrupts may answer a text."""
    if timing == Timing.PLAY or timing == Timing.PASSIVE or timing == Timing.WIN:
        return False
    if timing == Timing.ACTION or timing == Timing.DISRUPT:
        return True
    if timing == Timing.RESPONSE or timing == Timing.FORCED:
        return True
    raise AssertionError("there is no such timing")


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
        is_spent = row[L.STAT] == Stat.COST and row[L.SEAT] == f[Frame.WHO]
        if is_spent:
            m = kit.mods[row[L.MOD]]
            fitting = cost_fits(kit, s, m[M.FILTER], f[Use.CARD], f[Frame.WHO], row[L.SEAT])
            is_spent = fitting and m[M.NEXT] != 0
        if is_spent:
            drop_row(s, k)
        else:
            k += 1


@kernel
def finish(kit, s, f):
    """R7.14: an event goes to the discard pile, used or cancelled."""
    src, who = f[Use.CARD], f[Frame.WHO]
    if f[Use.FROM_HAND]:
        if s.zone[src] == Zone.LIMBO:
            if f[Use.KEPT]:
                to_hand(s, src, BOTH)
            else:
                to_pile(s, src)
        elif printed(kit, s, src, K.TYPE) == CardType.CHARACTER:
            trigger(s, Trigger.PLAYED, src, who, f[Use.OVERPAID])
    pop(s)
