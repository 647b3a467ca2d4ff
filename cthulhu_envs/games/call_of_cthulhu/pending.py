"""What is going on and what is asked, as both seats see it (R11.1)."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.cards import (
    Aim,
    Icon,
)
from cthulhu_envs.games.call_of_cthulhu.columns import A
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    MAX_DOMAINS,
    NOTHING,
    OPEN_STORIES,
    SLOTS,
    STORY_SLOTS,
    Ask,
    Proc,
    V,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.tables import CODE


@kernel(inline=True)
def relative(seat, me):
    """0 for me, 1 for the other."""
    return 0 if seat == me else 1


@kernel
def write_code(obs, at, kind):
    """A kind in binary."""
    for bit in range(CODE):
        obs[at + bit] = kind >> bit & 1


@kernel
def seen_slot(me, slot):
    """A story slot as a seat sees it: conspiracies are mine or theirs."""
    if slot < OPEN_STORIES or me == 0:
        return slot
    return OPEN_STORIES + STORY_SLOTS - 1 - slot


@kernel
def observe_pending(kit, s, me, obs):
    """The topmost thing that is going on, and the topmost text in use."""
    obs[kit.ob.step + s.fr[s.depth - 1, V.PROC]] = 1.0
    source, targets, about = kit.ob.source, kit.ob.target, kit.ob.forced_card
    for k in range(s.depth - 1, -1, -1):
        f = s.fr[k]
        if f[V.PROC] == Proc.WOUND:
            mark_slot(s, me, f[V.T1], obs, about)
            obs[kit.ob.wounds_coming] = f[V.N]
        elif f[V.PROC] == Proc.COMMIT:
            mark_slot(s, me, f[V.T1], obs, targets)
        elif f[V.PROC] == Proc.RESOLVE and s.resolving != NOTHING:
            if f[V.I] <= Icon.INVESTIGATION:
                obs[kit.ob.struggle + f[V.I]] = 1.0
                obs[kit.ob.more_struggles] = f[V.J]
        elif f[V.SRC] != NOTHING and f[V.PROC] != Proc.FORCED:
            write_code(obs, source, s.kind[f[V.SRC]])
            obs[kit.ob.source_owner + relative(f[V.WHO], me)] = 1.0
            if f[V.PROC] == Proc.USE:
                observe_use(kit, s, me, f, obs)
            return


@kernel
def observe_use(kit, s, me, f, obs):
    """What was chosen and paid for a text so far."""
    obs[kit.ob.paid] = f[V.X]
    obs[kit.ob.overpaid] = f[V.OVER]
    mark_slot(s, me, f[V.OTHER], obs, kit.ob.target)
    if f[V.DOM] != NOTHING:
        mark_domain(me, f[V.WHO], f[V.DOM], obs, kit.ob.chosen_domain)
    for column, chosen in ((A.AIM1, f[V.T1]), (A.AIM2, f[V.T2])):
        aim = kit.texts[f[V.TEXT], column]
        if chosen == NOTHING:
            continue
        if aim == Aim.CARD:
            mark_slot(s, me, chosen, obs, kit.ob.target)
        elif aim == Aim.DRAINED or aim == Aim.UNDRAINED or aim == Aim.RESOURCE:
            seat = chosen // MAX_DOMAINS
            mark_domain(me, seat, chosen - seat * MAX_DOMAINS, obs, kit.ob.chosen_domain)
        elif aim == Aim.STORY or aim == Aim.EMPTY_STORY or aim == Aim.TOKENS:
            obs[kit.ob.chosen_story + seen_slot(me, chosen)] = 1.0


@kernel
def observe_question(kit, s, me, obs):
    """What the question that is asked is about."""
    obs[kit.ob.asked_seat + relative(s.ask_seat, me)] = 1.0
    if s.ask == Ask.WAY or s.ask == Ask.ORDER:
        for way in range(s.ask_n):
            write_code(obs, kit.ob.ways + way * CODE, s.ways[way])
    elif s.ask == Ask.RESOURCE:
        mark_domain(me, s.ask_seat, s.ask_n, obs, kit.ob.chosen_domain)
    elif s.ask == Ask.WINDOW or s.ask == Ask.RESPOND or s.ask == Ask.DISRUPT:
        obs[kit.ob.passed] = s.fr[s.depth - 1, V.PASSES]
    if s.ask_card != NOTHING:
        write_code(obs, kit.ob.asked_card, s.kind[s.ask_card])
        mark_domain(me, s.seat, s.place[s.ask_card], obs, kit.ob.chosen_domain)


@kernel(inline=True)
def mark_domain(me, seat, domain, obs, start):
    """A domain by side and number."""
    obs[start + relative(seat, me) * MAX_DOMAINS + domain] = 1.0


@kernel
def mark_slot(s, me, inst, obs, start):
    """A card in play by side and slot."""
    if inst != NOTHING and s.zone[inst] == Zone.PLAY:
        side = s.place[inst] // SLOTS
        obs[start + relative(side, me) * SLOTS + s.place[inst] - side * SLOTS] = 1.0
