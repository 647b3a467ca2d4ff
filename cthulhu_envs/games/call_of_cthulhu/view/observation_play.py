"""Cards in play and domains as a seat sees them (R11.1); features.py names the features."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import N_ICONS, OF_X, CardType, Keyword
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.features import (
    DECK_KINDS,
    FACTIONS,
    FLAGS,
    IN_PLAY,
    IN_PLAY_AT,
    MOST,
    NUMBERS,
    RANK,
)
from cthulhu_envs.games.call_of_cthulhu.rules.filters import type_now
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    FEW,
    MAX_DOMAINS,
    NOTHING,
    OPEN_STORIES,
    SLOTS,
    STORY_SLOTS,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Limit

N_FLAGS, N_NUMBERS, N_IN_PLAY = len(FLAGS), len(NUMBERS), len(IN_PLAY)
THERE, EXHAUSTED, INSANE = (FLAGS.index(name) for name in ("there", "exhausted", "insane"))
ATTACHED, BLANK, OWNED = (FLAGS.index(name) for name in ("attached", "blank", "owned"))
SUPPORT, STRUCK = FLAGS.index("support"), FLAGS.index("struck")
FAST, WILLPOWER = FLAGS.index("fast"), FLAGS.index("willpower")
INVULNERABLE = FLAGS.index("invulnerability")
HEROIC, VILLAINOUS = FLAGS.index("heroic"), FLAGS.index("villainous")
STAYS_HOME, ON_THEIRS = FLAGS.index("cannot_commit_at_home"), FLAGS.index("on_theirs")
AT_STORY = FLAGS.index("at_story_1")
FACTION_AT = FLAGS.index("faction_the_agency")
RANK_AT = FLAGS.index("rank_1")
WOUNDS, TOUGHNESS = NUMBERS.index("wounds"), NUMBERS.index("toughness")
SKILL, COST, TERROR = NUMBERS.index("skill"), NUMBERS.index("cost"), NUMBERS.index("terror")
HOST_SLOT, WAS_AT = NUMBERS.index("host_slot"), NUMBERS.index("was_at")


@kernel(inline=True)
def relative(seat, me):
    """0 for me, 1 for the other."""
    return 0 if seat == me else 1


@kernel
def seen_slot(me, slot):
    """A story slot as a seat sees it: conspiracies are mine or theirs."""
    if slot < OPEN_STORIES or me == 0:
        return slot
    return OPEN_STORIES + STORY_SLOTS - 1 - slot


@kernel
def seen_entity(s, me, inst):
    """The slot of a card in play as a seat sees it: mine first, then theirs."""
    side = s.place[inst] // SLOTS
    return relative(side, me) * SLOTS + s.place[inst] - side * SLOTS


@kernel
def observe_side(kit, s, me, seat, step, obs):
    """The cards in play on one side, slot by slot; returns whether one of them adds or removes
    struggles.
    """
    flags, numbers = kit.ob.slot, kit.ob.number
    in_play = kit.ob.in_play + step * N_IN_PLAY
    changes_struggles = False
    for k in range(s.reach[seat]):
        inst = s.play[seat * SLOTS + k]
        if inst != NOTHING:
            slot = step * SLOTS + k
            obs[in_play + IN_PLAY_AT[s.kind[inst]]] += 1.0
            write_flags(kit, s, inst, obs, flags + slot * N_FLAGS)
            write_numbers(kit, s, inst, obs, numbers + slot * N_NUMBERS)
            at, numbers_at = flags + slot * N_FLAGS, numbers + slot * N_NUMBERS
            write_place(s, me, inst, obs, at, numbers_at)
            changes_struggles |= does_change_struggles(kit, s, inst)
    return changes_struggles


@kernel(inline=True)
def does_change_struggles(kit, s, inst):
    """Whether a card in play adds or removes struggles at a story."""
    is_booster = s.host[inst] != NOTHING or s.at_story[inst] != NOTHING
    return s.named[inst] != NOTHING or (is_booster and kit.kinds[s.kind[inst], K.BOOSTS] != 0)


@kernel
def write_flags(kit, s, inst, obs, at):
    """What a card is, and what it is now."""
    words = s.words[inst]
    obs[at + THERE] = 1.0
    obs[at + EXHAUSTED] = s.exhausted[inst]
    obs[at + INSANE] = s.insane[inst]
    obs[at + ATTACHED] = s.host[inst] != NOTHING
    obs[at + BLANK] = s.blank[inst]
    obs[at + OWNED] = s.side[inst] == inst // DECK_MAX
    obs[at + SUPPORT] = type_now(kit, s, inst) == CardType.SUPPORT
    obs[at + FAST] = words & Keyword.FAST != 0
    obs[at + WILLPOWER] = words & Keyword.WILLPOWER != 0
    obs[at + INVULNERABLE] = words & Keyword.INVULNERABILITY != 0
    obs[at + HEROIC] = words & Keyword.HEROIC != 0
    obs[at + VILLAINOUS] = words & Keyword.VILLAINOUS != 0
    obs[at + STAYS_HOME] = s.limits[inst] & Limit.STAYS_HOME != 0
    obs[at + STRUCK] = s.struck[s.place[inst]]
    obs[at + FACTION_AT + kit.kinds[s.kind[inst], K.FACTION]] = 1.0
    obs[at + RANK_AT + RANK[s.kind[inst]]] = 1.0


@kernel
def write_numbers(kit, s, inst, obs, at):
    """The numbers of a card as they are now."""
    cost = kit.kinds[s.kind[inst], K.COST]
    obs[at + WOUNDS] = min(s.wounds[inst], MOST)
    obs[at + TOUGHNESS] = min(s.toughness[inst], MOST)
    obs[at + SKILL] = min(s.skill[inst], MOST)
    obs[at + COST] = 0 if s.insane[inst] or cost == OF_X else cost
    for icon in range(N_ICONS):
        obs[at + TERROR + icon] = min(s.icons[inst, icon], MOST)


@kernel
def write_place(s, me, inst, obs, at, numbers_at):
    """Where a card stands: at which story, or on what."""
    if s.at_story[inst] != NOTHING:
        obs[at + AT_STORY + seen_slot(me, s.at_story[inst])] = 1.0
    if s.was_at[inst] != NOTHING:
        obs[numbers_at + WAS_AT] = seen_slot(me, s.was_at[inst]) + 1
    host = s.host[inst]
    if host == NOTHING:
        return
    if s.zone[host] == Zone.STORY:
        obs[at + AT_STORY + seen_slot(me, s.place[host])] = 1.0
    else:
        slot = seen_entity(s, me, host)
        obs[at + ON_THEIRS] = slot >= SLOTS
        obs[numbers_at + HOST_SLOT] = slot % SLOTS + 1


@kernel
def observe_domains(kit, s, me, seat, step, obs):
    """Domains, which are drained, which lie face down that I know (R11.8)."""
    domains, drained = kit.ob.domain + step * MAX_DOMAINS, kit.ob.drained + step * MAX_DOMAINS
    for domain in range(s.domains[seat]):
        obs[domains + domain] = 1.0
        obs[drained + domain] = s.drained[seat, domain]
    if s.domains[seat] > OPEN_STORIES:
        hidden = kit.ob.hidden_domain + step * MAX_DOMAINS
        for inst in range(seat * DECK_MAX, (seat + 1) * DECK_MAX):
            if s.zone[inst] == Zone.DOMAIN and s.seen[inst] >> me & 1:
                obs[hidden + s.place[inst]] = s.kind[inst] + 1


@kernel
def observe_resources(kit, s, seat, step, obs):
    """Resources by kind, in their order, and what each domain has of each faction."""
    kinds, order = kit.ob.resource_kind + step * DECK_KINDS, kit.ob.resource_order + step * DECK_MAX
    resources, transient = kit.ob.resources, kit.ob.transient
    for k in range(s.laid_n[seat]):
        inst = s.laid[seat, k]
        row = kit.kinds[s.kind[inst]]
        domain = step * MAX_DOMAINS + s.place[inst]
        obs[kinds + s.kind[inst]] += 1.0
        obs[order + k] = s.kind[inst] + 1
        at = resources + domain * FACTIONS + row[K.FACTION]
        obs[at] = min(obs[at] + 1.0, FEW)
        if row[K.WORDS] & Keyword.TRANSIENT:
            obs[transient + domain] = min(obs[transient + domain] + 1.0, FEW)
