"""Moving cards: deck, hand, play, discard pile, domains, stories. Nothing here asks anybody."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import shuffle
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType, Keyword, Stat, Trigger
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K, M
from cthulhu_envs.games.call_of_cthulhu.rules.lasting import forget
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    DECK_MAX,
    ENTITIES,
    FIRST_STORY,
    MAX_TRIGGERS,
    NOTHING,
    SHOWN,
    SLOTS,
    STORY_SLOTS,
    T,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Ending


@kernel(inline=True)
def owner(inst):
    """R1.6: the seat whose deck a card came from."""
    return inst // DECK_MAX


@kernel(inline=True)
def printed(kit, s, inst, column):
    """A number printed on a card."""
    return kit.kinds[s.kind[inst], column]


@kernel
def trigger(s, event, inst, seat, arg):
    """Note that something happened that texts may wait for."""
    if s.trig_n < MAX_TRIGGERS:
        s.trig[s.trig_n, T.EVENT] = event
        s.trig[s.trig_n, T.INST] = inst
        s.trig[s.trig_n, T.SEAT] = seat
        s.trig[s.trig_n, T.ARG] = arg
        s.trig_n += 1


@kernel
def lose(s, seat):
    """R3.7: a seat without a deck is out, the other wins."""
    if s.ending == Ending.GOING_ON:
        s.ending = Ending.EMPTY_DECK
        s.winner = 1 - seat


@kernel
def wipe(s, inst):
    """A card that is not in play carries nothing."""
    s.exhausted[inst] = 0
    s.insane[inst] = 0
    s.wounds[inst] = 0
    s.host[inst] = NOTHING
    s.at_story[inst] = NOTHING
    s.was_at[inst] = NOTHING
    s.named[inst] = NOTHING
    s.place[inst] = NOTHING
    s.side[inst] = owner(inst)
    s.skill[inst] = 0
    s.icons[inst, :] = 0
    s.words[inst] = 0
    s.toughness[inst] = 0
    s.subs[inst] = 0
    s.blank[inst] = 0
    s.limits[inst] = 0


@kernel
def to_pile(s, inst):
    """On top of its owner's discard pile, face up."""
    seat = owner(inst)
    s.zone[inst] = Zone.PILE
    s.stamp[inst] = s.phase_no
    s.seen[inst] = BOTH
    s.listed[inst] = SHOWN
    s.pile[seat, s.pile_n[seat]] = inst
    s.pile_n[seat] += 1


@kernel
def take_out(cards, count, inst):
    """Remove a card from the first `count` of a row; those behind it close up."""
    at = 0
    while cards[at] != inst:
        at += 1
    for k in range(at, count - 1):
        cards[k] = cards[k + 1]


@kernel
def from_pile(s, inst):
    """Take a card out of its owner's discard pile."""
    seat = owner(inst)
    take_out(s.pile[seat], s.pile_n[seat], inst)
    s.pile_n[seat] -= 1


@kernel
def to_hand(s, inst, seen):
    """Into its owner's hand; `seen` are the seats that know it there."""
    seat = owner(inst)
    s.zone[inst] = Zone.HAND
    s.seen[inst] = seen | (1 << seat)
    s.listed[inst] |= s.seen[inst]
    s.hand[seat, s.hand_n[seat]] = inst
    s.hand_n[seat] += 1


@kernel
def from_hand(s, inst):
    """Take a card out of its owner's hand; others close up."""
    seat = owner(inst)
    take_out(s.hand[seat], s.hand_n[seat], inst)
    s.hand_n[seat] -= 1


@kernel
def take_top(s, seat):
    """R3.7: remove the top card of a deck; the last one costs the game."""
    s.deck_n[seat] -= 1
    inst = s.deck[seat, s.deck_n[seat]]
    if s.deck_n[seat] == 0:
        lose(s, seat)
    return inst


@kernel
def from_deck(s, inst):
    """Take a card out of the middle of its owner's deck."""
    seat = owner(inst)
    n = s.deck_n[seat]
    at = 0
    while s.deck[seat, at] != inst:
        at += 1
    for k in range(at, n - 1):
        s.deck[seat, k] = s.deck[seat, k + 1]
    s.deck_n[seat] = n - 1
    if n == 1:
        lose(s, seat)


@kernel
def shuffle_deck(s, seat):
    """A shuffled deck is known to nobody."""
    shuffle(s, s.deck[seat], s.deck_n[seat])
    for k in range(s.deck_n[seat]):
        s.seen[s.deck[seat, k]] = 0


@kernel
def draw_cards(s, seat, n):
    """Draw up to n cards; who knew a card in the deck knows it in the hand."""
    for _ in range(n):
        if s.deck_n[seat] == 0:
            return
        inst = take_top(s, seat)
        to_hand(s, inst, s.seen[inst])


@kernel
def mill(s, seat, n):
    """The top n cards of a deck go to the discard pile."""
    for _ in range(n):
        if s.deck_n[seat] == 0:
            return
        to_pile(s, take_top(s, seat))


@kernel
def free_slot(s, seat):
    """The first free slot of a side, or NOTHING."""
    for entity in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.play[entity] == NOTHING:
            return entity
    return NOTHING


@kernel
def sit(s, inst, seat):
    """Put a card into a free slot of a side."""
    entity = free_slot(s, seat)
    s.play[entity] = inst
    s.place[inst] = entity
    s.side[inst] = seat
    slot = entity - seat * SLOTS
    if slot >= s.reach[seat]:
        s.reach[seat] = slot + 1
    s.dirty = 1


@kernel
def rise(s, inst):
    """Free the slot of a card."""
    seat = s.side[inst]
    s.play[s.place[inst]] = NOTHING
    while s.reach[seat] > 0 and s.play[seat * SLOTS + s.reach[seat] - 1] == NOTHING:
        s.reach[seat] -= 1
    s.dirty = 1


@kernel
def put_into_play(kit, s, inst, seat, is_insane, overpaid):
    """R5.5: a card enters play on a side; its texts may answer unless it is insane."""
    if free_slot(s, seat) == NOTHING:  # R5.12
        to_pile(s, inst)
        return
    wipe(s, inst)
    s.zone[inst] = Zone.PLAY
    s.seen[inst] = BOTH
    s.listed[inst] = SHOWN
    s.exhausted[inst] = is_tired(kit, s, inst, seat)
    sit(s, inst, seat)
    s.insane[inst] = is_insane
    if not is_insane:
        trigger(s, Trigger.ENTERS, inst, seat, overpaid)


@kernel
def leave_play(kit, s, inst):
    """Out of its slot; what is attached to it is destroyed (R5.9), what lasted on it ends."""
    drop_attachments(kit, s, inst)
    rise(s, inst)
    forget(s, inst)
    wipe(s, inst)


@kernel
def drop_attachments(kit, s, inst):
    """R5.9: everything attached to a card or story goes to the discard pile."""
    for entity in range(ENTITIES):
        card = s.play[entity]
        if card != NOTHING and s.host[card] == inst:
            note_death(s, card)
            rise(s, card)
            forget(s, card)
            wipe(s, card)
            to_pile(s, card)


@kernel
def note_death(s, inst):
    """R7.13: the texts of a card that was insane or blank do not see it die."""
    if not s.insane[inst] and not s.blank[inst]:
        trigger(s, Trigger.DIES, inst, owner(inst), 0)


@kernel
def discard_from_play(kit, s, inst):
    """Destroyed, sacrificed or discarded: from play to its owner's discard pile."""
    note_death(s, inst)
    leave_play(kit, s, inst)
    to_pile(s, inst)


@kernel
def bounce(kit, s, inst):
    """From play to its owner's hand, seen by all."""
    leave_play(kit, s, inst)
    to_hand(s, inst, BOTH)


@kernel
def uncommit(s, inst):
    """It is no longer at any story."""
    s.at_story[inst] = NOTHING
    s.named[inst] = NOTHING
    s.dirty = 1


@kernel
def open_story(s, slot):
    """R6.23: the next story from the story deck, if there is one."""
    s.story[slot] = NOTHING
    s.success[slot, 0] = 0
    s.success[slot, 1] = 0
    if s.story_deck_n > 0:
        s.story_deck_n -= 1
        inst = s.story_deck[s.story_deck_n]
        s.story[slot] = inst
        s.zone[inst] = Zone.STORY
        s.place[inst] = slot


@kernel
def close_story(kit, s, slot):
    """A story leaves its place: nobody is at it, nothing is attached to it or lasts on it."""
    inst = s.story[slot]
    drop_attachments(kit, s, inst)
    forget(s, inst)
    for entity in range(ENTITIES):
        card = s.play[entity]
        if card != NOTHING and s.at_story[card] == slot:
            uncommit(s, card)
    s.story[slot] = NOTHING
    s.success[slot, 0] = 0
    s.success[slot, 1] = 0
    s.place[inst] = NOTHING
    s.dirty = 1


@kernel
def has_copy(kit, s, kind, seat):
    """R1.5: whether a side has a card of that title in play."""
    for entity in range(seat * SLOTS, seat * SLOTS + s.reach[seat]):
        card = s.play[entity]
        if card != NOTHING and s.kind[card] == kind:
            return True
    return False


@kernel(inline=True)
def has_word(s, seat, word):
    """Whether a side controls a character with a keyword."""
    return s.side_words[seat] & word != 0


@kernel
def can_enter(kit, s, kind, seat):
    """R1.5, R9.5, R5.12: whether a kind of card may enter play on a side."""
    if kit.kinds[kind, K.TYPE] == CardType.CONSPIRACY:  # R8.4
        return s.story[STORY_SLOTS - 2 + seat] == NOTHING
    if free_slot(s, seat) == NOTHING:
        return False
    if kit.kinds[kind, K.UNIQUE] and has_copy(kit, s, kind, seat):
        return False
    words = kit.kinds[kind, K.WORDS]
    if words & Keyword.HEROIC and has_word(s, seat, Keyword.VILLAINOUS):
        return False
    return not (words & Keyword.VILLAINOUS and has_word(s, seat, Keyword.HEROIC))


@kernel(inline=True)
def is_character(kit, s, inst):
    """Whether a card in play is a character; an attached Hound is none."""
    return (
        inst < FIRST_STORY
        and s.zone[inst] == Zone.PLAY
        and printed(kit, s, inst, K.TYPE) == CardType.CHARACTER
        and s.host[inst] == NOTHING
    )


@kernel
def is_tired(kit, s, inst, seat):
    """Watcher of the Woods enters exhausted where there is no support card."""
    row = kit.kinds[s.kind[inst]]
    for mod in range(row[K.FIRST_MOD], row[K.FIRST_MOD] + row[K.NUM_MODS]):
        if kit.mods[mod, M.STAT] == Stat.ENTERS_EXHAUSTED:
            return not has_support(kit, s, seat)
    return False


@kernel
def has_support(kit, s, seat):
    """Whether a side has a support card in play."""
    for entity in range(seat * SLOTS, seat * SLOTS + s.reach[seat]):
        card = s.play[entity]
        if card != NOTHING and not is_character(kit, s, card):
            return True
    return False
