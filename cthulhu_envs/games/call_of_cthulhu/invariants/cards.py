"""Whether every card lies in one place where it can lie (R1, R2)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.rules.domains import resource_order
from cthulhu_envs.games.call_of_cthulhu.rules.zones import owner, printed
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    DECK_MAX,
    ENTITIES,
    FIRST_STORY,
    KINDS,
    MAX_DOMAINS,
    N_CARDS,
    N_STORIES,
    NOTHING,
    OPEN_STORIES,
    SHOWN,
    SLOTS,
    START_DOMAINS,
    STORY_SLOTS,
    Zone,
)

MANY = 9  # counted as if it lay in that many places


@kernel
def fault_of_places(kit, s, count):
    """The first fault; `count` is scratch space, with room for all cards and kinds."""
    found = fault_of_decks(kit, s, count)
    if found == Fault.NOTHING:
        found = fault_of_lists(kit, s, count)
    if found == Fault.NOTHING:
        found = fault_of_slots(kit, s)
    if found == Fault.NOTHING:
        found = fault_of_cards(s, count)
    return found


@kernel
def fault_of_decks(kit, s, count):
    """R2.1, R2.11: decks that can meet, each with the cards of its list, and the ten stories."""
    can_meet = False
    for k in range(kit.num_pairings):
        can_meet |= kit.pairings[k, 0] == s.pair[0] and kit.pairings[k, 1] == s.pair[1]
    if not can_meet:
        return Fault.ANOTHER_DECK
    for seat in range(2):
        deck, first = s.pair[seat], seat * DECK_MAX
        count[:] = 0
        for k in range(kit.deck_sizes[deck]):
            count[kit.deck_kinds[deck, k]] += 1
            count[s.kind[first + k]] -= 1
        for kind in range(KINDS):
            if count[kind] != 0:
                return Fault.ANOTHER_DECK
    for k in range(N_STORIES):
        if s.kind[FIRST_STORY + k] != KINDS - N_STORIES + k:
            return Fault.ANOTHER_DECK
    return Fault.NOTHING


@kernel(inline=True)
def tally(count, inst, is_right):
    """A card found in a list: once is right, where its zone says so."""
    count[inst] += 1 if is_right else MANY


@kernel
def fault_of_lists(kit, s, count):
    """Every card is in exactly one list, its owner's if it is out of play."""
    count[:] = 0
    for seat in range(2):
        if s.pile_n[seat] + s.aside_n[seat] > DECK_MAX:
            return Fault.CARD_LOST_OR_DOUBLED
        for k in range(s.deck_n[seat]):
            tally_own(s, count, seat, s.deck[seat, k], Zone.DECK)
        for k in range(s.hand_n[seat]):
            tally_own(s, count, seat, s.hand[seat, k], Zone.HAND)
        for k in range(s.pile_n[seat]):
            tally_own(s, count, seat, s.pile[seat, k], Zone.PILE)
        for k in range(s.pile_n[seat], s.pile_n[seat] + s.aside_n[seat]):
            tally_own(s, count, seat, s.pile[seat, k], Zone.ASIDE)
        for k in range(s.laid_n[seat]):
            tally_own(s, count, seat, s.laid[seat, k], Zone.RESOURCE)
    for entity in range(ENTITIES):
        inst = s.play[entity]
        if inst != NOTHING:
            good = s.zone[inst] == Zone.PLAY and s.place[inst] == entity
            tally(count, inst, good and s.side[inst] == entity // SLOTS)
    for slot in range(STORY_SLOTS):
        inst = s.story[slot]
        if inst != NOTHING:
            tally(count, inst, s.zone[inst] == Zone.STORY and s.place[inst] == slot)
    for k in range(s.story_deck_n):
        tally(count, s.story_deck[k], s.zone[s.story_deck[k]] == Zone.STORY_DECK)
    for inst in range(N_CARDS):
        zone = s.zone[inst]
        listed = zone != Zone.DOMAIN and zone != Zone.WON and zone != Zone.LIMBO
        seat = owner(inst)
        if inst < FIRST_STORY and inst - seat * DECK_MAX >= kit.deck_sizes[s.pair[seat]]:
            if zone != Zone.NOWHERE or count[inst]:
                return Fault.CARD_LOST_OR_DOUBLED
        elif zone == Zone.NOWHERE or count[inst] != listed:
            return Fault.CARD_LOST_OR_DOUBLED
    return Fault.NOTHING


@kernel(inline=True)
def tally_own(s, count, seat, inst, zone):
    """A card in a list of a seat, which must be its owner."""
    tally(count, inst, s.zone[inst] == zone and owner(inst) == seat and s.side[inst] == seat)


@kernel
def fault_of_slots(kit, s):
    """Slots up to the last one in use, what lies in a slot of stories, the order of resources."""
    for seat in range(2):
        reach = 0
        for k in range(SLOTS):
            inst = s.play[seat * SLOTS + k]
            if inst == NOTHING:
                continue
            reach = k + 1
            card_type = printed(kit, s, inst, K.TYPE)
            if card_type != CardType.CHARACTER and card_type != CardType.SUPPORT:
                return Fault.WRONG_PLACE
        if reach != s.reach[seat]:
            return Fault.WRONG_SLOT
        for k in range(1, s.laid_n[seat]):
            if resource_order(s, s.laid[seat, k - 1]) > resource_order(s, s.laid[seat, k]):
                return Fault.RESOURCES_DO_NOT_ADD_UP
    for slot in range(STORY_SLOTS):
        inst = s.story[slot]
        if inst == NOTHING:
            continue
        if slot < OPEN_STORIES:
            if inst < FIRST_STORY:
                return Fault.WRONG_PLACE
        elif inst >= FIRST_STORY or owner(inst) != slot - OPEN_STORIES:
            return Fault.WRONG_PLACE
        elif printed(kit, s, inst, K.TYPE) != CardType.CONSPIRACY:
            return Fault.WRONG_PLACE
    return Fault.NOTHING


@kernel
def fault_of_cards(s, count):
    """The zone of each card, its side and place, and who knows it."""
    count[:] = 0
    for inst in range(N_CARDS):
        zone = s.zone[inst]
        is_story = inst >= FIRST_STORY
        if is_story and not is_for_stories(zone):
            return Fault.WRONG_PLACE
        if not is_story and zone == Zone.STORY_DECK:
            return Fault.WRONG_PLACE
        is_home = s.side[inst] == (0 if is_story else owner(inst))
        if not is_home and zone != Zone.PLAY and zone != Zone.WON:
            return Fault.WRONG_SIDE
        if zone == Zone.RESOURCE or zone == Zone.DOMAIN:
            if not 0 <= s.place[inst] < s.domains[s.side[inst]]:
                return Fault.WRONG_PLACE
        elif zone != Zone.PLAY and zone != Zone.STORY and s.place[inst] != NOTHING:
            return Fault.WRONG_PLACE
        if zone == Zone.DOMAIN:  # R4.12
            domain = s.side[inst] * MAX_DOMAINS + s.place[inst]
            count[domain] += 1
            if s.place[inst] < START_DOMAINS or count[domain] > 1:
                return Fault.WRONG_PLACE
        if not is_story and not is_known_right(s, inst):
            return Fault.WRONG_KNOWLEDGE
    return Fault.NOTHING


@kernel(inline=True)
def is_for_stories(zone):
    """Where a story can be."""
    return zone == Zone.STORY or zone == Zone.STORY_DECK or zone == Zone.WON or zone == Zone.LIMBO


@kernel
def is_known_right(s, inst):
    """R11: open cards are known to both, and hidden ones but those of a deck to their owner."""
    zone = s.zone[inst]
    if zone == Zone.NOWHERE:
        return s.seen[inst] == 0 and s.listed[inst] == 0
    if s.seen[inst] & ~s.listed[inst] & BOTH:
        return False
    if zone == Zone.DECK:
        return True
    if zone == Zone.HAND or zone == Zone.DOMAIN:
        return s.seen[inst] >> owner(inst) & 1 == 1
    return s.seen[inst] == BOTH and s.listed[inst] == SHOWN
