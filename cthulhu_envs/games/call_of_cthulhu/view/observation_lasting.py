"""What lasts for the phase as both seats see it (R11.1): whose it is, and which cards it is on."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    ICON_OF,
    N_ICONS,
    NO_ICON,
    Icon,
    Scope,
    Stat,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K, M
from cthulhu_envs.games.call_of_cthulhu.features import FLAGS, LASTING_FLAGS, MOST, NUMBERS
from cthulhu_envs.games.call_of_cthulhu.rules.lasting import is_on
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    COPIES_SHOWN,
    FEW,
    KINDS,
    LASTING_KINDS,
    NOTHING,
    SLOTS,
    L,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.view.observation_play import (
    N_FLAGS,
    N_NUMBERS,
    relative,
    seen_entity,
)

N_LASTING = len(LASTING_KINDS)
LASTING_AT = np.zeros(KINDS, np.int64)  # where the kinds that last stand in their block
LASTING_AT[list(LASTING_KINDS)] = np.arange(N_LASTING)
FLAG_OF = np.full(len(Stat), -1)  # the flag that says that a stat is changed for the phase
for _stat, _name in LASTING_FLAGS.items():
    FLAG_OF[_stat] = FLAGS.index(_name)
FOLLOWS, COPIED_BY = FLAGS.index("follows_mine"), FLAGS.index("copied_by_mine")
SKILL_MORE, SKILL_LESS = NUMBERS.index("lasting_skill_more"), NUMBERS.index("lasting_skill_less")
TERROR_MORE = NUMBERS.index("lasting_terror_more")
TERROR_LESS = NUMBERS.index("lasting_terror_less")
COMBAT_MORE = NUMBERS.index("lasting_combat_more")  # then arcane and investigation


@kernel
def observe_lasting(kit, s, me, obs):
    """Every effect: whose it is, and the cards it is on."""
    lasting = kit.ob.lasting
    for k in range(s.lasting_n):
        row = s.lasting[k]
        stat, mod, inst = row[L.STAT], row[L.MOD], row[L.INST]
        at = lasting + relative(row[L.SEAT], me) * N_LASTING + LASTING_AT[row[L.KIND]]
        obs[at] = min(obs[at] + 1.0, FEW)
        if mod == NOTHING:
            observe_bond(kit, s, me, row, obs)
        elif stat == Stat.COST:
            continue
        elif kit.mods[mod, M.SCOPE] != Scope.ALL:
            add_change(kit, seen_entity(s, me, inst), mod, obs)
        else:
            for side in range(2):
                for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
                    card = s.play[entity]
                    if card != NOTHING and is_on(s, k, card):
                        add_change(kit, seen_entity(s, me, card), mod, obs)


@kernel
def observe_bond(kit, s, me, row, obs):
    """What binds a card to another one: who has to follow whom, whose texts or icons it has."""
    stat, inst, aux = row[L.STAT], row[L.INST], row[L.AUX]
    flags, copied = kit.ob.slot, kit.ob.copied
    if stat == Stat.OBLIGED:
        leader = relative(s.side[aux], me)
        obs[flags + seen_entity(s, me, inst) * N_FLAGS + FOLLOWS + leader] = 1.0
    elif stat == Stat.COPY_ICONS:
        for icon in range(N_ICONS):
            printed = kit.kinds[aux, K.TERROR + icon]
            add_icons(kit, seen_entity(s, me, inst), icon, printed, obs)
    elif stat == Stat.COPY_TEXT:
        copier = relative(s.side[inst], me)
        if s.zone[aux] == Zone.PLAY:
            obs[flags + seen_entity(s, me, aux) * N_FLAGS + COPIED_BY + copier] = 1.0
        for place in range(COPIES_SHOWN):
            at = copied + copier * COPIES_SHOWN + place
            if obs[at] == 0.0:
                obs[at] = s.kind[aux] + 1
                break
    elif stat != Stat.CONTROL and stat != Stat.STRUGGLE:  # seen by where cards and icons are
        raise AssertionError("such an effect is not shown")


@kernel
def add_change(kit, slot, mod, obs):
    """A modifier of the card in a slot."""
    stat, amount = kit.mods[mod, M.STAT], kit.mods[mod, M.AMOUNT]
    if FLAG_OF[stat] >= 0:
        obs[kit.ob.slot + slot * N_FLAGS + FLAG_OF[stat]] = 1.0
    elif stat == Stat.SKILL:
        add_number(kit, slot, SKILL_MORE if amount > 0 else SKILL_LESS, abs(amount), obs)
    elif ICON_OF[stat] != NO_ICON:
        add_icons(kit, slot, ICON_OF[stat], amount, obs)
    else:
        raise AssertionError("such a modifier is not shown")


@kernel
def add_icons(kit, slot, icon, amount, obs):
    """Icons more or less; only terror icons become fewer."""
    if icon == Icon.TERROR:
        add_number(kit, slot, TERROR_MORE if amount > 0 else TERROR_LESS, abs(amount), obs)
    else:
        add_number(kit, slot, COMBAT_MORE + icon - 1, amount, obs)


@kernel
def add_number(kit, slot, number, amount, obs):
    """Add to a number of the card in a slot."""
    at = kit.ob.number + slot * N_NUMBERS + number
    obs[at] = min(obs[at] + amount, MOST)
