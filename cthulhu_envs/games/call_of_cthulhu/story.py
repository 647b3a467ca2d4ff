"""The story phase: committing, struggles, success, winning (R6)."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.cards import Icon, Keyword, Stat, Timing, Trigger
from cthulhu_envs.games.call_of_cthulhu.columns import K
from cthulhu_envs.games.call_of_cthulhu.committing import can_commit
from cthulhu_envs.games.call_of_cthulhu.effects_play import madden, start_wound
from cthulhu_envs.games.call_of_cthulhu.filters import any_fitting
from cthulhu_envs.games.call_of_cthulhu.frames import (
    ask,
    ask_entity,
    ask_number,
    pop,
    push_forced,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    ARCANE,
    COMBAT,
    NOTHING,
    ONE,
    SLOTS,
    TERROR,
    ZERO,
    Ask,
    L,
    V,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.texts import text_of
from cthulhu_envs.games.call_of_cthulhu.windows import start_use
from cthulhu_envs.games.call_of_cthulhu.zones import (
    printed,
    trigger,
)

CHOOSE, TO, DONE = 0, 1, 2


@kernel
def step_commit(kit, s):
    """R6.1, R6.4: a seat commits characters one by one; all count as committed together."""
    f = s.fr[s.depth - 1]
    who = f[V.WHO]
    if f[V.PC] == CHOOSE:
        f[V.PC] = TO
        ask(s, Ask.COMMIT, who)
        s.ask_may = 1
    elif f[V.PC] == TO:
        if s.answer == NOTHING:
            pop(s)
            return
        f[V.T1] = s.answer
        f[V.PC] = DONE
        ask(s, Ask.COMMIT_TO, who)
    else:
        f[V.PC] = CHOOSE
        inst = f[V.T1]
        f[V.T1] = NOTHING
        commit(kit, s, inst, s.answer)
        follow(kit, s, inst, s.answer, who)
        pack = text_of(kit, s, who, inst, Timing.PASSIVE, NOTHING, ZERO)
        if pack != NOTHING:
            start_use(s, who, pack, inst, NOTHING)


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
    """R6.2-R6.17: one story from its first struggle to success. I: icon, J: struggles left."""
    f = s.fr[s.depth - 1]
    slot = s.resolving
    if s.story[slot] != f[V.SELF]:  # R6.21: won, the rest is skipped
        end_story(s)
    elif f[V.PC] == 0:
        begin_story(kit, s, f, slot)
    elif f[V.PC] == 1:
        next_struggle(kit, s, f, slot)
    elif f[V.PC] == 2:
        end_struggle(kit, s, f, slot)
    elif f[V.PC] == 3:
        f[V.PC] = 1
        push_forced(s)
    elif f[V.PC] == 4:
        f[V.PC] = 5
        succeed(s, f, slot)
    elif f[V.PC] == 5:
        f[V.PC] = 6
        s.success[slot, s.active] += s.answer
        s.dirty = 1
    else:
        note_resolved(s, slot)
        end_story(s)


@kernel
def end_story(s):
    """The story is left; forced responses come before the next one (R6.7)."""
    s.resolving = NOTHING
    pop(s)
    push_forced(s)


@kernel
def begin_story(kit, s, f, slot):
    """Who was there is remembered for the rest of the turn."""
    f[V.PC] = 1
    f[V.I] = Icon.TERROR
    f[V.J] = struggles_at(kit, s, slot, Icon.TERROR)
    for entity in range(2 * SLOTS):
        inst = s.play[entity]
        if inst != NOTHING and s.at_story[inst] == slot:
            s.was_at[inst] = slot


@kernel
def next_struggle(kit, s, f, slot):
    """R6.5: count icons; the loser or the winner then chooses."""
    if f[V.J] <= 0:
        f[V.I] += 1
        if f[V.I] > Icon.INVESTIGATION:
            f[V.PC] = 4
        else:
            f[V.J] = struggles_at(kit, s, slot, f[V.I])
        return
    f[V.J] -= 1
    icon = f[V.I]
    who = winner_of(s, slot, icon)
    if who == NOTHING:
        return
    margin = sum_at(s, slot, who, icon) - sum_at(s, slot, 1 - who, icon)
    if margin >= 2:
        trigger(s, Trigger.STRUGGLE, NOTHING, who, icon)
    f[V.T1] = who
    f[V.PC] = 2
    s.answer = NOTHING
    story = s.story[slot]
    if icon == Icon.TERROR:
        if any_fitting(kit, s, TERROR, 1 - who, story, ZERO, NOTHING):
            ask_entity(s, 1 - who, TERROR, ZERO)
    elif icon == Icon.COMBAT:
        if any_fitting(kit, s, COMBAT, 1 - who, story, ZERO, NOTHING):
            ask_entity(s, 1 - who, COMBAT, ZERO)
    elif icon == Icon.ARCANE:
        if any_fitting(kit, s, ARCANE, who, story, ZERO, NOTHING):
            ask_entity(s, who, ARCANE, ONE)
    else:
        ask_number(s, who, ZERO, ONE)


@kernel
def end_struggle(kit, s, f, slot):
    """R6.8, R6.11-R6.13: insanity, a wound, a readied character, a success token."""
    f[V.PC] = 3
    who = f[V.T1]
    f[V.T1] = NOTHING
    if s.answer == NOTHING:
        return
    if f[V.I] == Icon.TERROR:
        madden(kit, s, s.answer)
    elif f[V.I] == Icon.COMBAT:
        start_wound(s, s.answer, ONE)
    elif f[V.I] == Icon.ARCANE:
        s.exhausted[s.answer] = 0
    else:
        s.success[slot, who] += s.answer
        s.dirty = 1


@kernel
def succeed(s, f, slot):
    """R6.14-R6.17: more skill than the opponent, at least 1; unchallenged pays one more."""
    mine, theirs = sum_at(s, slot, s.active, NOTHING), sum_at(s, slot, 1 - s.active, NOTHING)
    f[V.SRC] = NOTHING
    wins = mine > theirs or (mine == theirs and fastest(s, slot) == s.active)
    s.answer = 0
    if wins and mine >= 1:
        ask_number(s, s.active, ZERO, 2 if theirs <= 0 else 1)


@kernel
def note_resolved(s, slot):
    """R10.1: those still at a story when it is resolved, or won, may answer that."""
    for entity in range(2 * SLOTS):
        inst = s.play[entity]
        if inst != NOTHING and s.at_story[inst] == slot:
            trigger(s, Trigger.RESOLVED, inst, s.side[inst], slot)
