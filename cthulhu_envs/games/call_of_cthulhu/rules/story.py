"""The story phase: committing, struggles, success, winning (R6)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Icon, Keyword, Stat, Timing, Trigger
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.asking import ask, ask_entity, ask_number
from cthulhu_envs.games.call_of_cthulhu.rules.committing import can_commit
from cthulhu_envs.games.call_of_cthulhu.rules.effects_play import madden
from cthulhu_envs.games.call_of_cthulhu.rules.filters import any_fitting
from cthulhu_envs.games.call_of_cthulhu.rules.frames import begin_forced, begin_wound, pop
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Commit,
    CommitStage,
    Frame,
    Resolve,
    ResolveStage,
)
from cthulhu_envs.games.call_of_cthulhu.rules.texts import text_of
from cthulhu_envs.games.call_of_cthulhu.rules.windows import start_use
from cthulhu_envs.games.call_of_cthulhu.rules.zones import (
    printed,
    trigger,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    ARCANE,
    COMBAT,
    NOTHING,
    SLOTS,
    TERROR,
    L,
    Question,
    Zone,
)

UNKNOWN_STRUGGLE = "there is no such struggle"


@kernel
def step_commit(kit, s):
    """R6.1, R6.4: a seat commits characters one by one; all count as committed together."""
    f = s.stack[top(s)]
    who, stage = f[Frame.WHO], f[Frame.STAGE]
    if stage == CommitStage.CHOOSE:
        f[Frame.STAGE] = CommitStage.CHOOSE_STORY
        ask(s, Question.COMMIT, who)
        s.ask_may = 1
    elif stage == CommitStage.CHOOSE_STORY:
        if s.answer == NOTHING:
            pop(s)
            return
        f[Commit.CARD] = s.answer
        f[Frame.STAGE] = CommitStage.COMMIT
        ask(s, Question.COMMIT_TO, who)
    elif stage == CommitStage.COMMIT:
        f[Frame.STAGE] = CommitStage.CHOOSE
        inst = f[Commit.CARD]
        f[Commit.CARD] = NOTHING
        commit(kit, s, inst, s.answer)
        follow(kit, s, inst, s.answer, who)
        pack = text_of(kit, s, who, inst, Timing.PASSIVE, NOTHING, 0)
        if pack != NOTHING:
            start_use(s, who, pack, inst, NOTHING)
    else:
        raise AssertionError("committing has no such stage")


@kernel
def commit(kit, s, inst, slot):
    """R6.1: it exhausts and stands before the story."""
    s.exhausted[inst] = 1
    s.at_story[inst] = slot
    s.dirty = 1
    trigger(s, Trigger.COMMITS, inst, s.side[inst], slot)


@kernel
def follow(kit, s, inst, slot, who):
    """R10.19: those who have to commit where Y'Golonac does."""
    for k in range(s.lasting_n):
        if s.lasting[k, L.STAT] == Stat.OBLIGED and s.lasting[k, L.AUX] == inst:
            follower = s.lasting[k, L.INST]
            if s.zone[follower] == Zone.PLAY and can_commit(kit, s, follower, who):
                commit(kit, s, follower, slot)


@kernel
def struggles_at(kit, s, slot, icon):
    """R6.9, R6.10: one struggle of each type, one more for each booster, one less for each
    removal.
    """
    story = s.story[slot]
    n = 1
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst == NOTHING:
                continue
            at_it = s.at_story[inst] == slot and not s.blank[inst]
            if at_it or s.host[inst] == story:
                n += printed(kit, s, inst, K.BOOST_TERROR + icon)
            if at_it and s.named[inst] == icon:
                n -= 1
    for k in range(s.lasting_n):
        row = s.lasting[k]
        if row[L.STAT] == Stat.STRUGGLE and row[L.INST] == story and row[L.AUX] == icon:
            n -= 1
    return max(n, 0)


@kernel
def sum_at(s, slot, side, icon):
    """Icons of a side at a story; skill for NOTHING."""
    n = 0
    for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
        inst = s.play[entity]
        if inst != NOTHING and s.at_story[inst] == slot:
            n += s.skill[inst] if icon == NOTHING else s.icons[inst, icon]
    return n


@kernel
def fastest(s, slot):
    """R9.7: the seat with more Fast characters at a story, or NOTHING."""
    lead = 0
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst != NOTHING and s.at_story[inst] == slot and s.words[inst] & Keyword.FAST:
                lead += 1 - 2 * side
    if lead == 0:
        return NOTHING
    return 0 if lead > 0 else 1


@kernel
def winner_of(s, slot, icon):
    """R6.5, R6.6: the seat with more icons; Fast decides a tie above zero."""
    first, second = sum_at(s, slot, 0, icon), sum_at(s, slot, 1, icon)
    if first != second:
        return 0 if first > second else 1
    return fastest(s, slot) if first > 0 else NOTHING


@kernel
def step_resolve(kit, s):
    """R6.2-R6.17: one story from its first struggle to success."""
    f = s.stack[top(s)]
    slot, stage = s.resolving, f[Frame.STAGE]
    if s.story[slot] != f[Frame.SELF]:  # R6.21: won, the rest is skipped
        end_story(s)
    elif stage == ResolveStage.BEGIN:
        begin_story(kit, s, f, slot)
    elif stage == ResolveStage.STRUGGLE:
        next_struggle(kit, s, f, slot)
    elif stage == ResolveStage.STRUGGLE_WON:
        end_struggle(kit, s, f, slot)
    elif stage == ResolveStage.FORCED:
        f[Frame.STAGE] = ResolveStage.STRUGGLE
        begin_forced(s)
    elif stage == ResolveStage.SUCCEED:
        f[Frame.STAGE] = ResolveStage.SUCCESS_CHOSEN
        succeed(s, slot)
    elif stage == ResolveStage.SUCCESS_CHOSEN:
        f[Frame.STAGE] = ResolveStage.END
        s.success[slot, s.active] += s.answer
        s.dirty = 1
    elif stage == ResolveStage.END:
        note_resolved(s, slot)
        end_story(s)
    else:
        raise AssertionError("resolving a story has no such stage")


@kernel
def end_story(s):
    """The story is left; forced responses come before the next one (R6.7)."""
    s.resolving = NOTHING
    pop(s)
    begin_forced(s)


@kernel
def begin_story(kit, s, f, slot):
    """Who was there is remembered for the rest of the turn."""
    f[Frame.STAGE] = ResolveStage.STRUGGLE
    f[Resolve.ICON] = Icon.TERROR
    f[Resolve.STRUGGLES] = struggles_at(kit, s, slot, Icon.TERROR)
    for entity in range(2 * SLOTS):
        inst = s.play[entity]
        if inst != NOTHING and s.at_story[inst] == slot:
            s.was_at[inst] = slot


@kernel
def next_struggle(kit, s, f, slot):
    """R6.5: count icons; the loser or the winner then chooses."""
    if f[Resolve.STRUGGLES] <= 0:
        f[Resolve.ICON] += 1
        if f[Resolve.ICON] > Icon.INVESTIGATION:
            f[Frame.STAGE] = ResolveStage.SUCCEED
        else:
            f[Resolve.STRUGGLES] = struggles_at(kit, s, slot, f[Resolve.ICON])
        return
    f[Resolve.STRUGGLES] -= 1
    icon = f[Resolve.ICON]
    who = winner_of(s, slot, icon)
    if who == NOTHING:
        return
    margin = sum_at(s, slot, who, icon) - sum_at(s, slot, 1 - who, icon)
    if margin >= 2:
        trigger(s, Trigger.STRUGGLE, NOTHING, who, icon)
    f[Resolve.WINNER] = who
    f[Frame.STAGE] = ResolveStage.STRUGGLE_WON
    s.answer = NOTHING
    story = s.story[slot]
    if icon == Icon.TERROR:
        if any_fitting(kit, s, TERROR, 1 - who, story, 0, NOTHING):
            ask_entity(s, 1 - who, TERROR, 0)
    elif icon == Icon.COMBAT:
        if any_fitting(kit, s, COMBAT, 1 - who, story, 0, NOTHING):
            ask_entity(s, 1 - who, COMBAT, 0)
    elif icon == Icon.ARCANE:
        if any_fitting(kit, s, ARCANE, who, story, 0, NOTHING):
            ask_entity(s, who, ARCANE, 1)
    elif icon == Icon.INVESTIGATION:
        ask_number(s, who, 0, 1)
    else:
        raise AssertionError(UNKNOWN_STRUGGLE)


@kernel
def end_struggle(kit, s, f, slot):
    """R6.8, R6.11-R6.13: insanity, a wound, a readied character, a success token."""
    f[Frame.STAGE] = ResolveStage.FORCED
    who = f[Resolve.WINNER]
    f[Resolve.WINNER] = NOTHING
    if s.answer == NOTHING:
        return
    if f[Resolve.ICON] == Icon.TERROR:
        madden(kit, s, s.answer)
    elif f[Resolve.ICON] == Icon.COMBAT:
        begin_wound(s, s.answer, 1)
    elif f[Resolve.ICON] == Icon.ARCANE:
        s.exhausted[s.answer] = 0
    elif f[Resolve.ICON] == Icon.INVESTIGATION:
        s.success[slot, who] += s.answer
        s.dirty = 1
    else:
        raise AssertionError(UNKNOWN_STRUGGLE)


@kernel
def succeed(s, slot):
    """R6.14-R6.17: more skill than the opponent, at least 1; unchallenged pays one more."""
    mine, theirs = sum_at(s, slot, s.active, NOTHING), sum_at(s, slot, 1 - s.active, NOTHING)
    wins = mine > theirs or (mine == theirs and fastest(s, slot) == s.active)
    s.answer = 0
    if wins and mine >= 1:
        ask_number(s, s.active, 0, 2 if theirs <= 0 else 1)


@kernel
def note_resolved(s, slot):
    """R10.1: those still at a story when it is resolved, or won, may answer that."""
    for entity in range(2 * SLOTS):
        inst = s.play[entity]
        if inst != NOTHING and s.at_story[inst] == slot:
            trigger(s, Trigger.RESOLVED, inst, s.side[inst], slot)
