"""Operations on cards in play: wounds, insanity, exhausting, leaving, lasting modifiers."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.cards import Aim, CardType, Op, Stat, Trigger, Whom
from cthulhu_envs.games.call_of_cthulhu.columns import A, K, M, O
from cthulhu_envs.games.call_of_cthulhu.filters import any_fitting, can_go_insane, fits
from cthulhu_envs.games.call_of_cthulhu.frames import ask_entity, push
from cthulhu_envs.games.call_of_cthulhu.lasting import (
    home_of,
    is_on_all,
    remember,
    remember_all,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    ENTITIES,
    NOTHING,
    ONE,
    STORY_SLOTS,
    ZERO,
    Proc,
    V,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Limit
from cthulhu_envs.games.call_of_cthulhu.zones import (
    bounce,
    discard_from_play,
    drop_attachments,
    printed,
    put_into_play,
    rise,
    sit,
    trigger,
    uncommit,
)


@kernel
def op_enter(kit, s, f):
    """R5.1-R5.4: the card that was paid for enters play."""
    inst, who = f[V.SRC], f[V.WHO]
    if printed(kit, s, inst, K.TYPE) == CardType.CONSPIRACY:
        slot = STORY_SLOTS - 2 + who
        s.zone[inst] = Zone.STORY
        s.place[inst] = slot
        s.story[slot] = inst
        s.success[slot, :] = 0
        s.resolved[slot] = 0
        s.dirty = 1
        return True
    host = f[V.T1]
    if printed(kit, s, inst, K.ATTACH) == Aim.STORY:
        host = s.story[f[V.T1]]
    put_into_play(kit, s, inst, who, ZERO, f[V.OVER])
    if s.zone[inst] == Zone.PLAY:
        s.host[inst] = host
    return True


@kernel
def subject(f, whom):
    """The card an operation works on."""
    if whom == Whom.SELF:
        return int(f[V.SELF])
    return int(f[V.T1]) if whom == Whom.T1 else int(f[V.T2])


@kernel
def op_wound(kit, s, f, o):
    """Wound one card, or one after the other all that the filter accepted at the start."""
    if o[O.WHOM] != Whom.ALL:
        if f[V.SUB]:
            return True
        f[V.SUB] = 1
        f[V.OKAY] = 0
        start_wound(s, subject(f, o[O.WHOM]), o[O.AMOUNT])
        return False
    if f[V.SUB] == 0:
        f[V.SUB] = 1
        strike(kit, s, f, o)
    while f[V.J] < ENTITIES:
        entity = f[V.J]
        f[V.J] += 1
        if s.struck[entity]:
            s.struck[entity] = 0
            if s.play[entity] != NOTHING:
                start_wound(s, s.play[entity], o[O.AMOUNT])
                return False
    return True


@kernel
def strike(kit, s, f, o):
    """Mark all cards that the filter accepts now: who dies of it first saves nobody."""
    for entity in range(ENTITIES):
        inst = s.play[entity]
        s.struck[entity] = inst != NOTHING and fits(
            kit, s, o[O.FILTER], inst, f[V.WHO], f[V.SELF], f[V.X]
        )


@kernel
def start_wound(s, inst, n):
    """R9.1, R7.10: wounds are about to be dealt."""
    push(s, Proc.WOUND, s.active)
    s.fr[s.depth - 1, V.T1] = inst
    s.fr[s.depth - 1, V.N] = n


@kernel
def op_their_wound(kit, s, f, o):
    """The wounded character's controller may wound any character."""
    them = 1 - f[V.WHO]
    if f[V.SUB] == 0:
        f[V.SUB] = 1
        s.answer = NOTHING
        if any_fitting(kit, s, o[O.FILTER], them, NOTHING, ZERO, NOTHING):
            ask_entity(s, them, o[O.FILTER], ONE)
        return False
    if f[V.SUB] == 1 and s.answer != NOTHING:
        f[V.SUB] = 2
        start_wound(s, s.answer, ONE)
        return False
    return True


@kernel
def op_cancel(s, op):
    """The disrupt lies on its window, and that on what it disrupts."""
    below = s.fr[s.depth - 3]
    if op == Op.CANCEL_WOUND:
        below[V.N] -= 1
    else:
        below[V.CANCEL] = 1
    return True


@kernel
def op_sacrifice(kit, s, f, o, seat):
    """A player chooses a card to sacrifice, if there is one."""
    if f[V.SUB] == 0:
        if not any_fitting(kit, s, o[O.FILTER], seat, f[V.SELF], ZERO, NOTHING):
            return True
        f[V.SUB] = 1
        ask_entity(s, seat, o[O.FILTER], ZERO)
        return False
    discard_from_play(kit, s, s.answer)
    return True


@kernel
def op_sacrifice_all(kit, s, f, o):
    """Each player sacrifices all cards that the filter accepts, as they were at the start."""
    strike(kit, s, f, o)
    for entity in range(ENTITIES):
        if s.struck[entity]:
            s.struck[entity] = 0
            if s.play[entity] != NOTHING:
                discard_from_play(kit, s, s.play[entity])
    return True


@kernel
def op_on_cards(kit, s, f, o):
    """Operations that are done at once, on one card or on all that the filter accepts."""
    if o[O.WHOM] != Whom.ALL:
        inst = subject(f, o[O.WHOM])
        if inst == NOTHING or s.zone[inst] != Zone.PLAY:  # R7.4: the target is gone
            f[V.OKAY] = 0
        else:
            f[V.OKAY] = do_to(kit, s, f, o, inst)
        return True
    for entity in range(ENTITIES):
        inst = s.play[entity]
        if inst != NOTHING and fits(kit, s, o[O.FILTER], inst, f[V.WHO], f[V.SELF], f[V.X]):
            do_to(kit, s, f, o, inst)
    return True


@kernel
def do_to(kit, s, f, o, inst):
    """One operation on one card; whether it did anything."""
    op = o[O.OP]
    s.dirty = 1
    if op == Op.DESTROY:
        discard_from_play(kit, s, inst)
        return True
    if op == Op.EXHAUST or (op == Op.EXHAUST_OR_MADDEN and not s.exhausted[inst]):
        changed = not s.exhausted[inst]
        s.exhausted[inst] = 1
        return changed
    if op == Op.READY:
        changed = s.exhausted[inst] == 1
        s.exhausted[inst] = 0
        return changed
    if op == Op.MADDEN or op == Op.EXHAUST_OR_MADDEN:
        return madden(kit, s, inst)
    if op == Op.RESTORE_READY:
        return restore(s, inst, ZERO)
    if op == Op.BOUNCE:
        bounce(kit, s, inst)
        return True
    if op == Op.UNCOMMIT:
        uncommit(s, inst)
        return True
    if op == Op.CONTROL:
        take_control(s, inst, f[V.WHO], kit.texts[f[V.TEXT], A.KIND])
        return True
    if op == Op.ATTACH:
        attach_self(kit, s, inst, f[V.T1])
        return True
    if op == Op.DETACH:
        s.host[inst] = NOTHING
        return True
    raise AssertionError("there is no such operation on cards in play")


@kernel
def madden(kit, s, inst):
    """R9.10, R9.11: face down, away from the story, without attachments; a wounded one is then
    destroyed.
    """
    if not can_go_insane(s, inst):
        return False
    if s.wounds[inst] > 0:
        s.insane[inst] = 1
        discard_from_play(kit, s, inst)
        return True
    drop_attachments(kit, s, inst)
    s.insane[inst] = 1
    uncommit(s, inst)
    return True


@kernel
def restore(s, inst, exhausted):
    """R3.4: face up again."""
    if not s.insane[inst] or s.limits[inst] & Limit.NO_RESTORE:
        return False
    s.insane[inst] = 0
    s.exhausted[inst] = exhausted
    trigger(s, Trigger.RESTORED, inst, s.side[inst], ZERO)
    s.dirty = 1
    return True


@kernel
def take_control(s, inst, who, kind):
    """R10.8: to the other side until the end of the phase, committed where it was.

    Home is where it was before the first change.
    """
    before = s.side[inst]
    if before == who:
        return
    rise(s, inst)
    sit(s, inst, who)
    if home_of(s, inst) == NOTHING:
        remember(s, Stat.CONTROL, NOTHING, inst, before, NOTHING, kind)


@kernel
def attach_self(kit, s, inst, host):
    """R10.9: a character becomes an attachment; it is at no story, and nothing is on it."""
    if host == NOTHING or s.zone[host] != Zone.PLAY:
        return
    drop_attachments(kit, s, inst)
    uncommit(s, inst)
    s.wounds[inst] = 0
    s.host[inst] = host


@kernel
def op_phase(kit, s, f, o, kind):
    """A modifier until the end of the phase: of one card, of all that fit now (R9.12), of costs."""
    mod = o[O.MOD]
    stat = kit.mods[mod, M.STAT]
    if o[O.WHOM] != Whom.ALL:
        inst = subject(f, o[O.WHOM])
        if inst != NOTHING and s.zone[inst] == Zone.PLAY:
            remember(s, stat, mod, inst, f[V.WHO], NOTHING, kind)
    elif is_on_all(kit, mod):
        strike(kit, s, f, o)
        remember_all(s, stat, mod, f[V.WHO], kind)
    else:
        remember(s, stat, mod, NOTHING, f[V.WHO], NOTHING, kind)


@kernel
def op_lasting(kit, s, f, o):
    """Modifiers until the end of the phase, copies, and struggles taken away."""
    op, kind = o[O.OP], kit.texts[f[V.TEXT], A.KIND]
    target = f[V.T1]
    if op == Op.PHASE:
        op_phase(kit, s, f, o, kind)
    elif op == Op.NAME_STRUGGLE:
        s.named[f[V.SELF]] = target
    elif op == Op.REMOVE_STRUGGLE:
        remember(s, Stat.STRUGGLE, NOTHING, s.story[target], f[V.WHO], f[V.T2], kind)
    elif target == NOTHING or s.zone[target] != Zone.PLAY:
        f[V.OKAY] = 0
    elif op == Op.COPY_ICONS:
        if not s.insane[target]:
            remember(s, Stat.COPY_ICONS, NOTHING, f[V.SELF], f[V.WHO], s.kind[target], kind)
    elif op == Op.COPY_TEXT:
        if not s.insane[target] and not s.blank[target]:
            remember(s, Stat.COPY_TEXT, NOTHING, f[V.SELF], f[V.WHO], target, kind)
    elif op == Op.OBLIGE:
        remember(s, Stat.OBLIGED, NOTHING, target, f[V.WHO], f[V.SELF], kind)
    else:
        raise AssertionError("there is no such operation that lasts")
    return True
