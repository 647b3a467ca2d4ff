"""What can be chosen on the table: cards in play, stories, domains, and numbers that are paid."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Aim
from cthulhu_envs.games.call_of_cthulhu.rules.aims import can_aim, has_strange, story_fits
from cthulhu_envs.games.call_of_cthulhu.rules.committing import (
    can_commit,
    can_commit_to,
    has_story,
    is_contested,
)
from cthulhu_envs.games.call_of_cthulhu.rules.filters import fits
from cthulhu_envs.games.call_of_cthulhu.rules.options import (
    add,
    add_domain_option,
    add_slot,
    add_story,
)
from cthulhu_envs.games.call_of_cthulhu.rules.paying import is_x, most_x, price
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Commit, Frame, Proc, Use, UseStage
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    NOTHING,
    SLOTS,
    STORY_SLOTS,
    TO_MARK,
    TO_RESOLVE,
    TO_WIN,
    TRACK,
    WITH_RESOURCES,
    Question,
)


@kernel
def list_payers(kit, s):
    """R4.4: domains that can pay, and nothing at all for an X of 0."""
    f = s.stack[top(s)]
    seat, inst, text = np.int64(s.seat), f[Use.CARD], f[Use.TEXT]
    chosen = is_x(kit, s, inst, text)
    is_free = chosen and price(kit, s, seat, inst, text, NOTHING) == 0
    if is_free and can_aim(kit, s, seat, text, f[Frame.SELF], 0, f[Use.TRIGGER]):
        add(s, kit.act.done)
    for domain in range(s.domains[seat]):
        most = most_x(kit, s, seat, inst, text, domain)
        if most < 0:
            continue
        if chosen:
            if most + price(kit, s, seat, inst, text, domain) == 0:
                continue
            if not can_aim(kit, s, seat, text, f[Frame.SELF], most, f[Use.TRIGGER]):
                continue
        add_domain_option(kit, s, seat, domain)


@kernel
def list_numbers(kit, s):
    """Numbers up to the most; for an X only those that leave something to choose."""
    f = s.stack[top(s)]
    is_x = f[Frame.PROC] == Proc.USE
    for number in range(s.ask_least, s.ask_n + 1):
        if is_x and not can_aim(
            kit, s, np.int64(s.seat), f[Use.TEXT], f[Frame.SELF], number, f[Use.TRIGGER]
        ):
            continue
        add(s, kit.act.number + number)


@kernel
def list_entities(kit, s):
    """Cards in play that pass the filter, or that may commit."""
    f = s.stack[top(s)]
    is_second = f[Frame.PROC] == Proc.USE and f[Frame.STAGE] == UseStage.AIM2_CHOSEN
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst == NOTHING:
                continue
            if s.question == Question.COMMIT:
                seat = np.int64(s.seat)
                if can_commit(kit, s, inst, seat) and has_story(s, inst, seat):
                    add_slot(kit, s, inst)
                continue
            if is_second and inst == f[Use.TARGET]:  # two targets are two cards
                continue
            if fits(kit, s, s.ask_filter, inst, np.int64(s.seat), f[Frame.SELF], f[Frame.X]):
                add_slot(kit, s, inst)


@kernel
def list_stories(kit, s):
    """Stories to choose, to commit to, or sides of stories with success tokens."""
    f = s.stack[top(s)]
    for slot in range(STORY_SLOTS):
        if s.story[slot] == NOTHING:
            continue
        if s.question == Question.COMMIT_TO:
            if can_commit_to(s, f[Commit.CARD], slot, np.int64(s.seat)):
                add_story(kit, s, slot)
        elif s.question == Question.TOKENS:
            if story_fits(s, slot, Aim.TOKENS, s.ask_filter):
                add_story(kit, s, slot)
        elif s.ask_n == Aim.EMPTY_STORY:
            if story_fits(s, slot, Aim.EMPTY_STORY, 0):
                add_story(kit, s, slot)
        elif s.ask_n == TO_RESOLVE:  # R6.3
            if is_contested(s, slot) and not s.resolved[slot]:
                add_story(kit, s, slot)
        elif s.ask_n == TO_MARK:  # a limit on one's own success tokens
            if s.success[slot, s.seat] <= s.ask_filter:
                add_story(kit, s, slot)
        elif s.ask_n == TO_WIN:  # R6.22
            if s.success[slot, 0] >= TRACK or s.success[slot, 1] >= TRACK:
                add_story(kit, s, slot)
        elif s.ask_n == Aim.STORY:
            add_story(kit, s, slot)
        else:
            raise AssertionError("there are no such stories")


@kernel
def list_domains(kit, s):
    """Domains: of one's own to attach to or drain, drained or undrained, with resources."""
    for side in range(2):
        mine = side == s.seat
        for domain in range(s.domains[side]):
            if s.ask_n == Aim.NOTHING:
                good = mine
            elif s.ask_n == Aim.DRAINED:
                good = mine and s.drained[side, domain] == 1
            elif s.ask_n == Aim.UNDRAINED:
                good = s.drained[side, domain] == 0 and (mine or not s.ask_may)
            elif s.ask_n == Aim.RESOURCE:
                good = has_strange(s, side, domain, s.ask_filter)
            elif s.ask_n == WITH_RESOURCES:
                good = mine and has_strange(s, side, domain, NOTHING)
            else:
                raise AssertionError("there are no such domains")
            if good:
                add_domain_option(kit, s, side, domain)
