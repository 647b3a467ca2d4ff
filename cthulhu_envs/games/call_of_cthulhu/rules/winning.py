"""Winning a story: which first, its effect, what it forces, the next one (R6.20-R6.24)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.asking import ask, ask_story
from cthulhu_envs.games.call_of_cthulhu.rules.frames import begin_forced, pop
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Proc, Win, WinStage
from cthulhu_envs.games.call_of_cthulhu.rules.story import note_resolved
from cthulhu_envs.games.call_of_cthulhu.rules.texts import packed
from cthulhu_envs.games.call_of_cthulhu.rules.windows import start_use
from cthulhu_envs.games.call_of_cthulhu.rules.zones import close_story, open_story
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    NOTHING,
    OPEN_STORIES,
    STORIES_TO_WIN,
    STORY_SLOTS,
    TO_WIN,
    TRACK,
    Question,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Ending

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
        if s.stack[k, Frame.PROC] == Proc.WIN:
            return True
    return False


@kernel
def step_win(kit, s):
    """R6.20-R6.24, R8.5: take the story, execute its effect or not, lay out a new one."""
    f = s.stack[top(s)]
    stage = f[Frame.STAGE]
    f[Frame.STAGE] = stage + 1
    if stage == WinStage.WHICH:  # R6.22
        ask_story(s, s.active, TO_WIN)
        if count_won(s) == 1:
            s.question = Question.NOTHING
            s.answer = NOTHING
    elif stage == WinStage.TAKE:
        take_story(kit, s, f)
    elif stage == WinStage.OFFER:
        s.answer = DECLINE
        if f[Win.STORY] >= FIRST_STORY:
            ask(s, Question.EFFECT, f[Frame.WHO])
    elif stage == WinStage.EXECUTE:
        if s.answer == DO:
            text = kit.kinds[s.kind[f[Win.STORY]], K.FIRST_TEXT]
            start_use(s, f[Frame.WHO], packed(text, f[Win.STORY]), f[Win.STORY], NOTHING)
    elif stage == WinStage.ANSWER:
        begin_forced(s)
    elif stage == WinStage.REPLACE:
        replace_story(s, f)
    else:
        raise AssertionError("winning a story has no such stage")


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
    f[Win.SLOT] = slot
    f[Frame.WHO] = who
    f[Win.STORY] = inst
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
    inst, who = f[Win.STORY], f[Frame.WHO]
    s.zone[inst] = Zone.WON
    s.side[inst] = who
    s.won_n[who] += 1
    if f[Win.SLOT] < OPEN_STORIES:
        open_story(s, f[Win.SLOT])
    s.dirty = 1
    pop(s)
