"""Operations on cards in play: wounds, insanity, exhausting, leaving, lasting modifiers."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Aim, CardType, Op, Stat, Trigger, Whom
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, K, M, O
from cthulhu_envs.games.call_of_cthulhu.rules.asking import ask_entity, is_answered
from cthulhu_envs.games.call_of_cthulhu.rules.filters import any_fitting, can_go_insane, fits
from cthulhu_envs.games.call_of_cthulhu.rules.frames import begin_wound
from cthulhu_envs.games.call_of_cthulhu.rules.lasting import (
    home_of,
    is_on_all,
    remember,
    remember_all,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    UNKNOWN_STEP,
    Frame,
    OneQuestion,
    Use,
    Wound,
)
from cthulhu_envs.games.call_of_cthulhu.rules.zones import (
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
from cthulhu_envs.games.call_of_cthulhu.sizes import ENTITIES, NOTHING, STORY_SLOTS, Zone
from cthulhu_envs.games.call_of_cthulhu.state import Limit


@kernel
def op_enter(kit, s, f):
    """R5.1-R5.4: the card that was paid for enters play."""
    inst, who = f[Use.CARD], f[Frame.WHO]
    if printed(kit, s, inst, K.TYPE) == CardType.CONSPIRACY:
        slot = STORY_SLOTS - 2 + who
        s.zone[inst] = Zone.STORY
        s.place[inst] = slot
        s.story[slot] = inst
        s.success[slot, :] = 0
        s.resolved[slot] = 0
        s.dirty = 1
        return True
    host = host_of(kit, s, inst, f[Use.TARGET])
    put_into_play(kit, s, inst, who, 0, f[Use.OVERPAID])
    if s.zone[inst] == Zone.PLAY:
        s.host[inst] = host
    return True


@kernel
def host_of(kit, s, inst, target):
    """R5.2: what a card is attached to when it enters play: a card, a story or NOTHING."""
    aim = printed(kit, s, inst, K.ATTACH)
    if aim == Aim.CARD or aim == Aim.NOTHING:
        return target
    if aim == Aim.STORY:
        return s.story[target]
    raise AssertionError("nothing is attached to such an aim")


@kernel
def subject(f, whom):
    """The card an operation works on, in play or in a discard pile."""
    if whom == Whom.SELF:
        return int(f[Frame.SELF])
    if whom == Whom.T1:
        return int(f[Use.TARGET])
    if whom == Whom.T2:
        return int(f[Use.TARGET_2])
    raise AssertionError("an operation on a card speaks of none")


MARK, WOUND = range(2)  # steps of wounding: mark the cards, then wound one after the other


@kernel
def op_wound(kit, s, f, o):
    """Wound one card, or one after the other all that the filter accepted at the start."""
    step = f[Use.STEP]
    if step != MARK and step != WOUND:
        raise AssertionError(UNKNOWN_STEP)
    if o[O.WHOM] != Whom.ALL:
        if step == WOUND:
            return True
        f[Use.STEP] = WOUND
        f[Frame.SUCCEEDED] = 0
        begin_wound(s, subject(f, o[O.WHOM]), o[O.AMOUNT])
        return False
    if step == MARK:
        f[Use.STEP] = WOUND
        strike(kit, s, f, o)
    while f[Use.DONE] < ENTITIES:
        entity = f[Use.DONE]
        f[Use.DONE] += 1
        if s.struck[entity]:
            s.struck[entity] = 0
            if s.play[entity] != NOTHING:
                begin_wound(s, s.play[entity], o[O.AMOUNT])
                return False
    return True


@kernel
def strike(kit, s, f, o):
    """Mark all cards that the filter accepts now: one that dies of it first saves no other."""
    for entity in range(ENTITIES):
        inst = s.play[entity]
        s.struck[entity] = inst != NOTHING and fits(
            kit, s, o[O.FILTER], inst, f[Frame.WHO], f[Frame.SELF], f[Frame.X]
        )


WHOM, CHOSEN, WOUNDED = range(3)  # steps of the opponent's wound


@kernel
def op_their_wound(kit, s, f, o):
    """The wounded character's controller may wound any character."""
    them = 1 - f[Frame.WHO]
    if f[Use.STEP] == WHOM:
        f[Use.STEP] = CHOSEN
        s.answer = NOTHING
        if any_fitting(kit, s, o[O.FILTER], them, NOTHING, 0, NOTHING):
            ask_entity(s, them, o[O.FILTER], 1)
        return False
    if f[Use.STEP] == CHOSEN and s.answer != NOTHING:
        f[Use.STEP] = WOUNDED
        begin_wound(s, s.answer, 1)
        return False
    if f[Use.STEP] != CHOSEN and f[Use.STEP] != WOUNDED:
        raise AssertionError(UNKNOWN_STEP)
    return True


BELOW = 3  # a disrupt lies on its window, and that on what it disrupts


@kernel
def op_cancel_wound(s):
    """R7.12: one wound less is dealt."""
    s.stack[s.depth - BELOW, Wound.AMOUNT] -= 1
    return True


@kernel
def op_cancel_effect(s):
    """R7.11: the effect does not take place."""
    s.stack[s.depth - BELOW, Use.CANCELLED] = 1
    return True


@kernel
def op_sacrifice(kit, s, f, o, seat):
    """A player chooses a card to sacrifice, if there is one."""
    if not is_answered(f):
        if not any_fitting(kit, s, o[O.FILTER], seat, f[Frame.SELF], 0, NOTHING):
            return True
        f[Use.STEP] = OneQuestion.ANSWERED
        ask_entity(s, seat, o[O.FILTER], 0)
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
            f[Frame.SUCCEEDED] = 0
        else:
            f[Frame.SUCCEEDED] = do_to(kit, s, f, o, inst)
        return True
    for entity in range(ENTITIES):
        inst = s.play[entity]
        if inst != NOTHING and fits(
            kit, s, o[O.FILTER], inst, f[Frame.WHO], f[Frame.SELF], f[Frame.X]
        ):
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
        return restore(s, inst, 0)
    if op == Op.BOUNCE:
        bounce(kit, s, inst)
        return True
    if op == Op.UNCOMMIT:
        uncommit(s, inst)
        return True
    if op == Op.CONTROL:
        take_control(s, inst, f[Frame.WHO], kit.texts[f[Use.TEXT], A.KIND])
        return True
    if op == Op.ATTACH:
        attach_self(kit, s, inst, f[Use.TARGET])
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
    trigger(s, Trigger.RESTORED, inst, s.side[inst], 0)
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
            remember(s, stat, mod, inst, f[Frame.WHO], NOTHING, kind)
    elif is_on_all(kit, mod):
        strike(kit, s, f, o)
        remember_all(s, stat, mod, f[Frame.WHO], kind)
    else:
        remember(s, stat, mod, NOTHING, f[Frame.WHO], NOTHING, kind)


@kernel
def op_lasting(kit, s, f, o):
    """Modifiers until the end of the phase, copies, and struggles taken away."""
    op, kind = o[O.OP], kit.texts[f[Use.TEXT], A.KIND]
    target = f[Use.TARGET]
    if op == Op.PHASE:
        op_phase(kit, s, f, o, kind)
    elif op == Op.NAME_STRUGGLE:
        s.named[f[Frame.SELF]] = target
    elif op == Op.REMOVE_STRUGGLE:
        if s.story[target] != NOTHING:  # R7.4: it may have been won meanwhile
            icon = f[Use.TARGET_2]
            remember(s, Stat.STRUGGLE, NOTHING, s.story[target], f[Frame.WHO], icon, kind)
    elif target == NOTHING or s.zone[target] != Zone.PLAY:
        f[Frame.SUCCEEDED] = 0
    elif op == Op.COPY_ICONS:
        if not s.insane[target]:
            remember(s, Stat.COPY_ICONS, NOTHING, f[Frame.SELF], f[Frame.WHO], s.kind[target], kind)
    elif op == Op.COPY_TEXT:
        if not s.insane[target] and not s.blank[target]:
            remember(s, Stat.COPY_TEXT, NOTHING, f[Frame.SELF], f[Frame.WHO], target, kind)
    elif op == Op.OBLIGE:
        remember(s, Stat.OBLIGED, NOTHING, target, f[Frame.WHO], f[Frame.SELF], kind)
    else:
        raise AssertionError("there is no such operation that lasts")
    return True
