"""Investigators: traits, healing, stress, sanity, wounds and death (R6, R9)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import (
    DEADLY_WOUNDS,
    IS_THRESHOLD,
    LEVELS,
    MADNESS,
    MAX_STRESS,
    NEXT_STOP,
    SKILLS_EACH,
    THRESHOLD_DICE,
    Kind,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import ALL, N_TRAITS, NOTHING, Trait
from cthulhu_envs.games.death_may_die.rules.frame_constructors import (
    push_sanity,
    push_step,
    push_wound,
)
from cthulhu_envs.games.death_may_die.rules.frames import Sanity
from cthulhu_envs.games.death_may_die.rules.steps import Source, Step
from cthulhu_envs.games.death_may_die.sizes import MAX_CARDS, MAX_PIECES, MAX_SKILLS
from cthulhu_envs.games.death_may_die.state import Ending, Lies, Piece


@kernel
def refresh(kit, s, me):
    """Add up levels and traits of skills and cards; needed whenever one of them changed."""
    for skill in range(MAX_SKILLS):
        s.skill[me, skill] = 0
    for slot in range(SKILLS_EACH):
        s.skill[me, kit.person_skill[s.person[me], slot]] = s.level[me, slot]
    for card in range(kit.cards[s.episode]):
        if s.card_at[card] == me and s.card_gain[card] > 0:
            s.skill[me, kit.side_skill[s.episode, card, s.card_side[card]]] += s.card_gain[card]
    for trait in range(N_TRAITS):
        s.trait[me, trait] = 0
    for skill in range(MAX_SKILLS):
        level = min(int(s.skill[me, skill]), LEVELS)
        s.skill[me, skill] = level
        if level > 0:
            for trait in range(N_TRAITS):
                add_trait(s, me, trait, kit.skill_trait[skill, level, trait])
    for card in range(kit.cards[s.episode]):
        if s.card_at[card] == me:
            add_card_traits(kit, s, me, card)


@kernel
def add_card_traits(kit, s, me, card):
    """What a held card gives, always and on its condition."""
    side = s.card_side[card]
    with_more = is_extra_met(kit, s, me, card, side)
    for trait in range(N_TRAITS):
        add_trait(s, me, trait, kit.side_trait[s.episode, card, side, trait])
        if with_more:
            add_trait(s, me, trait, kit.side_if_trait[s.episode, card, side, trait])


@kernel(inline=True)
def add_trait(s, me, trait, amount):
    """What is meant as any number stays within the field."""
    if amount != 0:
        s.trait[me, trait] = max(-ALL, min(ALL, int(s.trait[me, trait]) + int(amount)))


@kernel
def is_extra_met(kit, s, me, card, side):
    """Whether the holder has the skill, or a card of the kind, that gives the extra."""
    skill = kit.side_if_skill[s.episode, card, side]
    if skill != NOTHING and s.skill[me, skill] > 0:
        return True
    tags = kit.side_if_tags[s.episode, card, side]
    for k in range(tags.shape[0]):
        if tags[k] != NOTHING and count_tagged(kit, s, me, int(tags[k])) > 0:
            return True
    return False


@kernel
def has_tag(kit, s, card, tag):
    """Whether the claimed side of a card has a name or tag; NOTHING stands for any."""
    if tag == NOTHING:
        return True
    tags = kit.side_tags[s.episode, card, s.card_side[card]]
    for k in range(tags.shape[0]):
        if tags[k] == tag:
            return True
    return False


@kernel
def tagged(kit, s, me, tag):
    """Bits of the cards with a tag that an investigator holds."""
    bits = 0
    for card in range(kit.cards[s.episode]):
        if s.card_at[card] == me and has_tag(kit, s, card, tag):
            bits |= 1 << card
    return bits


@kernel
def count_tagged(kit, s, me, tag):
    """How many cards with a tag an investigator holds."""
    count = 0
    bits = tagged(kit, s, me, tag)
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def held_of_kind(kit, s, me, kind):
    """Bits of the cards of a Kind that an investigator holds."""
    bits = 0
    for card in range(kit.cards[s.episode]):
        if s.card_at[card] == me and kit.side_kind[s.episode, card, s.card_side[card]] == kind:
            bits |= 1 << card
    return bits


@kernel
def tradable(kit, s, me):
    """R3.4: bits of the Items and Companions that an investigator could hand over."""
    bits = held_of_kind(kit, s, me, Kind.ITEM) | held_of_kind(kit, s, me, Kind.COMPANION)
    for card in range(MAX_CARDS):
        if bits >> card & 1 and not kit.side_tradable[s.episode, card, s.card_side[card]]:
            bits &= ~(1 << card)
    return bits


@kernel
def take_card(kit, s, me, card):
    """Hold a card; a Companion's skill is worth a level, up to the highest (R11.3)."""
    before = int(s.card_at[card])
    s.card_at[card] = me
    s.card_gain[card] = 0
    if before >= 0:
        refresh(kit, s, before)
    skill = kit.side_skill[s.episode, card, s.card_side[card]]
    if skill != NOTHING and s.skill[me, skill] < LEVELS:
        s.card_gain[card] = 1
    refresh(kit, s, me)


@kernel
def drop_card(kit, s, card):
    """Discard a card."""
    before = int(s.card_at[card])
    s.card_at[card] = Lies.DISCARDED
    s.card_wounds[card] = 0
    s.card_gain[card] = 0
    if before >= 0:
        refresh(kit, s, before)


@kernel
def heal_stress(s, me, amount):
    """Take stress off, down to none."""
    if amount > 0 and not s.dead[me]:
        s.stress[me] = max(0, int(s.stress[me]) - amount)


@kernel
def heal_wounds(s, me, amount):
    """Take wounds off, down to none."""
    if amount > 0 and not s.dead[me]:
        s.wounds[me] = max(0, int(s.wounds[me]) - amount)


@kernel
def add_stress(s, me, amount, overflows):
    """R6.1: stress as far as it fits; the rest is lost, or wounds."""
    if s.dead[me]:
        return
    taken = min(amount, MAX_STRESS - s.stress[me])
    s.stress[me] += taken
    if overflows and amount > taken:
        add_wounds(s, me, int(amount - taken), Source.OTHER, NOTHING)


@kernel
def add_wounds(s, me, amount, source, figure):
    """Wounds to be dealt next."""
    if amount > 0 and not s.dead[me]:
        push_wound(s, me, amount, source, figure)


@kernel
def lose_sanity(s, me, amount, source):
    """Sanity to be lost next."""
    if amount > 0 and not s.dead[me]:
        push_sanity(s, me, amount, source)


@kernel
def settle_later(s):
    """R6.4: thresholds reached from here on are settled when the stack is down to this point."""
    if not s.settling:
        s.settling = True
        push_step(s, Step.SETTLE, 0)


@kernel
def do_sanity(kit, s, frame, me):
    """R6.2: lose sanity, at most to the next threshold."""
    pop(s)
    amount, source = frame[Sanity.AMOUNT], frame[Sanity.SOURCE]
    amount -= s.trait[me, Trait.WARD_SANITY] if source != Source.COST else 0
    if source == Source.ATTACK or source == Source.FIRE:
        amount -= s.trait[me, Trait.GUARD_SANITY]
    if source == Source.MYTHOS:
        amount += s.trait[me, Trait.MYTHOS_SANITY]
    if amount <= 0:
        return
    stop = NEXT_STOP[s.sanity[me]]
    s.sanity[me] = min(s.sanity[me] + amount, stop)
    if s.sanity[me] == MADNESS:
        die(kit, s, me)
    elif s.sanity[me] == stop:
        s.queued[me] += 1
        settle_later(s)


@kernel
def die(kit, s, me):
    """R9.1, R9.2, R9.4: dead or mad; cards and tokens go, objective pieces stay in the space."""
    s.dead[me] = True
    for card in range(kit.cards[s.episode]):
        if s.card_at[card] == me:
            drop_card(kit, s, card)
    for piece in range(MAX_PIECES):
        if s.piece_is[piece] == Piece.HELD and s.piece_holder[piece] == me:
            s.piece_is[piece] = Piece.IN_PLAY
            s.piece_at[piece] = s.space[me]
            s.piece_holder[piece] = NOTHING
    s.tokens_left += s.signs[me]
    s.signs[me] = 0
    s.burning[me] = 0
    s.queued[me] = 0
    s.lying[me] = False
    if s.ending != Ending.GOING_ON:
        return
    if not s.summoned:
        s.ending = Ending.DEATH_BEFORE_SUMMONING
        return
    for person in range(kit.people):
        if not s.dead[person]:
            return
    s.ending = Ending.ALL_DEAD


@kernel
def take_wound(s, me):
    """One wound on the own board; returns whether it was deadly. R10.15: the Unkillable is back at
    full health; the others die when what answers the wounds is done.
    """
    s.wounds[me] += 1
    if s.wounds[me] < DEADLY_WOUNDS:
        return False
    if s.revived[me] < s.trait[me, Trait.UNKILLABLE]:
        s.revived[me] += 1
        s.wounds[me] = 0
        if s.trait[me, Trait.UNKILLABLE_HEAL] > 0:
            s.stress[me] = 0
    return True


@kernel
def room_for_wounds(kit, s, me):
    """Wounds that the investigator and the Companions can take without dying."""
    room = DEADLY_WOUNDS - 1 - int(s.wounds[me])
    for card in range(kit.cards[s.episode]):
        if s.card_at[card] == me:
            health = int(kit.side_health[s.episode, card, s.card_side[card]])
            if health > 0:
                room += health - int(s.card_wounds[card])
    return room


@kernel
def bonus_dice(kit, s, me):
    """R1.5, R5.7: bonus dice on all own rolls."""
    sanity = s.sanity[me]
    dice = s.trait[me, Trait.BONUS_ROLL] + THRESHOLD_DICE[sanity]
    if IS_THRESHOLD[sanity]:
        dice += s.trait[me, Trait.BONUS_THRESHOLD]
    elif sanity < MADNESS and IS_THRESHOLD[sanity + 1]:
        dice += s.trait[me, Trait.BONUS_BRINK]
    if is_near_gate(kit, s, me):
        dice += s.trait[me, Trait.BONUS_GATE]
    return dice


@kernel
def is_near_gate(kit, s, me):
    """Within one space of a Gate."""
    return kit.gate_near[s.episode] >> s.space[me] & 1 == 1


@kernel
def people_at(kit, s, space):
    """Bits of the living investigators on a space."""
    bits = 0
    for person in range(kit.people):
        if s.space[person] == space and not s.dead[person]:
            bits |= 1 << person
    return bits


@kernel
def can_rest(kit, s, me):
    """R3.2, R3.3: in a Safe space."""
    if s.crowd[s.space[me]] == 0 or s.lying[me]:
        return True
    return s.trait[me, Trait.GATE_SAFE] > 0 and is_near_gate(kit, s, me)


@kernel
def enter(kit, s, me, space):
    """Stand on another space and pick up the pieces that a dead investigator left there."""
    s.space[me] = space
    for piece in range(kit.pieces[s.episode]):
        is_portable = kit.piece_start[s.episode, piece] == NOTHING
        if is_portable and s.piece_is[piece] == Piece.IN_PLAY and s.piece_at[piece] == space:
            s.piece_is[piece] = Piece.HELD
            s.piece_holder[piece] = me
            s.piece_at[piece] = NOTHING
