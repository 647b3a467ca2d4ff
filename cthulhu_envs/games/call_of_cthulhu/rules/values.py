"""What cards in play are now: printed values and all modifiers, worked out in layers (R10.5).

`refresh` runs whenever something changed; `layer_of` in cards.py names the layers.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    ATTACHMENT,
    CULTIST,
    ICON_OF,
    N_ICONS,
    N_LAYERS,
    OF_X,
    CardType,
    Effect,
    Icon,
    Keyword,
    Layer,
    Per,
    Scope,
    Stat,
    While,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K, M
from cthulhu_envs.games.call_of_cthulhu.rules.filters import (
    count_attachments,
    count_yog,
    fits,
    is_time,
)
from cthulhu_envs.games.call_of_cthulhu.rules.lasting import is_on
from cthulhu_envs.games.call_of_cthulhu.rules.zones import is_character
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    NOTHING,
    OPEN_STORIES,
    SLOTS,
    STORY_SLOTS,
    L,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Limit

UNKNOWN_STAT = "there is no such modifier"
UNKNOWN_SCOPE = "there is no such scope"


@kernel
def refresh(kit, s):
    """Work out everything anew."""
    s.dirty = 0
    s.locked = 0
    s.characters = 0
    s.effects = start_values(kit, s)
    for layer in range(N_LAYERS):
        if s.effects >> layer & 1:
            run_layer(kit, s, layer)
            if layer == Layer.SKILL:
                floor_skill(s)
            elif layer == Layer.ICONS or layer == Layer.ICONS_BY_SKILL:
                floor_icons(s)
    note_sides(s)


@kernel
def note_sides(s):
    """The keywords each side has among its cards, for R9.5 and R9.6."""
    for side in range(2):
        words = 0
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst != NOTHING:
                words |= s.words[inst]
        s.side_words[side] = words


@kernel
def start_values(kit, s):
    """Printed values of every card in play; returns the layers in use and bits of Effect."""
    effects = 0
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst == NOTHING:
                continue
            print_values(kit, s, inst)
            row = kit.kinds[s.kind[inst]]
            effects |= row[K.LAYERS]
            s.characters += row[K.TYPE] == CardType.CHARACTER and s.host[inst] == NOTHING
    for slot in range(OPEN_STORIES, STORY_SLOTS):
        if s.story[slot] != NOTHING:
            effects |= kit.kinds[s.kind[s.story[slot]], K.LAYERS]
    for k in range(s.lasting_n):
        stat, mod = s.lasting[k, L.STAT], s.lasting[k, L.MOD]
        if mod != NOTHING:
            effects |= Effect.DEAR if stat == Stat.COST else 1 << kit.mods[mod, M.LAYER]
        elif stat == Stat.COPY_TEXT:
            effects |= Effect.COPIES | 1 << Layer.GAINED
        elif stat == Stat.COPY_ICONS:
            effects |= 1 << Layer.ICONS
        elif not is_read_elsewhere(stat):
            raise AssertionError(UNKNOWN_STAT)
    return effects


@kernel(inline=True)
def is_read_elsewhere(stat):
    """Whether an effect that lasts without a modifier changes no values."""
    return stat == Stat.CONTROL or stat == Stat.STRUGGLE or stat == Stat.OBLIGED


@kernel
def print_values(kit, s, inst):
    """Printed values; an insane character has none, an attached character only its cost."""
    row = kit.kinds[s.kind[inst]]
    plain = row[K.TYPE] == CardType.CHARACTER and s.host[inst] == NOTHING and not s.insane[inst]
    s.skill[inst] = row[K.SKILL] if plain and row[K.SKILL] != OF_X else 0
    s.words[inst] = row[K.WORDS] if plain else 0
    s.toughness[inst] = row[K.TOUGHNESS] if plain else 0
    s.blank[inst] = 0
    s.limits[inst] = 0
    for icon in range(N_ICONS):
        s.icons[inst, icon] = row[K.TERROR + icon] if plain else 0
    if plain or row[K.TYPE] == CardType.SUPPORT:
        s.subs[inst] = row[K.SUBS]
    else:
        s.subs[inst] = 0 if s.insane[inst] else ATTACHMENT


@kernel
def run_layer(kit, s, layer):
    """Apply all modifiers of one layer."""
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst == NOTHING or not kit.kinds[s.kind[inst], K.LAYERS] >> layer & 1:
                continue
            if not s.insane[inst] and not (layer != Layer.BLANK and s.blank[inst]):
                run_card(kit, s, inst, layer)
    if layer == Layer.BLANK:
        for slot in range(OPEN_STORIES, STORY_SLOTS):
            if s.story[slot] != NOTHING:
                run_card(kit, s, s.story[slot], layer)
    for k in range(s.lasting_n):
        run_lasting(kit, s, k, layer)


@kernel
def run_card(kit, s, inst, layer):
    """The constant texts of one card."""
    row = kit.kinds[s.kind[inst]]
    for mod in range(row[K.FIRST_MOD], row[K.FIRST_MOD] + row[K.NUM_MODS]):
        m = kit.mods[mod]
        if m[M.LAYER] != layer or not holds(kit, s, m[M.WHILE], inst):
            continue
        if m[M.SCOPE] == Scope.SELF:
            if s.host[inst] == NOTHING:
                change(kit, s, mod, inst, inst)
        elif m[M.SCOPE] == Scope.HOST:
            if s.host[inst] != NOTHING and s.host[inst] < FIRST_STORY:
                change(kit, s, mod, s.host[inst], inst)
        elif m[M.SCOPE] != Scope.ALL:
            raise AssertionError(UNKNOWN_SCOPE)
        elif m[M.STAT] == Stat.NO_REFRESH_RESTORE:
            s.locked = 1
        else:
            change_all(kit, s, mod, s.side[inst], inst)


@kernel
def holds(kit, s, condition, inst):
    """When a constant text works."""
    if condition == While.ALWAYS:
        return True
    if condition == While.COMMITTED:
        return s.at_story[inst] != NOTHING
    if condition == While.DAY:
        return is_time(kit, s, Keyword.DAY)
    if condition == While.NIGHT:
        return is_time(kit, s, Keyword.NIGHT)
    if condition == While.ATTACHMENT:
        return count_attachments(s) > 0
    raise AssertionError("a constant text has no such condition")


@kernel
def change_all(kit, s, mod, me, self_inst):
    """A modifier of all cards that its filter accepts."""
    row = kit.mods[mod, M.FILTER]
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            card = s.play[entity]
            if card != NOTHING and fits(kit, s, row, card, me, self_inst, 0):
                change(kit, s, mod, card, self_inst)


@kernel
def change_struck(kit, s, k, mod):
    """R9.12: a lasting modifier of all cards that fitted when it began."""
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            card = s.play[entity]
            if card != NOTHING and is_on(s, k, card):
                change(kit, s, mod, card, card)


@kernel
def run_lasting(kit, s, k, layer):
    """An effect that lasts for the phase."""
    stat, mod, inst = s.lasting[k, L.STAT], s.lasting[k, L.MOD], s.lasting[k, L.INST]
    if mod == NOTHING:
        if stat == Stat.COPY_TEXT:
            if layer == Layer.GAINED and is_sane_in_play(s, inst):
                row = kit.kinds[s.kind[s.lasting[k, L.AUX]]]
                s.words[inst] |= row[K.WORDS]
                s.toughness[inst] += row[K.TOUGHNESS]
        elif stat == Stat.COPY_ICONS:
            if layer == Layer.ICONS and is_sane_in_play(s, inst):
                for icon in range(N_ICONS):
                    s.icons[inst, icon] += kit.kinds[s.lasting[k, L.AUX], K.TERROR + icon]
        elif not is_read_elsewhere(stat):
            raise AssertionError(UNKNOWN_STAT)
    elif kit.mods[mod, M.LAYER] == layer:
        if kit.mods[mod, M.SCOPE] == Scope.ALL:
            change_struck(kit, s, k, mod)
        elif kit.mods[mod, M.SCOPE] != Scope.SELF:
            raise AssertionError(UNKNOWN_SCOPE)
        elif s.zone[inst] == Zone.PLAY:
            change(kit, s, mod, inst, inst)


@kernel
def is_sane_in_play(s, inst):
    """Whether a modifier can change a card."""
    return s.zone[inst] == Zone.PLAY and not s.insane[inst]


@kernel
def change(kit, s, mod, inst, source):
    """Apply one modifier to one card; nothing but a lock on restoring changes an insane one."""
    m = kit.mods[mod]
    stat = m[M.STAT]
    if stat == Stat.NO_RESTORE:
        s.limits[inst] |= Limit.NO_RESTORE
    if s.insane[inst] or not is_character(kit, s, inst):
        return
    if m[M.PER] == Per.YOG_CHARACTERS and s.limits[inst] & Limit.BARE_SKILL:  # a printed X
        return
    n = m[M.AMOUNT] * times(kit, s, m[M.PER], inst, source)
    if stat == Stat.BLANK:
        s.blank[inst] = 1
        s.words[inst] = 0
        s.subs[inst] = 0
        s.toughness[inst] = 0
    elif stat == Stat.FAST:
        s.words[inst] |= Keyword.FAST
    elif stat == Stat.WILLPOWER:
        s.words[inst] |= Keyword.WILLPOWER
    elif stat == Stat.INVULNERABILITY:
        s.words[inst] |= Keyword.INVULNERABILITY
    elif stat == Stat.NO_FAST:
        if s.words[inst] & Keyword.FAST:
            s.words[inst] -= Keyword.FAST
    elif stat == Stat.TOUGHNESS:
        s.toughness[inst] += n
    elif stat == Stat.NO_TOUGHNESS:
        s.toughness[inst] = 0
    elif stat == Stat.STAYS_HOME:
        s.limits[inst] |= Limit.STAYS_HOME
    elif stat != Stat.NO_RESTORE:
        change_number(kit, s, stat, inst, n)


@kernel
def change_number(kit, s, stat, inst, n):
    """Icons and skill."""
    if stat == Stat.SKILL:
        s.skill[inst] += n
    elif is_of_icons(stat):
        s.icons[inst, ICON_OF[stat]] += n
    elif stat == Stat.BARE_SKILL:
        s.skill[inst] = 0
        s.limits[inst] |= Limit.BARE_SKILL
    elif stat == Stat.BARE_TERROR:
        s.icons[inst, Icon.TERROR] = 0
    elif stat == Stat.BARE_ICONS:
        for icon in range(N_ICONS):
            s.icons[inst, icon] = 0
    else:
        raise AssertionError(UNKNOWN_STAT)


@kernel(inline=True)
def is_of_icons(stat):
    """Whether a modifier adds icons or takes them away."""
    return (
        stat == Stat.TERROR
        or stat == Stat.COMBAT
        or stat == Stat.ARCANE
        or stat == Stat.INVESTIGATION
    )


@kernel
def times(kit, s, per, inst, source):
    """What a modifier is multiplied with."""
    if per == Per.ONCE:
        return 1
    if per == Per.INVESTIGATION:
        return int(s.icons[inst, Icon.INVESTIGATION])
    if per == Per.ATTACHMENTS:
        return count_attachments(s)
    if per == Per.YOG_CHARACTERS:
        return count_yog(kit, s)
    if per == Per.CULTISTS:
        return count_cultists(kit, s, s.side[source])
    if per == Per.WEAKER:
        return count_weaker(kit, s, source)
    raise AssertionError("nothing in play is counted so")


@kernel
def count_cultists(kit, s, side):
    """Cultists of a side."""
    n = 0
    for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
        card = s.play[entity]
        n += card != NOTHING and is_character(kit, s, card) and s.subs[card] & CULTIST != 0
    return n


@kernel
def count_weaker(kit, s, source):
    """Committed characters of the other side whose skill is lower than that of a card."""
    n = 0
    side = 1 - s.side[source]
    for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
        card = s.play[entity]
        if card != NOTHING and is_character(kit, s, card) and s.at_story[card] != NOTHING:
            n += s.skill[card] < s.skill[source]
    return n


@kernel
def floor_skill(s):
    """R10.5: modifiers are summed, then no skill is below zero."""
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst != NOTHING:
                s.skill[inst] = max(s.skill[inst], 0)


@kernel
def floor_icons(s):
    """R10.5: the same for icons."""
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst != NOTHING:
                for icon in range(N_ICONS):
                    s.icons[inst, icon] = max(s.icons[inst, icon], 0)
