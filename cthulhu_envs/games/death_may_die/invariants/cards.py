"""Discovery and Mythos cards (R7, R11, R12.3)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.invariants.faults import SOUND, Fault, told
from cthulhu_envs.games.death_may_die.rules.frames import KIND, Mythos
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.sizes import MAX_CARDS, MAX_MYTHOS
from cthulhu_envs.games.death_may_die.state import Lies


@kernel
def fault_of_cards(kit, s):
    """Discovery cards: each in one place, with a past only while it is held."""
    count = int(kit.cards[s.episode])
    in_deck = 0
    for card in range(MAX_CARDS):
        holder, side = int(s.card_at[card]), int(s.card_side[card])
        past = int(s.card_wounds[card]) + int(s.card_gain[card])
        if card >= count and (holder != Lies.IN_DECK or past + side > 0):
            return told(Fault.CARD, card)
        if holder >= 0:
            fault = fault_of_held(kit, s, card, holder, side)
            if fault:
                return fault
        elif past > 0 or (side > 0 and holder != Lies.DISCARDED):
            return told(Fault.CARD_PAST, card)
        if card < count and holder == Lies.IN_DECK:
            in_deck |= 1 << card
    deck = 0
    for place in range(s.discovery_left):
        bit = 1 << int(s.discovery[place])
        if deck & bit or not in_deck & bit:
            return told(Fault.DISCOVERY, 0)
        deck |= bit
    return told(Fault.DISCOVERY, 0) if deck != in_deck else SOUND


@kernel
def fault_of_held(kit, s, card, holder, side):
    """A card that somebody holds: R11.2, R11.3."""
    if holder >= kit.people or s.dead[holder] > 0 or not kit.side_is[s.episode, card, side]:
        return told(Fault.CARD_HOLDER, card)
    if s.card_wounds[card] >= max(1, int(kit.side_health[s.episode, card, side])):
        return told(Fault.COMPANION, card)
    if s.card_gain[card] > 0 and kit.side_skill[s.episode, card, side] == NOTHING:
        return told(Fault.COMPANION, card)
    return SOUND


@kernel
def fault_of_mythos(kit, s):
    """Mythos cards: in the deck, discarded, kept, or drawn; symbols are counted."""
    found, symbols = 0, 0
    number = int(s.mythos_left)
    for place in range(s.mythos_left):
        found |= 1 << int(s.mythos[place])
    for card in range(MAX_MYTHOS):
        if s.mythos_out[card]:
            number += 1
            found |= 1 << card
            symbols += int(kit.mythos_symbol[s.elder, s.episode, card])
    if s.trauma != NOTHING:
        number += 1
        found |= 1 << int(s.trauma)
        if kit.mythos_symbol[s.elder, s.episode, s.trauma] > 0:
            return told(Fault.TRAUMA, 0)
    for k in range(s.depth):
        if s.stack[k, KIND] == Step.MYTHOS:
            first, second = s.stack[k, Mythos.CARD], s.stack[k, Mythos.SECOND]
            if first != NOTHING:
                number += 1
                found |= 1 << first
            if second != NOTHING:
                number += 1
                found |= 1 << second
    if number != MAX_MYTHOS or found != (1 << MAX_MYTHOS) - 1:
        return told(Fault.MYTHOS, 0)
    if symbols != s.symbols:
        return told(Fault.SYMBOLS, 0)
    return told(Fault.UNDER, 0) if s.mythos_under > s.mythos_left else SOUND
