"""Which texts a seat may use now: conditions, costs, and something to choose (R7)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import under_top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    CARD_COST,
    NONE,
    Aim,
    Cond,
    Effect,
    From,
    Keyword,
    Op,
    Stat,
    Timing,
    Trigger,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, K, O
from cthulhu_envs.games.call_of_cthulhu.rules.aims import can_aim
from cthulhu_envs.games.call_of_cthulhu.rules.filters import any_fitting, is_time
from cthulhu_envs.games.call_of_cthulhu.rules.paying import best_x, is_steadfast
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Proc, Use, Wound
from cthulhu_envs.games.call_of_cthulhu.rules.zones import can_enter, owner, printed
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    ENTITIES,
    MAX_USED,
    NOTHING,
    L,
    Phase,
    T,
    U,
    Zone,
)

PACK = 256  # a text and the card it speaks of, in one number


@kernel(inline=True)
def packed(text, inst):
    """A text and the card it speaks of."""
    return int(text) * PACK + int(inst)


@kernel
def can_use(kit, s, seat, text, src, self_inst, trig):
    """Everything but whether it answers the trigger: whether a seat may use a text of a card."""
    a = kit.texts[text]
    if not condition_holds(kit, s, seat, a[A.COND], self_inst):
        return False
    x = best_x(kit, s, seat, src, text)
    if x < 0:
        return False
    if a[A.PAY] == CARD_COST:
        if not is_steadfast(kit, s, seat, src):
            return False
        if a[A.TIMING] == Timing.PLAY and not can_enter(kit, s, s.kind[src], seat):
            return False
    if a[A.EXHAUST] and not can_exhaust(s, seat, self_inst):
        return False
    if a[A.SACRIFICE] and (s.zone[self_inst] != Zone.PLAY or s.side[self_inst] != seat):
        return False
    if not has_cost_card(kit, s, a[A.EXHAUST_FILTER], seat, self_inst, x):
        return False
    if not has_cost_card(kit, s, a[A.SACRIFICE_FILTER], seat, self_inst, x):
        return False
    return can_aim(kit, s, seat, text, self_inst, x, trig)


@kernel(inline=True)
def has_cost_card(kit, s, row, seat, self_inst, x):
    """Whether there is a card to exhaust or to sacrifice, if the text asks for one."""
    return row == NONE or any_fitting(kit, s, row, seat, self_inst, x, NOTHING)


@kernel
def can_exhaust(s, seat, inst):
    """R7.3: a card pays by exhausting only if it is ready and the player's own."""
    return (
        s.zone[inst] == Zone.PLAY
        and s.side[inst] == seat
        and not s.exhausted[inst]
        and not s.insane[inst]
    )


@kernel
def condition_holds(kit, s, seat, cond, inst):
    """The conditions that concern the card or the phase; those of a trigger hold here."""
    if cond == Cond.NOTHING:
        return True
    if cond == Cond.COMMITTED:
        return s.at_story[inst] != NOTHING
    if cond == Cond.OPERATIONS:
        return s.phase == Phase.OPERATIONS and s.active == seat
    if cond == Cond.FRESH:
        return s.zone[inst] == Zone.PILE and s.stamp[inst] == s.phase_no
    if cond == Cond.ATTACHED:
        return s.host[inst] != NOTHING
    if cond == Cond.UNATTACHED:
        return s.host[inst] == NOTHING
    if cond == Cond.DAY:
        return is_time(kit, s, Keyword.DAY)
    if cond == Cond.NIGHT:
        return is_time(kit, s, Keyword.NIGHT)
    if is_of_trigger(cond):
        return True
    raise AssertionError("a text has no such condition")


@kernel
def is_of_trigger(cond):
    """Whether a condition concerns what a text answers, or is about to happen: see below."""
    return (
        cond == Cond.OVERPAID
        or cond == Cond.WOUNDS_ME
        or cond == Cond.WOUNDS_HOST
        or cond == Cond.WOUNDS_MINE
        or cond == Cond.WOUNDS_ANY
        or cond == Cond.TARGETS_ME
        or cond == Cond.EVENT_DESTROYS_ME
        or cond == Cond.IS_ABILITY
        or cond == Cond.IS_ACTION_OR_RESPONSE
    )


@kernel
def answers(kit, s, seat, text, src, self_inst, trig):
    """Whether a response or forced response of a seat answers a trigger."""
    a = kit.texts[text]
    row = s.trig[trig]
    event = row[T.EVENT]
    if a[A.TRIGGER] != event:
        return False
    if event == Trigger.DREW:
        return True
    if event == Trigger.STRUGGLE or event == Trigger.OVERPAID:
        return row[T.SEAT] == seat
    if event == Trigger.PLAYED:
        same = printed(kit, s, row[T.INST], K.FACTION) == printed(kit, s, src, K.FACTION)
        return row[T.SEAT] == seat and same
    if is_of_card(event):
        is_own = row[T.INST] == self_inst
        return is_own and (a[A.COND] != Cond.OVERPAID or row[T.ARG] == 1)
    raise AssertionError("nothing answers such a trigger")


@kernel
def is_of_card(event):
    """Whether a trigger is about one card, whose texts answer it."""
    return (
        event == Trigger.ENTERS
        or event == Trigger.COMMITS
        or event == Trigger.RESTORED
        or event == Trigger.WOUNDED
        or event == Trigger.DIES
        or event == Trigger.RESOLVED
    )


@kernel
def is_used(s, src, trig):
    """R7.7: once for each card and trigger."""
    for k in range(s.used_n):
        if s.used[k, U.CARD] == src and s.used[k, U.TRIGGER] == trig:
            return True
    return s.used_n >= MAX_USED


@kernel(inline=True)
def is_in_play(a):
    """R7.16: whether a text is an ability: one of a card in play, or given to one."""
    return a[A.FROM] == From.PLAY or a[A.FROM] == From.HOST


@kernel
def disrupts(kit, s, seat, text, src, self_inst):
    """R7.10-R7.12: whether a disrupt fits what is about to happen (the frame below the window)."""
    a = kit.texts[text]
    below = s.stack[under_top(s)]
    if below[Frame.PROC] == Proc.WOUND:
        is_answer = a[A.TRIGGER] == Trigger.WOUND
        return is_answer and wounds(s, seat, a[A.COND], below[Wound.CARD], src, self_inst)
    if below[Frame.PROC] != Proc.USE:
        raise AssertionError("nothing else can be disrupted")
    b = kit.texts[below[Use.TEXT]]
    if a[A.TRIGGER] == Trigger.ABILITY:
        return is_in_play(b) and below[Use.CARD] != src
    if a[A.TRIGGER] != Trigger.EFFECT or below[Frame.WHO] == seat:
        return False
    aimed = below[Use.TARGET] == self_inst and b[A.AIM1] == Aim.CARD
    aimed = aimed or (below[Use.TARGET_2] == self_inst and b[A.AIM2] == Aim.CARD)
    if a[A.COND] == Cond.TARGETS_ME:
        return aimed
    if a[A.COND] == Cond.EVENT_DESTROYS_ME:
        is_event = b[A.FROM] == From.HAND
        return aimed and is_event and kit.ops[b[A.FIRST_OP], O.OP] == Op.DESTROY
    if a[A.COND] == Cond.IS_ABILITY:
        return is_in_play(b)
    if a[A.COND] == Cond.IS_ACTION_OR_RESPONSE:
        return b[A.TIMING] == Timing.ACTION or b[A.TIMING] == Timing.RESPONSE
    raise AssertionError("a disrupt of an effect has no such condition")


@kernel
def wounds(s, seat, cond, wounded, src, self_inst):
    """Whether a disrupt speaks of the card that is about to be wounded."""
    if cond == Cond.WOUNDS_ME:
        return wounded == self_inst
    if cond == Cond.WOUNDS_HOST:
        return wounded == s.host[src]
    if cond == Cond.WOUNDS_MINE:
        return s.side[wounded] == seat
    if cond == Cond.WOUNDS_ANY:
        return True
    raise AssertionError("a disrupt of a wound has no such condition")


@kernel
def is_offered(kit, s, seat, text, src, self_inst, timing, trig):
    """Whether a text of the right timing answers the trigger (if any) and may be used."""
    if kit.texts[text, A.TIMING] != timing:
        return False
    if timing == Timing.RESPONSE or timing == Timing.FORCED:
        if is_used(s, src, trig) or not answers(kit, s, seat, text, src, self_inst, trig):
            return False
    elif timing == Timing.DISRUPT and not disrupts(kit, s, seat, text, src, self_inst):
        return False
    return can_use(kit, s, seat, text, src, self_inst, trig)


@kernel
def text_in_play(kit, s, seat, inst, timing, trig, skip):
    """The text of a card in play that a seat may use, after skipping some; NOTHING if none.

    Its own texts, those an attachment grants it, those it has copied (R10.10).
    """
    if s.insane[inst] or s.side[inst] != seat:
        return NOTHING
    if not s.blank[inst]:
        row = kit.kinds[s.kind[inst]]
        if row[K.TIMINGS] >> timing & 1:
            for text in range(row[K.FIRST_TEXT], row[K.FIRST_TEXT] + row[K.NUM_TEXTS]):
                if kit.texts[text, A.FROM] == From.PLAY and is_offered(
                    kit, s, seat, text, inst, inst, timing, trig
                ):
                    if skip == 0:
                        return packed(text, inst)
                    skip -= 1
    if not s.effects & (Effect.GRANTS | Effect.COPIES):
        return NOTHING
    if timing == Timing.ACTION and s.at_story[inst] != NOTHING:
        for entity in range(ENTITIES):
            card = s.play[entity]
            if card != NOTHING and s.host[card] == inst:
                row = kit.kinds[s.kind[card]]
                for text in range(row[K.FIRST_TEXT], row[K.FIRST_TEXT] + row[K.NUM_TEXTS]):
                    if kit.texts[text, A.FROM] == From.HOST and is_offered(
                        kit, s, seat, text, inst, inst, timing, trig
                    ):
                        if skip == 0:
                            return packed(text, inst)
                        skip -= 1
    return copied_text(kit, s, seat, inst, timing, trig, skip)


@kernel
def copied_text(kit, s, seat, inst, timing, trig, skip):
    """R10.10: texts copied for the phase speak of the card they stand on."""
    for k in range(s.lasting_n):
        if s.lasting[k, L.STAT] == Stat.COPY_TEXT and s.lasting[k, L.INST] == inst:
            original = s.lasting[k, L.AUX]  # the card copied from
            row = kit.kinds[s.kind[original]]
            for text in range(row[K.FIRST_TEXT], row[K.FIRST_TEXT] + row[K.NUM_TEXTS]):
                if kit.texts[text, A.FROM] == From.PLAY and is_offered(
                    kit, s, seat, text, inst, original, timing, trig
                ):
                    if skip == 0:
                        return packed(text, original)
                    skip -= 1
    return NOTHING


@kernel
def text_elsewhere(kit, s, seat, inst, place, timing, trig, skip):
    """The text of a card in hand or discard pile that a seat may use, after skipping some."""
    row = kit.kinds[s.kind[inst]]
    if not row[K.TIMINGS] >> timing & 1:
        return NOTHING
    for text in range(row[K.FIRST_TEXT], row[K.FIRST_TEXT] + row[K.NUM_TEXTS]):
        if kit.texts[text, A.FROM] == place and is_offered(
            kit, s, seat, text, inst, inst, timing, trig
        ):
            if skip == 0:
                return packed(text, inst)
            skip -= 1
    return NOTHING


@kernel
def text_of(kit, s, seat, inst, timing, trig, skip):
    """The text of any card that a seat may use at this timing, wherever the card is."""
    zone = s.zone[inst]
    if zone == Zone.PLAY:
        return text_in_play(kit, s, seat, inst, timing, trig, skip)
    if owner(inst) != seat:
        return NOTHING
    if zone == Zone.HAND:
        return text_elsewhere(kit, s, seat, inst, From.HAND, timing, trig, skip)
    if zone == Zone.PILE:
        return text_elsewhere(kit, s, seat, inst, From.PILE, timing, trig, skip)
    return NOTHING
