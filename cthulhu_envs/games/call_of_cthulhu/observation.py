"""`observe`: everything a seat is entitled to know (R11), written into a vector of zeros.

Offsets are read from the kit once per part: after each write to `obs` the compiler would have to
read them again. Numbers are written without asking whether they are zero: in a batch of games that
branch cannot be foreseen.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.engine.bits import EMPTY, bit, lowest, without_lowest
from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.cards import (
    N_ICONS,
    OF_X,
    SUBTYPES,
    CardType,
    Keyword,
    Stat,
)
from cthulhu_envs.games.call_of_cthulhu.columns import K
from cthulhu_envs.games.call_of_cthulhu.filters import type_now
from cthulhu_envs.games.call_of_cthulhu.pending import (
    mark_slot,
    observe_pending,
    observe_question,
    relative,
    seen_slot,
    write_code,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    FIRST_STORY,
    KINDS,
    LASTING_KINDS,
    MAX_DOMAINS,
    N_CARDS,
    N_STORIES,
    NOTHING,
    OPEN_STORIES,
    SLOTS,
    STORY_SLOTS,
    TOP_SHOWN,
    TRACK,
    L,
    T,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Limit
from cthulhu_envs.games.call_of_cthulhu.story import struggles_at
from cthulhu_envs.games.call_of_cthulhu.tables import ASKED_SUBTYPES, CODE, FEATURES

N_FEATURES = len(FEATURES)
N_SUBTYPES = len(ASKED_SUBTYPES)
ASKED = np.array([1 << SUBTYPES.index(name) for name in ASKED_SUBTYPES])
N_LASTING = len(LASTING_KINDS)
LASTING_AT = np.zeros(KINDS, np.int64)  # where the kinds that last stand in their block
LASTING_AT[list(LASTING_KINDS)] = np.arange(N_LASTING)
FIRST_STORY_KIND = KINDS - N_STORIES
FACTIONS = 8
SUPPORT_AT = FEATURES.index("support")
CODE_AT = SUPPORT_AT + 1
FACTION_AT = CODE_AT + CODE
SUBTYPE_AT = FACTION_AT + FACTIONS


@kernel
def observe(kit, s, me, obs):
    """The table as seen from one chair."""
    me = np.int64(me)
    observe_cards(kit, s, me, obs)
    changes_struggles = False
    for step in range(2):
        seat = (me + step) % 2
        changes_struggles |= observe_side(kit, s, me, seat, step, obs)
        observe_domains(kit, s, me, seat, step, obs)
        observe_deck(kit, s, me, seat, step, obs)
        obs[kit.ob.won + step] = s.won_n[seat]
        obs[kit.ob.deck + step] = s.deck_n[seat]
        obs[kit.ob.hand_size + step] = s.hand_n[seat]
    observe_stories(kit, s, me, changes_struggles, obs)
    observe_turn(kit, s, me, obs)


@kernel
def observe_cards(kit, s, me, obs):
    """R11.1-R11.5: my hand, what I know of the other hand, discard piles, their list."""
    hand, theirs, pile = kit.ob.hand, kit.ob.their_hand, kit.ob.pile
    other = 1 - me
    for k in range(s.hand_n[me]):
        obs[hand + s.kind[s.hand[me, k]]] += 1.0
    for k in range(s.hand_n[other]):
        inst = s.hand[other, k]
        if s.seen[inst] >> me & 1:
            obs[theirs + s.kind[inst]] += 1.0
    for step in range(2):
        seat = (me + step) % 2
        for k in range(s.pile_n[seat]):
            obs[pile + step * KINDS + s.kind[s.pile[seat, k]]] += 1.0
    observe_list(kit, s, me, obs)


@kernel
def observe_list(kit, s, me, obs):
    """R11.7: their whole deck list where it is known, else the cards of it I have seen; what is
    left in my deck; resources by kind.
    """
    listed, mine, resources = kit.ob.listed, kit.ob.my_deck, kit.ob.resource_kind
    is_open = not kit.random_decks
    for step in range(2):
        seat = (me + step) % 2
        first = seat * DECK_MAX
        laid = EMPTY
        for k in range(DECK_MAX):
            laid |= bit(s.zone[first + k] == Zone.RESOURCE, k)
        add_kinds(s, laid, first, obs, resources + step * KINDS)
        if seat != me:
            known = EMPTY
            for k in range(DECK_MAX):
                listed_open = is_open & (s.zone[first + k] != Zone.NOWHERE)
                known |= bit(listed_open | (s.listed[first + k] >> me & 1), k)
            add_kinds(s, known, first, obs, listed)
    for k in range(s.deck_n[me]):
        obs[mine + s.kind[s.deck[me, k]]] += 1.0


@kernel(inline=True)
def add_kinds(s, cards, first, obs, at):
    """Copies by kind of a set of a seat's cards, numbered from its first."""
    while cards != EMPTY:
        obs[at + s.kind[first + lowest(cards)]] += 1.0
        cards = without_lowest(cards)


@kernel
def observe_side(kit, s, me, seat, step, obs):
    """The cards in play on one side, slot by slot; returns whether one of them adds or removes
    struggles.
    """
    slots = kit.ob.slot
    changes_struggles = False
    for k in range(s.reach[seat]):
        inst = s.play[seat * SLOTS + k]
        if inst != NOTHING:
            at = slots + (step * SLOTS + k) * N_FEATURES
            write_card(kit, s, me, inst, obs, at)
            write_place(s, me, inst, obs, at)
            write_nature(kit, s, inst, obs, at)
            changes_struggles |= does_change_struggles(kit, s, inst)
    return changes_struggles


@kernel(inline=True)
def does_change_struggles(kit, s, inst):
    """Whether a card in play adds or removes struggles at a story."""
    is_booster = s.host[inst] != NOTHING or s.at_story[inst] != NOTHING
    return s.named[inst] != NOTHING or (is_booster and kit.kinds[s.kind[inst], K.BOOSTS] != 0)


@kernel
def write_card(kit, s, me, inst, obs, at):
    """One card as it is now; the order is that of FEATURES."""
    row = kit.kinds[s.kind[inst]]
    words = s.words[inst]
    obs[at] = 1.0
    obs[at + 1] = s.exhausted[inst]
    obs[at + 2] = s.insane[inst]
    obs[at + 3] = row[K.UNIQUE]
    obs[at + 4] = s.host[inst] != NOTHING
    obs[at + 5] = s.blank[inst]
    obs[at + 6] = s.side[inst] == inst // DECK_MAX
    obs[at + 12] = s.wounds[inst]
    obs[at + 13] = s.toughness[inst]
    obs[at + 14] = s.skill[inst]
    obs[at + 15] = 0 if s.insane[inst] or row[K.COST] == OF_X else row[K.COST]
    for icon in range(N_ICONS):
        obs[at + 16 + icon] = s.icons[inst, icon]
    obs[at + 20] = words & Keyword.FAST != 0
    obs[at + 21] = words & Keyword.WILLPOWER != 0
    obs[at + 22] = words & Keyword.INVULNERABILITY != 0
    obs[at + 23] = words & Keyword.HEROIC != 0
    obs[at + 24] = words & Keyword.VILLAINOUS != 0
    obs[at + 25] = s.limits[inst] & Limit.STAYS_HOME != 0


@kernel
def write_place(s, me, inst, obs, at):
    """Where a card stands: at which story, or on what."""
    if s.at_story[inst] != NOTHING:
        obs[at + 7 + seen_slot(me, s.at_story[inst])] = 1.0
    host = s.host[inst]
    if host >= FIRST_STORY or (host != NOTHING and s.zone[host] == Zone.STORY):
        obs[at + 28] = seen_slot(me, s.place[host]) + 1
    elif host != NOTHING:
        side = s.place[host] // SLOTS
        obs[at + 26] = s.place[host] - side * SLOTS + 1
        obs[at + 27] = relative(side, me)


@kernel
def write_nature(kit, s, inst, obs, at):
    """What a card is: its type, kind, faction and subtypes; an insane one has no faction."""
    obs[at + SUPPORT_AT] = type_now(kit, s, inst) == CardType.SUPPORT
    write_code(obs, at + CODE_AT, s.kind[inst])
    obs[at + FACTION_AT + kit.kinds[s.kind[inst], K.FACTION]] = not s.insane[inst]
    subs = s.subs[inst]
    for k in range(N_SUBTYPES):
        obs[at + SUBTYPE_AT + k] = subs & ASKED[k] != 0


@kernel
def observe_domains(kit, s, me, seat, step, obs):
    """Domains, what is on them, which are drained."""
    domains, drained, resources = kit.ob.domain, kit.ob.drained, kit.ob.resources
    transient, hidden = kit.ob.transient, kit.ob.hidden_domain
    for domain in range(s.domains[seat]):
        at = step * MAX_DOMAINS + domain
        obs[domains + at] = 1.0
        obs[drained + at] = s.drained[seat, domain]
        n = 0
        for faction in range(FACTIONS):
            n += s.res[seat, domain, faction]
            obs[resources + at * FACTIONS + faction] = s.res[seat, domain, faction]
        obs[transient + at] = s.worth[seat, domain] - n
    if s.domains[seat] > OPEN_STORIES:
        for inst in range(seat * DECK_MAX, (seat + 1) * DECK_MAX):
            if s.zone[inst] == Zone.DOMAIN and s.seen[inst] >> me & 1:
                obs[hidden + step * MAX_DOMAINS + s.place[inst]] = 1.0


@kernel
def observe_deck(kit, s, me, seat, step, obs):
    """R11.4, R11.5: cards I know in a deck, near the top by place."""
    known, codes, deep = kit.ob.top_known, kit.ob.top_code, kit.ob.deep
    n = s.deck_n[seat]
    for k in range(n):
        inst = s.deck[seat, k]
        if s.seen[inst] >> me & 1:
            place = n - 1 - k
            if place < TOP_SHOWN:
                obs[known + step * TOP_SHOWN + place] = 1.0
                write_code(obs, codes + (step * TOP_SHOWN + place) * CODE, s.kind[inst])
            else:
                obs[deep + step * KINDS + s.kind[inst]] += 1.0


@kernel
def observe_stories(kit, s, me, changes_struggles, obs):
    """Stories, tokens, struggles: one of each type, unless a card or an effect changes that."""
    codes, there, success = kit.ob.story_code, kit.ob.story, kit.ob.success
    struggles, resolving, resolved = kit.ob.struggles, kit.ob.resolving, kit.ob.resolved
    for slot in range(STORY_SLOTS):
        if s.story[slot] == NOTHING:
            continue
        at = seen_slot(me, slot)
        obs[there + at] = 1.0
        write_code(obs, codes + at * CODE, s.kind[s.story[slot]])
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
            story = s.kind[inst] - FIRST_STORY_KIND
            obs[won + relative(s.side[inst], me) * (N_STORIES + 1) + story] = 1.0
    if left > 0:
        for inst in range(FIRST_STORY):
            if s.zone[inst] == Zone.WON:
                obs[won + relative(s.side[inst], me) * (N_STORIES + 1) + N_STORIES] = 1.0


@kernel
def observe_struggles(kit, s, me, obs):
    """Where something adds or removes struggles, all of them are counted."""
    struggles = kit.ob.struggles
    for slot in range(STORY_SLOTS):
        if s.story[slot] != NOTHING:
            at = struggles + seen_slot(me, slot) * N_ICONS
            for icon in range(N_ICONS):
                obs[at + icon] = struggles_at(kit, s, slot, icon)


@kernel
def observe_turn(kit, s, me, obs):
    """Whose turn, which phase, what is pending."""
    obs[kit.ob.active + relative(s.active, me)] = 1.0
    obs[kit.ob.to_act + relative(s.seat, me)] = 1.0
    obs[kit.ob.turn] = s.turn
    obs[kit.ob.phase + s.phase] = 1.0
    obs[kit.ob.ask + s.ask] = 1.0
    if s.depth > 0:
        observe_pending(kit, s, me, obs)
        observe_question(kit, s, me, obs)
    triggers, cards, lasting = kit.ob.triggers, kit.ob.trigger_card, kit.ob.lasting
    for k in range(s.trig_n):
        obs[triggers + s.trig[k, T.EVENT]] += 1.0
        mark_slot(s, me, s.trig[k, T.INST], obs, cards)
    for k in range(s.lasting_n):
        side = relative(s.lasting[k, L.SEAT], me)
        obs[lasting + side * N_LASTING + LASTING_AT[s.lasting[k, L.KIND]]] += 1.0
