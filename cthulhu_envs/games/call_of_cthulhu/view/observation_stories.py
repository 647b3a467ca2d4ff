"""Stories as a seat sees them (R11.1)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS, Stat
from cthulhu_envs.games.call_of_cthulhu.features import DECK_KINDS
from cthulhu_envs.games.call_of_cthulhu.rules.story import struggles_at
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    ENTITIES,
    FEW,
    FIRST_STORY,
    N_CARDS,
    N_STORIES,
    NOTHING,
    STORY_SLOTS,
    TRACK,
    L,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.view.observation_play import relative, seen_slot

STORY_TITLES = N_STORIES + 1  # a conspiracy last
WON_TITLES = N_STORIES + 2  # my conspiracies, then theirs


@kernel(inline=True)
def story_title(kind):
    """Which story it is; all conspiracies are one."""
    return kind - DECK_KINDS if kind >= DECK_KINDS else N_STORIES


@kernel
def observe_stories(kit, s, me, changes_struggles, obs):
    """Stories, tokens, struggles: one of each type, unless a card or an effect changes that."""
    titles, success = kit.ob.story, kit.ob.success
    struggles, resolving, resolved = kit.ob.struggles, kit.ob.resolving, kit.ob.resolved
    for slot in range(STORY_SLOTS):
        if s.story[slot] == NOTHING:
            continue
        at = seen_slot(me, slot)
        obs[titles + at * STORY_TITLES + story_title(s.kind[s.story[slot]])] = 1.0
        for step in range(2):
            obs[success + at * 2 + step] = min(s.success[slot, (me + step) % 2], TRACK)
        for icon in range(N_ICONS):
            obs[struggles + at * N_ICONS + icon] = 1.0
        obs[resolving + at] = s.resolving == slot
        obs[resolved + at] = s.resolved[slot]
    for k in range(s.lasting_n):
        changes_struggles |= s.lasting[k, L.STAT] == Stat.STRUGGLE
    if changes_struggles:
        observe_struggles(kit, s, me, obs)
    if s.won_n[0] or s.won_n[1]:
        observe_won(kit, s, me, obs)


@kernel
def observe_won(kit, s, me, obs):
    """Who has won which story; conspiracies are looked for only where stories do not add up."""
    won = kit.ob.won_story
    left = s.won_n[0] + s.won_n[1]
    for inst in range(FIRST_STORY, N_CARDS):
        if s.zone[inst] == Zone.WON:
            left -= 1
            at = won + relative(s.side[inst], me) * WON_TITLES
            obs[at + s.kind[inst] - DECK_KINDS] = 1.0
    if left > 0:
        for inst in range(FIRST_STORY):
            if s.zone[inst] == Zone.WON:
                at = won + relative(s.side[inst], me) * WON_TITLES
                obs[at + N_STORIES + relative(inst // DECK_MAX, me)] += 1.0


@kernel
def observe_struggles(kit, s, me, obs):
    """Where something adds or removes struggles, all of them are counted; those named for a card
    and those taken away for the phase are told apart.
    """
    struggles, named, removed = kit.ob.struggles, kit.ob.named, kit.ob.removed
    for slot in range(STORY_SLOTS):
        if s.story[slot] != NOTHING:
            at = struggles + seen_slot(me, slot) * N_ICONS
            for icon in range(N_ICONS):
                obs[at + icon] = min(struggles_at(kit, s, slot, icon), FEW)
    for entity in range(ENTITIES):
        inst = s.play[entity]
        if inst != NOTHING and s.named[inst] != NOTHING:
            obs[named + relative(s.side[inst], me) * N_ICONS + s.named[inst]] = 1.0
    for k in range(s.lasting_n):
        if s.lasting[k, L.STAT] == Stat.STRUGGLE:
            slot = seen_slot(me, s.place[s.lasting[k, L.INST]])
            at = removed + slot * N_ICONS + s.lasting[k, L.AUX]
            obs[at] = min(obs[at] + 1.0, FEW)
