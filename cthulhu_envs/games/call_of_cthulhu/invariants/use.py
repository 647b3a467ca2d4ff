"""Whether a text can be in use as a frame says: its card, its costs, its targets, how far it has
come (R7.3).
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    N_ICONS,
    NONE,
    Aim,
    From,
    Op,
    Timing,
    Whom,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, O
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.rules import effects_cards, effects_domains, effects_play
from cthulhu_envs.games.call_of_cthulhu.rules.effects import number_of, seat_of
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Frame,
    OneQuestion,
    Proc,
    Use,
    UseStage,
    Win,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    MAX_DOMAINS,
    NOTHING,
    STORY_SLOTS,
    Zone,
)

MOST_STEPS = 8
ASKS = np.zeros((len(Op), MOST_STEPS), np.bool_)  # steps in which an operation waits for an answer
for _op in (
    Op.DISCARD,
    Op.SACRIFICE,
    Op.SEARCH,
    Op.FETCH,
    Op.PILE_TO_BOTTOM,
    Op.SWAP_HAND_AND_PILE,
    Op.FREEZE,
    Op.DRAIN_TO_KEEP,
    Op.MAY_ADD_SUCCESS,
    Op.RETURN_WON,
):
    ASKS[_op, OneQuestion.ANSWERED] = True
for _op, _steps in (
    (Op.LOOK_BOTTOM, (effects_cards.UNDERMOST, effects_cards.TOPMOST)),
    (Op.LOOK_ORDER, (effects_cards.KEPT, effects_cards.LAID)),
    (Op.HAND_OR_PILE_ENTERS, (effects_cards.WHICH, effects_cards.ENTERS)),
    (Op.LOSE_RESOURCE, (effects_domains.WHICH, effects_domains.LOSE)),
    (Op.THEIR_WOUND, (effects_play.CHOSEN,)),
):
    ASKS[_op, list(_steps)] = True


@kernel
def fault_of_use(kit, s, k):
    """The first fault of a text in use, the frame at place k; it lies on another one."""
    f = s.stack[k]
    found = fault_of_text(kit, s, f, s.stack[k - 1])
    if found == Fault.NOTHING:
        found = fault_of_targets(kit, s, f)
    if found == Fault.NOTHING and s.ending == 0:
        found = fault_of_costs(kit, s, f)
        if found == Fault.NOTHING:
            found = fault_of_progress(kit, s, f, k == top(s))
    return found


@kernel
def fault_of_text(kit, s, f, below):
    """Whether the text is the card's, and one for what it lies on."""
    a = kit.texts[f[Use.TEXT]]
    card, self_inst, trig = f[Use.CARD], f[Frame.SELF], f[Use.TRIGGER]
    if a[A.FROM] != From.HOST and a[A.KIND] != s.kind[self_inst]:
        return Fault.WRONG_TEXT
    if (a[A.FROM] == From.HAND or a[A.FROM] == From.PILE) and card != self_inst:
        return Fault.WRONG_TEXT
    proc, timing = below[Frame.PROC], a[A.TIMING]
    if proc == Proc.WINDOW:
        good = timing == Timing.ACTION or timing == Timing.PLAY
    elif proc == Proc.RESPONSES:
        good = timing == Timing.RESPONSE
    elif proc == Proc.FORCED:
        good = timing == Timing.FORCED
    elif proc == Proc.DISRUPTS:
        good = timing == Timing.DISRUPT
    elif proc == Proc.COMMIT:
        good = timing == Timing.PASSIVE
    elif proc == Proc.WIN:
        good = timing == Timing.WIN and self_inst == below[Win.STORY]
    else:
        raise AssertionError("no text is used in the middle of this")
    if not good:
        return Fault.WRONG_TEXT
    is_answer = timing == Timing.RESPONSE or timing == Timing.FORCED
    if is_answer != (trig != NOTHING) or trig >= s.trig_n:
        return Fault.WRONG_TRIGGER
    if f[Use.FROM_HAND] != (a[A.FROM] == From.HAND and f[Frame.STAGE] > UseStage.ANNOUNCE):
        return Fault.WRONG_STEP
    return Fault.NOTHING


@kernel
def fault_of_targets(kit, s, f):
    """Targets are of the kind that the text chooses, and are there once they are chosen."""
    a = kit.texts[f[Use.TEXT]]
    stage = f[Frame.STAGE]
    if not aim_fits(s, a[A.AIM1], f[Use.TARGET], stage > UseStage.AIM1_CHOSEN, False):
        return Fault.WRONG_TARGET
    if not aim_fits(s, a[A.AIM2], f[Use.TARGET_2], stage > UseStage.AIM2_CHOSEN, a[A.MAYBE2] != 0):
        return Fault.WRONG_TARGET
    more = f[Use.TARGET_MORE]
    has_more = a[A.AIM1] == Aim.RESOURCE or a[A.AIM1] == Aim.TOKENS
    if (more != NOTHING) != (has_more and stage > UseStage.AIM1_MORE):
        return Fault.WRONG_TARGET
    if a[A.AIM1] == Aim.TOKENS and more >= 2:
        return Fault.WRONG_TARGET
    return Fault.NOTHING


@kernel
def aim_fits(s, aim, target, is_chosen, may):
    """Whether a target is one of an aim, or none as long as it is not chosen."""
    if aim == Aim.NOTHING or not is_chosen:
        return target == NOTHING
    if target == NOTHING:
        return may
    if aim == Aim.CARD or aim == Aim.PILE or aim == Aim.THEIR_PILE:
        return target < FIRST_STORY
    if aim == Aim.STORY or aim == Aim.EMPTY_STORY or aim == Aim.TOKENS:
        return target < STORY_SLOTS
    if aim == Aim.SEAT:
        return target < 2
    if aim == Aim.ICON:
        return target < N_ICONS
    if aim != Aim.DRAINED and aim != Aim.UNDRAINED and aim != Aim.RESOURCE:
        raise AssertionError("nothing is known of this aim")
    if target >= 2 * MAX_DOMAINS:
        return False
    seat = target // MAX_DOMAINS
    return target - seat * MAX_DOMAINS < s.domains[seat]


@kernel
def fault_of_costs(kit, s, f):
    """R7.3: the card is where it was announced, and what pays is there until it has paid."""
    a = kit.texts[f[Use.TEXT]]
    stage, card, cost_card = f[Frame.STAGE], f[Use.CARD], f[Use.COST_CARD]
    enters = kit.ops[a[A.FIRST_OP], O.OP] == Op.ENTER
    has_entered = enters and f[Use.OPERATION] > 0
    if f[Use.FROM_HAND] and s.zone[card] != Zone.LIMBO and not has_entered:
        return Fault.WRONG_LIMBO
    if f[Use.DOMAIN] != NOTHING:
        is_early = stage <= UseStage.DOMAIN or a[A.PAY] == 0
        if is_early or f[Use.DOMAIN] >= s.domains[f[Frame.WHO]]:
            return Fault.WRONG_COST
    if stage <= UseStage.AMOUNT and f[Frame.X] != 0:
        return Fault.WRONG_COST
    has_cost_card = a[A.EXHAUST_FILTER] != NONE or a[A.SACRIFICE_FILTER] != NONE
    if (cost_card != NOTHING) != (has_cost_card and stage > UseStage.COST_CHOSEN):
        return Fault.WRONG_COST
    if stage > UseStage.PAY:
        return Fault.NOTHING
    is_both = a[A.SACRIFICE] != 0 and cost_card == f[Frame.SELF]
    if cost_card != NOTHING and (s.zone[cost_card] != Zone.PLAY or is_both):
        return Fault.WRONG_COST
    if (a[A.SACRIFICE] or a[A.EXHAUST]) and s.zone[f[Frame.SELF]] != Zone.PLAY:
        return Fault.WRONG_COST
    return Fault.NOTHING


@kernel
def fault_of_progress(kit, s, f, is_top):
    """How far the effect has come: between two operations, or where one of them waits."""
    a = kit.texts[f[Use.TEXT]]
    step, done = f[Use.STEP], f[Use.DONE]
    begun = f[Use.OPERATION] > 0 or step > 0 or f[Use.PLAYER] > 0 or done > 0
    if f[Frame.STAGE] != UseStage.EFFECT:
        begun = begun or f[Use.NUMBER] > 0 or f[Use.CANCELLED] > 0 or f[Use.KEPT] > 0
        return Fault.WRONG_STEP if begun or f[Use.NEW_DOMAINS] > 0 else Fault.NOTHING
    if f[Use.OPERATION] >= a[A.NUM_OPS]:
        is_done = f[Use.OPERATION] == a[A.NUM_OPS] and step == 0 and done == 0
        return Fault.NOTHING if is_done and not is_top else Fault.WRONG_STEP
    o = kit.ops[a[A.FIRST_OP] + f[Use.OPERATION]]
    op = o[O.OP]
    if not is_top:
        is_all = op == Op.WOUND and o[O.WHOM] == Whom.ALL
        waits = op == Op.WOUND and step == effects_play.WOUND
        waits = waits or (op == Op.THEIR_WOUND and step == effects_play.WOUNDED)
        if (step > 0 and not waits) or (done > 0 and not (waits and is_all)):
            return Fault.WRONG_STEP
        return Fault.NOTHING
    if step >= MOST_STEPS or not ASKS[op, step]:
        return Fault.WRONG_STEP
    return fault_of_count(s, f, o)


@kernel
def fault_of_count(s, f, o):
    """Whether what an operation asks for again and again is there as often as it has to be."""
    op, done = o[O.OP], f[Use.DONE]
    if op == Op.DISCARD or op == Op.PILE_TO_BOTTOM:
        seat = seat_of(s, f, o[O.WHOM], f[Use.PLAYER])
        if seat == NOTHING or done >= number_of(f, o):
            return Fault.WRONG_STEP
        have = s.hand_n[seat] if op == Op.DISCARD else s.pile_n[seat]
        return Fault.WRONG_STEP if have < number_of(f, o) - done else Fault.NOTHING
    if op == Op.LOOK_ORDER:
        seat = seat_of(s, f, o[O.WHOM], f[Use.PLAYER])
        if seat == NOTHING or f[Use.NUMBER] > min(number_of(f, o), s.deck_n[seat]):
            return Fault.WRONG_STEP
        is_last = done > f[Use.NUMBER]
        return Fault.WRONG_STEP if is_last else Fault.NOTHING
    if op == Op.FREEZE:
        return Fault.NOTHING
    return Fault.WRONG_STEP if done > 0 else Fault.NOTHING


@kernel
def is_striking(kit, f):
    """Whether a frame wounds all that an effect has marked."""
    if f[Frame.PROC] != Proc.USE or f[Use.STEP] != effects_play.WOUND:
        return False
    a = kit.texts[f[Use.TEXT]]
    if f[Frame.STAGE] != UseStage.EFFECT or f[Use.OPERATION] >= a[A.NUM_OPS]:
        return False
    o = kit.ops[a[A.FIRST_OP] + f[Use.OPERATION]]
    return o[O.OP] == Op.WOUND and o[O.WHOM] == Whom.ALL


@kernel
def is_swapping(kit, s):
    """Whether what goes on is an exchange of cards of the hand for those of the discard pile."""
    f = s.stack[top(s)]
    if f[Frame.PROC] != Proc.USE or f[Frame.STAGE] != UseStage.EFFECT:
        return False
    a = kit.texts[f[Use.TEXT]]
    at = a[A.FIRST_OP] + f[Use.OPERATION]
    return f[Use.OPERATION] < a[A.NUM_OPS] and kit.ops[at, O.OP] == Op.SWAP_HAND_AND_PILE
