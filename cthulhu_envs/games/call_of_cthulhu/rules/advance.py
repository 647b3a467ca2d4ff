"""`apply`: take an answer, then go on until somebody has to choose or the game is over."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.questions import is_asked, take_answer
from cthulhu_envs.games._script.stack import top, under_top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Effect, Keyword, Stat, Trigger
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K, M
from cthulhu_envs.games.call_of_cthulhu.rules.actions import list_options
from cthulhu_envs.games.call_of_cthulhu.rules.answers import read_answer
from cthulhu_envs.games.call_of_cthulhu.rules.asking import ask_entity
from cthulhu_envs.games.call_of_cthulhu.rules.effects_play import madden
from cthulhu_envs.games.call_of_cthulhu.rules.filters import can_be_wounded
from cthulhu_envs.games.call_of_cthulhu.rules.frames import (
    begin_conflict,
    begin_win,
    is_deep,
    open_disrupts,
    pop,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    ConflictStage,
    Frame,
    Proc,
    Wound,
    WoundStage,
)
from cthulhu_envs.games.call_of_cthulhu.rules.story import step_commit, step_resolve
from cthulhu_envs.games.call_of_cthulhu.rules.turn import step_setup, step_turn
from cthulhu_envs.games.call_of_cthulhu.rules.use import has_disrupts, step_use
from cthulhu_envs.games.call_of_cthulhu.rules.values import refresh
from cthulhu_envs.games.call_of_cthulhu.rules.windows import (
    step_disrupts,
    step_forced,
    step_responses,
    step_window,
)
from cthulhu_envs.games.call_of_cthulhu.rules.winning import count_won, is_winning, step_win
from cthulhu_envs.games.call_of_cthulhu.rules.zones import discard_from_play, has_word, trigger
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    CONFLICT,
    ENTITIES,
    NOTHING,
    SLOTS,
    Question,
    Zone,
)


@kernel
def apply(kit, s, action):
    """Play a chosen action."""
    take_answer(s, read_answer(kit, s, np.int64(action)))
    advance(kit, s)


@kernel
def advance(kit, s):
    """Go on until there is a real choice; with `auto_pass` a single option is taken at once."""
    while s.ending == 0:
        if not is_asked(s):
            if s.dirty:
                settle(kit, s)
            else:
                step(kit, s)
        else:
            list_options(kit, s)
            if s.ids_n != 1 or not kit.auto_pass:
                return
            take_answer(s, read_answer(kit, s, np.int64(s.ids[0])))
    s.question = Question.NOTHING
    s.ids_n = 0


@kernel
def step(kit, s):
    """One step of what lies on top."""
    proc = s.stack[top(s), Frame.PROC]
    if proc == Proc.WINDOW:
        step_window(kit, s)
    elif proc == Proc.USE:
        step_use(kit, s)
    elif proc == Proc.RESPONSES:
        step_responses(kit, s)
    elif proc == Proc.FORCED:
        step_forced(kit, s)
    elif proc == Proc.DISRUPTS:
        step_disrupts(kit, s)
    elif proc == Proc.WOUND:
        step_wound(kit, s)
    elif proc == Proc.TURN:
        step_turn(kit, s)
    elif proc == Proc.COMMIT:
        step_commit(kit, s)
    elif proc == Proc.RESOLVE:
        step_resolve(kit, s)
    elif proc == Proc.WIN:
        step_win(kit, s)
    elif proc == Proc.CONFLICT:
        step_conflict(kit, s)
    elif proc == Proc.SETUP:
        step_setup(kit, s)
    else:
        raise AssertionError("nothing is going on")


@kernel
def step_wound(kit, s):
    """R9.1-R9.3: disrupts may prevent wounds; what is left is dealt."""
    f = s.stack[top(s)]
    inst = f[Wound.CARD]
    if s.zone[inst] != Zone.PLAY or not can_be_wounded(s, inst) or f[Wound.AMOUNT] <= 0:
        pop(s)
        return
    if f[Frame.STAGE] == WoundStage.OFFER_DISRUPTS:
        f[Frame.STAGE] = WoundStage.DEAL
        if not is_deep(s) and has_disrupts(kit, s):
            open_disrupts(s)
    elif f[Frame.STAGE] == WoundStage.DEAL:
        deal_wounds(kit, s, f, inst)
    else:
        raise AssertionError("wounding has no such stage")


@kernel
def deal_wounds(kit, s, f, inst):
    """R9.1, R9.11: more wounds than Toughness destroy a character, and any wound an insane one."""
    s.wounds[inst] += f[Wound.AMOUNT]
    s.stack[under_top(s), Frame.SUCCEEDED] = 1  # for the text, or the struggle, that wounds
    pop(s)
    s.dirty = 1
    if s.insane[inst] or s.wounds[inst] > s.toughness[inst]:
        discard_from_play(kit, s, inst)
    else:
        trigger(s, Trigger.WOUNDED, inst, s.side[inst], 0)


@kernel
def step_conflict(kit, s):
    """R9.6: one of the Heroic and Villainous characters is discarded."""
    f = s.stack[top(s)]
    if f[Frame.STAGE] == ConflictStage.CHOOSE:
        f[Frame.STAGE] = ConflictStage.DISCARD
        ask_entity(s, f[Frame.WHO], CONFLICT, 0)
    elif f[Frame.STAGE] == ConflictStage.DISCARD:
        discard_from_play(kit, s, s.answer)
        pop(s)
    else:
        raise AssertionError("a conflict has no such stage")


@kernel
def settle(kit, s):
    """What holds at every moment: values, deaths, passive insanity, conflicts, stories won."""
    refresh(kit, s)
    if die_of_wounds(kit, s) or (s.effects & Effect.MOODY and go_mad(kit, s)):
        return
    if count_won(s) and not is_winning(s):
        begin_win(s)
        return
    for turn in range(2):
        seat = (s.active + turn) % 2
        if has_word(s, seat, Keyword.HEROIC) and has_word(s, seat, Keyword.VILLAINOUS):
            begin_conflict(s, seat)
            return


@kernel
def die_of_wounds(kit, s):
    """R9.4, R9.12: characters whose Toughness no longer covers their wounds are destroyed, all
    together.
    """
    died = False
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst != NOTHING and s.wounds[inst] > s.toughness[inst]:
                discard_from_play(kit, s, inst)
                died = True
    return died


@kernel
def go_mad(kit, s):
    """R10.3, R9.12: Professor Hermann Mulder cannot bear company, on either side."""
    went_mad = False
    for entity in range(ENTITIES):
        inst = s.play[entity]
        if inst == NOTHING or s.insane[inst] or s.blank[inst]:
            continue
        row = kit.kinds[s.kind[inst]]
        for mod in range(row[K.FIRST_MOD], row[K.FIRST_MOD] + row[K.NUM_MODS]):
            m = kit.mods[mod]
            is_crowded = m[M.STAT] == Stat.MAD_AT and s.characters >= m[M.AMOUNT]
            if is_crowded and madden(kit, s, inst):
                went_mad = True
                break
    return went_mad
