"""Whether the question and its options are those that the rules ask here: the step that asked is
done again in a copy of the table.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Keyword, Op
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, O
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.rules import effects_cards, effects_domains
from cthulhu_envs.games.call_of_cthulhu.rules.actions import list_options
from cthulhu_envs.games.call_of_cthulhu.rules.advance import step
from cthulhu_envs.games.call_of_cthulhu.rules.frame_spans import ASKED
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    FRAME_COLUMNS,
    Commit,
    CommitStage,
    Frame,
    Proc,
    Resolve,
    ResolveStage,
    Turn,
    TurnStage,
    Use,
    UseStage,
    Window,
    WindowStage,
)
from cthulhu_envs.games.call_of_cthulhu.rules.values import refresh
from cthulhu_envs.games.call_of_cthulhu.rules.zones import to_hand
from cthulhu_envs.games.call_of_cthulhu.sizes import BOTH, NOTHING, Question


@kernel
def fault_of_values(kit, s, twins):
    """What was worked out is what would be worked out now; Heroic is not beside Villainous."""
    if s.dirty:
        return Fault.VALUES_OUT_OF_DATE
    twins[0] = s
    again = twins[0]
    refresh(kit, again)
    if again.effects != s.effects or again.characters != s.characters or again.locked != s.locked:
        return Fault.VALUES_OUT_OF_DATE
    for inst in range(s.skill.shape[0]):
        if not has_same_values(s, again, inst):
            return Fault.VALUES_OUT_OF_DATE
    is_conflict = s.stack[top(s), Frame.PROC] == Proc.CONFLICT
    for seat in range(2):
        words = s.side_words[seat]
        if words != again.side_words[seat]:
            return Fault.VALUES_OUT_OF_DATE
        if not is_conflict and words & Keyword.HEROIC and words & Keyword.VILLAINOUS:
            return Fault.BOTH_SIDES_OF_GOOD
    return Fault.NOTHING


@kernel
def has_same_values(s, again, inst):
    """Whether all that was worked out about a card is the same."""
    for icon in range(s.icons.shape[1]):
        if again.icons[inst, icon] != s.icons[inst, icon]:
            return False
    return (
        again.skill[inst] == s.skill[inst]
        and again.words[inst] == s.words[inst]
        and again.toughness[inst] == s.toughness[inst]
        and again.subs[inst] == s.subs[inst]
        and again.blank[inst] == s.blank[inst]
        and again.limits[inst] == s.limits[inst]
    )


@kernel
def fault_of_question(kit, s, twins):
    """Ask again, list the options again, and compare; whose frames and values are sound."""
    twins[0] = s
    again = twins[0]
    go_back(kit, again)
    step(kit, again)
    if not is_same_question(s, again):
        return Fault.WRONG_QUESTION
    f = again.stack[top(again)]
    left = s.deck_n[s.ask_seat] - f[Use.DONE]
    if s.question == Question.TOP and not 0 < s.ask_n <= left:
        return Fault.WRONG_QUESTION
    list_options(kit, again)
    if again.ids_n != s.ids_n or s.ids_n == 0:
        return Fault.WRONG_OPTIONS
    for k in range(s.ids_n):
        if not is_option(again, s.ids[k]):
            return Fault.WRONG_OPTIONS
        for j in range(k):
            if s.ids[j] == s.ids[k]:
                return Fault.WRONG_OPTIONS
    return Fault.NOTHING


@kernel(inline=True)
def is_option(s, action):
    """Whether an action is listed."""
    for k in range(s.ids_n):
        if s.ids[k] == action:
            return True
    return False


@kernel
def is_same_question(s, again):
    """Whether the same seat is asked the same by the same frame."""
    same = again.question == s.question and again.seat == s.seat and again.depth == s.depth
    same = same and again.ask_filter == s.ask_filter and again.ask_seat == s.ask_seat
    same = same and again.ask_n == s.ask_n and again.ask_may == s.ask_may
    same = same and again.ask_card == s.ask_card and again.ask_least == s.ask_least
    if not same:
        return False
    for column in range(FRAME_COLUMNS):
        if again.stack[top(again), column] != s.stack[top(s), column]:
            return False
    if s.question == Question.WAY or s.question == Question.ORDER:
        for way in range(s.ask_n):
            same = same and again.ways[way] == s.ways[way]
            same = same and again.way_cards[way] == s.way_cards[way]
    return same


@kernel
def go_back(kit, s):
    """To before the question that is asked, with the answer that led to it."""
    f = s.stack[top(s)]
    proc, stage = f[Frame.PROC], f[Frame.STAGE]
    s.answer = NOTHING
    f[Frame.STAGE] = ASKED[proc, stage]
    if proc == Proc.USE:
        go_back_in_use(kit, s, f, stage)
    elif proc == Proc.TURN and stage == TurnStage.ATTACH:
        s.answer = f[Turn.RESOURCE]
        if s.answer != NOTHING:
            to_hand(s, s.answer, BOTH)
    elif proc == Proc.COMMIT and stage == CommitStage.COMMIT:
        s.answer = f[Commit.CARD]
    elif proc == Proc.RESOLVE and stage == ResolveStage.STRUGGLE_WON:
        f[Resolve.STRUGGLES] += 1
    elif (
        proc == Proc.WINDOW or proc == Proc.RESPONSES or proc == Proc.DISRUPTS
    ) and stage == WindowStage.WAY:
        s.answer = f[Window.CARD]
    s.question = Question.NOTHING


@kernel
def go_back_in_use(kit, s, f, stage):
    """The same for a text in use."""
    if stage == UseStage.AMOUNT:
        s.answer = f[Use.DOMAIN]
    elif stage == UseStage.AIM1_MORE:
        s.answer = f[Use.TARGET]
    elif stage == UseStage.EFFECT:
        a = kit.texts[f[Use.TEXT]]
        op = kit.ops[a[A.FIRST_OP] + f[Use.OPERATION], O.OP]
        at = f[Use.STEP]
        f[Use.STEP] = at - 1
        if op == Op.LOOK_BOTTOM and at == effects_cards.TOPMOST:
            s.answer = s.deck[s.ask_seat, 0]  # where the first one was laid
        elif op == Op.LOSE_RESOURCE and at == effects_domains.LOSE:
            s.answer = s.ask_n  # the domain
        elif op == Op.HAND_OR_PILE_ENTERS and at == effects_cards.ENTERS:
            s.answer = np.int64(s.question == Question.PILE)
