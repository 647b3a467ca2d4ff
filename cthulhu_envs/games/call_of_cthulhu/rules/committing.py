"""Who may commit, and where (R6.1, R6.4)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Stat
from cthulhu_envs.games.call_of_cthulhu.rules.zones import is_character
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    NOTHING,
    SLOTS,
    STORY_SLOTS,
    L,
)
from cthulhu_envs.games.call_of_cthulhu.state import Limit


@kernel
def can_commit(kit, s, inst, seat):
    """R6.1: a ready, sane character of one's own that is not at a story."""
    if s.side[inst] != seat or s.exhausted[inst] or s.insane[inst]:
        return False
    if s.at_story[inst] != NOTHING or not is_character(kit, s, inst):
        return False
    return not (s.active == seat and s.limits[inst] & Limit.STAYS_HOME)


@kernel
def is_contested(s, slot):
    """Whether a character is committed to a story."""
    for side in range(2):
        if count_at(s, slot, side) > 0:
            return True
    return False


@kernel
def count_at(s, slot, side):
    """Characters of a side at a story."""
    n = 0
    for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
        inst = s.play[entity]
        if inst != NOTHING and s.at_story[inst] == slot:
            n += 1
    return n


@kernel
def has_story(s, inst, seat):
    """Whether there is a story that a character can commit to."""
    for slot in range(STORY_SLOTS):
        if s.story[slot] != NOTHING and can_commit_to(s, inst, slot, seat):
            return True
    return False


@kernel
def can_commit_to(s, inst, slot, seat):
    """R6.1, R6.4, R10.19: the opponent only opposes, and Y'Golonac goes where his follower is."""
    if seat != s.active and count_at(s, slot, s.active) == 0:
        return False
    for k in range(s.lasting_n):
        if s.lasting[k, L.STAT] == Stat.OBLIGED and s.lasting[k, L.AUX] == inst:
            follower = s.lasting[k, L.INST]
            if s.side[follower] != seat or s.at_story[follower] == NOTHING:
                continue
            if s.at_story[follower] != slot:
                return False
    return True
