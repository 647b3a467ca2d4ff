"""Whether a card is one that a text speaks of."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    ATTACHMENT,
    BELOW_SELF,
    BELOW_X,
    NONE,
    OF_DOMAINS,
    OF_X,
    CardType,
    Faction,
    Icon,
    Keyword,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import F, Flag, K, Whose
from cthulhu_envs.games.call_of_cthulhu.rules.zones import (
    can_enter,
    free_slot,
    has_copy,
    is_character,
    owner,
    printed,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import ENTITIES, NOTHING, SLOTS, Zone
from cthulhu_envs.games.call_of_cthulhu.state import Limit

SUPPORT = int(CardType.SUPPORT)


@kernel
def amount(s, code, x, me, self_inst):
    """A bound of a filter as a number."""
    if code == OF_X:
        return x
    if code == BELOW_X:
        return x - 1
    if code == BELOW_SELF:
        return int(s.skill[self_inst]) - 1
    if code == OF_DOMAINS:
        return int(s.domains[me])
    return code


@kernel
def can_be_wounded(s, inst):
    """R9.3"""
    return not s.words[inst] & Keyword.INVULNERABILITY


@kernel
def can_go_insane(s, inst):
    """R6.8: terror icons and Willpower protect, and nobody goes insane twice."""
    return not (
        s.insane[inst] or s.icons[inst, Icon.TERROR] > 0 or s.words[inst] & Keyword.WILLPOWER
    )


@kernel
def type_now(kit, s, inst):
    """R10.9: an attached Hound of Tindalos is a support card."""
    if s.zone[inst] == Zone.PLAY and s.host[inst] != NOTHING:
        return SUPPORT
    return int(printed(kit, s, inst, K.TYPE))


@kernel
def fits(kit, s, row, inst, me, self_inst, x):
    """Whether a card passes a filter, seen by the seat whose text it is."""
    f = kit.filters[row]
    in_play = s.zone[inst] == Zone.PLAY
    if f[F.TYPES] and not (f[F.TYPES] >> type_now(kit, s, inst)) & 1:
        return False
    if f[F.SIDE] != Whose.ANY and not side_fits(f[F.SIDE], s.side[inst] == me):
        return False
    if f[F.TITLE] != NONE and s.kind[inst] != f[F.TITLE]:
        return False
    subs = s.subs[inst] if in_play else printed(kit, s, inst, K.SUBS)
    words = s.words[inst] if in_play else printed(kit, s, inst, K.WORDS)
    if f[F.FLAGS] & Flag.EITHER:
        if not (f[F.SUBS] & subs or f[F.WORDS] & words):
            return False
    else:
        if f[F.SUBS] and not f[F.SUBS] & subs:
            return False
        if f[F.WORDS] and not f[F.WORDS] & words:
            return False
    if f[F.NOT_SUBS] & subs:
        return False
    is_mad = in_play and s.insane[inst]
    if f[F.FACTION] != NONE and (is_mad or printed(kit, s, inst, K.FACTION) != f[F.FACTION]):
        return False
    if f[F.COST] != NONE:
        cost = 0 if is_mad else printed(kit, s, inst, K.COST)
        if (cost if cost != OF_X else 0) > amount(s, f[F.COST], x, me, self_inst):
            return False
    if f[F.FLAGS] and not flags_fit(kit, s, f[F.FLAGS], inst, me, self_inst):
        return False
    return not in_play or numbers_fit(kit, s, f, inst, me, self_inst, x)


@kernel(inline=True)
def side_fits(whose, is_mine):
    """Whether a filter that demands a side accepts a card of mine, or of theirs."""
    if whose == Whose.MINE:
        return is_mine
    if whose == Whose.THEIRS:
        return not is_mine
    raise AssertionError("a filter demands a side that is none")


@kernel
def numbers_fit(kit, s, f, inst, me, self_inst, x):
    """Skill and terror, as they are now."""
    if f[F.SKILL] != NONE and s.skill[inst] > amount(s, f[F.SKILL], x, me, self_inst):
        return False
    if s.icons[inst, Icon.TERROR] < f[F.TERROR_MIN]:
        return False
    if f[F.TERROR_MAX] != NONE and s.icons[inst, Icon.TERROR] > f[F.TERROR_MAX]:
        return False
    skill = 0 if s.insane[inst] else printed(kit, s, inst, K.SKILL)
    if skill == OF_X:
        skill = 0 if s.blank[inst] else count_yog(kit, s)
    if skill < f[F.PRINTED_SKILL_MIN]:
        return False
    return f[F.PRINTED_SKILL_MAX] == NONE or skill <= f[F.PRINTED_SKILL_MAX]


@kernel
def flags_fit(kit, s, flags, inst, me, self_inst):
    """The yes-or-no demands of a filter."""
    if flags & Flag.INSANE and not s.insane[inst]:
        return False
    if flags & Flag.READY and s.exhausted[inst]:
        return False
    if flags & Flag.EXHAUSTED and not s.exhausted[inst]:
        return False
    if flags & Flag.COMMITTED and s.at_story[inst] == NOTHING:
        return False
    if flags & Flag.OTHER and inst == self_inst:
        return False
    if flags & Flag.HERE and (
        s.at_story[inst] == NOTHING or s.at_story[inst] != s.at_story[self_inst]
    ):
        return False
    if flags & Flag.WITNESSED and (
        s.was_at[inst] == NOTHING or s.was_at[inst] != s.was_at[self_inst]
    ):
        return False
    if flags & Flag.AT_THIS and (
        s.at_story[inst] == NOTHING or s.at_story[inst] != s.place[self_inst]
    ):
        return False
    if flags & Flag.WOUNDABLE and not can_be_wounded(s, inst):
        return False
    if flags & Flag.MADDENABLE and not can_go_insane(s, inst):
        return False
    if flags & Flag.RESTORABLE and s.limits[inst] & Limit.NO_RESTORE:
        return False
    if flags & Flag.EXHAUST_OR_MADDEN and s.exhausted[inst] and not can_go_insane(s, inst):
        return False
    if flags & Flag.BARE and has_attachment(s, inst):
        return False
    if flags & Flag.ENTERABLE and not can_enter(kit, s, s.kind[inst], owner(inst)):
        return False
    return not (flags & Flag.TAKEABLE and not can_take(kit, s, inst, me))


@kernel
def can_take(kit, s, inst, me):
    """R10.8: uniqueness and Heroic or Villainous bind a change of sides, too."""
    if free_slot(s, me) == NOTHING:
        return False
    if s.insane[inst]:
        return not (printed(kit, s, inst, K.UNIQUE) and has_copy(kit, s, s.kind[inst], me))
    return can_enter(kit, s, s.kind[inst], me)


@kernel
def has_attachment(s, inst):
    """Whether something is attached to a card."""
    for entity in range(ENTITIES):
        card = s.play[entity]
        if card != NOTHING and s.host[card] == inst:
            return True
    return False


@kernel
def any_fitting(kit, s, row, me, self_inst, x, without):
    """Whether a card in play passes a filter."""
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            card = s.play[entity]
            if card != NOTHING and card != without and fits(kit, s, row, card, me, self_inst, x):
                return True
    return False


@kernel
def is_time(kit, s, time):
    """R10.7: whether a card in play makes it Day, or Night."""
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            card = s.play[entity]
            if card == NOTHING or s.insane[card] or s.blank[card]:
                continue
            if printed(kit, s, card, K.WORDS) & time:
                return True
    return False


@kernel
def count_attachments(s):
    """Attachment cards in play, an attached Hound included."""
    n = 0
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            card = s.play[entity]
            if card != NOTHING and s.subs[card] & ATTACHMENT:
                n += 1
    return n


@kernel
def count_yog(kit, s):
    """Sane Yog-Sothoth characters in play, the X of Disciple of the Gate."""
    n = 0
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            card = s.play[entity]
            if card != NOTHING and is_character(kit, s, card) and not s.insane[card]:
                n += printed(kit, s, card, K.FACTION) == Faction.YOG_SOTHOTH
    return n
