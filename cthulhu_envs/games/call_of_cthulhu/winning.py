"""Winning a story: which first, its effect, what it forces, the next one (R6.20-R6.24)."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.columns import K
from cthulhu_envs.games.call_of_cthulhu.frames import ask, pop, push_forced
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    NOTHING,
    OPEN_STORIES,
    STORIES_TO_WIN,
    STORY_SLOTS,
    TO_WIN,
    TRACK,
    Ask,
    Proc,
    V,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Ending
from cthulhu_envs.games.call_of_cthulhu.story import note_resolved
from cthulhu_envs.games.call_of_cthulhu.texts import packed
from cthulhu_envs.games.call_of_cthulhu.windows import start_use
from cthulhu_envs.games.call_of_cthulhu.zones import close_story, open_story

WHICH, TAKE, OFFER, EXECUTE, ANSWER, REPLACE = range(6)  # steps
DO, DECLINE = 0, 1


@kernel(inline=True)
def is_won(s, slot):
    """R6.20: whether a side has enough success tokens on a story."""
    return s.success[slot, 0] >= TRACK or s.success[slot, 1] >= TRACK


@kernel
def count_won(s):
    """How many stories have to be taken."""
    n = 0
    for slot in range(STORY_SLOTS):
        n += is_won(s, slot)
    return n


@kernel
def is_winning(s):
    """R6.22: whether a story is being won; the next one waits for its end."""
    for k in range(s.depth):
        if s.fr[k, V.PROC] == Proc.WIN:
            return True
    return False


@kernel
def step_win(kit, s):
    """R6.20-R6.24, R8.5: take the story, execute its effect or not, lay out a new one."""
    f = s.fr[s.depth - 1]
    pc = f[V.PC]
    f[V.PC] = pc + 1
    if pc == WHICH:  # R6.22
        ask(s, Ask.STORY, s.active)
        s.ask_n = TO_WIN
        if count_won(s) == 1:
            s.ask = Ask.NOTHING
            s.answer = NOTHING
    elif pc == TAKE:
        take_story(kit, s, f)
    elif pc == OFFER:
        s.answer = DECLINE
        if f[V.SRC] >= FIRST_STORY:
            ask(s, Ask.EFFECT, f[V.WHO])
    elif pc == EXECUTE:
        if s.answer == DO:
            text = kit.kinds[s.kind[f[V.SRC]], K.FIRST_TEXT]
            start_use(s, f[V.WHO], packed(text, f[V.SRC]), f[V.SRC], NOTHING)
    elif pc == ANSWER:
        push_forced(s)
    else:
        replace_story(s, f)


@kernel
def take_story(kit, s, f):
    """R6.20, R6.22: the active player wins a story on which both have enough."""
    slot = s.answer
    if slot == NOTHING:
        slot = 0
        while not is_won(s, slot):
            slot += 1
    who = s.active if s.success[slot, s.active] >= TRACK else 1 - s.active
    inst = s.story[slot]
    f[V.T1] = slot
    f[V.WHO] = who
    f[V.SRC] = inst
    if s.won_n[who] + 1 >= STORIES_TO_WIN:
        s.ending = Ending.THREE_STORIES
        s.winner = who
    if slot == s.resolving:
        note_resolved(s, slot)
    close_story(kit, s, slot)
    s.zone[inst] = Zone.LIMBO


@kernel
def replace_story(s, f):
    """R6.23, R8.5: it counts for its winner; a conspiracy is not replaced."""
    inst, who = f[V.SRC], f[V.WHO]
    s.zone[inst] = Zone.WON
    s.side[inst] = who
    s.won_n[who] += 1
    if f[V.T1] < OPEN_STORIES:
        open_story(s, f[V.T1])
    s.dirty = 1
    pop(s)
